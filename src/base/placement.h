#ifndef MC_PLACEMENT_H
#define MC_PLACEMENT_H

/* Which processors the threads of a team run on (Linux; elsewhere these functions do nothing).

   The system wakes a thread on the processor where the thread ran before, or on the processor of
   the thread that woke it. If all processors are busy, that is often the caller's own processor.
   Two threads then share one processor, are no faster than one thread, and stay there, because the
   system sees even loads. So a helper that finds a thread of its team on its processor moves to a
   processor without one. The system may move it again.

   Helpers copy the caller's affinity mask when it has changed.

   The environment variable MANYCORE_AFFINITY, read at the first job, binds helpers instead:
   "close" to the processors of the mask in their order; "spread" as far from each other, and from
   the first processor, as the mask allows (Hou et al., table I: compact and scatter). The caller is
   never bound, because processes that it starts inherit its mask. */

/* The caller calls this before it opens a job for `threads` threads, including itself. */
void mc_placement_begin(int threads);
/* Helper number `helper` (from 1 on) calls this when it has joined the job. */
void mc_placement_join(int helper);

#endif
