#include "kendall/packed_sparse.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "kendall/column_sort.h"

/* ---- scans ---- */

/* The number of rows whose value is not `base` or is missing. *missing: is some value missing? */
static int64_t count_off(const mc_column *column, double base, bool *missing) {
  const int64_t n = column->count;
  int64_t off = 0, lost = 0;
  if (column->type == MC_F64) {
    const double *v = column->value;
    for (int64_t i = 0; i < n; i++) {
      off += v[i] != base;
      lost += v[i] != v[i];
    }
  } else {
    const int32_t *v = column->value, same = (int32_t) base;
    for (int64_t i = 0; i < n; i++) {
      off += v[i] != same;
      lost += v[i] == INT32_MIN;
    }
  }
  *missing = lost > 0;
  return off;
}

static bool ascending(const int32_t *row, int64_t count) {
  for (int64_t k = 1; k < count; k++)
    if (row[k] <= row[k - 1])
      return false;
  return true;
}

typedef struct {
  const mc_columns *columns;
  const double *base;
  mc_kendall_sparse_scan *scans;
} scanning;

MC_BODY(scan_one, scanning, l, j) {
  const mc_column column = l->columns->stored(l->columns, j);
  mc_kendall_sparse_scan *scan = &l->scans[j];
  scan->base = column.row == NULL ? l->base[j] : 0;
  const int64_t off = count_off(&column, scan->base, &scan->missing);
  const bool fits = off <= mc_kendall_sparse_most(l->columns->rows);
  const bool ordered = column.row == NULL || ascending(column.row, column.count);
  scan->off = fits && ordered ? (int32_t) off : MC_SPARSE_NEVER;
}

void mc_kendall_sparse_scan_columns(const mc_columns *columns, const double *base, int threads,
                                    mc_kendall_sparse_scan *scans) {
  scanning l = {columns, base, scans};
  mc_each(threads, 0, columns->columns, scan_one, &l);
}

/* ---- memory ---- */

mc_status mc_kendall_sparse_rows_make(mc_kendall_sparse_rows *to, const uint32_t *rows, int64_t n,
                                      int64_t all, mc_arena *arena) {
  *to = (mc_kendall_sparse_rows){rows, NULL, n};
  if (rows == NULL)
    return MC_OK;
  uint32_t *place = mc_alloc(arena, all, sizeof *place);
  if (place == NULL)
    return MC_ERR_MEMORY;
  memset(place, 0xff, (size_t) all * sizeof *place);
  for (int64_t i = 0; i < n; i++)
    place[rows[i]] = (uint32_t) i;
  to->place = place;
  return MC_OK;
}

static int64_t present_units(int64_t n) {
  return (n + 8 * MC_ALIGN - 1) / (8 * MC_ALIGN);
}

int64_t mc_kendall_packed_sparse_bytes(int64_t n, int64_t columns, int64_t entries, bool missing) {
  const int64_t entry = 2 * (int64_t) sizeof(uint32_t) + 2 * (int64_t) sizeof(uint16_t);
  return entries * entry +
         columns * (int64_t) (sizeof(mc_kendall_sparse_column) + sizeof(mc_kendall_ranked)) +
         (missing ? columns * present_units(n) * MC_ALIGN : 0) + 6 * MC_ALIGN;
}

mc_status mc_kendall_packed_sparse_make(mc_kendall_packed_sparse *packed, int64_t n,
                                        int64_t columns, int64_t entries, bool missing,
                                        mc_arena *arena) {
  packed->row = mc_alloc(arena, entries, sizeof *packed->row);
  packed->rank = mc_alloc(arena, entries, sizeof *packed->rank);
  packed->size = mc_alloc(arena, entries, sizeof *packed->size);
  packed->score = mc_alloc(arena, entries, sizeof *packed->score);
  packed->column = mc_alloc(arena, columns, sizeof *packed->column);
  packed->ranks = (mc_kendall_ranks){.n = n, .triples = true, .present_units = present_units(n)};
  if (missing)
    packed->ranks.present = mc_alloc(arena, columns * present_units(n), MC_ALIGN);
  packed->ranks.column = mc_alloc(arena, columns, sizeof *packed->ranks.column);
  return packed->row == NULL || packed->rank == NULL || packed->size == NULL ||
             packed->score == NULL || packed->column == NULL || packed->ranks.column == NULL ||
             (missing && packed->ranks.present == NULL)
           ? MC_ERR_MEMORY
           : MC_OK;
}

