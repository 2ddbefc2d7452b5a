#ifndef MC_HELPERS_H
#define MC_HELPERS_H

#include <stdbool.h>
#include <stdint.h>

/* The kind of threads: the functions that start and end the helpers of a team (team.c). configure
   compiles team_posix.c or team_openmp.c, or neither. The work of helpers, their waiting and their
   number are the same for both kinds, and are decided elsewhere.

   Only one thread at a time calls these functions, except mc_helpers_processors(). */

/* How many helpers more than `there` the system seems to allow now; at most `more`. */
int mc_helpers_possible(int there, int more);

/* Do all helpers start together? Then a team that grows first ends its helpers. */
bool mc_helpers_together(void);

/* Starts the helpers there, ..., wanted - 1. Each calls run(its number), which returns when the
   helper has to end. Returns how many helpers there are now: fewer than `wanted` if the system
   refuses a thread. Helpers take no signals. */
typedef void (*mc_helper)(int helper);
int mc_helpers_start(int there, int wanted, mc_helper run);

/* Waits until all `there` helpers have ended; the caller has told them to end. */
void mc_helpers_end(int there);

/* Has the kind bound the helpers to processors, so that placement.c must not move them? Known once
   helpers have been started. */
bool mc_helpers_bound(void);

/* How many nanoseconds a thread spins before it sleeps; `usual` is the team's default. */
int64_t mc_helpers_spin(int64_t usual);

/* How many processors this process may use; `own` is how many the calling thread may use. */
int mc_helpers_processors(int own);

/* The name of the kind; and of the library that starts the threads, with its version if known (""
   if unknown). Static strings. */
const char *mc_helpers_kind(void);
const char *mc_helpers_runtime(void);

enum {
  MC_MOST_HELPERS = 1023,
  MC_LEAST_STACK = 2 << 20 /* bytes, for users' comparison functions, too */
};

#endif
