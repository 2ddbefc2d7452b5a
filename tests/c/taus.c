#include "taus.h"

#include <math.h>
#include <stddef.h>

#include "guard.h"
#include "interrupts.h"
#include "kendall/plan.h"
#include "oracle.h"

int64_t taus_count(const mc_kendall_request *job) {
  return job->x.columns * (job->symmetric ? job->x.columns : job->y.columns);
}

double *taus_by(mc_kendall_request job, mc_kendall_algorithm algorithm, int threads,
                mc_kendall_algorithm *ran) {
  double *tau = GUARD_NEW(double, taus_count(&job));
  guard_arena arena = guard_arena_make();
  mc_kendall_report report;
  check_polls polls = {0};
  mc_monitor monitor = {.poll = check_poll, .data = &polls};
  const mc_call call = mc_call_make(&arena.arena, &monitor, threads);
  job.algorithm = algorithm;
  CHECK_INT(mc_cor_kendall(&job, tau, &report, &call), MC_OK);
  CHECK(polls.polls == 0 || fabs(polls.last - 1) < 1e-6);
  guard_arena_release(&arena);
  if (ran != NULL)
    *ran = report.algorithm;
  return tau;
}

typedef struct {
  const mc_kendall_request *job;
  double *tau;
} stopped;

static mc_status solve_stopped(void *context, const mc_call *call) {
  const stopped *s = context;
  mc_kendall_report report;
  return mc_cor_kendall(s->job, s->tau, &report, call);
}

check_polls taus_interrupts(const mc_kendall_request *job, int threads, int64_t thin) {
  double *expected = taus_by(*job, job->algorithm, threads, NULL);
  stopped s = {job, GUARD_NEW(double, taus_count(job))};
  const check_polls polls =
    check_interrupts((interruptible){solve_stopped, &s, threads, 1e-9, thin});
  CHECK(oracle_same(s.tau, expected, taus_count(job)));
  guard_free(s.tau);
  guard_free(expected);
  return polls;
}

taus_plan taus_plan_of(const mc_kendall_request *job, const mc_pairs_sink *sink) {
  mc_kendall_plan plan;
  taus_plan found = {false, false};
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 2);
  CHECK_INT(mc_kendall_plan_make(&plan, job, sink, &call), MC_OK);
  for (int64_t j = 0; plan.shape.x_user != NULL && j < job->x.columns; j++)
    found.reordered |= plan.shape.x_user[j] != j;
  for (int p = 0; p < plan.part_count && plan.part_count > 1; p++)
    found.split |= plan.parts[p].algorithm == MC_KENDALL_SPARSE;
  guard_arena_release(&arena);
  return found;
}
