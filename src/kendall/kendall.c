/* Kendall's tau of all pairs: rank the columns, choose an algorithm, walk over
   panels of columns whose ranks fit into the scratch bound. */

#include "kendall/kendall.h"

#include <string.h>

#include "base/integers.h"
#include "kendall/bitset.h"
#include "kendall/kind_order.h"
#include "kendall/list_sink.h"
#include "kendall/matrix_sink.h"
#include "kendall/pair_list.h"
#include "kendall/pairs.h"
#include "kendall/part.h"
#include "kendall/plan.h"
#include "kendall/ranks.h"
#include "kendall/sparse_split.h"
#include "kendall/table.h"
#include "kendall/work.h"

/* Progress is counted in pairs of columns; ranking a column counts as one. */
static const double RANKING_WORK = 1;

/* ---- rows ---- */

/* Marks with 1 in `flag` the rows in which x has an NA. */
static mc_status flag_missing(const mc_columns *x, mc_arena *arena, uint8_t *flag) {
  for (int64_t j = 0; j < x->columns; j += x->at_once) {
    mc_matrix view;
    MC_TRY(x->read(x, j, mc_min(x->columns, j + x->at_once), arena, &view));
    mc_flag_missing(&view, flag);
  }
  return MC_OK;
}

/* Has x an NA? The first one is enough. */
static mc_status any_missing(const mc_columns *x, mc_arena *arena, bool *any) {
  *any = false;
  for (int64_t j = 0; j < x->columns && !*any; j += x->at_once) {
    mc_matrix view;
    MC_TRY(x->read(x, j, mc_min(x->columns, j + x->at_once), arena, &view));
    *any = mc_any_missing(&view);
  }
  return MC_OK;
}

/* The rows without NA in x and y: *rows is NULL if these are all. */
static mc_status complete_rows(const mc_kendall_job *job, mc_arena *arena, uint32_t **rows,
                               int64_t *n) {
  const int64_t all = job->x.rows;
  uint8_t *flag = mc_alloc(arena, all, 1);
  if (flag == NULL)
    return MC_ERR_MEMORY;
  memset(flag, 0, (size_t) all);
  MC_TRY(flag_missing(&job->x, arena, flag));
  if (!job->symmetric)
    MC_TRY(flag_missing(&job->y, arena, flag));
  *n = 0;
  for (int64_t i = 0; i < all; i++)
    *n += flag[i] == 0;
  if (*n == all)
    return MC_OK;
  *rows = mc_alloc(arena, *n, sizeof **rows);
  if (*rows == NULL)
    return MC_ERR_MEMORY;
  int64_t k = 0;
  for (int64_t i = 0; i < all; i++)
    if (flag[i] == 0)
      (*rows)[k++] = (uint32_t) i;
  return MC_OK;
}

/* Applies `use`: which rows (NULL for all) and how many take part. */
static mc_status choose_rows(const mc_kendall_job *job, mc_arena *arena, uint32_t **rows,
                             int64_t *n) {
  bool any;
  *rows = NULL;
  *n = job->x.rows;
  switch (job->use) {
  case MC_USE_ALL_OBS:
    MC_TRY(any_missing(&job->x, arena, &any));
    if (!any && !job->symmetric)
      MC_TRY(any_missing(&job->y, arena, &any));
    return any ? MC_ERR_MISSING : MC_OK;
  case MC_USE_COMPLETE:
  case MC_USE_NA_OR_COMPLETE:
    MC_TRY(complete_rows(job, arena, rows, n));
    return *n == 0 && job->use == MC_USE_COMPLETE ? MC_ERR_NO_COMPLETE : MC_OK;
  default: return MC_OK;
  }
}

/* ---- panels ---- */

typedef struct {
  const mc_kendall_job *job;
  mc_kendall_sink *sink;
  const uint32_t *rows;
  int64_t n;
  mc_kendall_plan plan;
  mc_kendall_part parts[MC_KENDALL_PARTS];
  int part_count;
  mc_sparse_plan sparse; /* of all sparse parts */
  mc_ranks a, b;
  mc_rank_scratch sort_scratch;
  void *pair_scratch;
  mc_bitset_buffers bitset;
  mc_table_buffers table;
  mc_kendall_report *report;
  const mc_call *call;
} kendall;

static int64_t rounds_of(const mc_kendall_job *job) {
  return job->rounds > 0 ? job->rounds : 1;
}

