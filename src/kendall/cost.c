#include "kendall/cost.h"

#include <math.h>
#include <stdbool.h>

#include "base/integers.h"
#include "kendall/common_ties.h"
#include "kendall/signs.h"
#include "kendall/signs_cost.h"

/* ---- algorithms for ranked columns ---- */

/* What the cost of pairs depends on: numbers of rows and columns; the number of pairs of different
   columns (with a filter, of all its pairs); the shares of columns with ties and with missing
   values; the mean number of distinct values; the mean number of rows that a column of x lacks and
   that one of y lacks, added. The bitset kernel counts whole tiles of 4 x 4 columns, which have
   `cells` pairs; signs take the time of `block_cells` pairs (0: they do not pay). `filtered`: not
   all pairs are counted. */
typedef struct {
  double n, columns, pairs, cells, block_cells, tied, missing, distinct, absent;
  bool filtered;
} shape;

static const double PICO = 1e-12;

/* Costs of code that is the same on all targets. */
static const struct {
#define MC_COST(name, picoseconds) double name;
#include "kendall/costs.def"
#undef MC_COST
} common = {
#define MC_COST(name, picoseconds) .name = picoseconds,
#include "kendall/costs.def"
#undef MC_COST
};

/* Seconds of ranking so many columns. */
static double ranking_of(shape s) {
  const double row = s.distinct <= MC_TABLE_VALUES ? common.rank_few : common.rank_many;
  return PICO * s.columns * (common.rank_column + s.n * row);
}

/* The share of pairs of columns that are taken to have both ties and missing rows. */
static double general_share(shape s) {
  return s.tied * s.missing;
}

/* The extent of ties that may follow from missing rows. */
static mc_kendall_common_ties_extent ties_of(shape s) {
  return (mc_kendall_common_ties_extent){.share = general_share(s), .missing = s.tied * s.absent};
}

/* The mean of a cost by planes of bits: one for columns without ties and missing rows, two with
   either, three with both, unless ties follow from missing rows. */
static double by_planes(const double *cost, bool by_rows, shape s) {
  const double masked = 1 - (1 - s.tied) * (1 - s.missing), general = general_share(s);
  return cost[0] * (1 - masked) + cost[1] * (masked - general) + cost[by_rows ? 1 : 2] * general;
}

/* The cost of a comparison of all pairs by the bitset driver: by bits, or by signs, which count
   whole blocks (kendall/signs.h). */
static double comparison_of_all(const mc_kendall_costs *cost, bool by_rows, shape s) {
  const double by_bits = by_planes(cost->bitset_tile, by_rows, s) * s.cells;
  if (s.filtered || s.block_cells <= 0 || cost->signs_tile[0] <= 0)
    return by_bits;
  const double pairs = MC_SIGNS_PAIR / fmax(1, s.n * (s.n - 1) / 2) * s.cells;
  const double by_signs = by_planes(cost->signs_tile, by_rows, s) * s.block_cells + pairs;
  return mc_kendall_signs_worth(by_signs, by_bits) ? by_signs : by_bits;
}

/* Seconds of ranking and counting on one thread, from the target's measured costs
   (kernels/kendall/costs.h). */
static double estimate(mc_kendall_algorithm algorithm, shape s, const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double comparisons = s.n * (s.n - 1) / 2, levels = log2(fmin(s.n, s.distinct) + 1);
  const double ranking = ranking_of(s);
  const double both_tied = s.tied * s.tied;
  switch (algorithm) {
  case MC_KENDALL_BITSET: {
    const mc_kendall_common_ties_extent ties = ties_of(s);
    const bool by_rows = mc_kendall_common_ties_pay(cost, (int64_t) s.n, ties, false);
    const double made = by_planes(cost->bitset_make, by_rows, s) * s.columns;
    const double rows = by_rows ? mc_kendall_common_ties_cost(ties) : 0;
    return ranking + PICO * (comparisons * (made + comparison_of_all(cost, by_rows, s)) +
                             (cost->bitset_pair + rows) * s.cells);
  }
  case MC_KENDALL_NAIVE: return ranking + PICO * comparisons * s.pairs * common.naive_comparison;
  case MC_KENDALL_RADIX:
    return ranking + PICO * s.pairs *
                       (cost->radix_pair + s.n * (cost->radix_row + cost->radix_level * levels +
                                                  both_tied * cost->radix_tied));
  default: return ranking + PICO * common.sorted_row * s.n * log2(s.n + 1) * s.pairs;
  }
}

static mc_kendall_algorithm choose(shape s, const mc_kernels *kernels) {
  return estimate(MC_KENDALL_BITSET, s, kernels) <= estimate(MC_KENDALL_RADIX, s, kernels)
           ? MC_KENDALL_BITSET
           : MC_KENDALL_RADIX;
}