int64_t mc_kendall_sparse_sorting_bytes(int64_t most) {
  return mc_round_up(most * (int64_t) sizeof(double), MC_ALIGN) +
         mc_round_up(most * (int64_t) sizeof(uint32_t), MC_ALIGN) +
         mc_round_up(mc_kendall_column_sort_bytes(most), MC_ALIGN);
}

mc_status mc_kendall_sparse_sorting_make(mc_kendall_sparse_sorting *sorting, int64_t most,
                                         int threads, mc_arena *arena) {
  *sorting =
    (mc_kendall_sparse_sorting){.each = mc_kendall_sparse_sorting_bytes(most), .most = most};
  sorting->bytes = mc_alloc(arena, threads, sorting->each);
  return sorting->bytes == NULL ? MC_ERR_MEMORY : MC_OK;
}

/* ---- a column ---- */

/* The rows of a column that take part and are off its base. */
typedef struct {
  double *value;
  uint32_t *row;
  int64_t count;
} off_base;

static void collect(const mc_column *column, double base, const mc_kendall_sparse_rows *rows,
                    off_base *to) {
  const mc_column c = *column; /* a copy: no store can change it */
  const mc_kendall_sparse_rows r = *rows;
  const bool stored = c.row != NULL;
  const int64_t count = stored ? c.count : r.n;
  int64_t k = 0;
  for (int64_t i = 0; i < count; i++) {
    const double v = mc_kendall_sparse_value_at(&c, !stored && r.rows != NULL ? r.rows[i] : i);
    if (v == base)
      continue;
    uint32_t row = (uint32_t) (stored ? c.row[i] : i);
    if (stored && r.place != NULL)
      row = r.place[row];
    if (row == UINT32_MAX)
      continue;
    to->value[k] = v;
    to->row[k++] = row;
  }
  to->count = k;
}

/* Sums over the groups of equal values of a column, from the least value on. */
typedef struct {
  int64_t n, before, groups, tied;
  double triples;
} census;

static void count_group(census *c, int64_t size) {
  c->before += size;
  c->groups += size > 0;
  c->tied += mc_kendall_pairs_among(size);
  c->triples += mc_kendall_triples_of_ties(c->n, size);
}

/* Writes the sorted rows [first, last), which are all above or all below the base, after the `done`
   entries that the column has already. */
static void put_side(const off_base *off, const mc_kendall_sorted_row *sorted, int64_t first,
                     int64_t last, int64_t done, census *c, mc_kendall_sparse_column *column,
                     mc_kendall_packed_sparse *packed, int64_t at, int64_t *rank) {
  for (int64_t g = first, end; g < last; g = end) {
    for (end = g + 1; end < last && mc_kendall_sorted_row_tied(sorted[end]);)
      end++;
    const int64_t size = end - g, less = c->before;
    count_group(c, size);
    for (int64_t k = g; k < end; k++) {
      const int64_t to = at + done + k - first;
      packed->row[to] = off->row[mc_kendall_sorted_row_number(sorted[k])];
      packed->rank[to] = (uint16_t) *rank;
      packed->score[to] = (int32_t) (less - (c->n - less - size));
    }
    packed->size[at + *rank] = (uint16_t) size;
    column->ties += mc_kendall_pairs_among(size);
    ++*rank;
  }
}