static mc_kendall_algorithm algorithm_for(const kendall *k, const mc_kendall_panel *panel) {
  return mc_kendall_choose(&k->plan, panel->a, panel->triangle ? NULL : panel->b, panel->pairwise,
                           k->sink->only, k->call->kernels);
}

static mc_status do_panel(kendall *k, const mc_kendall_panel *panel) {
  const int threads = k->plan.threads;
  const mc_kendall_algorithm algorithm = algorithm_for(k, panel);
  k->report->algorithm = algorithm;
  if (k->sink->panel != NULL)
    MC_TRY(k->sink->panel(k->sink, panel));
  if (algorithm == MC_KENDALL_BITSET)
    return mc_kendall_bitset(panel, k->sink, &k->bitset, threads, k->call);
  if (algorithm == MC_KENDALL_TABLE)
    return mc_kendall_table(panel, k->sink, &k->table, threads, k->call);
  if (k->plan.extras.late_order && mc_kendall_ordered(algorithm)) {
    mc_ranks_order(panel->a, threads);
    mc_ranks_order(panel->b, threads);
  }
  return mc_kendall_pairs(panel, k->sink, algorithm, threads, k->pair_scratch, k->call);
}

/* The part of a panel with columns [i0, i1) of a and [j0, j1) of b. */
typedef struct {
  mc_ranks a, b;
  mc_kendall_panel panel;
} panel_part;

static void take_part(panel_part *part, const mc_kendall_panel *panel, int64_t i0, int64_t i1,
                      int64_t j0, int64_t j1) {
  part->a = mc_ranks_view(panel->a, i0, i1);
  part->b = mc_ranks_view(panel->b, j0, j1);
  part->panel = *panel;
  part->panel.triangle = panel->triangle && i0 == j0;
  part->panel.a = &part->a;
  part->panel.b = part->panel.triangle ? &part->a : &part->b;
  part->panel.a0 += i0;
  part->panel.b0 += j0;
}

static mc_status do_part(kendall *k, const mc_kendall_panel *panel, int64_t i0, int64_t i1,
                         int64_t j0, int64_t j1) {
  panel_part part;
  if (i0 == i1 || j0 == j1)
    return MC_OK;
  take_part(&part, panel, i0, i1, j0, j1);
  const mc_kendall_panel *p = &part.panel;
  if (!mc_kendall_wants(k->sink, p->a0, p->b0, i1 - i0, j1 - j0))
    return mc_monitor_step(k->call->monitor, mc_kendall_panel_pairs(p));
  return do_panel(k, p);
}

/* Are the first i columns of a and j of b best done by tables? */
static bool by_tables(const kendall *k, const mc_kendall_panel *panel, int64_t i, int64_t j) {
  panel_part part;
  take_part(&part, panel, 0, i, 0, j);
  return algorithm_for(k, &part.panel) == MC_KENDALL_TABLE;
}

/* A panel whose first columns have few values, and others many, is two kinds of columns, and three
   or four of pairs. */
static mc_status do_parts(kendall *k, const mc_kendall_panel *panel) {
  const int64_t a = panel->a->columns, b = panel->b->columns;
  const int64_t i = k->plan.tables ? mc_kendall_table_columns(panel->a) : 0;
  const int64_t j = k->plan.tables ? mc_kendall_table_columns(panel->b) : 0;
  if (i == 0 || j == 0 || (i == a && j == b) || !by_tables(k, panel, i, j))
    return do_panel(k, panel);
  MC_TRY(do_part(k, panel, 0, i, 0, j));
  MC_TRY(do_part(k, panel, 0, i, j, b));
  if (!panel->triangle)
    MC_TRY(do_part(k, panel, i, a, 0, j));
  return do_part(k, panel, i, a, j, b);
}

/* Ranks what tile t needs and is not at hand. */
static mc_status rank_columns(kendall *k, mc_tile t, bool rows_at_hand) {
  const mc_kendall_job *job = k->job;
  const mc_columns *y = job->symmetric ? &job->x : &job->y;
  mc_rank_job jobs[2];
  int count = 0;
  if (!rows_at_hand)
    jobs[count++] = (mc_rank_job){&k->a, &job->x, t.row0, t.row1};
  if (!t.diagonal)
    jobs[count++] = (mc_rank_job){&k->b, y, t.column0, t.column1};
  if (count == 0)
    return MC_OK;
  const int at_once = job->symmetric ? 1 : count; /* of each source */
  for (int i = 0; i < count; i += at_once)
    MC_TRY(mc_ranks_fill(jobs + i, at_once, k->rows, k->plan.sort_threads, &k->sort_scratch,
                         RANKING_WORK, k->call));
  mc_monitor_phase(k->call->monitor); /* pairs have another speed */
  return MC_OK;
}

