#ifndef TAUS_H
#define TAUS_H

#include <stdint.h>

#include "check.h"
#include "kendall/kendall.h"
#include "pairs/sink.h"

/* How many numbers the job's result has. */
int64_t taus_count(const mc_kendall_request *job);

/* What the plan of a request for a sink does: are columns of x in another order, and are some pairs
   counted as sparse, but not all? */
typedef struct {
  bool reordered, split;
} taus_plan;
taus_plan taus_plan_of(const mc_kendall_request *job, const mc_pairs_sink *sink);

/* Does the job by an algorithm, in an arena of its own, and checks that it succeeds and that
   progress grows to 1. *ran (may be NULL) becomes the algorithm that the report names. The caller
   frees the result with guard_free(). */
double *taus_by(mc_kendall_request job, mc_kendall_algorithm algorithm, int threads,
                mc_kendall_algorithm *ran);

/* check_interrupts() for the job by its own algorithm. Checks that the uninterrupted call gives the
   result of taus_by(). Returns the log of check_interrupts(). */
check_polls taus_interrupts(const mc_kendall_request *job, int threads, int64_t thin);

#endif