/* Writes the entries of a column from `at` on. */
static void put_column(const mc_kernels *kernels, const off_base *off, double base, void *sorting,
                       mc_kendall_packed_sparse *packed, int64_t at, int64_t to) {
  const int64_t n = packed->ranks.n;
  int64_t below = 0, rank = 0;
  const mc_kendall_sorted_row *sorted =
    mc_kendall_column_sort(kernels, off->value, off->count, NULL, sorting).row;
  for (int64_t k = 0; k < off->count; k++)
    below += off->value[k] < base;
  mc_kendall_sparse_column *column = &packed->column[to];
  *column = (mc_kendall_sparse_column){.row = packed->row + at,
                                       .rank = packed->rank + at,
                                       .size = packed->size + at,
                                       .score = packed->score + at,
                                       .count = (int32_t) off->count,
                                       .above = (int32_t) (off->count - below)};
  census lower = {.n = n};
  /* ranks above the base come first; so groups are visited twice, from the least on */
  for (int64_t g = 0, end; g < below; g = end) {
    for (end = g + 1; end < below && mc_kendall_sorted_row_tied(sorted[end]);)
      end++;
    count_group(&lower, end - g);
  }
  census all = lower;
  count_group(&all, n - off->count);
  put_side(off, sorted, below, off->count, 0, &all, column, packed, at, &rank);
  column->split = (int32_t) rank;
  lower = (census){.n = n};
  put_side(off, sorted, 0, below, column->above, &lower, column, packed, at, &rank);
  column->bits = (int) mc_min(16, mc_bits_of(rank - 1));
  packed->ranks.column[to] =
    (mc_kendall_ranked){.present = n,
                        .pairs = mc_kendall_pairs_among(n) - all.tied,
                        .distinct = all.groups,
                        .triples = all.tied > 0 ? all.triples : mc_kendall_triples_among(n),
                        .tied = all.tied > 0};
}

/* Marks a column that lacks rows. Its pairs have no counts. */
static void mark_missing(const mc_column *column, mc_kendall_packed_sparse *packed, int64_t to) {
  const int64_t n = packed->ranks.n;
  uint64_t *bits = mc_kendall_ranks_present(&packed->ranks, to);
  mc_kendall_ranked *about = &packed->ranks.column[to];
  about->missing = true;
  memset(bits, 0, (size_t) (packed->ranks.present_units * MC_ALIGN));
  for (int64_t i = 0; i < n; i++)
    bits[i / 64] |= (uint64_t) 1 << i % 64;
  for (int64_t k = 0; k < column->count; k++) {
    const double v = mc_kendall_sparse_value_at(column, k);
    const int64_t row = column->row == NULL ? k : column->row[k];
    if (v == v)
      continue;
    bits[row / 64] &= ~((uint64_t) 1 << row % 64);
    about->present--;
  }
}

typedef struct {
  mc_kendall_packed_sparse *packed;
  const mc_columns *columns;
  const mc_kendall_sparse_scan *scans;
  int64_t first;
  const mc_kendall_sparse_rows *rows;
  const mc_kendall_sparse_sorting *sorting;
  const mc_kernels *kernels;
  const int64_t *start;
} filling;

static void fill_one(void *context, int64_t k, int thread) {
  const filling *f = context;
  const mc_kendall_sparse_scan *scan = &f->scans[f->first + k];
  const mc_kendall_sparse_sorting *s = f->sorting;
  unsigned char *mine = s->bytes + thread * s->each;
  off_base off = {.value = (double *) mine};
  mine += mc_round_up(s->most * (int64_t) sizeof(double), MC_ALIGN);
  off.row = (uint32_t *) mine;
  mine += mc_round_up(s->most * (int64_t) sizeof(uint32_t), MC_ALIGN);
  const mc_column column = f->columns->stored(f->columns, f->first + k);
  if (!scan->missing || f->rows->rows != NULL)
    collect(&column, scan->base, f->rows, &off);
  put_column(f->kernels, &off, scan->base, mine, f->packed, f->start[k], k);
  if (scan->missing && f->rows->rows == NULL)
    mark_missing(&column, f->packed, k);
}

mc_status mc_kendall_packed_sparse_fill(mc_kendall_packed_sparse *packed, const mc_columns *columns,
                                        const mc_kendall_sparse_scan *scans, int64_t first,
                                        int64_t last, const mc_kendall_sparse_rows *rows,
                                        const mc_kendall_sparse_sorting *sorting, int threads,
                                        double weight, const mc_call *call) {
  int64_t *start = mc_alloc(call->arena, last - first + 1, sizeof *start);
  if (start == NULL)
    return MC_ERR_MEMORY;
  start[0] = 0;
  for (int64_t j = first; j < last; j++)
    start[j - first + 1] = start[j - first] + scans[j].off;
  packed->ranks.columns = last - first;
  filling f = {packed, columns, scans, first, rows, sorting, call->kernels, start};
  return mc_run_each(call->monitor, threads, last - first, weight, fill_one, &f);
}
