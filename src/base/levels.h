#ifndef MC_LEVELS_H
#define MC_LEVELS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Levels: numbers that rise by one, from 0 on, and threads that wait until a number is high enough.
   So steps that are taken in order from one counter (mc_each(), mc_run_each()) may depend on
   each other:

     a step waits for the levels that it needs, works, and raises a level

   Contract: whoever raises a level to what a step needs is a step before that step. Then nobody
   waits for ever: of all steps that are taken and not done, the first one has all that it needs.

   Writes before mc_levels_raise() happen before the return of a mc_levels_wait() for that level. A
   waiting thread spins, and then sleeps (team.h). */

typedef struct {
  atomic_int *level; /* NULL: no memory */
  bool alone;        /* one thread: nobody ever waits */
} mc_levels;

mc_levels mc_levels_make(mc_arena *arena, int64_t count, int threads);

/* Waits until level `at` is `least` or more. */
void mc_levels_wait(const mc_levels *levels, int64_t at, int least);

/* Raises level `at` by one. */
void mc_levels_raise(const mc_levels *levels, int64_t at);

#endif