static bool of_one(const mc_kendall_job *job) {
  return job->symmetric || job->of_one;
}

/* What the panels of a job have in common. */
static mc_kendall_panel panel_of(const kendall *k) {
  const mc_kendall_job *job = k->job;
  return (mc_kendall_panel){.kernels = k->call->kernels,
                            .symmetric = job->symmetric,
                            .of_one = of_one(job),
                            .pairwise = job->use == MC_USE_PAIRWISE,
                            .reordered = job->x_picks.column != NULL && !job->kinds,
                            .user = job->kinds && job->symmetric ? job->x_picks.column : NULL};
}

/* All pairs of a part that are wanted, panel by panel; the ranks of a row of panels stay, those of
   row *ranked (-1: none) are there. */
static mc_status do_panels(kendall *k, const mc_kendall_part *part, int64_t *ranked) {
  const mc_grid grid = mc_part_grid(part, k->plan.side);
  for (int64_t id = 0; id < grid.tiles; id++) {
    const mc_tile t = mc_part_panel(part, &grid, id);
    if (!mc_panel_wanted(k->sink, &t))
      continue;
    MC_TRY(rank_columns(k, t, *ranked == t.row0));
    *ranked = t.row0;
    mc_kendall_panel panel = panel_of(k);
    panel.a = &k->a;
    panel.b = t.diagonal ? &k->a : &k->b;
    panel.a0 = t.row0;
    panel.b0 = t.column0;
    panel.triangle = t.diagonal;
    MC_TRY(do_parts(k, &panel));
  }
  return MC_OK;
}

static mc_sparse_part sparse_part_of(const kendall *k, const mc_kendall_part *part) {
  const mc_kendall_job *job = k->job;
  return (mc_sparse_part){.x = &job->x,
                          .y = job->symmetric ? &job->x : &job->y,
                          .x_looks = job->split->x,
                          .y_looks = job->symmetric ? job->split->x : job->split->y,
                          .at = *part};
}

static mc_status do_sparse(kendall *k, const mc_kendall_part *part) {
  const mc_sparse_part sparse = sparse_part_of(k, part);
  const mc_kendall_panel like = panel_of(k);
  mc_sparse_rows rows;
  MC_TRY(mc_sparse_rows_make(&rows, k->rows, k->n, k->job->x.rows, k->call->arena));
  k->report->algorithm = MC_KENDALL_SPARSE;
  return mc_kendall_sparse(&sparse, &k->sparse, &rows, &like, k->sink, RANKING_WORK, k->call);
}

static mc_status do_rounds(kendall *k) {
  int64_t ranked = -1;
  for (int64_t round = 0; round < rounds_of(k->job); round++) {
    if (k->sink->round != NULL)
      MC_TRY(k->sink->round(k->sink, round, k->call));
    for (int p = 0; p < k->part_count; p++) {
      if (k->part_count > 1)
        ranked = -1;
      MC_TRY(k->parts[p].sparse ? do_sparse(k, &k->parts[p]) : do_panels(k, &k->parts[p], &ranked));
    }
  }
  return MC_OK;
}

/* The work of all parts, once. */
static double round_work(const kendall *k, int64_t *ranked) {
  double total = 0;
  for (int p = 0; p < k->part_count; p++) {
    const mc_kendall_part *part = &k->parts[p];
    if (k->part_count > 1 || part->sparse)
      *ranked = -1;
    const int64_t side = part->sparse ? k->sparse.side : k->plan.side;
    total += mc_part_work(part, side, k->sink, RANKING_WORK, ranked);
  }
  return total;
}

static double total_work(const kendall *k) {
  int64_t ranked = -1;
  const double first = round_work(k, &ranked);
  return first + (double) (rounds_of(k->job) - 1) * round_work(k, &ranked);
}

/* Room for columns of b: where one triangle is all, its parts are of a's. */
static int64_t others_of(const mc_kendall_plan *plan) {
  return plan->b_columns > 0 ? plan->b_columns : plan->a_columns;
}

