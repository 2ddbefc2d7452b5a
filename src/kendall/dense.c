#include "kendall/dense.h"

#include "base/integers.h"
#include "kendall/bitset.h"
#include "kendall/common_ties.h"
#include "kendall/one_by_one.h"
#include "kendall/signs.h"
#include "kendall/table.h"
#include "kendall/tile.h"

/* Needs that do not depend on the number of columns. */
typedef struct {
  const mc_kendall_extent *extent;
  const mc_pairs_sink *sink;
  int64_t bound, row_bytes;
  int threads;
  int64_t sorting, ranks; /* bytes: of a thread that ranks; of a column's ranks */
  int64_t pair, each;     /* bytes of a thread that counts: pair by pair; in all */
} needs;

/* The number of threads for `jobs` jobs, within `bytes`, of which each thread takes bytes_each. */
static int fit_threads(int threads, int64_t jobs, int64_t bytes_each, int64_t bytes) {
  int64_t fit = mc_min(jobs, bytes / (bytes_each > 0 ? bytes_each : 1));
  return fit < 1 ? 1 : (int) mc_min(threads, fit);
}

/* Sets columns, threads and bytes of the plan for panels of plan->side columns. */
static void fit(mc_kendall_dense *plan, const needs *z) {
  const mc_kendall_extent *e = z->extent;
  const bool alone = e->symmetric && plan->side >= e->x_columns;
  plan->a_columns = mc_min(plan->side, e->x_columns);
  plan->b_columns = alone ? 0 : mc_min(plan->side, e->y_columns);
  const int64_t columns = plan->a_columns + plan->b_columns;
  const int64_t others = alone ? plan->a_columns : plan->b_columns;
  const int64_t pairs = mc_kendall_kernel_pairs(plan->a_columns, others, alone);
  const bool naive = plan->may.algorithm == MC_KENDALL_NAIVE;
  plan->others = others;

  plan->sort_threads = fit_threads(z->threads, columns, z->sorting, z->bound / 4);
  plan->bytes = z->row_bytes + plan->sort_threads * z->sorting + columns * z->ranks;
  if (z->sink != NULL && z->sink->bytes != NULL)
    plan->bytes += z->sink->bytes(plan->a_columns, others);
  if (plan->may.bits)
    plan->bytes += mc_kendall_bitset_bytes(e->n, plan->a_columns, others);
  if (plan->may.tables)
    plan->bytes += mc_kendall_table_bytes(e->n, plan->a_columns, others);
  plan->threads = z->threads;
  if (z->each > 0) {
    const int64_t most = INT32_MAX; /* so that the product is no overflow */
    const int64_t blocks = naive ? mc_min(mc_kendall_naive_blocks(e->n), most) : 1;
    const int64_t jobs = mc_min(pairs, most) * blocks;
    plan->threads = fit_threads(z->threads, jobs, z->each, z->bound - plan->bytes);
    plan->pair_bytes = plan->threads * z->pair;
    plan->bytes += plan->threads * z->each;
    /* Two threads share the scratch of one, because a kernel counts no other pair. (Signs,
       ties and tables of the second thread are not among the bytes.) */
    const bool shared = mc_kendall_shared(plan->may.algorithm, e->n, pairs, e->only);
    if (plan->may.pairs && shared && z->threads > 1)
      plan->threads = 2;
  }
}

mc_kendall_dense mc_kendall_dense_plan(mc_kendall_algorithm asked, const mc_kendall_extent *extent,
                                       int64_t bound, int64_t row_bytes, const mc_pairs_sink *sink,
                                       const mc_call *call) {
  const int64_t n = extent->n, mx = extent->x_columns, my = extent->y_columns;
  const int64_t columns = extent->symmetric ? mx : mx + my;
  const unsigned wants = sink == NULL ? 0 : sink->wants;
  mc_kendall_dense plan = {.may = mc_kendall_drivers_for(asked, extent, call)};
  const mc_kendall_drivers *may = &plan.may;
  plan.extras = (mc_kendall_ranks_extras){
    .order = may->pairs && mc_kendall_ordered(may->algorithm),
    .present = extent->pairwise && (may->bits || (wants & MC_KENDALL_COMMON_ROWS) != 0),
    .groups = extent->pairwise && may->bits,
    .triples = (wants & MC_KENDALL_TRIPLES) != 0,
    .late_order = may->tables};
  plan.extras.late_rank =
    plan.extras.order && !plan.extras.present &&
    mc_kendall_shared(may->algorithm, n, mc_kendall_kernel_pairs(mx, my, extent->symmetric),
                      extent->only);
  const int64_t pair = may->pairs ? mc_kendall_one_by_one_scratch(may->algorithm, n) : 0;
  const int64_t signs = may->bits ? mc_kendall_signs_bytes(call->kernels, may->signs_side) : 0;
  const int64_t ties = plan.extras.groups ? mc_kendall_common_ties_bytes(n) : 0;
  const needs z = {.extent = extent,
                   .sink = sink,
                   .bound = bound,
                   .row_bytes = row_bytes,
                   .threads = mc_call_threads(call, may->seconds),
                   .sorting = mc_kendall_rank_scratch_bytes(n),
                   .ranks = mc_kendall_ranks_column_bytes(n, plan.extras),
                   .pair = pair,
                   .each = pair + signs + ties + (may->tables ? mc_kendall_table_scratch(n) : 0)};
  plan.side = mx > my ? mx : my;
  if (columns > bound / 2 / z.ranks)
    plan.side = bound / 4 / z.ranks < 1 ? 1 : bound / 4 / z.ranks;
  for (fit(&plan, &z); plan.bytes > bound && plan.side > 1; fit(&plan, &z))
    plan.side /= 2;
  return plan;
}
