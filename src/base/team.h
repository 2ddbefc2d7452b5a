#ifndef MC_TEAM_H
#define MC_TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/trace.h"

/* A team of threads: the caller, and helpers that are started once and sleep between jobs. This is
   the only place where jobs meet threads. helpers.h starts helpers, as POSIX threads or threads of
   OpenMP; threads.h says how many there may be.

   The machine may have other work, and the system may take a processor away from any thread for
   milliseconds. So:

   - nobody waits for a helper that has not taken a place in the job. A job is over when the caller
     finds no work left and the helpers that took places are done;
   - a waiting thread spins for MC_TEAM_SPIN nanoseconds, about as long as a wake-up takes. Then it
     sleeps and leaves its processor to the others;
   - if a thread cannot be started (a limit of the user, no memory), the team is smaller.

   A job that begins while the team is busy (from a helper, or from another thread of the process)
   is done by its caller alone, as in a build without threads. Helpers take no signals. A forked
   child has no helpers; there mc_threads() answers 1.

   Most functions below are macros that add a place in the source, for traces (trace.h). A function
   whose name ends in _at takes that place as its first argument. Braces with a comma may stand in
   the last argument only. */

/* Calls work(context, thread) on the calling thread, as number 0, and on up to threads - 1 helpers,
   as 1, 2, ...; returns when all these calls have returned. A helper may come at any time before
   the caller's own call returns, or never. So work() takes its share from the work that is left. It
   must not leave by a jump. */
typedef void (*mc_member)(void *context, int thread);
#define mc_team(threads, work, ...) mc_team_at(MC_SITE(work), threads, work, __VA_ARGS__)
void mc_team_at(const mc_site *site, int threads, mc_member work, void *context);

/* The number of the calling thread that stays the same in all jobs: 0 for a caller, i for helper
   i = 1, 2, ... (In a job the threads' numbers have no gaps, and follow their arrival.) */
int mc_team_member(void);

/* One step of work, number `id`. */
typedef void (*mc_body)(void *context, int64_t id, int thread);

/* One call of body(), with an event of a trace. */
static inline void mc_step(const mc_site *site, mc_body body, void *context, int64_t id,
                           int thread) {
  const int64_t begin = mc_trace_now();
  body(context, id, thread);
  mc_trace_add(MC_TRACE_step, site, begin, id, id + 1);
}

/* Defines a body that does not need the thread's number, for a context of one type:
     MC_BODY(touch, const preparation, p, part) { ... p->begin ... part ... } */
#define MC_BODY(NAME, TYPE, SELF, ID)                       \
  static void NAME##_one(TYPE *SELF, int64_t ID);           \
  static void NAME(void *context, int64_t id, int thread) { \
    (void) thread;                                          \
    NAME##_one(context, id);                                \
  }                                                         \
  static void NAME##_one(TYPE *SELF, int64_t ID)

/* body(context, id, thread) for first <= id < last; each free thread takes the next id. */
#define mc_each(threads, first, last, body, ...) \
  mc_each_at(MC_SITE(body), threads, first, last, body, __VA_ARGS__)
void mc_each_at(const mc_site *site, int threads, int64_t first, int64_t last, mc_body body,
                void *context);

/* body(context, first, last) for ranges that make up [0, n), each of about `grain` steps or more:
   for loops with short steps. */
typedef void (*mc_range_body)(void *context, int64_t first, int64_t last);
#define mc_ranges(threads, n, grain, body, ...) \
  mc_ranges_at(MC_SITE(body), threads, n, grain, body, __VA_ARGS__)
void mc_ranges_at(const mc_site *site, int threads, int64_t n, int64_t grain, mc_range_body body,
                  void *context);

enum { MC_TEAM_SPIN = 50000 };

/* The kind of threads of this build: "posix", "openmp" or "none"; and the library that starts them,
   "" if unknown. */
const char *mc_team_kind(void);
const char *mc_team_runtime(void);

/* How many helpers there are now. */
int mc_team_helpers(void);

/* Ends all helpers, before the library is unloaded. */
void mc_team_end(void);

/* ---- waiting, for tasks.c and levels.c ---- */

/* A waiting thread calls this again and again, with *since 0 at first. True: spin on. False, after
   MC_TEAM_SPIN nanoseconds: sleep now. Always false if the team has more threads than there are
   processors. */
bool mc_team_spins(int64_t *since);

#endif
