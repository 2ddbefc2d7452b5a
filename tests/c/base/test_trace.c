/* Traces, by their definition: all work is in the trace, once, at the right time and place. */
#include "base/trace.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/jobs.h"
#include "base/tasks.h"
#include "base/team.h"
#include "base/threads.h"
#include "check.h"

enum { STEPS = 300, ROOM = 10000, MOST_LANES = 8 };

typedef struct {
  int threads;
  _Atomic int done;
} tally;

static void step(void *tally_, int64_t id, int thread) {
  tally *t = tally_;
  (void) id;
  (void) thread;
  t->done++;
}

static void range(void *tally_, int64_t first, int64_t last) {
  tally *t = tally_;
  t->done += (int) (last - first);
}

static bool is_within(const mc_trace_event *inner, const mc_trace_event *outer) {
  return inner->begin >= outer->begin && inner->end <= outer->end;
}

/* Checks that there is one job of `name` made in `in`, whose steps cover [0, STEPS) once. Each step
   is within a part of its lane, and each part within the job. */
static void check_job(const mc_trace_event *event, int64_t count, const char *name, const char *in,
                      int threads) {
  const mc_trace_event *job = NULL;
  int jobs = 0, steps[STEPS] = {0}, parts[MOST_LANES] = {0};
  for (int64_t k = 0; k < count; k++)
    if (event[k].kind == MC_TRACE_job) {
      job = &event[k];
      jobs++;
    }
  CHECK_INT(jobs, 1);
  if (job == NULL)
    return;
  CHECK(job->lane == 0 && job->last == (mc_threads_built() ? threads : 1));
  for (int64_t k = 0; k < count; k++) {
    const mc_trace_event *e = &event[k];
    CHECK(strcmp(e->body, name) == 0 && strcmp(e->in, in) == 0);
    CHECK(e->begin <= e->end && is_within(e, job));
    CHECK(e->lane >= 0 && e->lane < MOST_LANES && e->first >= 0 && e->last <= STEPS);
    if (e->lane < 0 || e->lane >= MOST_LANES || e->first < 0 || e->last > STEPS)
      return;
    if (e->kind == MC_TRACE_part)
      parts[e->lane]++;
    if (e->kind != MC_TRACE_step)
      continue;
    for (int64_t id = e->first; id < e->last; id++)
      steps[id]++;
    bool inside = false;
    for (int64_t p = 0; p < count; p++)
      inside = inside || (event[p].kind == MC_TRACE_part && event[p].lane == e->lane &&
                          is_within(e, &event[p]));
    CHECK(inside);
  }
  for (int id = 0; id < STEPS; id++)
    CHECK_INT(steps[id], 1);
  CHECK_INT(parts[0], 1);
  for (int lane = 1; lane < MOST_LANES; lane++)
    CHECK(parts[lane] <= (lane < threads));
}

static void test_jobs(void) {
  mc_team_end();
  mc_trace_lane(0);
  for (int threads = 1; threads <= 4; threads++) {
    int64_t count, dropped;
    tally t = {threads, 0};
    CHECK(mc_trace_begin(ROOM));
    mc_each(threads, 0, STEPS, step, &t);
    const mc_trace_event *event = mc_trace_end(&count, &dropped);
    CHECK_INT(dropped, 0);
    check_job(event, count, "step", "test_jobs", threads);
    if (threads == 1)
      continue; /* one thread does ranges without a job */
    CHECK(mc_trace_begin(ROOM));
    mc_ranges(threads, STEPS, 1, range, &t);
    event = mc_trace_end(&count, &dropped);
    check_job(event, count, "range", "test_jobs", threads);
  }
  mc_trace_free();
}

/* A range that one thread does alone is a step. */
static void test_short_range(void) {
  int64_t count, dropped;
  mc_trace_lane(0);
  tally t = {1, 0};
  CHECK(mc_trace_begin(ROOM));
  mc_ranges(4, STEPS, STEPS, range, &t);
  const mc_trace_event *event = mc_trace_end(&count, &dropped);
  CHECK_INT(count, 1);
  CHECK(event[0].kind == MC_TRACE_step && event[0].first == 0 && event[0].last == STEPS);
  mc_trace_free();
}

/* Checks that there is one job of `places` places, of which one was taken. */
static void check_places(const mc_trace_event *event, int64_t count, int places) {
  int jobs = 0, parts = 0;
  for (int64_t k = 0; k < count; k++) {
    CHECK_INT(event[k].lane, 0);
    jobs += event[k].kind == MC_TRACE_job && event[k].last == places;
    parts += event[k].kind == MC_TRACE_part;
  }
  CHECK_INT(jobs, 1);
  CHECK_INT(parts, 1);
}

static void leaf(mc_tasks *tasks, const void *argument) {
  (void) tasks;
  (*(tally *const *) argument)->done++;
}

static void root(mc_tasks *tasks, const void *argument) {
  mc_task_group group = {0};
  for (int k = 0; k < STEPS; k++)
    mc_tasks_add(tasks, &group, leaf, argument, sizeof(tally *));
  mc_tasks_wait(tasks, &group);
}

static bool is_number(int64_t number) {
  const bool is = number >= 1 && number <= STEPS;
  CHECK(is);
  return is;
}

