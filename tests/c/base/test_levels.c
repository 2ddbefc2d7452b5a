/* Levels: steps, taken in order, that wait for steps before them. */
#include "base/levels.h"

#include <stdatomic.h>
#include <string.h>

#include "base/clock.h"
#include "base/jobs.h"
#include "base/team.h"
#include "base/threads.h"
#include "base/trace.h"
#include "check.h"
#include "data.h"
#include "guard.h"
#include "system.h"

enum { STEPS = 600, LEVELS = 40, NEEDS = 3 };

/* Step s raises a level, and needs what some steps before it have made of others; it writes down
   the greatest length of a path of needs that leads to it. */
typedef struct {
  mc_levels levels;
  int of[STEPS];          /* the level that a step raises */
  int before[STEPS];      /* how high it is before */
  int need[STEPS][NEEDS]; /* steps; -1 for none */
  int length[STEPS];      /* written by the step, read by those that need it */
  atomic_int done;
  bool late; /* steps take their time, so that others have to sleep */
} plan;

static void make_plan(plan *p, uint64_t seed) {
  rng r = {seed};
  int height[LEVELS] = {0};
  for (int s = 0; s < STEPS; s++) {
    p->of[s] = (int) rng_below(&r, LEVELS);
    p->before[s] = height[p->of[s]]++;
    for (int k = 0; k < NEEDS; k++)
      p->need[s][k] = s == 0 || rng_chance(&r, 0.3)
                        ? -1
                        : s - 1 - (int) rng_below(&r, (uint64_t) (s < 8 ? s : 8));
  }
}

static int length_of(const plan *p, int s) {
  int most = 0;
  for (int k = 0; k < NEEDS; k++) {
    const int n = p->need[s][k];
    most = n >= 0 && p->length[n] > most ? p->length[n] : most;
  }
  return most + 1;
}

MC_BODY(do_step, plan, p, id) {
  const int s = (int) id;
  for (int k = 0; k < NEEDS; k++) {
    const int n = p->need[s][k];
    if (n >= 0)
      mc_levels_wait(&p->levels, p->of[n], p->before[n] + 1);
  }
  mc_levels_wait(&p->levels, p->of[s], p->before[s]);
  p->length[s] = length_of(p, s);
  for (volatile int spin = 0; p->late && s % 50 == 0 && spin < 300000; spin++)
    ;
  atomic_fetch_add(&p->done, 1);
  mc_levels_raise(&p->levels, p->of[s]);
}

/* In one loop, or in many passes, in each of which a thread does one step. */
static void try_order(int threads, uint64_t seed, bool passes) {
  static plan p, right;
  guard_arena arena = guard_arena_make();
  check_polls polls = {.stop_at = -1};
  mc_monitor monitor = {.poll = check_poll, .data = &polls, .pass = 1e-9};
  memset(&p, 0, sizeof p);
  make_plan(&p, seed);
  right = p;
  for (int s = 0; s < STEPS; s++)
    right.length[s] = length_of(&right, s);
  p.late = seed % 2 == 1;
  p.levels = mc_levels_make(&arena.arena, LEVELS, threads);
  CHECK(p.levels.level != NULL);
  mc_monitor_start(&monitor, STEPS);
  mc_run_each(passes ? &monitor : NULL, threads, STEPS, 1, do_step, &p);
  check_note("%d threads, seed %d, %d polls", threads, (int) seed, (int) polls.polls);
  CHECK(passes ? polls.polls > 2 : polls.polls == 0);
  CHECK_INT(atomic_load(&p.done), STEPS);
  CHECK(memcmp(p.length, right.length, sizeof p.length) == 0);
  guard_arena_release(&arena);
}

static void test_order(void) {
  const int threads[] = {1, 2, 3, 4, 64};
  for (int t = 0; t < 5; t++)
    for (uint64_t seed = 0; seed < 6; seed++) {
      try_order(threads[t], seed, false);
      try_order(threads[t], seed, true);
    }
}

