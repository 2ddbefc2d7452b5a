#ifndef MC_TEAM_H
#define MC_TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/trace.h"

/* A team of threads: the caller, and helpers that are started once and sleep between
   jobs. The one place where jobs meet threads: what starts helpers is helpers.h's, POSIX threads
   or OpenMP; how many there may be is threads.h's to say.

   Made for machines that have other work, too, where a processor may be taken away from
   any thread for milliseconds:

   - nobody waits for a helper that has not taken its place in the job: that is over when the
     caller finds nothing left to do and the helpers that did come are done;
   - who has to wait spins for MC_TEAM_SPIN nanoseconds, about as long as it takes to be
     woken, and then sleeps, so that its processor goes to those it waits for;
   - where a thread cannot be started (a limit of the user's, no memory) there are fewer.

   A job that is begun while the team is busy (from a helper, or from another thread of
   the process) is done by the caller alone, as it is in a build without threads. Helpers
   take no signals. In a forked child they do not exist: mc_threads() says one there.

   The functions below are macros, which add the place in the source that a trace (trace.h) names.
   Each function whose name ends in _at takes that place as its first argument. Braces with a comma
   may stand in the last argument only. */

/* Calls work(context, thread) on the calling thread, as number 0, and on up to threads - 1
   helpers, as 1, 2, ...; returns when all calls have. A helper may come at any time until
   the caller's own call returns, or not at all: work() has to take what there is left. It
   must not leave by a jump. */
typedef void (*mc_member)(void *context, int thread);
#define mc_team(threads, work, ...) mc_team_at(MC_SITE(work), threads, work, __VA_ARGS__)
void mc_team_at(const mc_site *site, int threads, mc_member work, void *context);

/* body(context, id, thread) for first <= id < last, one at a time, by whoever is free. */
typedef void (*mc_body)(void *context, int64_t id, int thread);

/* Such a body that need not know the thread, of a context of one type:
     MC_BODY(touch, const preparation, p, part) { ... p->begin ... part ... } */
#define MC_BODY(NAME, TYPE, SELF, ID)                       \
  static void NAME##_one(TYPE *SELF, int64_t ID);           \
  static void NAME(void *context, int64_t id, int thread) { \
    (void) thread;                                          \
    NAME##_one(context, id);                                \
  }                                                         \
  static void NAME##_one(TYPE *SELF, int64_t ID)
#define mc_each(threads, first, last, body, ...) \
  mc_each_at(MC_SITE(body), threads, first, last, body, __VA_ARGS__)
void mc_each_at(const mc_site *site, int threads, int64_t first, int64_t last, mc_body body,
                void *context);

/* The same, but nobody takes another one when `seconds` are over. Returns the next one, which has
   not been begun, as none after it has; at least one is done. */
int64_t mc_each_for_at(const mc_site *site, int threads, double seconds, int64_t first,
                       int64_t last, mc_body body, void *context);

/* body(context, first, last) for ranges that make up [0, n), of about `grain` or more: for
   loops whose every step is little work. */
typedef void (*mc_range_body)(void *context, int64_t first, int64_t last);
#define mc_ranges(threads, n, grain, body, ...) \
  mc_ranges_at(MC_SITE(body), threads, n, grain, body, __VA_ARGS__)
void mc_ranges_at(const mc_site *site, int threads, int64_t n, int64_t grain, mc_range_body body,
                  void *context);

enum { MC_TEAM_SPIN = 50000 };

/* The kind of threads that this build has, "posix", "openmp" or "none", and the library that starts
   them, as far as it is known, else "". */
const char *mc_team_kind(void);
const char *mc_team_runtime(void);

/* Helpers that there are now. */
int mc_team_helpers(void);

/* Ends them all, before the library is unloaded. */
void mc_team_end(void);

/* ---- waiting, for what is built on it ---- */

/* To be called again and again while waiting: true for the first MC_TEAM_SPIN nanoseconds
   after *since, which is 0 at first, was set; then it is time to sleep. Always false where
   a team has more threads than there are processors. */
bool mc_team_spins(int64_t *since);

#endif
