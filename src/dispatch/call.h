#ifndef MC_CALL_H
#define MC_CALL_H

#include "base/arena.h"
#include "base/jobs.h"
#include "base/threads.h"
#include "dispatch/dispatch.h"

/* What a caller hands to a driver beside the job. */
typedef struct {
  mc_arena *arena;           /* scratch memory */
  mc_monitor *monitor;       /* progress and interrupts, or NULL */
  const mc_kernels *kernels; /* of the target that is active */
  int threads;               /* as the user asked for; 0: the default */
} mc_call;

static inline mc_call mc_call_make(mc_arena *arena, mc_monitor *monitor, int threads) {
  return (mc_call){arena, monitor, mc_kernels_active(), threads};
}

/* How many threads to use for work of so many seconds on one thread (threads.h). */
static inline int mc_call_threads(const mc_call *call, double seconds) {
  return mc_threads(call->threads, seconds);
}

#endif