/* Allocates what the plan says. */
static mc_status make_buffers(kendall *k) {
  const mc_kendall_plan *plan = &k->plan;
  mc_arena *arena = k->call->arena;
  MC_TRY(mc_ranks_make(&k->a, k->n, plan->a_columns, plan->extras, arena));
  MC_TRY(mc_ranks_make(&k->b, k->n, plan->b_columns, plan->extras, arena));
  MC_TRY(mc_rank_scratch_make(&k->sort_scratch, k->n, plan->sort_threads, arena));
  const int64_t others = others_of(plan);
  if (plan->bits)
    MC_TRY(mc_kendall_bitset_make(&k->bitset, k->n, plan->a_columns, others, arena));
  if (plan->tables)
    MC_TRY(mc_kendall_table_make(&k->table, k->n, plan->a_columns, others, arena));
  if (!plan->pairs)
    return MC_OK;
  k->pair_scratch = mc_alloc(arena, plan->pair_bytes, 1);
  return k->pair_scratch == NULL ? MC_ERR_MEMORY : MC_OK;
}

static bool has_parts(const kendall *k, bool sparse) {
  for (int p = 0; p < k->part_count; p++)
    if (k->parts[p].sparse == sparse)
      return true;
  return false;
}

static int64_t most_columns(int64_t a, int64_t b) {
  return a > b ? a : b;
}

/* Columns of b in a panel, at most; 0 if there are triangles alone. */
static int64_t most_others(const kendall *k) {
  if (has_parts(k, true))
    return most_columns(others_of(&k->plan), k->sparse.side);
  return k->plan.tables ? others_of(&k->plan) : k->plan.b_columns;
}

static int most_threads(const kendall *k) {
  return k->plan.threads > k->sparse.threads ? k->plan.threads : k->sparse.threads;
}

/* Ranks, counts, hands over. */
static mc_status count(kendall *k) {
  const mc_kendall_job *job = k->job;
  const mc_kendall_shape shape = {.n = k->n,
                                  .x_columns = job->x.columns,
                                  .y_columns = job->symmetric ? job->x.columns : job->y.columns,
                                  .a_columns = most_columns(k->plan.a_columns, k->sparse.side),
                                  .b_columns = most_others(k),
                                  .symmetric = job->symmetric,
                                  .of_one = of_one(job),
                                  .pairwise = job->use == MC_USE_PAIRWISE,
                                  .threads = most_threads(k)};
  const bool any = k->n > 1 && shape.x_columns > 0 && shape.y_columns > 0;
  if (any) {
    if (has_parts(k, false))
      MC_TRY(make_buffers(k));
    mc_monitor_start(k->call->monitor, total_work(k));
  } else {
    k->part_count = 0;
  }
  if (k->sink->begin != NULL)
    MC_TRY(k->sink->begin(k->sink, &shape, k->call));
  MC_TRY(do_rounds(k));
  return k->sink->finish == NULL ? MC_OK : k->sink->finish(k->sink, k->call);
}

static mc_status pick_columns(mc_columns *to, const mc_columns *from, const mc_kendall_picks *picks,
                              mc_arena *arena) {
  return picks->column == NULL ? MC_OK
                               : mc_columns_pick(to, from, picks->column, picks->count, arena);
}

/* A job of the size of the parts that are not sparse, for their plan. */
static mc_kendall_job dense_job(const kendall *k, const mc_kendall_job *job) {
  mc_kendall_job dense = *job;
  if (!has_parts(k, false) || !has_parts(k, true))
    return dense;
  dense.y = job->symmetric ? job->x : job->y;
  dense.x.columns = dense.y.columns = 0;
  for (int p = 0; p < k->part_count; p++) {
    const mc_kendall_part *part = &k->parts[p];
    if (part->sparse)
      continue;
    dense.symmetric &= part->triangle;
    dense.x.columns = most_columns(dense.x.columns, part->x1 - part->x0);
    dense.y.columns = most_columns(dense.y.columns, part->y1 - part->y0);
  }
  return dense;
}

