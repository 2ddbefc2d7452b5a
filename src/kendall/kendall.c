/* Runs a plan: walks over panels of columns, ranks the columns, chooses an algorithm if the plan
   leaves it open, and counts. */

#include "kendall/kendall.h"

#include "kendall/bitset.h"
#include "kendall/coefficients.h"
#include "kendall/one_by_one.h"
#include "kendall/plan.h"
#include "kendall/ranks.h"
#include "kendall/table.h"
#include "kendall/tile.h"
#include "pairs/list_sink.h"
#include "pairs/matrix_sink.h"

/* Progress is counted in pairs of columns; ranking a column counts as one. */
static const double RANKING_WORK = 1;

/* The state of a call. */
typedef struct {
  const mc_kendall_plan *plan;
  mc_pairs_sink *sink;
  mc_kendall_report *report;
  const mc_call *call;
  int64_t ready; /* the first of the columns whose ranks are in `a`; -1: none */
  mc_kendall_ranks a, b;
  mc_kendall_rank_scratch sort_scratch;
  void *pair_scratch;
  mc_kendall_bitset_buffers bitset;
  mc_kendall_table_buffers table;
} run;

/* Takes the memory of the plan. */
static mc_status make_buffers(run *k) {
  const mc_kendall_dense *dense = &k->plan->dense;
  const int64_t n = k->plan->rows.n, others = dense->others;
  mc_arena *arena = k->call->arena;
  mc_kendall_ranks_extras extras = dense->extras;
  MC_TRY(mc_kendall_ranks_make(&k->a, n, dense->a_columns, extras, arena));
  extras.late_rank = false; /* the kernel needs the ranks of the other column */
  if (dense->b_columns > 0)
    MC_TRY(mc_kendall_ranks_make(&k->b, n, dense->b_columns, extras, arena));
  MC_TRY(mc_kendall_rank_scratch_make(&k->sort_scratch, n, dense->sort_threads, arena));
  if (dense->may.bits)
    MC_TRY(mc_kendall_bitset_make(&k->bitset, n, dense->a_columns, others, dense->may.signs_side,
                                  arena));
  if (dense->may.tables)
    MC_TRY(mc_kendall_table_make(&k->table, n, dense->a_columns, others, arena));
  if (!dense->may.pairs)
    return MC_OK;
  k->pair_scratch = mc_alloc(arena, dense->pair_bytes, 1);
  return k->pair_scratch == NULL ? MC_ERR_MEMORY : MC_OK;
}

/* ---- a panel of ranked columns ---- */

static mc_kendall_algorithm algorithm_for(const run *k, const mc_kendall_panel *panel) {
  const bool pairwise = panel->pairs.shape->pairwise;
  const mc_kendall_census a = mc_kendall_census_of(panel->a, pairwise);
  if (panel->pairs.triangle)
    return mc_kendall_choose(&k->plan->dense.may, panel->a->n, &a, NULL, k->sink->only,
                             k->call->kernels)
      .algorithm;
  const mc_kendall_census b = mc_kendall_census_of(panel->b, pairwise);
  return mc_kendall_choose(&k->plan->dense.may, panel->a->n, &a, &b, k->sink->only,
                           k->call->kernels)
    .algorithm;
}

static mc_status count_panel(run *k, const mc_kendall_panel *panel) {
  const int threads = k->plan->dense.threads;
  const mc_kendall_algorithm algorithm = algorithm_for(k, panel);
  k->report->algorithm = algorithm;
  if (algorithm != MC_KENDALL_RADIX)
    mc_kendall_ranks_rank(panel->a);
  MC_TRY(mc_pairs_begin_panel(k->sink, &panel->pairs));
  if (algorithm == MC_KENDALL_BITSET)
    return mc_kendall_bitset(panel, k->sink, &k->bitset, threads, k->call);
  if (algorithm == MC_KENDALL_TABLE)
    return mc_kendall_table(panel, k->sink, &k->table, threads, k->call);
  if (k->plan->dense.extras.late_order && mc_kendall_ordered(algorithm)) {
    MC_TRY(mc_kendall_ranks_order(panel->a, threads, k->call->monitor));
    MC_TRY(mc_kendall_ranks_order(panel->b, threads, k->call->monitor));
  }
  return mc_kendall_one_by_one(panel, k->sink, algorithm, threads, k->pair_scratch, k->call);
}

