#ifndef TAUS_H
#define TAUS_H

#include <stdint.h>

#include "check.h"
#include "kendall/kendall.h"

/* How many numbers the job's result has. */
int64_t taus_count(const mc_kendall_request *job);

/* Does the job by an algorithm, in an arena of its own, and checks that it succeeds and that
   progress grows to 1. *ran (may be NULL) becomes the algorithm that the report names. The caller
   frees the result with guard_free(). */
double *taus_by(mc_kendall_request job, mc_kendall_algorithm algorithm, int threads,
                mc_kendall_algorithm *ran);

/* check_interrupts() for the job by its own algorithm. Checks that the uninterrupted call gives the
   result of taus_by(). Returns the log of check_interrupts(). */
check_polls taus_interrupts(const mc_kendall_request *job, int threads, int64_t thin);

#endif