/* Half of the scratch is for the sparse parts, which take it one after the other. */
static void plan_sparse(kendall *k, mc_kendall_job *dense) {
  const int64_t bytes = dense->scratch > 0 ? dense->scratch : MC_KENDALL_SCRATCH;
  int count = 0;
  double seconds = 0;
  for (int p = 0; p < k->part_count; p++)
    if (k->parts[p].sparse) {
      const mc_sparse_part part = sparse_part_of(k, &k->parts[p]);
      seconds += mc_kendall_sparse_part_seconds(&part, k->n, k->call->kernels);
      count++;
    }
  const int threads = mc_call_threads(k->call, seconds);
  k->sparse = (mc_sparse_plan){INT64_MAX, threads};
  for (int p = 0; p < k->part_count; p++)
    if (k->parts[p].sparse) {
      const mc_sparse_part part = sparse_part_of(k, &k->parts[p]);
      const mc_sparse_plan plan =
        mc_kendall_sparse_plan(&part, k->n, k->sink->total, bytes / 2 / count, threads);
      k->sparse.side = mc_min(k->sparse.side, plan.side);
      k->sparse.threads = (int) mc_min(k->sparse.threads, plan.threads);
    }
  dense->scratch = bytes - bytes / 2;
}

/* Decides which parts are sparse, and plans the others; what these ask for, if it was "sparse", is
   radix. */
static mc_status make_plans(kendall *k, mc_kendall_job *job) {
  const bool asked = job->algorithm == MC_KENDALL_SPARSE;
  const bool open = job->algorithm == MC_KENDALL_AUTO && k->sink->only == NULL;
  if (job->split == NULL && (asked || open) && rounds_of(job) == 1 && k->n > 1)
    MC_TRY(mc_sparse_split_whole(job, k->call));
  if (k->n <= 1)
    job->split = NULL;
  k->part_count = mc_kendall_parts(job, k->parts);
  mc_kendall_job dense = dense_job(k, job);
  if (asked)
    dense.algorithm = job->algorithm = MC_KENDALL_RADIX;
  if (has_parts(k, true))
    plan_sparse(k, &dense);
  k->plan = mc_kendall_make_plan(&dense, k->n, job->x.rows + 4 * k->n, k->sink, k->call);
  return MC_OK;
}

mc_status mc_kendall_run(const mc_kendall_job *job, mc_kendall_sink *sink,
                         mc_kendall_report *report, const mc_call *call) {
  if (!job->symmetric && job->y.rows != job->x.rows)
    return MC_ERR_ARGUMENT;
  if (job->x.rows > MC_RANKS_MAX_ROWS)
    return MC_ERR_SIZE;

  mc_kendall_job picked = *job;
  kendall k = {.job = &picked, .sink = sink, .report = report, .call = call};
  uint32_t *rows;
  MC_TRY(choose_rows(job, call->arena, &rows, &k.n));
  k.rows = rows;
  MC_TRY(pick_columns(&picked.x, &job->x, &job->x_picks, call->arena));
  MC_TRY(pick_columns(&picked.y, &job->y, &job->y_picks, call->arena));
  const bool asked = job->algorithm == MC_KENDALL_SPARSE;
  MC_TRY(make_plans(&k, &picked));
  *report = (mc_kendall_report){.algorithm = asked ? MC_KENDALL_SPARSE : k.plan.algorithm,
                                .threads = most_threads(&k)};
  return count(&k);
}

mc_status mc_cor_kendall(const mc_kendall_job *job, double *tau, mc_kendall_report *report,
                         const mc_call *call) {
  mc_matrix_sink matrix = mc_matrix_sink_make(tau, job->na, job->coefficient);
  mc_kendall_job ordered = *job;
  MC_TRY(mc_kind_order(&ordered, call));
  matrix.x_place = ordered.x_picks.column;
  matrix.y_place = job->symmetric ? ordered.x_picks.column : ordered.y_picks.column;
  MC_TRY(mc_kendall_run(&ordered, &matrix.sink, report, call));
  report->constant_pairs = mc_coefficients_constant(&matrix.coefficients);
  return MC_OK;
}

mc_status mc_cor_kendall_list(const mc_kendall_job *job, const mc_column_pairs *pairs, double *tau,
                              mc_kendall_report *report, const mc_call *call) {
  mc_pair_list list;
  mc_kendall_job picked = *job;
  MC_TRY(mc_pair_list_make(&list, pairs, call->arena));
  mc_pair_list_pick(&list, &picked);
  mc_list_sink sink = mc_list_sink_make(&list, tau, job->na, job->coefficient);
  MC_TRY(mc_kendall_run(&picked, &sink.sink, report, call));
  report->constant_pairs = mc_coefficients_constant(&sink.coefficients);
  return MC_OK;
}
