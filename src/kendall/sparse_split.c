#include "kendall/sparse_split.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "kendall/few_values.h"
#include "kendall/plan.h"

/* ---- parts ---- */

static void add_part(mc_kendall_part *parts, int *count, mc_kendall_part part) {
  if (part.x0 < part.x1 && part.y0 < part.y1)
    parts[(*count)++] = part;
}

int mc_kendall_parts(const mc_kendall_job *job, mc_kendall_part *parts) {
  static const mc_sparse_split none;
  const mc_sparse_split *s = job->split == NULL ? &none : job->split;
  const int64_t mx = job->x.columns, my = job->symmetric ? mx : job->y.columns;
  const int64_t x = s->x_sparse, y = job->symmetric ? x : s->y_sparse;
  int count = 0;
  if (job->symmetric) {
    add_part(parts, &count, (mc_kendall_part){x, mx, x, mx, true, false});
    add_part(parts, &count, (mc_kendall_part){0, x, x, mx, false, s->y_rest});
    add_part(parts, &count, (mc_kendall_part){0, x, 0, x, true, true});
  } else {
    add_part(parts, &count, (mc_kendall_part){x, mx, y, my, false, false});
    add_part(parts, &count, (mc_kendall_part){0, x, y, my, false, s->y_rest});
    add_part(parts, &count, (mc_kendall_part){x, mx, 0, y, false, s->x_rest});
    add_part(parts, &count, (mc_kendall_part){0, x, 0, y, false, true});
  }
  return count;
}

/* ---- what columns are like ---- */

enum { SAMPLE = 256, RUNS = 16 };

static double value_at(const mc_column *column, int64_t i) {
  /* NA is as good as any value here */
  return column->type == MC_F64 ? ((const double *) column->value)[i]
                                : (double) ((const int32_t *) column->value)[i];
}

/* Values of a column in `value`, up to 256 in 16 runs; how many. */
static int64_t sample(const mc_column *column, double *value) {
  const int64_t n = column->count, run = SAMPLE / RUNS;
  const int64_t step = n > SAMPLE ? n / RUNS : run;
  int64_t k = 0;
  for (int64_t first = 0; first < n && k < SAMPLE; first += step)
    for (int64_t i = first; i < mc_min(n, first + run) && k < SAMPLE; i++)
      value[k++] = value_at(column, i);
  return k;
}

/* The share of the rows off the base, which is a value that more than half of the sample has, if
   there is one. */
static double off_share(const double *value, int64_t count) {
  double base = 0;
  int64_t votes = 0, off = 0;
  for (int64_t i = 0; i < count; i++) {
    if (votes == 0)
      base = value[i];
    votes += value[i] == base ? 1 : -1;
  }
  for (int64_t i = 0; i < count; i++)
    off += value[i] != base;
  return count > 0 ? (double) off / (double) count : 0;
}

/* Is a column with so many rows off its base worth being sparse, with others of its kind? */
static bool worth_it(int64_t n, double off, uint32_t values, const mc_kernels *kernels) {
  return mc_kendall_sparse_seconds(n, off, off, kernels) <
         mc_kendall_dense_seconds(n, (int) values, (int) values, kernels);
}

typedef struct {
  const mc_sparse_side *side;
  const mc_kernels *kernels;
} sampling;

MC_BODY(sample_one, sampling, s, j) {
  const mc_column column = s->side->columns->stored(s->side->columns, j);
  const int64_t n = s->side->columns->rows;
  double value[SAMPLE + 1];
  uint8_t code[SAMPLE + 1];
  mc_few_values few;
  int64_t count = sample(&column, value);
  const double share =
    column.row != NULL ? (double) column.count / (double) n : off_share(value, count);
  if (column.row != NULL)
    value[count++] = 0;
  const uint32_t values =
    mc_few_values_find(value, count, &few, code) ? (uint32_t) few.distinct : MC_SPARSE_MANY;
  s->side->values[j] = values;
  s->side->sparse[j] = worth_it(n, share * (double) n, values, s->kernels);
}

/* Values of a column that has been looked at, by its base and the first rows off it: of those a
   sample of all rows has few. */
MC_BODY(count_again, sampling, s, j) {
  const mc_column column = s->side->columns->stored(s->side->columns, j);
  const mc_sparse_look *look = &s->side->looks[j];
  double value[SAMPLE];
  uint8_t code[SAMPLE];
  mc_few_values few;
  int64_t count = 0;
  if (2 * (int64_t) look->off > s->side->columns->rows)
    return;
  value[count++] = look->base;
  for (int64_t i = 0; i < column.count && count < SAMPLE; i++) {
    value[count] = value_at(&column, i);
    count += value[count] != look->base;
  }
  s->side->values[j] =
    mc_few_values_find(value, count, &few, code) ? (uint32_t) few.distinct : MC_SPARSE_MANY;
}