/* The piece of a panel with columns [i0, i1) of a and [j0, j1) of b. */
typedef struct {
  mc_kendall_ranks a, b;
  mc_kendall_panel panel;
} piece;

static void take_piece(piece *to, const mc_kendall_panel *panel, int64_t i0, int64_t i1, int64_t j0,
                       int64_t j1) {
  to->a = mc_kendall_ranks_view(panel->a, i0, i1);
  to->b = mc_kendall_ranks_view(panel->b, j0, j1);
  to->panel = *panel;
  mc_pairs_panel *p = &to->panel.pairs;
  p->triangle = p->triangle && i0 == j0;
  p->a0 += i0;
  p->b0 += j0;
  p->a_columns = i1 - i0;
  p->b_columns = j1 - j0;
  to->panel.a = &to->a;
  to->panel.b = p->triangle ? &to->a : &to->b;
}

static mc_status count_piece(run *k, const mc_kendall_panel *panel, int64_t i0, int64_t i1,
                             int64_t j0, int64_t j1) {
  piece it;
  if (i0 == i1 || j0 == j1)
    return MC_OK;
  take_piece(&it, panel, i0, i1, j0, j1);
  const mc_pairs_panel *p = &it.panel.pairs;
  if (!mc_pairs_wanted(k->sink->only, p->a0, p->b0, p->a_columns, p->b_columns))
    return mc_monitor_step(k->call->monitor, mc_pairs_of_panel(p));
  return count_panel(k, &it.panel);
}

/* Are tables the fastest algorithm for the first i columns of a and the first j of b? */
static bool by_tables(const run *k, const mc_kendall_panel *panel, int64_t i, int64_t j) {
  piece it;
  take_piece(&it, panel, 0, i, 0, j);
  return algorithm_for(k, &it.panel) == MC_KENDALL_TABLE;
}

/* Counts a panel. If its first columns have few values and its last columns have many, the panel is
   three or four pieces, each counted by its fastest algorithm. */
static mc_status count_pieces(run *k, const mc_kendall_panel *panel) {
  const bool tables = k->plan->dense.may.tables;
  const int64_t a = panel->a->columns, b = panel->b->columns;
  const int64_t i = tables ? mc_kendall_table_columns(panel->a) : 0;
  const int64_t j = !tables ? 0 : panel->pairs.triangle ? i : mc_kendall_table_columns(panel->b);
  if (i == 0 || j == 0 || (i == a && j == b) || !by_tables(k, panel, i, j))
    return count_panel(k, panel);
  MC_TRY(count_piece(k, panel, 0, i, 0, j));
  MC_TRY(count_piece(k, panel, 0, i, j, b));
  if (!panel->pairs.triangle)
    MC_TRY(count_piece(k, panel, i, a, 0, j));
  return count_piece(k, panel, i, a, j, b);
}

/* Ranks the columns of a panel, unless they are ranked already. */
static mc_status rank_columns(run *k, const mc_pairs_panel *panel, bool a_ready) {
  const mc_kendall_plan *plan = k->plan;
  mc_kendall_rank_job jobs[2];
  int count = 0;
  if (!a_ready)
    jobs[count++] = (mc_kendall_rank_job){&k->a, &plan->x, panel->a0, panel->a0 + panel->a_columns};
  if (!panel->triangle)
    jobs[count++] = (mc_kendall_rank_job){&k->b, &plan->y, panel->b0, panel->b0 + panel->b_columns};
  if (count == 0)
    return MC_OK;
  const int at_once = plan->shape.symmetric ? 1 : count; /* a source serves one job at a time */
  for (int i = 0; i < count; i += at_once)
    MC_TRY(mc_kendall_ranks_fill(jobs + i, at_once, plan->rows.row, plan->dense.sort_threads,
                                 &k->sort_scratch, RANKING_WORK, k->call));
  mc_monitor_phase(k->call->monitor); /* the speed of pairs is measured afresh */
  return MC_OK;
}

