#include "kendall/groups.h"

#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/reuse.h"
#include "base/team.h"
#include "kendall/kendall.h"

/* The state of a call. */
typedef struct {
  const mc_kendall_groups_job *job;
  mc_kendall_groups_report *report;
  const mc_call *call;
  const mc_pairs_list *list;
  mc_kendall_tail tail;
  mc_kendall_strata strata; /* of the level that is counted next */
  mc_kendall_difference difference;
  mc_kendall_plain plain; /* columns that are plain at the level that is counted */
  bool has_difference;
  int64_t first, last, counted; /* levels that can be counted; -1: none; and how many */
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
  const mc_fresh fresh[] = {{job->n, g->cells * (int64_t) sizeof *job->n},
                            {job->tau, bytes},
                            {job->z, bytes},
                            {job->p, bytes},
                            {job->difference, bytes},
                            {job->difference_z, bytes},
                            {job->difference_p, bytes}};
  mc_monitor_part part;
  mc_monitor_part_begin(&part, g->call->monitor, 0, 0);
  return mc_first_touch_all(fresh, job->difference != NULL ? 7 : 4,
                            mc_call_threads(g->call, 1e-9 * (double) (3 * g->cells)),
                            &part.monitor);
}

/* ---- tables for plain pairs ---- */

static int64_t pairs_of(const groups *g, int64_t level) {
  return mc_kendall_pairs_among(g->job->level[level].x.rows);
}

static mc_status make_plain(const groups *g, int64_t level, mc_kendall_plain *plain) {
  const mc_kendall_request *one = &g->job->level[0];
  return mc_kendall_plain_make(plain, one->x.columns, one->symmetric ? -1 : one->y.columns,
                               g->job->level[level].x.rows, g->call->arena);
}

typedef struct {
  const mc_kendall_strata *strata;
  mc_kendall_stratified *to;
  double variance, scale;
} stratified_table;

static void fill_stratified(void *context, int64_t first, int64_t last) {
  const stratified_table *f = context;
  for (int64_t k = first; k < last; k++)
    f->to[k] = mc_kendall_stratified_of(f->strata, (double) (2 * k - f->strata->most), f->variance,
                                        f->scale);
}

enum { GRAIN = 1024 };

/* The table of the stratified test. */
static mc_status begin_strata(groups *g) {
  const mc_kendall_groups_job *job = g->job;
  stratified_table f = {.strata = &g->strata};
  double pairs = 0;
  for (int64_t k = 0; k < job->levels; k++)
    if (counts(job, k)) {
      pairs += (double) pairs_of(g, k);
      f.variance += mc_kendall_untied_variance(job->level[k].x.rows);
      f.scale += (double) pairs_of(g, k);
    }
  g->strata = (mc_kendall_strata){.tau = job->tau,
                                  .z = job->z,
                                  .p = job->p,
                                  .alternative = job->options.alternative,
                                  .continuity = job->options.continuity,
                                  .na = job->na,
                                  .tail = &g->tail};
  if (g->counted == 0)
    return MC_OK;
  MC_TRY(make_plain(g, g->first, &g->strata.plain));
  MC_TRY(make_plain(g, g->first, &g->plain));
  g->strata.first_tau = job->to[g->first].tau;
  g->strata.first_scale = (double) pairs_of(g, g->first);
  if (pairs > 0x1p50 || !mc_kendall_is_worth_a_table((int64_t) pairs + 1, g->cells))
    return MC_OK;
  g->strata.most = (int64_t) pairs;
  const int64_t entries = g->strata.most + 1;
  f.to = mc_alloc(g->call->arena, entries, sizeof *f.to);
  if (f.to == NULL)
    return MC_ERR_MEMORY;
  mc_ranges(mc_call_threads(g->call, 5e-8 * (double) entries), entries, GRAIN, fill_stratified, &f);
  g->strata.table = f.to;
  return MC_OK;
}

