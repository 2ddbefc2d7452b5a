#include "kendall/sparse_split.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "kendall/few_values.h"
#include "kendall/cost.h"
#include "kernels/kendall/types.h"

/* ---- samples and scans ---- */

/* A sample of a column is a quarter of its values, in RUNS runs: at least LEAST and at most SAMPLE
   values. */
enum { LEAST = 64, SAMPLE = 256, RUNS = 16 };

_Static_assert(MC_FEW_VALUES + 1 == MC_SPARSE_MANY, "a guess says many");

/* Writes a sample of a column to `value`. Returns the number of values. */
static int64_t sample(const mc_column *column, double *value) {
  const int64_t n = column->count, most = mc_min(SAMPLE, n / 4 < LEAST ? LEAST : n / 4);
  const int64_t run = most / RUNS, step = n > most ? n / RUNS : run;
  int64_t k = 0;
  for (int64_t first = 0; first < n && k < most; first += step)
    for (int64_t i = first; i < mc_min(n, first + run) && k < most; i++)
      value[k++] = mc_kendall_sparse_value_at(column, i);
  return k;
}

/* The value of more than half of the sample's values that are not NaN; any value if there is
   none. */
static double base_of(const double *value, int64_t count) {
  double base = 0;
  int64_t votes = 0;
  for (int64_t i = 0; i < count; i++) {
    if (value[i] != value[i])
      continue;
    if (votes == 0)
      base = value[i];
    votes += value[i] == base ? 1 : -1;
  }
  return base;
}

/* The number of columns that are ranked, or packed, for each pair. */
static double columns_a_pair(const mc_kendall_sides *sides) {
  const double x = (double) sides->x->columns, y = (double) sides->y->columns;
  return sides->symmetric ? 2 / (x + 1) : (x + y) / (x * y);
}

typedef struct {
  const mc_kendall_sparse_side *side;
  const mc_kernels *kernels;
  double columns; /* for each pair */
  bool pairwise;
  double *gain; /* seconds that a scan of a column may save */
} sampling;

/* Seconds that the sparse algorithm saves for a pair of such columns, minus the share `margin`
   of the seconds of the other algorithms. */
static double saved(const sampling *s, double off, double values, double margin) {
  const int64_t n = s->side->columns->rows;
  return (1 - margin) * mc_kendall_dense_seconds(n, values, values, s->columns, s->kernels) -
         mc_kendall_sparse_seconds(n, off, off, s->columns, s->kernels);
}

/* Do columns have so few rows that even columns of one value would save little? Then samples, which
   would have most rows, are not worth it. */
static bool too_few_rows(const sampling *s) {
  return saved(s, 0, MC_SPARSE_MANY, 0.25) < 0;
}

MC_BODY(sample_one, sampling, s, j) {
  const mc_column column = s->side->columns->stored(s->side->columns, j);
  const double n = (double) s->side->columns->rows;
  const bool all = column.row == NULL; /* a column of a matrix: all rows are stored */
  double value[SAMPLE];
  const int64_t count = sample(&column, value);
  const mc_kendall_few_guess guess = mc_kendall_few_values_guess(value, count);
  const double base = !all ? 0 : guess.values > MC_FEW_VALUES ? base_of(value, count) : guess.most;
  int64_t off = 0, missing = 0;
  for (int64_t i = 0; i < count; i++) {
    off += value[i] != base;
    missing += value[i] != value[i];
  }
  const double share = all ? (double) off / (double) count : (double) column.count / n;
  s->side->base[j] = base;
  s->side->values[j] = (uint32_t) mc_min(guess.values + !all, MC_SPARSE_MANY);
  s->gain[j] = -mc_kendall_scan_seconds(column.count);
  if (!s->pairwise || missing == 0) {
    /* samples err, and negative gains count as 0: without a margin the sum would be positive */
    const double values_at_most = guess.open ? MC_SPARSE_MANY : s->side->values[j];
    s->gain[j] += fmax(0, saved(s, share * n, values_at_most, 0.125)) / s->columns;
  }
}

/* Estimates the distinct values of a scanned column again, from its base and the first rows off the
   base. A sample of all rows has only few rows off the base. */
