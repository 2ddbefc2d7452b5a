#include "kendall/groups.h"

#include "base/first_touch.h"
#include "base/reuse.h"
#include "kendall/kendall.h"

/* The state of a call. */
typedef struct {
  const mc_kendall_groups_job *job;
  mc_kendall_groups_report *report;
  const mc_call *call;
  const mc_pairs_list *list;
  mc_kendall_difference difference;
  bool has_difference;
  int64_t first, last; /* levels that can be counted; -1: none */
  int64_t cells;
} groups;

static bool counts(const mc_kendall_groups_job *job, int64_t level) {
  return job->level[level].x.rows > 1;
}

static void fill(double *to, int64_t cells, double value) {
  for (int64_t k = 0; k < cells; k++)
    to[k] = value;
}

static void fill_na(const groups *g) {
  const mc_kendall_groups_job *job = g->job;
  double *of[] = {job->tau, job->z, job->p};
  double *difference[] = {job->difference, job->difference_z, job->difference_p};
  for (int k = 0; k < 3; k++) {
    if (g->first < 0)
      fill(of[k], g->cells, job->na);
    if (job->difference != NULL && !g->has_difference)
      fill(difference[k], g->cells, job->na);
  }
}

static mc_status touch(const groups *g) {
  const mc_kendall_groups_job *job = g->job;
  const int64_t bytes = g->cells * (int64_t) sizeof(double);
  const mc_fresh fresh[] = {{job->tau, bytes},          {job->z, bytes},
                            {job->p, bytes},            {job->difference, bytes},
                            {job->difference_z, bytes}, {job->difference_p, bytes}};
  mc_monitor_part part;
  mc_monitor_part_begin(&part, g->call->monitor, 0, 0);
  return mc_first_touch_all(fresh, job->difference != NULL ? 6 : 3,
                            mc_call_threads(g->call, 1e-9 * (double) (3 * g->cells)),
                            &part.monitor);
}

static mc_status run_level(groups *g, int64_t level, const mc_call *call) {
  const mc_kendall_groups_job *job = g->job;
  const mc_kendall_request *request = &job->level[level];
  const mc_kendall_strata strata = {.tau = job->tau,
                                    .z = job->z,
                                    .p = job->p,
                                    .first = level == g->first,
                                    .last = level == g->last,
                                    .alternative = job->options.alternative,
                                    .continuity = job->options.continuity,
                                    .na = job->na};
  mc_kendall_test_sink sink =
    mc_kendall_test_sink_make(job->to[level], g->list, job->options, job->quantile, job->na);
  const int64_t earlier = job->a < job->b ? job->a : job->b;
  if (counts(job, level))
    sink.strata = &strata;
  if (g->has_difference && (level == job->a || level == job->b))
    sink.difference = &g->difference;
  sink.run = level == earlier  ? MC_DIFFERENCE_KEEP
             : level == job->a ? MC_DIFFERENCE_A
                               : MC_DIFFERENCE_B;
  MC_TRY(mc_kendall_run(request, &sink.tester.sink, &g->report->last, call));
  MC_TRY(mc_kendall_test_one_row(request, job->pairs, job->to[level].n, call));
  g->report->constant_pairs += atomic_load(&sink.tester.taus.constant_pairs);
  g->report->tied_pairs += atomic_load(&sink.tester.inference.tied_pairs);
  g->report->long_pairs += atomic_load(&sink.tester.inference.long_pairs);
  return MC_OK;
}

static mc_status run_levels(groups *g) {
  const mc_kendall_groups_job *job = g->job;
  mc_reuse reuse;
  mc_reuse_begin(&reuse, g->call->arena);
  double rows = 0, done = 0;
  for (int64_t k = 0; k < job->levels; k++)
    rows += (double) job->level[k].x.rows + 1;
  for (int64_t k = 0; k < job->levels; k++) {
    const double share = ((double) job->level[k].x.rows + 1) / rows;
    mc_monitor_part part;
    mc_monitor_part_begin(&part, g->call->monitor, done, share);
    mc_call call = *g->call;
    call.arena = &reuse.arena;
    call.monitor = &part.monitor;
    mc_reuse_again(&reuse);
    MC_TRY(run_level(g, k, &call));
    done += share;
  }
  return MC_OK;
}

mc_status mc_kendall_groups(const mc_kendall_groups_job *job, mc_kendall_groups_report *report,
                            const mc_call *call) {
  groups g = {.job = job, .report = report, .call = call, .first = -1, .last = -1};
  *report = (mc_kendall_groups_report){.constant_pairs = 0};
  for (int64_t k = 0; k < job->levels; k++)
    if (counts(job, k)) {
      g.first = g.first < 0 ? k : g.first;
      g.last = k;
    }
  g.has_difference = job->difference != NULL && counts(job, job->a) && counts(job, job->b);
  g.difference = (mc_kendall_difference){.estimate = job->difference,
                                         .z = job->difference_z,
                                         .p = job->difference_p,
                                         .alternative = job->options.alternative,
                                         .na = job->na};
  mc_pairs_list list;
  if (job->pairs != NULL) {
    MC_TRY(mc_pairs_list_make(&list, job->pairs, call->arena));
    g.list = &list;
  }
  const mc_kendall_request *one = &job->level[0];
  g.cells = job->pairs != NULL ? job->pairs->count
            : one->symmetric   ? one->x.columns * one->x.columns
                               : one->x.columns * one->y.columns;
  MC_TRY(touch(&g));
  fill_na(&g);
  return run_levels(&g);
}