/* A helper waits, spinning or asleep, while the caller raises the level, and another level of the
   same row, whose sleepers are woken together. The helper goes on when its level is 2, no
   sooner. */
typedef struct {
  mc_levels levels;
  int64_t pause; /* between what the caller does */
  atomic_int here, gone;
  int written, seen;
} meeting;

enum { LEVEL = 5, OTHER = LEVEL + 16 };

static void meet(void *context, int thread) {
  meeting *m = context;
  atomic_fetch_add(&m->here, 1);
  if (thread == 1) {
    mc_levels_wait(&m->levels, LEVEL, 2);
    m->seen = m->written;
    atomic_store(&m->gone, 1);
    return;
  }
  const int64_t begin = mc_now();
  while (atomic_load(&m->here) < 2 && mc_now() - begin < INT64_C(5000000000))
    ;
  const int levels[] = {OTHER, OTHER, OTHER, LEVEL, LEVEL};
  for (int k = 0; k < 5; k++) {
    system_pause(m->pause);
    CHECK_INT(atomic_load(&m->gone), 0);
    m->written += 1;
    mc_levels_raise(&m->levels, levels[k]);
  }
}

static void test_waits(void) {
  for (int round = 0; round < 20 && mc_threads_built(); round++) {
    guard_arena arena = guard_arena_make();
    meeting m = {.levels = mc_levels_make(&arena.arena, LEVELS, 2),
                 .pause = (round % 2 == 0 ? 20 : 0) * (int64_t) MC_TEAM_SPIN};
    mc_team(2, meet, &m);
    CHECK_INT(atomic_load(&m.here), 2);
    CHECK_INT(m.seen, 5);
    guard_arena_release(&arena);
  }
}

/* What a step needs and raises is in the trace, within the step. */
static void test_traced(void) {
  static plan p;
  guard_arena arena = guard_arena_make();
  int64_t count, dropped, raised[STEPS] = {0}, needs = 0, wanted = 0;
  memset(&p, 0, sizeof p);
  make_plan(&p, 1);
  p.levels = mc_levels_make(&arena.arena, LEVELS, 4);
  mc_trace_lane(0);
  mc_threads_set_solo(true);
  CHECK(mc_trace_begin(10000));
  mc_each(4, 0, STEPS, do_step, &p);
  const mc_trace_event *e = mc_trace_end(&count, &dropped);
  int64_t step = 0;
  for (int64_t k = 0; k < count; k++) {
    if (e[k].kind == MC_TRACE_step)
      step = e[k].first + 1;
    if (e[k].kind == MC_TRACE_raise) {
      CHECK(e[k].begin == e[k].end);
      CHECK_INT(e[k].first, p.of[step]);
      CHECK_INT(e[k].last, p.before[step] + 1);
      raised[step]++;
    }
    needs += e[k].kind == MC_TRACE_need;
  }
  for (int s = 0; s < STEPS; s++) {
    wanted++;
    for (int k = 0; k < NEEDS; k++)
      wanted += p.need[s][k] >= 0;
    CHECK_INT(raised[s], mc_threads_built());
  }
  CHECK_INT(needs, mc_threads_built() ? wanted : 0);
  CHECK_INT(dropped, 0);
  mc_threads_set_solo(false);
  mc_trace_free();
  guard_arena_release(&arena);
}

static void test_memory(void) {
  guard_arena arena = guard_arena_make();
  arena.refuse = 1;
  CHECK(mc_levels_make(&arena.arena, LEVELS, 4).level == NULL);
  guard_arena_release(&arena);
}

static const check_test tests[] = {{"order", test_order},
                                   {"waits", test_waits},
                                   {"traced", test_traced},
                                   {"memory", test_memory},
                                   {0}};
const check_suite suite_levels = {"levels", tests, false, NULL};