static mc_status visit(void *context, const mc_pairs_panel *panel, bool a_ready) {
  run *k = context;
  MC_TRY(rank_columns(k, panel, a_ready));
  const mc_kendall_panel ranked = {
    .pairs = *panel, .kernels = k->call->kernels, .a = &k->a, .b = panel->triangle ? &k->a : &k->b};
  return count_pieces(k, &ranked);
}

/* ---- parts and rounds ---- */

static mc_status do_sparse(run *k, const mc_kendall_part *part) {
  const mc_kendall_plan *plan = k->plan;
  const mc_kendall_sparse_part sparse = mc_kendall_plan_sparse(plan, part);
  k->report->algorithm = MC_KENDALL_SPARSE;
  return mc_kendall_sparse(&sparse, plan->sparse.side, plan->sparse.threads, &plan->rows,
                           &plan->shape, k->sink, RANKING_WORK, k->call);
}

static mc_status do_part(run *k, const mc_kendall_part *part) {
  const mc_kendall_plan *plan = k->plan;
  if (part->algorithm == MC_KENDALL_SPARSE)
    return do_sparse(k, part);
  if (plan->part_count > 1)
    k->ready = -1;
  return mc_pairs_walk(&part->at, plan->dense.side, &plan->shape, k->sink->only, &k->ready, visit,
                       k);
}

static mc_status do_rounds(run *k) {
  const mc_kendall_plan *plan = k->plan;
  for (int64_t round = 0; round < plan->rounds; round++) {
    if (k->sink->round != NULL)
      MC_TRY(k->sink->round(k->sink, round, k->call));
    for (int p = 0; p < plan->part_count; p++)
      MC_TRY(do_part(k, &plan->parts[p]));
  }
  return MC_OK;
}

mc_status mc_kendall_run(const mc_kendall_request *request, mc_pairs_sink *sink,
                         mc_kendall_report *report, const mc_call *call) {
  mc_kendall_plan plan;
  run k = {.plan = &plan, .sink = sink, .report = report, .call = call, .ready = -1};
  MC_TRY(mc_kendall_plan_make(&plan, request, sink, call));
  *report = (mc_kendall_report){.algorithm = request->algorithm, .threads = plan.shape.threads};
  if (plan.part_count > 0) {
    if (plan.dense.bytes > 0)
      MC_TRY(make_buffers(&k));
    mc_monitor_start(call->monitor, mc_kendall_plan_work(&plan, sink));
  }
  if (sink->begin != NULL)
    MC_TRY(sink->begin(sink, &plan.shape, call));
  MC_TRY(do_rounds(&k));
  return sink->finish == NULL ? MC_OK : sink->finish(sink, call);
}

/* ---- coefficients ---- */

mc_status mc_cor_kendall(const mc_kendall_request *request, double *tau, mc_kendall_report *report,
                         const mc_call *call) {
  mc_kendall_coefficients coefficients =
    mc_kendall_coefficients_make(request->coefficient, request->na);
  mc_pairs_matrix matrix = mc_pairs_matrix_make(tau, &coefficients.maker);
  MC_TRY(mc_kendall_run(request, &matrix.sink, report, call));
  report->constant_pairs = mc_kendall_coefficients_constant(&coefficients);
  return MC_OK;
}

mc_status mc_cor_kendall_list(const mc_kendall_request *request, const mc_pairs_given *pairs,
                              double *tau, mc_kendall_report *report, const mc_call *call) {
  mc_pairs_list list;
  MC_TRY(mc_pairs_list_make(&list, pairs, call->arena));
  mc_kendall_coefficients coefficients =
    mc_kendall_coefficients_make(request->coefficient, request->na);
  mc_pairs_vector vector = mc_pairs_vector_make(&list, tau, &coefficients.maker);
  MC_TRY(mc_kendall_run(request, &vector.sink, report, call));
  report->constant_pairs = mc_kendall_coefficients_constant(&coefficients);
  return MC_OK;
}
