#ifndef MC_TRACE_H
#define MC_TRACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A trace: what each thread did when. While no trace is on, it costs a job a look at one variable.

   Events are intervals of time on a lane: lane 0 is R's thread, lane k is helper k of the team.
   Other threads have no lane (MC_TRACE_NO_LANE), and no events. The kinds of events:

     call   a call of a driver, from ffi_begin() to ffi_end(); no event if a jump leaves the call
     job    a job of the team, from its begin until all members are done; on the caller's lane.
            `last`: how many threads have a place
     part   the part of one member in a job. `first`: its place, 0 for the caller
     step   steps `first` to `last` - 1 of a loop; or a task, and `first` is its number
     add    a task is added, and may begin from then on: an instant. `first`: its number in the call
            of mc_tasks_run(), from 1 on (the root is 0); `last`: 1 if the task is in a group, for
            which its maker waits
     wait   the caller waits for the helpers; or a thread, within its part, for a task or a level
     need   a step needs level `first` (levels.h) to be at least `last`: an instant
     raise  a step has raised level `first` to `last`: an instant */

#define MC_TRACE_KINDS(KIND) \
  KIND(call) KIND(job) KIND(part) KIND(step) KIND(add) KIND(wait) KIND(need) KIND(raise)
typedef enum {
#define KIND(NAME) MC_TRACE_##NAME,
  MC_TRACE_KINDS(KIND)
#undef KIND
} mc_trace_kind;

/* The place in the source of an event: `body` is called for each step, and `in` hands it to the
   team. Both strings are static. The struct of MC_SITE() lasts as long as its enclosing block. */
typedef struct {
  const char *body, *in;
} mc_site;
#define MC_SITE(BODY) (&(const mc_site){#BODY, __func__})

typedef struct {
  mc_trace_kind kind;
  int lane;
  const char *body, *in;
  int64_t begin, end; /* nanoseconds of mc_now() */
  int64_t first, last;
} mc_trace_event;

/* Begins a trace with room for `room` events, and discards the trace before. False: no memory. */
bool mc_trace_begin(int64_t room);

/* When the trace began. */
int64_t mc_trace_start(void);

/* Ends the trace; to be called between jobs. Returns the events in the order of their ends, valid
   until the next trace begins; their number, and how many events had no room. */
const mc_trace_event *mc_trace_end(int64_t *count, int64_t *dropped);

/* Frees the events. */
void mc_trace_free(void);

extern atomic_bool mc_trace_active;

/* The time now, or 0 while no trace is on. */
int64_t mc_trace_clock(void);
static inline int64_t mc_trace_now(void) {
  return atomic_load_explicit(&mc_trace_active, memory_order_relaxed) ? mc_trace_clock() : 0;
}

/* Adds an event of the calling thread, which ends now (an instant ends at its begin). Does nothing
   if `begin` is 0. */
void mc_trace_put(mc_trace_kind kind, const mc_site *site, int64_t begin, int64_t first,
                  int64_t last);
static inline void mc_trace_add(mc_trace_kind kind, const mc_site *site, int64_t begin,
                                int64_t first, int64_t last) {
  if (begin != 0)
    mc_trace_put(kind, site, begin, first, last);
}

/* Sets the lane of the calling thread, which is MC_TRACE_NO_LANE at first. */
enum { MC_TRACE_NO_LANE = -1 };
void mc_trace_lane(int lane);

#endif