MC_BODY(count_again, sampling, s, j) {
  enum { ROWS = 16 * SAMPLE };
  const mc_column column = s->side->columns->stored(s->side->columns, j);
  const mc_kendall_sparse_scan *scan = &s->side->scans[j];
  double value[SAMPLE];
  int64_t count = 0;
  if (2 * (int64_t) scan->off > s->side->columns->rows)
    return;
  for (int64_t i = 0; i < mc_min(column.count, ROWS) && count < SAMPLE; i++) {
    value[count] = mc_kendall_sparse_value_at(&column, i);
    count += value[count] != scan->base;
  }
  s->side->values[j] =
    (uint32_t) mc_min(mc_kendall_few_values_guess(value, count).values + 1, MC_SPARSE_MANY);
}

static mc_status scan_columns(mc_kendall_sparse_side *side, sampling *s, const mc_call *call) {
  const int64_t m = side->columns->columns, n = side->columns->rows;
  const int threads = mc_call_threads(call, (double) m * mc_kendall_scan_seconds(n));
  side->scans = mc_alloc(call->arena, m, sizeof *side->scans);
  if (side->scans == NULL)
    return MC_ERR_MEMORY;
  mc_kendall_sparse_scan_columns(side->columns, side->base, threads, side->scans);
  mc_each(threads, 0, m, count_again, s);
  return MC_OK;
}

/* Means over the sparse columns, or over the others. */
typedef struct {
  double columns, off, values;
} average;

static average average_of(const mc_kendall_sparse_side *side, bool sparse) {
  average a = {0};
  for (int64_t j = 0; j < side->columns->columns; j++)
    if ((side->sparse[j] != 0) == sparse) {
      a.columns++;
      a.off += side->scans[j].off;
      a.values += side->values[j];
    }
  a.off /= fmax(1, a.columns);
  a.values /= fmax(1, a.columns);
  return a;
}

/* If some columns are sparse and others are not, each part costs time, and columns are both
   packed and ranked. If it is faster to count all columns as sparse, or none, this is decided
   here. */
static void settle(const sampling *s, mc_kendall_sparse_side *side) {
  const double part = mc_kendall_part_seconds();
  const int64_t n = side->columns->rows, m = side->columns->columns;
  const average in = average_of(side, true), out = average_of(side, false);
  const double pairs = (double) m / s->columns, share = in.columns / (double) m;
  const double off = in.off * share + out.off * (1 - share);
  double all = 0, none = 0, within = 0, rest_sparse = 0, rest_dense = 0, without = 0;
  bool fit = true;
  if (share == 0 || share == 1)
    return;
  for (int64_t j = 0; j < m; j++) {
    const double mine = side->scans[j].off, values = side->values[j];
    const double dense = mc_kendall_dense_seconds(n, values, values, s->columns, s->kernels);
    fit &= side->scans[j].off != MC_SPARSE_NEVER;
    all += mc_kendall_sparse_seconds(n, off, mine, s->columns, s->kernels);
    none += dense;
    if (side->sparse[j]) {
      within += mc_kendall_sparse_seconds(n, in.off, mine, s->columns, s->kernels);
    } else {
      rest_sparse += mc_kendall_sparse_seconds(n, in.off, mine, s->columns, s->kernels);
      rest_dense += mc_kendall_dense_seconds(n, in.values, values, s->columns, s->kernels);
      without += dense;
    }
  }
  const double rest = fit ? fmin(rest_sparse, rest_dense) : rest_dense;
  const double split =
    share * within + 2 * share * rest + (1 - share) * without + 2 * part * (double) m / pairs;
  if (fit && all < fmin(split, none))
    memset(side->sparse, 1, (size_t) m);
  else if (none < split)
    memset(side->sparse, 0, (size_t) m);
}

