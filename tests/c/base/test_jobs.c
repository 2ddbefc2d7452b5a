/* Jobs from one counter: every job once, in order, passes. Jobs in shares: every job once, urgent
   jobs first, each thread's own share first, passes. */
#include "base/jobs.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/clock.h"
#include "base/integers.h"
#include "base/threads.h"
#include "check.h"
#include "system.h"

enum { JOBS = 300 };
typedef struct {
  _Atomic int done[JOBS]; /* how often */
  int64_t order[JOBS];    /* which job was the i-th */
  int thread[JOBS];       /* which thread did a job */
  _Atomic int64_t count;
  _Atomic int begun; /* threads that have a job */
  int meet;          /* threads whose first jobs wait for each other */
  atomic_bool alone; /* has one waited for nobody? */
  int64_t pause;
} work;

/* Waits until `meet` threads have a job, for a second at most. */
static void meet(work *w) {
  const int64_t end = mc_now() + 1000000000;
  atomic_fetch_add(&w->begun, 1);
  while (atomic_load(&w->begun) < w->meet && mc_now() < end)
    system_pause(10000);
  if (atomic_load(&w->begun) < w->meet)
    w->alone = true;
}

static void do_one(void *context, int64_t id, int thread) {
  work *w = context;
  const int64_t start = mc_now();
  CHECK(id >= 0 && id < JOBS);
  atomic_fetch_add(&w->done[id], 1);
  w->order[atomic_fetch_add(&w->count, 1)] = id;
  w->thread[id] = thread;
  if (w->meet > 0)
    meet(w);
  if (w->pause > 0)
    system_pause(w->pause);
  while (mc_now() == start) /* a job takes time, even by a coarse clock */
    ;
}

static void check_all_once(const work *w) {
  for (int64_t id = 0; id < JOBS; id++)
    CHECK_INT(w->done[id], 1);
}

/* ---- from one counter ---- */

/* The number of done jobs; checks that these have no gaps. */
static int64_t done_of(const work *w) {
  int64_t count = 0;
  while (count < JOBS && w->done[count] == 1)
    count++;
  for (int64_t id = count; id < JOBS; id++)
    CHECK_INT(w->done[id], 0);
  return count;
}

static void test_each(void) {
  for (int threads = 1; threads <= 4; threads++) {
    work w = {.pause = 0};
    CHECK_INT(mc_run_each(NULL, threads, JOBS, 1, do_one, &w), MC_OK);
    CHECK_INT(done_of(&w), JOBS);
    for (int64_t i = 0; threads == 1 && i < JOBS; i++)
      CHECK_INT(w.order[i], i);
    const double lengths[] = {0, 1e-9, 1e-3};
    for (int k = 0; k < 3; k++) {
      check_polls p = {0};
      mc_monitor monitor = {
        .poll = check_poll, .data = &p, .total = 2.5 * JOBS, .pass = lengths[k]};
      w = (work){.pause = k == 2 ? 100000 : 0};
      CHECK_INT(mc_run_each(&monitor, threads, JOBS, 2.5, do_one, &w), MC_OK);
      CHECK_INT(done_of(&w), JOBS);
      CHECK(fabs(p.last - 1) < 1e-9);
      if (k == 1) /* at least one job, at most one for each thread */
        CHECK(p.polls <= JOBS && p.polls >= JOBS / threads);
      if (k == 2 && threads == 1) /* at most ten in a pass of 0.001 seconds */
        CHECK(p.polls >= JOBS / 10);
    }
    for (int64_t k = 1; k <= 5; k++) {
      check_polls p = {.stop_at = k};
      mc_monitor monitor = {.poll = check_poll, .data = &p, .total = JOBS, .pass = 1e-9};
      w = (work){.pause = 0};
      CHECK_INT(mc_run_each(&monitor, threads, JOBS, 1, do_one, &w), MC_INTERRUPTED);
      CHECK_INT(p.polls, k);
      const int64_t done = done_of(&w);
      CHECK(done >= k && done <= k * threads);
      CHECK(fabs(monitor.done - (double) done) < 1e-9);
    }
  }
}

/* No jobs; and no threads, which is the caller alone. */
static void test_nothing(void) {
  check_polls p = {0};
  mc_monitor monitor = {.poll = check_poll, .data = &p, .total = 1};
  work none = {.pause = 0};
  CHECK_INT(mc_run_each(NULL, 3, 0, 1, do_one, &none), MC_OK);
  CHECK_INT(mc_run_each(&monitor, 3, 0, 1, do_one, &none), MC_OK);
  CHECK_INT(mc_run_shares(NULL, 3, 0, 0, 1, do_one, &none), MC_OK);
  CHECK_INT(none.count, 0);
  CHECK_INT(p.polls, 0);
  for (int threads = -1; threads <= 0; threads++) {
    work each = {.pause = 0}, shares = {.pause = 0};
    CHECK_INT(mc_run_each(NULL, threads, JOBS, 1, do_one, &each), MC_OK);
    CHECK_INT(mc_run_shares(NULL, threads, 5, JOBS, 1, do_one, &shares), MC_OK);
    for (int64_t i = 0; i < JOBS; i++) {
      CHECK_INT(each.order[i], i);
      CHECK_INT(shares.order[i], i);
    }
  }
}

