#ifndef MC_DYNPROG_OVERFLOW_H
#define MC_DYNPROG_OVERFLOW_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "dynprog/work.h"

/* Sums that overflow are forbidden. A sum that overflows to the worst value (+Inf for a minimum)
   never wins, so kernels need no check. A sum that overflows to the best value (-Inf for a minimum)
   wins, and kernels leave it in the table. The driver finds such values in the finished table, and
   computes the table again by the functions here. */

/* Is a number of the table the best value, or NaN, which is computed from the best value? */
static inline bool mc_dynprog_overflowed(const mc_dynprog_job *job, double x) {
  return job->maximum ? !(x < (double) INFINITY) : !(x > -(double) INFINITY);
}

/* The best sum of (i, j), j - i >= 2, without its weight, over the splits k whose sum does not
   overflow to the best value, neither without the weight nor with it. *split becomes the first of
   the best splits, or -1 if all sums are forbidden. Rows of the table are `stride` apart. */
double mc_dynprog_best_without(const mc_dynprog_job *job, const mc_dynprog_kernels *kernels,
                               const double *table, int64_t stride, int64_t i, int64_t j,
                               int64_t *split);

#endif