mc_status mc_kendall_sparse_side_make(mc_kendall_sparse_side *side, const mc_columns *columns,
                                      const mc_kendall_sides *sides, const mc_call *call) {
  const int64_t m = columns->columns;
  const bool asked = sides->asked == MC_KENDALL_SPARSE, open = sides->asked == MC_KENDALL_AUTO;
  const int threads = mc_call_threads(call, (double) m * mc_kendall_sample_seconds());
  *side = (mc_kendall_sparse_side){.columns = columns};
  side->values = mc_alloc(call->arena, m, sizeof *side->values);
  side->base = mc_alloc(call->arena, m, sizeof *side->base);
  side->sparse = mc_alloc(call->arena, m, 1);
  sampling s = {.side = side,
                .kernels = call->kernels,
                .columns = columns_a_pair(sides),
                .pairwise = sides->pairwise,
                .gain = mc_alloc(call->arena, m, sizeof *s.gain)};
  if (side->values == NULL || side->base == NULL || side->sparse == NULL || s.gain == NULL)
    return MC_ERR_MEMORY;
  memset(side->sparse, 0, (size_t) m);
  memset(side->values, 0, (size_t) m * sizeof *side->values);
  if (!asked && too_few_rows(&s))
    return MC_OK;
  mc_each(threads, 0, m, sample_one, &s);
  double gain = 0;
  for (int64_t j = 0; j < m; j++)
    gain += s.gain[j];
  if (!asked && (!open || gain <= 0))
    return MC_OK;
  MC_TRY(scan_columns(side, &s, call));
  for (int64_t j = 0; j < m; j++) {
    const mc_kendall_sparse_scan *scan = &side->scans[j];
    side->sparse[j] = scan->off != MC_SPARSE_NEVER && !(scan->missing && s.pairwise) &&
                      (asked || saved(&s, scan->off, side->values[j], 0) > 0);
    if (scan->missing && s.pairwise)
      side->scans[j].off = MC_SPARSE_NEVER;
  }
  if (open)
    settle(&s, side);
  return MC_OK;
}

bool mc_kendall_sparse_rest(const mc_kendall_sparse_side *a, const mc_kendall_sparse_side *b,
                            const mc_kendall_sides *sides, const mc_kernels *kernels) {
  const int64_t n = b->columns->rows;
  const double columns = columns_a_pair(sides);
  double as_sparse = 0, as_dense = 0;
  if (a->scans == NULL || b->scans == NULL || sides->asked == MC_KENDALL_SPARSE)
    return false;
  const average mine = average_of(a, true);
  for (int64_t j = 0; j < b->columns->columns; j++) {
    if (b->scans[j].off == MC_SPARSE_NEVER)
      return false;
    if (b->sparse[j])
      continue;
    as_sparse += mc_kendall_sparse_seconds(n, mine.off, b->scans[j].off, columns, kernels);
    as_dense += mc_kendall_dense_seconds(n, mine.values, b->values[j], columns, kernels);
  }
  return as_sparse < as_dense;
}

/* ---- columns in their order ---- */

static bool all_stored(const mc_kendall_sparse_side *side) {
  for (int64_t j = 0; j < side->columns->columns; j++)
    if (side->scans == NULL || side->scans[j].off == MC_SPARSE_NEVER)
      return false;
  return true;
}

/* Is the sparse algorithm faster for all columns, by means? */
static bool on_average(const mc_kendall_sparse_side *side, const mc_kendall_sides *sides,
                       const mc_kernels *kernels) {
  const int64_t n = side->columns->rows, m = side->columns->columns;
  const double columns = columns_a_pair(sides);
  double as_sparse = 0, as_dense = 0, off = 0;
  for (int64_t j = 0; j < m; j++)
    off += (double) side->scans[j].off / (double) m;
  for (int64_t j = 0; j < m; j++) {
    const double values = side->values[j];
    as_sparse += mc_kendall_sparse_seconds(n, off, side->scans[j].off, columns, kernels);
    as_dense += mc_kendall_dense_seconds(n, values, values, columns, kernels);
  }
  return as_sparse < as_dense;
}

mc_status mc_kendall_sparse_split_whole(mc_kendall_split *split, const mc_kendall_sides *sides,
                                        const mc_call *call) {
  const bool asked = sides->asked == MC_KENDALL_SPARSE;
  mc_kendall_sparse_side x, y;
  *split = (mc_kendall_split){0};
  MC_TRY(mc_kendall_sparse_side_make(&x, sides->x, sides, call));
  if (!all_stored(&x) || (!asked && !on_average(&x, sides, call->kernels)))
    return MC_OK;
  y = x;
  if (!sides->symmetric) {
    MC_TRY(mc_kendall_sparse_side_make(&y, sides->y, sides, call));
    if (!all_stored(&y) || (!asked && !on_average(&y, sides, call->kernels)))
      return MC_OK;
  }
  *split =
    (mc_kendall_split){x.scans, y.scans, x.columns->columns, y.columns->columns, false, false};
  return MC_OK;
}
