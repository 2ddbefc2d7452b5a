#ifndef MC_PLACEMENT_H
#define MC_PLACEMENT_H

/* Which processors the threads of a team run on (Linux; elsewhere these do nothing).

   The system wakes a thread where it ran before, or where the one runs that woke it. If all
   processors have something to do, that is often the caller's own: two threads on one
   processor, beside another process that has its own, are no faster than one. The system
   sees no reason to change that, as loads are even. So a helper that finds a thread of its team
   on its processor moves on to one that has none. It stays free to be moved again.

   Helpers take over the caller's affinity mask when that has changed.

   The environment variable MANYCORE_AFFINITY, read at the first job, binds helpers instead:
   "close" to the processors of the mask in their order, "spread" as far from each other, and from
   the first one, as the mask allows (Hou et al., table I: compact and scatter). The caller, whose
   mask is also that of the processes that it starts, is left alone. */

/* The caller, before it opens a job for `threads` threads, itself among them. */
void mc_placement_begin(int threads);
/* A helper, the `helper`-th that was started (from 1 on), when it has joined the job. */
void mc_placement_join(int helper);

#endif
