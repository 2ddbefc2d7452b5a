/* Events are kept in the order of their ends. A thread takes the next place from a shared counter
   and fills the place. A trace is ended and read between jobs, when all places are filled: a member
   of a job adds its last event before it leaves the job. */

#include "base/trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/integers.h"
#include "base/threads.h"

atomic_bool mc_trace_active = false;

static struct {
  mc_trace_event *event;
  int64_t room, start;
  _Alignas(64) _Atomic int64_t wanted; /* events so far, including those without room */
} trace;

static _Thread_local int own_lane = MC_TRACE_NO_LANE;

bool mc_trace_begin(int64_t room) {
  mc_trace_free();
  if (room < 1 || (uint64_t) room > SIZE_MAX / sizeof *trace.event)
    return false;
  trace.event = malloc((size_t) room * sizeof *trace.event);
  if (trace.event == NULL)
    return false;
  memset(trace.event, 0, (size_t) room * sizeof *trace.event); /* no page faults later */
  trace.room = room;
  trace.start = mc_now();
  atomic_store(&trace.wanted, 0);
  atomic_store(&mc_trace_active, true);
  return true;
}

const mc_trace_event *mc_trace_end(int64_t *count, int64_t *dropped) {
  atomic_store(&mc_trace_active, false);
  const int64_t wanted = atomic_load(&trace.wanted);
  *count = mc_min(wanted, trace.room);
  *dropped = wanted - *count;
  return trace.event;
}

void mc_trace_free(void) {
  atomic_store(&mc_trace_active, false);
  free(trace.event);
  trace.event = NULL;
  trace.room = 0;
}

int64_t mc_trace_start(void) {
  return trace.start;
}

int64_t mc_trace_clock(void) {
  return mc_now();
}

static bool is_instant(mc_trace_kind kind) {
  return kind == MC_TRACE_add || kind == MC_TRACE_need || kind == MC_TRACE_raise;
}

void mc_trace_put(mc_trace_kind kind, const mc_site *site, int64_t begin, int64_t first,
                  int64_t last) {
  if (own_lane == MC_TRACE_NO_LANE || !atomic_load(&mc_trace_active) || begin < trace.start ||
      mc_threads_forked())
    return;
  const int64_t at = atomic_fetch_add(&trace.wanted, 1);
  if (at < trace.room)
    trace.event[at] = (mc_trace_event){.kind = kind,
                                       .lane = own_lane,
                                       .body = site->body,
                                       .in = site->in,
                                       .begin = begin,
                                       .end = is_instant(kind) ? begin : mc_now(),
                                       .first = first,
                                       .last = last};
}

void mc_trace_lane(int lane) {
  own_lane = lane;
}
