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

static double ranking_of(shape s) {
  return s.columns * s.n * 8e-9;
}

/* Seconds of ranking and counting on one thread, from the target's measured costs
   (kernels/kendall/types.h). */
static double estimate(mc_kendall_algorithm algorithm, shape s, const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double comparisons = s.n * (s.n - 1) / 2, levels = log2(s.n + 1);
  const double ranking = ranking_of(s);
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

/* What may run: of an algorithm that the user names, its driver; else those that are best of
   columns of which none, half or all have ties, and none or all lack rows, and tables, as any may
   turn out to have few values. */
static void choose_blindly(mc_kendall_plan *plan, const mc_kendall_job *job, shape s,
                           const mc_kernels *kernels) {
  plan->algorithm = job->algorithm;
  plan->bits = job->algorithm == MC_KENDALL_BITSET;
  plan->tables = job->algorithm == MC_KENDALL_TABLE || job->algorithm == MC_KENDALL_AUTO;
  plan->pairs = job->algorithm != MC_KENDALL_BITSET && job->algorithm != MC_KENDALL_AUTO;
  for (int k = 0; k < 6 && job->algorithm == MC_KENDALL_AUTO; k++) {
    s.tied = 0.5 * (k % 3);
    s.missing = job->use == MC_USE_PAIRWISE && k > 2;
    if (choose(s, kernels) == MC_KENDALL_BITSET)
      plan->bits = true;
    else
      plan->pairs = true;
  }
}

/* Groups of columns as tables have them: of all columns the rows of bits and the values of their
   groups, and of each group once. */
typedef struct {
  double columns, rows, values, group_rows, group_values;
  bool fit;
} table_shape;

static table_shape table_shape_of(const mc_ranks *ranks, bool pairwise) {
  table_shape t = {.columns = (double) ranks->columns, .fit = true};
  for (int64_t j = 0; j < ranks->columns; j += MC_TABLE_GROUP) {
    const int64_t last = mc_min(ranks->columns, j + MC_TABLE_GROUP);
    int64_t most = 2;
    bool present = false;
    for (int64_t k = j; k < last; k++) {
      most = ranks->column[k].distinct > most ? ranks->column[k].distinct : most;
      present |= pairwise && ranks->column[k].missing;
    }
    const double values = (double) most, rows = values - 1 + present;
    t.fit &= most <= MC_TABLE_VALUES;
    t.rows += rows * (double) (last - j);
    t.values += values * (double) (last - j);
    t.group_rows += rows;
    t.group_values += values;
  }
  return t;
}

/* Seconds of tables, beside the ranking. `share` of all pairs is counted. */
static double estimate_tables(table_shape a, table_shape b, bool triangle, double n, double share,
                              const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double part = triangle ? (1 + MC_TABLE_GROUP / (a.columns + MC_TABLE_GROUP)) / 2 : 1;
  const double made = a.rows + (triangle ? 0 : b.rows);
  return 1e-12 * (cost->make * made * n + share * part *
                                            (cost->step * a.rows * b.group_rows * ceil(n / 64) +
                                             cost->cell * a.values * b.group_values));
}

mc_kendall_algorithm mc_kendall_choose(const mc_kendall_plan *plan, const mc_ranks *a,
                                       const mc_ranks *b, bool pairwise,
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
  const shape s = {.n = (double) a->n,
                   .columns = columns,
                   .pairs = only == NULL ? all : cells * only->pairs / only->cells,
                   .cells = cells,
                   .tied = tied / columns,
                   .missing = missing / columns};
  const table_shape ta = table_shape_of(a, pairwise);
  const table_shape tb = b == NULL ? ta : table_shape_of(b, pairwise);
  const bool fit = plan->tables && ta.fit && tb.fit;
  if (plan->algorithm != MC_KENDALL_AUTO)
    return plan->algorithm == MC_KENDALL_TABLE && !fit ? MC_KENDALL_RADIX : plan->algorithm;
  const mc_kendall_algorithm other = plan->bits && plan->pairs ? choose(s, kernels)
                                     : plan->bits              ? MC_KENDALL_BITSET
                                                               : MC_KENDALL_RADIX;
  const double tables =
    fit ? estimate_tables(ta, tb, b == NULL, s.n, cells / all, kernels) : HUGE_VAL;
  return tables < estimate(other, s, kernels) - ranking_of(s) ? MC_KENDALL_TABLE : other;
}

/* ---- sparse or not ---- */

double mc_kendall_dense_seconds(int64_t n, int x_values, int y_values, const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const shape s = {.n = (double) n, .columns = 0, .pairs = 1, .cells = 1, .tied = 1};
  const double other =
    fmin(estimate(MC_KENDALL_BITSET, s, kernels), estimate(MC_KENDALL_RADIX, s, kernels));
  if (x_values > MC_TABLE_VALUES || y_values > MC_TABLE_VALUES)
    return other;
  const double rows = fmax(1, x_values - 1) * fmax(1, y_values - 1);
  const double cells = fmax(2, x_values) * fmax(2, y_values);
  return fmin(other,
              1e-12 / MC_TABLE_GROUP * (cost->step * rows * ceil(s.n / 64) + cost->cell * cells));
}

double mc_kendall_sparse_seconds(int64_t n, double x_off, double y_off, const mc_kernels *kernels) {
  enum { LANES = 32, FEW = 4 * LANES, VISITED = 256 };
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double common = x_off * y_off / (double) n;
  const double levels = log2(common + 1);
  const double inner = common < FEW
                         ? cost->compare * common * ceil((common + 1) / LANES)
                         : common * (cost->row + 1500 + cost->level * levels) + cost->pair / 4;
  return 1e-12 * (cost->lists + cost->append * (common + x_off / VISITED) + inner);
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
  if (plan->bits)
    plan->bytes += mc_kendall_bitset_bytes(n, plan->a_columns, others);
  if (plan->tables)
    plan->bytes += mc_kendall_table_bytes(n, plan->a_columns, others);
  plan->threads = threads;
  if (plan->pairs || plan->tables) {
    const int64_t pair = plan->pairs ? mc_kendall_pairs_scratch(plan->algorithm, n) : 0;
    const int64_t each = pair + (plan->tables ? mc_kendall_table_scratch(n) : 0);
    plan->threads = fit_threads(threads, pairs, each, bytes - plan->bytes);
    plan->pair_bytes = plan->threads * pair;
    plan->bytes += plan->threads * each;
    if (plan->pairs && mc_kendall_shared(plan->algorithm, n, pairs) && threads > 1)
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

  mc_kendall_plan plan = {0};
  choose_blindly(&plan, job, s, call->kernels);
  const mc_kendall_algorithm likely =
    plan.algorithm == MC_KENDALL_AUTO ? choose(s, call->kernels) : plan.algorithm;
  const int threads = mc_call_threads(call, estimate(likely, s, call->kernels));

  plan.extras =
    (mc_ranks_extras){.order = plan.pairs && mc_kendall_ordered(plan.algorithm),
                      .present = sink != NULL && sink->common_rows && job->use == MC_USE_PAIRWISE,
                      .triples = sink != NULL && sink->triples,
                      .late_order = plan.tables};
  const int64_t each = mc_ranks_column_bytes(n, plan.extras);
  plan.side = mx > my ? mx : my;
  if (columns > bytes / 2 / each)
    plan.side = bytes / 4 / each < 1 ? 1 : bytes / 4 / each;
  for (fit(&plan, job, n, row_bytes, sink, threads, bytes); plan.bytes > bytes && plan.side > 1;
       fit(&plan, job, n, row_bytes, sink, threads, bytes))
    plan.side /= 2;
  return plan;
}
