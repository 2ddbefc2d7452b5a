#ifndef MC_HELPERS_H
#define MC_HELPERS_H

#include <stdbool.h>
#include <stdint.h>

/* The kind of threads: what starts the helpers of a team (team.c) and ends them. configure
   compiles one of two files, team_posix.c and team_openmp.c, or neither. What helpers do, how
   they wait and how many there may be is the same for both kinds, and not decided here.

   All functions but mc_helpers_processors() are called by one thread at a time. */

/* How many more helpers the system seems to allow now, beside `there`: `more` at most. */
int mc_helpers_possible(int there, int more);

/* Do all helpers start together? Then a team that grows ends its helpers first. */
bool mc_helpers_together(void);

/* Starts the helpers from number `there` on, up to `wanted` in all; each calls run(number), which
   returns when the helper has to end. Returns how many helpers there are: fewer where the system
   allows no more. Helpers take no signals. */
typedef void (*mc_helper)(int helper);
int mc_helpers_start(int there, int wanted, mc_helper run);

/* Waits until all helpers, `there` of them, have ended; they have been told to. */
void mc_helpers_end(int there);

/* Are helpers bound to processors by their own kind, so that nobody else may move them? (Known
   when helpers have been started.) */
bool mc_helpers_bound(void);

/* For how many nanoseconds a thread spins before it sleeps, where `usual` is the team's number. */
int64_t mc_helpers_spin(int64_t usual);

/* Processors that this process may use, where the calling thread may use `own`. */
int mc_helpers_processors(int own);

/* The name of the kind, and of the library that starts the threads, with its version as far as it
   is known ("": it is not). Static strings. */
const char *mc_helpers_kind(void);
const char *mc_helpers_runtime(void);

enum { MC_MOST_HELPERS = 1023, MC_LEAST_STACK = 2 << 20 /* for comparisons of users', too */ };

#endif
