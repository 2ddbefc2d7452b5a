#ifndef TAUS_H
#define TAUS_H

#include <stdint.h>

#include "check.h"
#include "kendall/kendall.h"

/* Numbers of the job's result. */
int64_t taus_count(const mc_kendall_request *job);

/* The job by an algorithm, which it shall succeed in, with progress that grows to 1, in an arena of
   its own. *ran (NULL: of no interest) is the algorithm that the report names. The result is the
   caller's, for guard_free(). */
double *taus_by(mc_kendall_request job, mc_kendall_algorithm algorithm, int threads,
                mc_kendall_algorithm *ran);

/* The job by its own algorithm, stopped at its polls one after the other; then it answers what
   taus_by() does. As check_interrupts(), whose log it answers. */
check_polls taus_interrupts(const mc_kendall_request *job, int threads, int64_t thin);

#endif
