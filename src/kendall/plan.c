/* The planner:

     rows      which rows take part, by `use`
     order     of the columns: the sink's, or by kind
     split     which columns are sparse
     parts     up to four parts of the pairs, sparse or not
     plans     one for all sparse parts, one for all others
     shape     for the sink */

#include "kendall/plan.h"

#include "base/integers.h"
#include "kendall/column_kinds.h"
#include "kendall/ranks.h"
#include "kendall/tile.h"

static int64_t most(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static mc_status pick(mc_columns *to, const mc_columns *from, const uint32_t *column, int64_t count,
                      mc_arena *arena) {
  *to = *from;
  return column == NULL ? MC_OK : mc_columns_pick(to, from, column, count, arena);
}

/* ---- columns ---- */

/* Takes columns in the sink's order. */
static mc_status take_columns(mc_kendall_plan *plan, const mc_pairs_order *order, mc_arena *arena) {
  const mc_kendall_request *r = plan->request;
  static const mc_pairs_order none;
  const mc_pairs_order *o = order == NULL ? &none : order;
  MC_TRY(pick(&plan->x, &r->x, o->x, o->x_columns, arena));
  plan->shape.listed = order != NULL;
  if (!r->symmetric)
    return pick(&plan->y, &r->y, o->y, o->y_columns, arena);
  plan->y = plan->x;
  return MC_OK;
}

/* Finds the sparse columns, and an order by kind if the sink leaves the order open. */
static mc_status judge_columns(mc_kendall_plan *plan, mc_kendall_split *split,
                               const mc_pairs_sink *sink, const mc_call *call) {
  const mc_kendall_request *r = plan->request;
  const mc_kendall_sides sides = {.x = &plan->x,
                                  .y = r->symmetric ? &plan->x : &plan->y,
                                  .symmetric = r->symmetric,
                                  .pairwise = r->use == MC_USE_PAIRWISE,
                                  .asked = r->algorithm};
  mc_kendall_kinds kinds;
  const bool some = sink->only != NULL && r->algorithm != MC_KENDALL_SPARSE;
  *split = (mc_kendall_split){0};
  if (plan->rows.n <= 1 || plan->rounds > 1 || some)
    return MC_OK;
  MC_TRY(mc_kendall_kinds_make(&kinds, &sides, sink->any_order, call));
  *split = kinds.split;
  plan->x_scans = split->x;
  plan->y_scans = r->symmetric ? split->x : split->y;
  plan->shape.x_user = kinds.x;
  plan->shape.y_user = kinds.y;
  if (kinds.x == NULL)
    return MC_OK;
  MC_TRY(mc_columns_pick(&plan->x, &r->x, kinds.x, r->x.columns, call->arena));
  if (!r->symmetric)
    return mc_columns_pick(&plan->y, &r->y, kinds.y, r->y.columns, call->arena);
  plan->y = plan->x;
  return MC_OK;
}

/* ---- parts ---- */

static void add_part(mc_kendall_plan *plan, mc_pairs_part at, bool sparse) {
  const mc_kendall_algorithm asked = plan->request->algorithm;
  if (at.x0 < at.x1 && at.y0 < at.y1)
    plan->parts[plan->part_count++] =
      (mc_kendall_part){at, sparse                       ? MC_KENDALL_SPARSE
                            : asked == MC_KENDALL_SPARSE ? MC_KENDALL_RADIX
                                                         : asked};
}

static void make_parts(mc_kendall_plan *plan, const mc_kendall_split *s) {
  const int64_t mx = plan->x.columns, my = plan->y.columns, x = s->x_sparse, y = s->y_sparse;
  if (plan->rows.n <= 1)
    return;
  if (plan->request->symmetric) {
    add_part(plan, (mc_pairs_part){x, mx, x, mx, true}, false);
    add_part(plan, (mc_pairs_part){0, x, x, mx, false}, s->y_rest);
    add_part(plan, (mc_pairs_part){0, x, 0, x, true}, true);
  } else {
    add_part(plan, (mc_pairs_part){x, mx, y, my, false}, false);
    add_part(plan, (mc_pairs_part){0, x, y, my, false}, s->y_rest);
    add_part(plan, (mc_pairs_part){x, mx, 0, y, false}, s->x_rest);
    add_part(plan, (mc_pairs_part){0, x, 0, y, false}, true);
  }
}

/* The number of sparse parts, or of the others. */
static int count_parts(const mc_kendall_plan *plan, bool sparse) {
  int count = 0;
  for (int p = 0; p < plan->part_count; p++)
    count += (plan->parts[p].algorithm == MC_KENDALL_SPARSE) == sparse;
  return count;
}

mc_kendall_sparse_part mc_kendall_plan_sparse(const mc_kendall_plan *plan,
                                              const mc_kendall_part *part) {
  return (mc_kendall_sparse_part){.at = part->at,
                                  .x = &plan->x,
                                  .y = &plan->y,
                                  .x_scans = plan->x_scans,
                                  .y_scans = plan->y_scans};
}

/* ---- plans ---- */

/* The largest extent of the parts of ranked columns. If no part is sparse: that of all pairs. */
static mc_kendall_extent dense_extent(const mc_kendall_plan *plan, const mc_pairs_sink *sink) {
  const mc_kendall_request *r = plan->request;
  mc_kendall_extent e = {.n = plan->rows.n,
                         .x_columns = plan->x.columns,
                         .y_columns = plan->y.columns,
                         .symmetric = r->symmetric,
                         .pairwise = r->use == MC_USE_PAIRWISE,
                         .only = sink->only};
  if (count_parts(plan, true) == 0)
    return e;
  e.x_columns = e.y_columns = 0;
  for (int p = 0; p < plan->part_count; p++) {
    const mc_pairs_part *at = &plan->parts[p].at;
    if (plan->parts[p].algorithm == MC_KENDALL_SPARSE)
      continue;
    e.symmetric &= at->triangle;
    e.x_columns = most(e.x_columns, at->x1 - at->x0);
    e.y_columns = most(e.y_columns, at->y1 - at->y0);
  }
  return e;
}

/* The plan of the sparse parts. */
static mc_kendall_sparse_panels plan_sparse(const mc_kendall_plan *plan, int64_t bound, bool total,
                                            const mc_call *call) {
  const int64_t n = plan->rows.n;
  mc_kendall_sparse_part parts[MC_KENDALL_PARTS];
  double seconds = 0;
  int count = 0;
  for (int p = 0; p < plan->part_count; p++)
    if (plan->parts[p].algorithm == MC_KENDALL_SPARSE) {
      parts[count] = mc_kendall_plan_sparse(plan, &plan->parts[p]);
      seconds += mc_kendall_sparse_part_seconds(&parts[count++], n, call->kernels);
    }
  return mc_kendall_sparse_plan(parts, count, n, total, bound, mc_call_threads(call, seconds));
}

static void make_plans(mc_kendall_plan *plan, const mc_pairs_sink *sink, const mc_call *call) {
  const mc_kendall_request *r = plan->request;
  const int64_t scratch = r->scratch > 0 ? r->scratch : MC_KENDALL_SCRATCH;
  const int64_t row_bytes = r->x.rows + 4 * plan->rows.n;
  const bool any_sparse = count_parts(plan, true) > 0;
  const mc_kendall_algorithm asked =
    r->algorithm == MC_KENDALL_SPARSE ? MC_KENDALL_RADIX : r->algorithm;
  if (any_sparse)
    plan->sparse = plan_sparse(plan, scratch / 2, (sink->wants & MC_KENDALL_TOTAL) != 0, call);
  if (any_sparse && count_parts(plan, false) == 0)
    return;
  const mc_kendall_extent extent = dense_extent(plan, sink);
  plan->dense = mc_kendall_dense_plan(asked, &extent, any_sparse ? scratch - scratch / 2 : scratch,
                                      row_bytes, sink, call);
}

/* ---- the whole ---- */

static void make_shape(mc_kendall_plan *plan) {
  const mc_kendall_request *r = plan->request;
  const mc_kendall_dense *dense = &plan->dense;
  mc_pairs_shape *shape = &plan->shape;
  const int64_t side = plan->sparse.side;
  shape->n = plan->rows.n;
  shape->x_columns = plan->x.columns;
  shape->y_columns = plan->y.columns;
  shape->a_columns = most(dense->a_columns, side);
  shape->b_columns = side > 0            ? most(dense->others, side)
                     : dense->may.tables ? dense->others
                                         : dense->b_columns;
  shape->symmetric = r->symmetric;
  shape->of_one = r->symmetric || r->of_one;
  shape->pairwise = r->use == MC_USE_PAIRWISE;
  shape->threads = (int) most(dense->threads, plan->sparse.threads);
}

mc_status mc_kendall_plan_make(mc_kendall_plan *plan, const mc_kendall_request *request,
                               const mc_pairs_sink *sink, const mc_call *call) {
  mc_kendall_split split;
  *plan = (mc_kendall_plan){.request = request, .rounds = most(request->rounds, 1)};
  if (!request->symmetric && request->y.rows != request->x.rows)
    return MC_ERR_ARGUMENT;
  if (request->x.rows > MC_RANKS_MAX_ROWS)
    return MC_ERR_SIZE;
  MC_TRY(mc_pairs_rows_choose(&plan->rows, request->use, &request->x,
                              request->symmetric ? NULL : &request->y, call->arena));
  MC_TRY(take_columns(plan, sink->order, call->arena));
  MC_TRY(judge_columns(plan, &split, sink, call));
  make_parts(plan, &split);
  make_plans(plan, sink, call);
  make_shape(plan);
  return MC_OK;
}

/* The units of work of one round. */
static double round_work(const mc_kendall_plan *plan, const mc_pairs_sink *sink, int64_t *ready) {
  double total = 0;
  for (int p = 0; p < plan->part_count; p++) {
    const mc_kendall_part *part = &plan->parts[p];
    const bool sparse = part->algorithm == MC_KENDALL_SPARSE;
    if (plan->part_count > 1 || sparse)
      *ready = -1;
    total += mc_pairs_work(&part->at, sparse ? plan->sparse.side : plan->dense.side, &plan->shape,
                           sink->only, 1, ready);
  }
  return total;
}

double mc_kendall_plan_work(const mc_kendall_plan *plan, const mc_pairs_sink *sink) {
  int64_t ready = -1;
  const double first = round_work(plan, sink, &ready);
  return plan->rounds > 1 ? first + (double) (plan->rounds - 1) * round_work(plan, sink, &ready)
                          : first;
}