/* Less than a block of columns never pays; small calls need not ask. */
static double block_cells(double columns, double others, const mc_kendall_drivers *may) {
  if (columns < MC_SIGNS_COLUMNS)
    return 0;
  return mc_kendall_signs_pairs(columns, others, may->signs_side, may->threads);
}

/* The shape before columns are known: without ties. */
static shape blind_shape(const mc_kendall_extent *e, const mc_kendall_drivers *may) {
  const double x = (double) e->x_columns, y = (double) e->y_columns;
  const double all = e->symmetric ? x * (x + 1) / 2 : x * y;
  const double different = e->symmetric ? x * (x - 1) / 2 : x * y;
  return (shape){.n = (double) e->n,
                 .columns = e->symmetric ? x : x + y,
                 .pairs = e->only == NULL ? different : e->only->pairs,
                 .cells = e->only == NULL ? all : e->only->cells,
                 .block_cells = block_cells(x, e->symmetric ? 0 : y, may),
                 .distinct = (double) e->n,
                 .filtered = e->only != NULL};
}

/* The threads that signs have, if they are taken. Short calls do not ask for their number, which
   takes microseconds. */
static int threads_for_signs(const mc_kendall_extent *e, const mc_call *call) {
  const mc_kendall_costs *cost = &call->kernels->kendall_costs;
  const double x = (double) e->x_columns, y = (double) e->y_columns, n = (double) e->n;
  const double pairs = e->symmetric ? x * (x + 1) / 2 : x * y;
  const double seconds = PICO * pairs * n * (n - 1) / 2 * cost->bitset_tile[0];
  return cost->signs_tile[0] > 0 && seconds > 1e-4 ? mc_call_threads(call, seconds) : 1;
}

mc_kendall_drivers mc_kendall_drivers_for(mc_kendall_algorithm asked,
                                          const mc_kendall_extent *extent, const mc_call *call) {
  const mc_kernels *kernels = call->kernels;
  const int threads = threads_for_signs(extent, call);
  mc_kendall_drivers may = {.algorithm = asked,
                            .threads = threads,
                            .signs_side = mc_kendall_signs_side(threads),
                            .bits = asked == MC_KENDALL_BITSET,
                            .tables = asked == MC_KENDALL_TABLE || asked == MC_KENDALL_AUTO,
                            .pairs = asked != MC_KENDALL_BITSET && asked != MC_KENDALL_AUTO};
  const shape blind = blind_shape(extent, &may);
  shape s = blind;
  const int shapes = extent->pairwise ? 18 : 6;
  for (int k = 0; k < shapes && asked == MC_KENDALL_AUTO; k++) {
    s.tied = 0.5 * (k % 3);
    s.distinct = k / 3 % 2 == 0 ? s.n : 2;
    s.missing = k >= 6;
    s.absent = k >= 12 ? 2 * s.n : 0;
    if (choose(s, kernels) == MC_KENDALL_BITSET)
      may.bits = true;
    else
      may.pairs = true;
  }
  may.seconds = estimate(asked == MC_KENDALL_AUTO ? choose(blind, kernels) : asked, blind, kernels);
  return may;
}

/* ---- the choice for ranked columns ---- */