/* ---- in shares ---- */

/* One thread does the jobs in order. */
static void test_order(void) {
  work w = {.pause = 0};
  CHECK_INT(mc_run_shares(NULL, 1, 5, JOBS, 1, do_one, &w), MC_OK);
  for (int64_t i = 0; i < JOBS; i++)
    CHECK_INT(w.order[i], i);
}

static void test_every_job(void) {
  const int64_t urgent[] = {0, 1, 7, JOBS - 1, JOBS};
  for (int threads = 1; threads <= 320; threads = threads < 5 ? threads + 1 : 2 * threads)
    for (int u = 0; u < 5; u++) {
      check_note("%d threads, %d urgent", threads, (int) urgent[u]);
      work w = {.pause = 0};
      CHECK_INT(mc_run_shares(NULL, threads, urgent[u], JOBS, 1, do_one, &w), MC_OK);
      check_all_once(&w);
      for (int64_t i = 0; threads == 1 && i < JOBS; i++)
        CHECK_INT(w.order[i], i);
    }
}

/* No job of a share begins while there is an urgent job to take. A thread may lose its processor
   between taking a job and recording the job, so one round of some must be as it should be. */
static void test_urgent(void) {
  enum { URGENT = 10, ROUNDS = 5 };
  for (int threads = 2; threads <= 4; threads++) {
    int good = 0;
    for (int round = 0; round < ROUNDS; round++) {
      work w = {.pause = 100000};
      CHECK_INT(mc_run_shares(NULL, threads, URGENT, JOBS, 1, do_one, &w), MC_OK);
      check_all_once(&w);
      int64_t last = 0;
      for (int64_t i = 0; i < JOBS; i++)
        if (w.order[i] < URGENT)
          last = i;
      good += last < URGENT + threads;
    }
    CHECK(good > 0);
  }
}

/* The caller begins with the first share, and any helper with another one, however many helpers
   there are. */
static void test_own(void) {
  if (mc_threads(2, 1) < 2) {
    check_skip("there is one thread");
    return;
  }
  work all = {.meet = 4}; /* starts helpers, if it may */
  CHECK_INT(mc_run_shares(NULL, 4, 0, JOBS, 1, do_one, &all), MC_OK);
  int together = 0;
  for (int round = 0; round < 20; round++) {
    work w = {.meet = 2};
    CHECK_INT(mc_run_shares(NULL, 2, 0, JOBS, 1, do_one, &w), MC_OK);
    check_all_once(&w);
    if (w.alone) /* the helper came late */
      continue;
    together++;
    const int64_t first = w.order[0], second = w.order[1];
    CHECK(mc_min(first, second) == 0 && mc_max(first, second) == JOBS / 2);
    CHECK_INT(w.thread[0], 0); /* the caller */
    CHECK_INT(w.thread[JOBS / 2], 1);
  }
  if (together == 0)
    check_skip("no helper came within a second");
}

static void test_passes(void) {
  for (int threads = 1; threads <= 4; threads++) {
    const double lengths[] = {0, 1e-9, 1e-3};
    for (int k = 0; k < 3; k++) {
      check_polls p = {0};
      mc_monitor monitor = {
        .poll = check_poll, .data = &p, .total = 2.5 * JOBS, .pass = lengths[k]};
      work w = {.pause = k == 2 ? 100000 : 0};
      CHECK_INT(mc_run_shares(&monitor, threads, 7, JOBS, 2.5, do_one, &w), MC_OK);
      check_all_once(&w);
      CHECK(fabs(p.last - 1) < 1e-9);
      if (k == 1) /* at least one job, at most one for each thread */
        CHECK(p.polls <= JOBS && p.polls >= JOBS / threads);
    }
    for (int64_t k = 1; k <= 5; k++) {
      check_polls p = {.stop_at = k};
      mc_monitor monitor = {.poll = check_poll, .data = &p, .total = JOBS, .pass = 1e-9};
      work w = {.pause = 0};
      CHECK_INT(mc_run_shares(&monitor, threads, 2, JOBS, 1, do_one, &w), MC_INTERRUPTED);
      CHECK_INT(p.polls, k);
      CHECK(w.count >= k && w.count <= k * threads);
      CHECK(fabs(monitor.done - (double) w.count) < 1e-9);
    }
  }
}

static const check_test tests[] = {
  {"from one counter", test_each},        {"no jobs, no threads", test_nothing},
  {"one thread, in order", test_order},   {"every job once", test_every_job},
  {"urgent jobs first", test_urgent},     {"each thread's own share", test_own},
  {"passes and interrupts", test_passes}, {0}};
const check_suite suite_jobs = {"jobs", tests, false, NULL};
