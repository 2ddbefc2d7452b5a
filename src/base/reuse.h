#ifndef MC_REUSE_H
#define MC_REUSE_H

#include "base/arena.h"

/* An arena for runs that follow each other in one call. mc_reuse_again() declares all its blocks
   free, and the next run takes the same blocks. Blocks come from the arena `from`, which releases
   them at the end of the call. So n runs take about the memory of the largest run. */
typedef struct {
  mc_arena arena; /* first: a pointer to it is a pointer to the whole */
  mc_arena *from;
} mc_reuse;

/* `reuse` must not move afterwards. */
void mc_reuse_begin(mc_reuse *reuse, mc_arena *from);
void mc_reuse_again(mc_reuse *reuse);

#endif