static void test_tasks(void) {
  mc_trace_lane(0);
  for (int threads = 1; threads <= 4; threads++) {
    int64_t count, dropped, steps = 0, jobs = 0, roots = 0, made[STEPS + 1] = {0};
    tally t = {threads, 0}, *argument = &t;
    CHECK(mc_trace_begin(ROOM));
    mc_tasks_run(threads, root, &argument);
    const mc_trace_event *event = mc_trace_end(&count, &dropped);
    for (int64_t k = 0; k < count; k++) {
      steps += event[k].kind == MC_TRACE_step && strcmp(event[k].body, "leaf") == 0 &&
               strcmp(event[k].in, "root") == 0;
      jobs += event[k].kind == MC_TRACE_job && strcmp(event[k].body, "root") == 0;
    }
    /* a task is added once, by the task that waits for it, and begins later */
    for (int64_t k = 0; k < count; k++)
      if (event[k].kind == MC_TRACE_add && is_number(event[k].first)) {
        CHECK(made[event[k].first] == 0 && event[k].last == 1);
        CHECK(event[k].begin == event[k].end);
        made[event[k].first] = event[k].begin;
      }
    for (int64_t k = 0; k < count; k++)
      if (event[k].kind == MC_TRACE_step && event[k].first == 0)
        roots += strcmp(event[k].body, "root") == 0;
      else if (event[k].kind == MC_TRACE_step && is_number(event[k].first)) {
        CHECK(made[event[k].first] > 0 && made[event[k].first] <= event[k].begin);
        made[event[k].first] = 0;
      }
    CHECK_INT(t.done, STEPS);
    CHECK_INT(steps, STEPS);
    CHECK_INT(jobs, 1);
    CHECK_INT(roots, 1);
  }
  mc_trace_free();
}

/* A solo caller does all steps of a job for four threads, in the pieces for four threads. */
static void test_solo(void) {
  int64_t count, dropped, steps = 0;
  tally t = {4, 0}, *argument = &t;
  mc_trace_lane(0);
  mc_team_end();
  mc_threads_set_solo(true);
  CHECK(mc_trace_begin(ROOM));
  mc_each(4, 0, STEPS, step, &t);
  const mc_trace_event *event = mc_trace_end(&count, &dropped);
  check_places(event, count, 4);
  CHECK(mc_trace_begin(ROOM));
  mc_ranges(4, STEPS, 1, range, &t);
  event = mc_trace_end(&count, &dropped);
  check_places(event, count, 4);
  for (int64_t k = 0; k < count; k++)
    steps += event[k].kind == MC_TRACE_step;
  CHECK(steps >= 4);
  CHECK(mc_trace_begin(ROOM));
  mc_tasks_run(4, root, &argument);
  event = mc_trace_end(&count, &dropped);
  check_places(event, count, 4);
  CHECK_INT(t.done, 3 * STEPS);
  CHECK_INT(mc_team_helpers(), 0);
  CHECK_INT(mc_threads(256, INFINITY), mc_threads_built() ? 256 : 1);
  mc_threads_set_solo(false);
  mc_trace_free();
}

static void nothing(void *context, int64_t id, int thread) {
  (void) context, (void) id, (void) thread;
}

/* A pass of a solo caller has as many steps as all threads would do in a pass. */
static void test_solo_pass(void) {
  const double seconds = 0.002;
  check_polls p = {.stop_at = 1};
  mc_monitor monitor = {.poll = check_poll, .data = &p, .total = 1, .pass = seconds};
  mc_threads_set_solo(true);
  const int64_t begin = mc_now();
  CHECK_INT(mc_run_each(&monitor, 4, INT64_MAX / 2, 1e-18, nothing, NULL), MC_INTERRUPTED);
  CHECK(mc_now() - begin >= (int64_t) (4 * seconds * 1e9));
  mc_threads_set_solo(false);
}

/* No event is kept while no trace is on; events without room are counted. */
static void test_room(void) {
  int64_t count, dropped;
  tally t = {4, 0};
  mc_trace_lane(0);
  CHECK_INT(mc_trace_now(), 0);
  CHECK(!mc_trace_begin(0));
  mc_each(4, 0, STEPS, step, &t);
  CHECK(mc_trace_begin(10));
  CHECK(mc_trace_now() > 0);
  mc_trace_end(&count, &dropped);
  CHECK(count == 0 && dropped == 0);
  CHECK(mc_trace_begin(10));
  mc_each(4, 0, STEPS, step, &t);
  mc_trace_end(&count, &dropped);
  CHECK_INT(count, 10);
  CHECK(dropped >= STEPS - 10);
  mc_each(4, 0, STEPS, step, &t);
  mc_trace_end(&count, &dropped);
  CHECK_INT(count, 10);
  mc_trace_free();
  mc_trace_end(&count, &dropped);
  CHECK_INT(count, 0);
  CHECK_INT(t.done, 3 * STEPS);
}

/* A thread without a lane has no events. Work that began before the trace has no event. */
static void test_others(void) {
  int64_t count, dropped;
  tally t = {1, 0};
  CHECK(mc_trace_begin(ROOM));
  mc_trace_lane(MC_TRACE_NO_LANE);
  mc_each(1, 0, STEPS, step, &t);
  mc_trace_lane(0);
  mc_trace_add(MC_TRACE_call, MC_SITE(step), mc_trace_start() - 1, 0, 1);
  mc_trace_end(&count, &dropped);
  CHECK(count == 0 && dropped == 0);
  mc_trace_free();
}

static const check_test tests[] = {{"jobs", test_jobs},
                                   {"a short range", test_short_range},
                                   {"tasks", test_tasks},
                                   {"solo", test_solo},
                                   {"a pass of a solo caller", test_solo_pass},
                                   {"room", test_room},
                                   {"others", test_others},
                                   {0}};
const check_suite suite_trace = {"trace", tests, false, NULL};
