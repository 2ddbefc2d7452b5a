#ifndef MC_KENDALL_WORK_H
#define MC_KENDALL_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "kendall/request.h"

/* Does an algorithm take columns with their order? MC_KENDALL_AUTO and MC_KENDALL_TABLE may become
   radix. */
bool mc_kendall_ordered(mc_kendall_algorithm algorithm);

/* Do two threads share the only pair there is? (Short columns are not worth it.) */
bool mc_kendall_shared(mc_kendall_algorithm algorithm, int64_t n, int64_t pairs);

#endif
