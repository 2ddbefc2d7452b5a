/* Passes: ranges of jobs, polls between them. */
#include "base/monitor.h"

#include <math.h>
#include <stddef.h>

#include "base/clock.h"
#include "check.h"
#include "system.h"

typedef struct {
  int64_t jobs, grain, next, passes, longest, last_length;
  int64_t sleep_from; /* sleep once, in the first pass this long */
  int64_t length_after_sleep;
  bool slept;
} log_;

static void pass(void *context, int64_t first, int64_t last) {
  log_ *l = context;
  int64_t length = last - first;
  CHECK_INT(first, l->next); /* in order, without gaps */
  CHECK(length > 0 && last <= l->jobs);
  CHECK(length % l->grain == 0 || last == l->jobs);
  l->next = last;
  l->passes++;
  l->longest = length > l->longest ? length : l->longest;
  l->last_length = length;
  if (l->slept && l->length_after_sleep == 0)
    l->length_after_sleep = length;
  if (l->sleep_from > 0 && length >= l->sleep_from && !l->slept) {
    l->slept = true;
    system_pause(300000000);
  }
}

/* Runs with a monitor that is polled after each pass. */
static mc_status run(log_ *l, check_polls *p, double weight) {
  mc_monitor monitor = {.poll = check_poll, .data = p, .total = weight * (double) l->jobs};
  mc_status status = mc_run_passes(&monitor, l->jobs, l->grain, weight, pass, l);
  CHECK_INT(p->polls, l->passes);
  CHECK(fabs(monitor.done - weight * (double) l->next) <= 1e-9 * weight * (double) l->next);
  return status;
}

static void test_cover(void) {
  for (int64_t jobs = 1; jobs < 400; jobs++)
    for (int64_t grain = 1; grain <= 9; grain += 4) {
      check_note("%d jobs by %d", (int) jobs, (int) grain);
      log_ l = {.jobs = jobs, .grain = grain};
      check_polls p = {0};
      CHECK_INT(run(&l, &p, 2.5), MC_OK);
      CHECK_INT(l.next, jobs);
      CHECK(fabs(p.last - 1) < 1e-9);
    }
}

static void test_no_jobs(void) {
  log_ l = {.jobs = 0, .grain = 3};
  check_polls p = {0};
  mc_monitor monitor = {.poll = check_poll, .data = &p, .total = 1};
  CHECK_INT(mc_run_passes(&monitor, 0, 3, 1, pass, &l), MC_OK);
  CHECK_INT(mc_run_passes(NULL, 0, 3, 1, pass, &l), MC_OK);
  CHECK_INT(l.passes, 0);
  CHECK_INT(p.polls, 0);
}

/* Without a poll all jobs are one pass. */
static void test_no_monitor(void) {
  log_ l = {.jobs = 1000, .grain = 1000};
  CHECK_INT(mc_run_passes(NULL, 1000, 3, 1, pass, &l), MC_OK);
  CHECK_INT(l.passes, 1);
  CHECK_INT(l.next, 1000);
  mc_monitor deaf = {.total = 1000};
  l = (log_){.jobs = 1000, .grain = 1000};
  CHECK_INT(mc_run_passes(&deaf, 1000, 3, 1, pass, &l), MC_OK);
  CHECK_INT(l.passes, 1);
}

static void test_interrupt(void) {
  for (int64_t k = 1; k <= 5; k++) {
    log_ l = {.jobs = 1000000, .grain = 2};
    check_polls p = {.stop_at = k};
    CHECK_INT(run(&l, &p, 1), MC_INTERRUPTED);
    CHECK_INT(p.polls, k);
    CHECK(l.next < l.jobs);
  }
}

/* Quick passes grow, but not at once, and not beyond the range of integers. */
static void test_growth(void) {
  const int64_t grains[] = {1, 2, 3, 64, 1000003, INT64_MAX / 8, INT64_MAX / 2};
  for (int k = 0; k < 7; k++) {
    check_note("grain %.0f", (double) grains[k]);
    log_ l = {.jobs = INT64_MAX, .grain = grains[k]};
    check_polls p = {0};
    CHECK_INT(run(&l, &p, 1e-9), MC_OK);
    CHECK_INT(l.next, INT64_MAX);
    CHECK(l.passes >= 2 && l.passes < 1000);
  }
  log_ l = {.jobs = 5, .grain = 1};
  check_polls p = {0};
  run(&l, &p, 1);
  CHECK_INT(l.passes, 2); /* 1 + 4: four times as long at most */
}

/* A slow pass (three times the target) is followed by a shorter one. */
static void test_slow_pass(void) {
  log_ l = {.jobs = 100000, .grain = 1, .sleep_from = 256};
  check_polls p = {0};
  CHECK_INT(run(&l, &p, 1), MC_OK);
  CHECK(l.slept);
  CHECK(l.length_after_sleep > 0 && l.length_after_sleep <= 256 / 3 + 1);
}

static const check_test tests[] = {{"every job once, in order", test_cover},
                                   {"no jobs", test_no_jobs},
                                   {"no monitor", test_no_monitor},
                                   {"interrupt at each poll", test_interrupt},
                                   {"growth of passes", test_growth},
                                   {"a slow pass", test_slow_pass},
                                   {0}};
const check_suite suite_monitor = {"monitor", tests, false, NULL};