mc_kendall_census mc_kendall_census_of(const mc_kendall_ranks *ranks, bool pairwise) {
  mc_kendall_census t = {.columns = (double) ranks->columns, .fit = true};
  for (int64_t j = 0; j < ranks->columns; j += MC_TABLE_GROUP) {
    const int64_t last = mc_min(ranks->columns, j + MC_TABLE_GROUP);
    int64_t most = 2;
    bool present = false;
    for (int64_t k = j; k < last; k++) {
      const mc_kendall_ranked *c = &ranks->column[k];
      t.tied += c->tied;
      t.missing += pairwise && c->missing;
      t.distinct += (double) c->distinct;
      t.absent += pairwise ? (double) (ranks->n - c->present) : 0;
      most = c->distinct > most ? c->distinct : most;
      present |= pairwise && c->missing;
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

mc_kendall_census mc_kendall_census_scaled(const mc_kendall_census *census, double columns) {
  const double by = columns / census->columns;
  return (mc_kendall_census){.columns = columns,
                             .tied = by * census->tied,
                             .missing = by * census->missing,
                             .distinct = by * census->distinct,
                             .absent = by * census->absent,
                             .rows = by * census->rows,
                             .values = by * census->values,
                             .group_rows = by * census->group_rows,
                             .group_values = by * census->group_values,
                             .fit = census->fit};
}

/* Seconds of tables, without ranking. `share` of all pairs is counted. */
static double estimate_tables(const mc_kendall_census *a, const mc_kendall_census *b, bool triangle,
                              double n, double share, const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double counted = triangle ? (1 + MC_TABLE_GROUP / (a->columns + MC_TABLE_GROUP)) / 2 : 1;
  const double made = a->rows + (triangle ? 0 : b->rows);
  return PICO * (cost->bitset_make[0] * made * n +
                 share * counted *
                   (cost->table_word * a->rows * b->group_rows * ceil(n / 64) +
                    cost->table_cell * a->values * b->group_values +
                    cost->table_pair * a->columns * b->columns));
}

mc_kendall_choice mc_kendall_choose(const mc_kendall_drivers *may, int64_t n,
                                    const mc_kendall_census *a, const mc_kendall_census *b,
                                    const mc_pairs_filter *only, const mc_kernels *kernels) {
  static const mc_kendall_census none;
  const mc_kendall_census *other = b == NULL ? &none : b, *tb = b == NULL ? a : b;
  const double columns = a->columns + other->columns;
  const double all = b == NULL ? a->columns * (a->columns + 1) / 2 : a->columns * b->columns;
  const double different = b == NULL ? all - a->columns : all;
  const double cells = only == NULL ? all : fmin(all, only->cells);
  const shape s = {.n = (double) n,
                   .columns = columns,
                   .pairs = only == NULL ? different : cells * only->pairs / only->cells,
                   .cells = cells,
                   .block_cells = block_cells(a->columns, other->columns, may),
                   .tied = (a->tied + other->tied) / columns,
                   .missing = (a->missing + other->missing) / columns,
                   .distinct = (a->distinct + other->distinct) / columns,
                   .absent = a->absent / a->columns + tb->absent / tb->columns,
                   .filtered = only != NULL};
  const bool fit = may->tables && a->fit && tb->fit;
  const double tables =
    fit ? estimate_tables(a, tb, b == NULL, s.n, cells / all, kernels) : HUGE_VAL;
  mc_kendall_algorithm best = may->algorithm;
  if (best == MC_KENDALL_TABLE && !fit)
    best = MC_KENDALL_RADIX;
  if (best == MC_KENDALL_AUTO)
    best = may->bits && may->pairs ? choose(s, kernels)
           : may->bits             ? MC_KENDALL_BITSET
                                   : MC_KENDALL_RADIX;
  if (best == MC_KENDALL_TABLE)
    return (mc_kendall_choice){best, tables};
  const double seconds = estimate(best, s, kernels) - ranking_of(s);
  return may->algorithm == MC_KENDALL_AUTO && tables < seconds
           ? (mc_kendall_choice){MC_KENDALL_TABLE, tables}
           : (mc_kendall_choice){best, seconds};
}

double mc_kendall_ranking_seconds(int64_t n, const mc_kendall_census *census) {
  const shape s = {.n = (double) n,
                   .columns = census->columns,
                   .distinct = census->distinct / fmax(1, census->columns)};
  return ranking_of(s);
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
                   .block_cells = 1 + MC_SIGNS_COLUMNS / 2.0 * columns,
                   .tied = 1,
                   .distinct = most > MC_TABLE_VALUES ? fmin(many, (double) n) : most};
  const double other =
    fmin(estimate(MC_KENDALL_BITSET, s, kernels), estimate(MC_KENDALL_RADIX, s, kernels));
  if (most > MC_TABLE_VALUES)
    return other;
  const double x_rows = fmax(1, x_values - 1), y_rows = fmax(1, y_values - 1);
  const double counted = (cost->table_word * x_rows * y_rows * ceil(s.n / 64) +
                          cost->table_cell * (x_rows + 1) * (y_rows + 1)) /
                         MC_TABLE_GROUP;
  const double made = cost->bitset_make[0] * columns * s.n * (x_rows + y_rows) / 2;
  return fmin(other, ranking_of(s) + PICO * (counted + made + cost->table_pair));
}

double mc_kendall_sparse_seconds(int64_t n, double x_off, double y_off, double columns,
                                 const mc_kernels *kernels) {
  const mc_kendall_costs *cost = &kernels->kendall_costs;
  const double off = x_off * y_off / (double) n;          /* rows off both bases */
  const double vectors = (off / MC_SPARSE_LANES + 1) / 2; /* a triangle of comparisons */
  const double inner =
    off < MC_SPARSE_FEW ? cost->sparse_compare * vectors : cost->sparse_many * log2(off);
  const double packing =
    common.pack_column + common.pack_row * (double) n + common.pack_entry * (x_off + y_off) / 2;
  return PICO * (columns * packing + cost->sparse_pair + cost->sparse_off * x_off +
                 off * (cost->sparse_common + inner));
}

double mc_kendall_scan_seconds(int64_t n) {
  return PICO * (common.scan_column + common.scan_row * (double) n);
}

double mc_kendall_sample_seconds(void) {
  return PICO * common.sample_column;
}

double mc_kendall_part_seconds(void) {
  return PICO * common.call_part;
}
