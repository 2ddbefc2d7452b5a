#include "kendall/plan.h"

#include <math.h>
#include <stdbool.h>

#include "base/integers.h"
#include "kendall/bitset.h"
#include "kendall/pairs.h"
#include "kendall/table.h"
#include "kendall/work.h"

/* ---- time ---- */

/* A job as its costs see it: how many rows, columns and pairs of these, and how
   many of the columns have ties and missing values, from 0 to 1. Bitset counts tiles of 4 x 4
   columns: `cells` pairs. */
typedef struct {
  double n, columns, pairs, cells, tied, missing;
} shape;

/* Seconds of ranking and counting on one thread, from the target's measured costs
   (kernels/kendall/types.h). */
static double estimate(mc_kendall_algorithm algorithm, shape s, const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double comparisons = s.n * (s.n - 1) / 2, levels = log2(s.n + 1);
  const double ranking = s.columns * s.n * 8e-9;
  const double masked = 1 - (1 - s.tied) * (1 - s.missing);
  const double general = s.tied * s.missing;
  const double both_tied = s.tied * s.tied;
  switch (algorithm) {
  case MC_KENDALL_BITSET:
    /* masks: two planes and two counts for one; or three planes and four counts */
    return ranking + 1e-12 * comparisons *
                       (cost->make * s.columns * (1 + 1.4 * masked) +
                        cost->tile * s.cells * (1 + 1.15 * masked + 2.2 * general));
  case MC_KENDALL_NAIVE: return ranking + 1e-12 * comparisons * s.pairs * 40;
  case MC_KENDALL_RADIX:
    /* groups of ties cost a row something, and a pair a microsecond */
    return ranking + 1e-12 * s.pairs *
                       (cost->pair +
                        s.n * (cost->row + cost->level * levels +
                               both_tied * (cost->tied + 900 * s.missing)) +
                        both_tied * 1e6);
  default: return ranking + 4e-9 * s.n * levels * s.pairs;
  }
}

static mc_kendall_algorithm choose(shape s, const mc_kernels *kernels) {
  return estimate(MC_KENDALL_BITSET, s, kernels) <= estimate(MC_KENDALL_RADIX, s, kernels)
           ? MC_KENDALL_BITSET
           : MC_KENDALL_RADIX;
}

/* MC_KENDALL_AUTO where it depends on ties and missing values: none, half or
   all of the columns tied, none or all with NA. */
static mc_kendall_algorithm choose_blindly(const mc_kendall_job *job, shape s,
                                           const mc_kernels *kernels) {
  if (job->algorithm != MC_KENDALL_AUTO)
    return job->algorithm;
  const mc_kendall_algorithm algorithm = choose(s, kernels);
  for (int k = 1; k < 6; k++) {
    s.tied = 0.5 * (k % 3);
    s.missing = job->use == MC_USE_PAIRWISE && k > 2;
    if (choose(s, kernels) != algorithm)
      return MC_KENDALL_AUTO;
  }
  return algorithm;
}

mc_kendall_algorithm mc_kendall_choose(const mc_ranks *a, const mc_ranks *b, bool pairwise,
                                       const mc_kendall_filter *only, const mc_kernels *kernels) {
  const mc_ranks *sides[] = {a, b};
  double tied = 0, missing = 0, columns = 0;
  for (int k = 0; k < 2 && sides[k] != NULL; k++) {
    for (int64_t j = 0; j < sides[k]->columns; j++) {
      const mc_ranked *c = &sides[k]->column[j];
      tied += c->tied;
      missing += pairwise && c->missing;
    }
    columns += (double) sides[k]->columns;
  }
  const double x = (double) a->columns;
  const double all = b == NULL ? x * (x + 1) / 2 : x * (double) b->columns;
  const double cells = only == NULL ? all : fmin(all, only->cells);
  return choose((shape){.n = (double) a->n,
                        .columns = columns,
                        .pairs = only == NULL ? all : cells * only->pairs / only->cells,
                        .cells = cells,
                        .tied = tied / columns,
                        .missing = missing / columns},
                kernels);
}

/* ---- memory ---- */

/* Threads for `jobs` jobs that take bytes_each of memory on each thread. */
static int fit_threads(int threads, int64_t jobs, int64_t bytes_each, int64_t bytes) {
  int64_t fit = mc_min(jobs, bytes / (bytes_each > 0 ? bytes_each : 1));
  return fit < 1 ? 1 : (int) mc_min(threads, fit);
}

