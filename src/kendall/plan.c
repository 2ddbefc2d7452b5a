#include "kendall/plan.h"

#include <math.h>
#include <stdbool.h>

#include "base/integers.h"
#include "kendall/bitset.h"
#include "kendall/pairs.h"
#include "kendall/table.h"
#include "kendall/work.h"

/* ---- time ---- */

/* A job as its costs see it: how many rows, columns and pairs of these, how many of the columns
   have ties and missing values, from 0 to 1, and how many values they have. Bitset counts tiles of
   4 x 4 columns: `cells` pairs. */
typedef struct {
  double n, columns, pairs, cells, tied, missing, distinct;
} shape;

static const double PICO = 1e-12;

/* Seconds of ranking so many columns: few values are looked up, many are sorted. */
static double ranking_of(shape s) {
  const double column = 0.5e6, looked_up = 1.7e3, sorted = 7e3;
  return PICO * s.columns * (column + s.n * (s.distinct <= MC_TABLE_VALUES ? looked_up : sorted));
}

/* The mean of a cost by planes of bits: of columns without ties and missing rows, with one of both,
   and with both. */
static double by_planes(const double *cost, shape s) {
  const double masked = 1 - (1 - s.tied) * (1 - s.missing), general = s.tied * s.missing;
  return cost[0] * (1 - masked) + cost[1] * (masked - general) + cost[2] * general;
}

/* Seconds of ranking and counting on one thread, from the target's measured costs
   (kernels/kendall/types.h). */
static double estimate(mc_kendall_algorithm algorithm, shape s, const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double comparisons = s.n * (s.n - 1) / 2, levels = log2(fmin(s.n, s.distinct) + 1);
  const double ranking = ranking_of(s);
  const double both_tied = s.tied * s.tied;
  switch (algorithm) {
  case MC_KENDALL_BITSET:
    return ranking + PICO * (comparisons * (by_planes(cost->make, s) * s.columns +
                                            by_planes(cost->tile, s) * s.cells) +
                             cost->bits * s.cells);
  case MC_KENDALL_NAIVE: return ranking + PICO * comparisons * s.pairs * 40;
  case MC_KENDALL_RADIX:
    return ranking +
           PICO * s.pairs *
             (cost->pair + s.n * (cost->row + cost->level * levels + both_tied * cost->tied));
  default: return ranking + 4e-9 * s.n * log2(s.n + 1) * s.pairs;
  }
}

static mc_kendall_algorithm choose(shape s, const mc_kernels *kernels) {
  return estimate(MC_KENDALL_BITSET, s, kernels) <= estimate(MC_KENDALL_RADIX, s, kernels)
           ? MC_KENDALL_BITSET
           : MC_KENDALL_RADIX;
}

/* What may run: of an algorithm that the user names, its driver; else those that are best of
   columns of which none, half or all have ties, none or all lack rows, and values are few or many,
   and tables, as any may turn out to have few values. */
static void choose_blindly(mc_kendall_plan *plan, const mc_kendall_job *job, shape s,
                           const mc_kernels *kernels) {
  plan->algorithm = job->algorithm;
  plan->bits = job->algorithm == MC_KENDALL_BITSET;
  plan->tables = job->algorithm == MC_KENDALL_TABLE || job->algorithm == MC_KENDALL_AUTO;
  plan->pairs = job->algorithm != MC_KENDALL_BITSET && job->algorithm != MC_KENDALL_AUTO;
  for (int k = 0; k < 12 && job->algorithm == MC_KENDALL_AUTO; k++) {
    s.tied = 0.5 * (k % 3);
    s.missing = job->use == MC_USE_PAIRWISE && k / 3 % 2 == 1;
    s.distinct = k < 6 ? s.n : 2;
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
  return PICO * (cost->make[0] * made * n +
                 share * part *
                   (cost->step * a.rows * b.group_rows * ceil(n / 64) +
                    cost->cell * a.values * b.group_values + cost->tables * a.columns * b.columns));
}

mc_kendall_algorithm mc_kendall_choose(const mc_kendall_plan *plan, const mc_ranks *a,
                                       const mc_ranks *b, bool pairwise,
                                       const mc_kendall_filter *only, const mc_kernels *kernels) {
  const mc_ranks *sides[] = {a, b};
  double tied = 0, missing = 0, distinct = 0, columns = 0;
  for (int k = 0; k < 2 && sides[k] != NULL; k++) {
    for (int64_t j = 0; j < sides[k]->columns; j++) {
      const mc_ranked *c = &sides[k]->column[j];
      tied += c->tied;
      missing += pairwise && c->missing;
      distinct += (double) c->distinct;
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
                   .missing = missing / columns,
                   .distinct = distinct / columns};
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

double mc_kendall_dense_seconds(int64_t n, double x_values, double y_values, double columns,
                                const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double most = fmax(x_values, y_values), many = 4 * MC_TABLE_VALUES;
  const shape s = {.n = (double) n,
                   .columns = columns,
                   .pairs = 1,
                   .cells = 1,
                   .tied = 1,
                   .distinct = most > MC_TABLE_VALUES ? fmin(many, (double) n) : most};
  const double other =
    fmin(estimate(MC_KENDALL_BITSET, s, kernels), estimate(MC_KENDALL_RADIX, s, kernels));
  if (most > MC_TABLE_VALUES)
    return other;
  const double x_rows = fmax(1, x_values - 1), y_rows = fmax(1, y_values - 1);
  const double counted =
    (cost->step * x_rows * y_rows * ceil(s.n / 64) + cost->cell * (x_rows + 1) * (y_rows + 1)) /
    MC_TABLE_GROUP;
  const double made = cost->make[0] * columns * s.n * (x_rows + y_rows) / 2;
  return fmin(other, ranking_of(s) + PICO * (counted + made + cost->tables));
}

double mc_kendall_sparse_seconds(int64_t n, double x_off, double y_off, double columns,
                                 const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double column = 1e6, row = 1100, entry = 24e3; /* to store a column */
  const double common = x_off * y_off / (double) n;
  const double vectors = (common / MC_SPARSE_LANES + 1) / 2; /* a triangle of them */
  const double inner = common < MC_SPARSE_FEW ? cost->compare * vectors : cost->many * log2(common);
  return PICO * (columns * (column + row * (double) n + entry * (x_off + y_off) / 2) + cost->lists +
                 cost->visit * x_off + common * (cost->append + inner));
}

double mc_kendall_look_seconds(int64_t n) {
  const double column = 300e-9, row = 0.6e-9;
  return column + row * (double) n;
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
                   .cells = only == NULL ? all : only->cells,
                   .distinct = (double) n};

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
