#ifndef MC_DYNPROG_OVERFLOW_H
#define MC_DYNPROG_OVERFLOW_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "dynprog/work.h"

/* Sums that overflow. One to what never wins (+Inf of a minimum) is forbidden by itself. One to
   what always wins (-Inf of a minimum) is forbidden, too, but the kernels do not know: they leave
   it in the table, where it is found afterwards, and the table is made again by the functions
   here. */

/* Has a number of the table overflowed to what wins, or is it NaN, which comes of that? */
static inline bool mc_dynprog_overflowed(const mc_dynprog_job *job, double x) {
  return job->maximum ? !(x < (double) INFINITY) : !(x > -(double) INFINITY);
}

/* The best sum of (i, j), j - i >= 2, without its weight, over the splits that do not overflow to
   what wins, without the weight or with it; *split is the first of the best, or -1 where none is
   better than nothing. Rows of the table are `stride` apart. One sum at a time. */
double mc_dynprog_best_without(const mc_dynprog_job *job, const mc_dynprog_kernels *kernels,
                               const double *table, int64_t stride, int64_t i, int64_t j,
                               int64_t *split);

#endif