/* Fills in columns, threads and bytes for panels of plan->side columns. */
static void fit(mc_kendall_plan *plan, const mc_kendall_job *job, int64_t n, int64_t row_bytes,
                const mc_kendall_sink *sink, int threads, int64_t bytes) {
  const int64_t mx = job->x.columns, my = job->symmetric ? mx : job->y.columns;
  const bool alone = job->symmetric && plan->side >= mx;
  plan->a_columns = mc_min(plan->side, mx);
  plan->b_columns = alone ? 0 : mc_min(plan->side, my);
  const int64_t columns = plan->a_columns + plan->b_columns;
  const int64_t pairs = plan->a_columns * (alone ? plan->a_columns : plan->b_columns);

  int64_t sorting = mc_rank_scratch_bytes(n);
  plan->sort_threads = fit_threads(threads, columns, sorting, bytes / 4);
  plan->bytes =
    row_bytes + plan->sort_threads * sorting + columns * mc_ranks_column_bytes(n, plan->extras);
  const int64_t others = alone ? plan->a_columns : plan->b_columns;
  if (sink != NULL && sink->bytes != NULL)
    plan->bytes += sink->bytes(plan->a_columns, others);
  if (mc_kendall_uses_bits(plan->algorithm))
    plan->bytes += mc_kendall_bitset_bytes(n, plan->a_columns, others);
  if (mc_kendall_uses_tables(plan->algorithm))
    plan->bytes += mc_kendall_table_bytes(n, plan->a_columns, others);
  plan->threads = threads;
  if (mc_kendall_uses_pairs(plan->algorithm)) {
    const bool tables = mc_kendall_uses_tables(plan->algorithm);
    const int64_t pair = mc_kendall_pairs_scratch(plan->algorithm, n);
    const int64_t each = pair + (tables ? mc_kendall_table_scratch(n) : 0);
    plan->threads = fit_threads(threads, pairs, each, bytes - plan->bytes);
    plan->pair_bytes = plan->threads * pair;
    plan->bytes += plan->threads * each;
    if (mc_kendall_shared(plan->algorithm, n, pairs) && threads > 1)
      plan->threads = 2; /* with one's scratch */
  }
}

mc_kendall_plan mc_kendall_make_plan(const mc_kendall_job *job, int64_t n, int64_t row_bytes,
                                     const mc_kendall_sink *sink, const mc_call *call) {
  const int64_t mx = job->x.columns, my = job->symmetric ? mx : job->y.columns;
  const int64_t columns = job->symmetric ? mx : mx + my;
  const int64_t bytes = job->scratch > 0 ? job->scratch : MC_KENDALL_SCRATCH;
  const mc_kendall_filter *only = sink == NULL ? NULL : sink->only;
  const double all = (double) mx * (double) my / (job->symmetric ? 2 : 1);
  const shape s = {.n = (double) n,
                   .columns = (double) columns,
                   .pairs = only == NULL ? all : only->pairs,
                   .cells = only == NULL ? all : only->cells};

  mc_kendall_plan plan = {.algorithm = choose_blindly(job, s, call->kernels)};
  const mc_kendall_algorithm likely =
    plan.algorithm == MC_KENDALL_AUTO ? choose(s, call->kernels) : plan.algorithm;
  const int threads = mc_call_threads(call, estimate(likely, s, call->kernels));

  plan.extras =
    (mc_ranks_extras){.order = mc_kendall_ordered(plan.algorithm),
                      .present = sink != NULL && sink->common_rows && job->use == MC_USE_PAIRWISE,
                      .triples = sink != NULL && sink->triples,
                      .late_order = mc_kendall_uses_tables(plan.algorithm)};
  const int64_t each = mc_ranks_column_bytes(n, plan.extras);
  plan.side = mx > my ? mx : my;
  if (columns > bytes / 2 / each)
    plan.side = bytes / 4 / each < 1 ? 1 : bytes / 4 / each;
  for (fit(&plan, job, n, row_bytes, sink, threads, bytes); plan.bytes > bytes && plan.side > 1;
       fit(&plan, job, n, row_bytes, sink, threads, bytes))
    plan.side /= 2;
  return plan;
}