static mc_status begin_difference(groups *g) {
  const mc_kendall_groups_job *job = g->job;
  mc_kendall_difference *d = &g->difference;
  if (!g->has_difference)
    return MC_OK;
  const int64_t first = mc_min(job->a, job->b), second = mc_max(job->a, job->b);
  *d = (mc_kendall_difference){.tau = job->to[first].tau,
                               .variance = job->difference_z,
                               .value = job->difference_p,
                               .alternative = job->options.alternative,
                               .na = job->na,
                               .tail = &g->tail,
                               .first_rows = job->level[first].x.rows,
                               .second_rows = job->level[second].x.rows};
  MC_TRY(make_plain(g, first, &d->plain));
  return mc_kendall_difference_tables(d, g->cells, g->call);
}

/* ---- levels ---- */

static mc_status run_level(groups *g, int64_t level, const mc_call *call) {
  const mc_kendall_groups_job *job = g->job;
  const mc_kendall_request *request = &job->level[level];
  mc_kendall_test_sink sink =
    mc_kendall_test_sink_make(job->to[level], g->list, job->options, job->quantile, job->na);
  sink.tester.sink.any_order = false; /* levels take each other's numbers (room.h) */
  if (counts(job, level)) {
    g->strata.second = g->strata.first;
    g->strata.first = level == g->first;
    g->strata.last = level == g->last;
    sink.strata = &g->strata;
    sink.plain = &g->plain;
  }
  if (g->has_difference && (level == job->a || level == job->b)) {
    sink.difference = &g->difference;
    sink.estimate = job->difference;
    sink.z = job->difference_z;
    sink.p = job->difference_p;
    sink.run = level == mc_min(job->a, job->b) ? MC_DIFFERENCE_KEEP
               : level == job->a               ? MC_DIFFERENCE_A
                                               : MC_DIFFERENCE_B;
    if (sink.run == MC_DIFFERENCE_KEEP)
      sink.plain = &g->difference.plain; /* which lasts until the second run */
  }
  MC_TRY(mc_kendall_run(request, &sink.tester.sink, &g->report->last, call));
  MC_TRY(mc_kendall_test_one_row(request, job->pairs, job->to[level].n, call));
  if (counts(job, level)) {
    g->strata.variance += mc_kendall_untied_variance(request->x.rows);
    g->strata.scale += (double) pairs_of(g, level);
    mc_kendall_plain_also(&g->strata.plain, sink.plain);
  }
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

/* ---- rows ---- */

typedef struct {
  const mc_kendall_test_matrices *of;
  int64_t levels;
  int32_t *to;
} row_sums;

static void add_rows(void *context, int64_t first, int64_t last) {
  const row_sums *s = context;
  memcpy(s->to + first, s->of[0].n + first, (size_t) (last - first) * sizeof *s->to);
  for (int64_t k = 1; k < s->levels; k++)
    for (int64_t i = first; i < last; i++)
      s->to[i] += s->of[k].n[i];
}

/* The rows of each pair over all levels. */
static void put_rows(const groups *g) {
  row_sums s = {g->job->to, g->job->levels, g->job->n};
  mc_ranges(mc_call_threads(g->call, 1e-9 * (double) (g->cells * s.levels)), g->cells, 8 * GRAIN,
            add_rows, &s);
}

mc_status mc_kendall_groups(const mc_kendall_groups_job *job, mc_kendall_groups_report *report,
                            const mc_call *call) {
  groups g = {.job = job, .report = report, .call = call, .first = -1, .last = -1};
  *report = (mc_kendall_groups_report){.constant_pairs = 0};
  for (int64_t k = 0; k < job->levels; k++)
    if (counts(job, k)) {
      g.first = g.first < 0 ? k : g.first;
      g.last = k;
      g.counted++;
    }
  g.has_difference = job->difference != NULL && counts(job, job->a) && counts(job, job->b);
  mc_pairs_list list;
  if (job->pairs != NULL) {
    MC_TRY(mc_pairs_list_make(&list, job->pairs, call->arena));
    g.list = &list;
  }
  const mc_kendall_request *one = &job->level[0];
  g.cells = job->pairs != NULL ? job->pairs->count
            : one->symmetric   ? one->x.columns * one->x.columns
                               : one->x.columns * one->y.columns;
  MC_TRY(mc_kendall_tail_make(&g.tail, call->arena));
  MC_TRY(begin_strata(&g));
  MC_TRY(begin_difference(&g));
  MC_TRY(touch(&g));
  fill_na(&g);
  MC_TRY(run_levels(&g));
  put_rows(&g);
  return MC_OK;
}
