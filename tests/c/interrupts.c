#include "interrupts.h"

#include <stdio.h>

#include "guard.h"

enum { MOST_STOPS = 2000 };

static int64_t next_stop(int64_t stop, int64_t thin) {
  if (thin == 0 || stop < 12)
    return stop + 1;
  return stop + (stop == 12 ? thin : 3);
}

check_polls check_interrupts(interruptible of) {
  char note[CHECK_NOTE];
  snprintf(note, sizeof note, "%s", check_noted());
  check_polls polls = {0};
  mc_status status = MC_INTERRUPTED;
  for (int64_t stop = 1; status == MC_INTERRUPTED && stop < MOST_STOPS;
       stop = next_stop(stop, of.thin)) {
    check_note("%s%sstop at poll %d", note, note[0] == '\0' ? "" : ", ", (int) stop);
    polls = (check_polls){.stop_at = stop};
    mc_monitor monitor = {.poll = check_poll, .data = &polls, .pass = of.pass};
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, &monitor, of.threads);
    status = of.solve(of.context, &call);
    CHECK(status == MC_OK ? polls.polls < stop : polls.polls == stop);
    guard_arena_release(&arena);
  }
  CHECK_INT(status, MC_OK);
  check_note("%s", note);
  return polls;
}
