#ifndef MC_HAPLOTYPE_THREADS_H
#define MC_HAPLOTYPE_THREADS_H

#include "dispatch/call.h"

#define MC_HAPLOTYPE_LEAST_SECONDS 1e-4 /* shorter steps are one thread's */

/* The number of threads for a step that takes one thread `seconds`. */
static inline int mc_haplotype_threads(double seconds, const mc_call *call) {
  return seconds < MC_HAPLOTYPE_LEAST_SECONDS ? 1 : mc_call_threads(call, seconds);
}

#endif