mc_status mc_sparse_side_make(mc_sparse_side *side, const mc_columns *columns,
                              const mc_kendall_job *job, const mc_call *call) {
  const int64_t m = columns->columns, n = columns->rows;
  const bool asked = job->algorithm == MC_KENDALL_SPARSE, open = job->algorithm == MC_KENDALL_AUTO;
  const int threads = mc_call_threads(call, 1e-9 * (double) m * 1000);
  *side = (mc_sparse_side){.columns = columns};
  side->values = mc_alloc(call->arena, m, sizeof *side->values);
  side->sparse = mc_alloc(call->arena, m, 1);
  if (side->values == NULL || side->sparse == NULL)
    return MC_ERR_MEMORY;
  memset(side->sparse, 0, (size_t) m);
  memset(side->values, 0, (size_t) m * sizeof *side->values);
  if (open && mc_kendall_dense_seconds(n, MC_SPARSE_MANY, MC_SPARSE_MANY, call->kernels) <
                mc_kendall_sparse_seconds(n, 0, 0, call->kernels))
    return MC_OK; /* so few rows that it is not worth a look */
  sampling s = {side, call->kernels};
  mc_each(threads, 0, m, sample_one, &s);
  if (!asked && (!open || memchr(side->sparse, 1, (size_t) m) == NULL)) {
    memset(side->sparse, 0, (size_t) m);
    return MC_OK;
  }
  side->looks = mc_alloc(call->arena, m, sizeof *side->looks);
  if (side->looks == NULL)
    return MC_ERR_MEMORY;
  mc_sparse_look_at(columns, mc_call_threads(call, 1e-9 * (double) m * (double) n), side->looks);
  mc_each(threads, 0, m, count_again, &s);
  for (int64_t j = 0; j < m; j++) {
    const mc_sparse_look *look = &side->looks[j];
    side->sparse[j] = look->off != MC_SPARSE_NEVER &&
                      !(look->missing && job->use == MC_USE_PAIRWISE) &&
                      (asked || worth_it(n, look->off, side->values[j], call->kernels));
    if (look->missing && job->use == MC_USE_PAIRWISE)
      side->looks[j].off = MC_SPARSE_NEVER;
  }
  return MC_OK;
}

/* Sums over columns that are sparse, or are not. */
typedef struct {
  double columns, off, values;
} average;

static average average_of(const mc_sparse_side *side, bool sparse) {
  average a = {0};
  for (int64_t j = 0; j < side->columns->columns; j++)
    if ((side->sparse[j] != 0) == sparse) {
      a.columns++;
      a.off += side->looks[j].off;
      a.values += side->values[j];
    }
  a.off /= fmax(1, a.columns);
  a.values /= fmax(1, a.columns);
  return a;
}

bool mc_sparse_rest(const mc_sparse_side *a, const mc_sparse_side *b, const mc_kendall_job *job,
                    const mc_kernels *kernels) {
  const int64_t n = b->columns->rows;
  double as_sparse = 0, as_dense = 0;
  if (a->looks == NULL || b->looks == NULL || job->algorithm == MC_KENDALL_SPARSE)
    return false;
  const average mine = average_of(a, true);
  for (int64_t j = 0; j < b->columns->columns; j++) {
    if (b->looks[j].off == MC_SPARSE_NEVER)
      return false;
    if (b->sparse[j])
      continue;
    as_sparse += mc_kendall_sparse_seconds(n, mine.off, b->looks[j].off, kernels);
    as_dense += mc_kendall_dense_seconds(n, (int) mine.values, (int) b->values[j], kernels);
  }
  return as_sparse < as_dense;
}

/* ---- a job in one piece ---- */

static bool all_stored(const mc_sparse_side *side) {
  for (int64_t j = 0; j < side->columns->columns; j++)
    if (side->looks == NULL || side->looks[j].off == MC_SPARSE_NEVER)
      return false;
  return true;
}

/* Is a job of such columns done earlier as sparse, as far as averages tell? */
static bool on_average(const mc_sparse_side *side, const mc_kernels *kernels) {
  const int64_t n = side->columns->rows, m = side->columns->columns;
  double as_sparse = 0, as_dense = 0, off = 0;
  for (int64_t j = 0; j < m; j++)
    off += (double) side->looks[j].off / (double) m;
  for (int64_t j = 0; j < m; j++) {
    const int values = (int) side->values[j];
    as_sparse += mc_kendall_sparse_seconds(n, off, side->looks[j].off, kernels);
    as_dense += mc_kendall_dense_seconds(n, values, values, kernels);
  }
  return as_sparse < as_dense;
}

mc_status mc_sparse_split_whole(mc_kendall_job *job, const mc_call *call) {
  const bool asked = job->algorithm == MC_KENDALL_SPARSE;
  mc_sparse_side x, y;
  if (job->x.stored == NULL || (!job->symmetric && job->y.stored == NULL))
    return MC_OK;
  MC_TRY(mc_sparse_side_make(&x, &job->x, job, call));
  if (!all_stored(&x) || (!asked && !on_average(&x, call->kernels)))
    return MC_OK;
  y = x;
  if (!job->symmetric) {
    MC_TRY(mc_sparse_side_make(&y, &job->y, job, call));
    if (!all_stored(&y) || (!asked && !on_average(&y, call->kernels)))
      return MC_OK;
  }
  mc_sparse_split *split = mc_alloc(call->arena, 1, sizeof *split);
  if (split == NULL)
    return MC_ERR_MEMORY;
  *split =
    (mc_sparse_split){x.looks, y.looks, x.columns->columns, y.columns->columns, false, false};
  job->split = split;
  return MC_OK;
}
