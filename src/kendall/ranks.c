#include "kendall/ranks.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/prefetch.h"
#include "kendall/column_sort.h"
#include "kendall/few_values.h"
#include "kernels/kendall/types.h"

/* The scratch of a thread: a column of doubles, then scratch of the sort. */
typedef struct {
  double *value;
  void *sorting;
} sorter;

static int64_t aligned(int64_t bytes) {
  return mc_round_up(bytes, MC_ALIGN);
}

int64_t mc_kendall_rank_scratch_bytes(int64_t n) {
  return aligned(n * (int64_t) sizeof(double)) + aligned(mc_kendall_column_sort_bytes(n));
}

static sorter sorter_at(const mc_kendall_rank_scratch *scratch, int thread, int64_t n) {
  unsigned char *p = (unsigned char *) scratch->items + thread * scratch->bytes;
  return (sorter){(double *) p, p + aligned(n * (int64_t) sizeof(double))};
}

/* The chosen rows of a column as doubles: x itself, or `value`. Doubles hold 32-bit integers
   exactly. */
static const double *gather(const mc_matrix *x, const uint32_t *rows, int64_t n, int64_t column,
                            double *value) {
  if (x->type == MC_F64) {
    const double *from = (const double *) x->data + column * x->rows;
    if (rows == NULL)
      return from;
    for (int64_t i = 0; i < n; i++)
      value[i] = from[rows[i]];
  } else {
    const int32_t *from = (const int32_t *) x->data + column * x->rows;
    for (int64_t i = 0; i < n; i++) {
      int32_t v = from[rows == NULL ? i : rows[i]];
      value[i] = v == INT32_MIN ? (double) NAN : (double) v;
    }
  }
  return value;
}

/* Asks for the column after `column`: while this column is sorted, the next one comes from memory.
   The order in which rows are gathered may hide it from the processor. */
static void ask_for_next(const mc_matrix *x, int64_t column) {
  enum { LINE = 64, MOST = 16 << 10 }; /* bytes; a part of the nearest cache */
  const int64_t bytes = x->rows * (x->type == MC_F64 ? 8 : 4);
  if (column + 1 >= x->columns || bytes > MOST)
    return;
  const char *next = (const char *) x->data + (column + 1) * bytes;
  for (int64_t at = 0; at < bytes; at += LINE)
    __builtin_prefetch(next + at);
}

/* Columns that are read, to be ranked into columns `to`, to + 1, ... */
typedef struct {
  mc_kendall_ranks *ranks;
  mc_matrix view;
  bool dense;
  int64_t to;
} batch;

typedef struct {
  int64_t distinct, tied_pairs;
  double triples;
} numbering;

/* Copies numbers of rows. They fit into 16 bits. Compilers vectorise the loop of RUN. */
static void narrow(const mc_kendall_sorted_row *sorted, int64_t present, uint16_t *order) {
  enum { RUN = 64 };
  int64_t i = 0;
  for (; i + RUN <= present; i += RUN)
    for (int k = 0; k < RUN; k++)
      order[i + k] = (uint16_t) sorted[i + k];
  for (; i < present; i++)
    order[i] = (uint16_t) sorted[i];
}

/* Writes ranks from sorted rows without ties. `width` is a constant in each call. */
static inline void rank_distinct(const mc_kendall_sorted_row *sorted, int64_t present, int width,
                                 void *ranks) {
  if (width == 4)
    mc_prefetch_to_write(ranks, present * width);
  for (int64_t i = 0; i < present; i++)
    if (width == 2)
      ((uint16_t *) ranks)[sorted[i]] = (uint16_t) i;
    else
      ((uint32_t *) ranks)[sorted[i]] = (uint32_t) i;
}

/* Writes ranks (unless NULL) and order (unless NULL) from sorted rows without ties, which may be
   in the place of the order. */
static inline numbering number_distinct(const mc_kendall_sorted_row *sorted, int64_t present,
                                        int width, void *ranks, void *order) {
  if (ranks != NULL)
    rank_distinct(sorted, present, width, ranks);
  if (order != NULL && width == 2)
    narrow(sorted, present, order);
  else if (order != NULL && order != (const void *) sorted)
    memcpy(order, sorted, (size_t) present * sizeof *sorted);
  return (numbering){present, 0, 0};
}

/* The same for rows with ties. */
static inline numbering number_rows(const mc_kendall_sorted_row *sorted, int64_t present, int width,
                                    void *ranks, void *order) {
  int64_t tied_pairs = 0, group = 0;
  uint32_t rank = UINT32_MAX; /* the first row begins rank 0 */
  for (int64_t i = 0; i < present; i++) {
    uint32_t tied = mc_kendall_sorted_row_tied(sorted[i]);
    uint32_t row = mc_kendall_sorted_row_number(sorted[i]);
    rank += 1 - tied;
    group = tied ? group + 1 : 0;
    tied_pairs += group;
    if (width == 2) {
      ((uint16_t *) ranks)[row] = (uint16_t) rank;
      if (order != NULL)
        ((uint16_t *) order)[i] = (uint16_t) row;
    } else {
      ((uint32_t *) ranks)[row] = rank;
      if (order != NULL)
        ((uint32_t *) order)[i] = row;
    }
  }
  return (numbering){present > 0 ? (int64_t) rank + 1 : 0, tied_pairs, 0};
}

/* The same for a column of dense ranks, in O(n). `count` has room for n counts. If `late`, a
   column of few values gets no order. */
static inline numbering number_dense(const int32_t *value, int64_t n, uint32_t *count, int width,
                                     bool late, void *ranks, void *order) {
  int64_t distinct = 0, tied_pairs = 0;
  double triples = 0;
  memset(count, 0, (size_t) n * sizeof *count);
  for (int64_t i = 0; i < n; i++) {
    count[value[i]]++;
    if (width == 2)
      ((uint16_t *) ranks)[i] = (uint16_t) value[i];
    else
      ((uint32_t *) ranks)[i] = (uint32_t) value[i];
  }
  for (uint32_t before = 0; distinct < n && count[distinct] > 0; distinct++) {
    const uint32_t tied = count[distinct];
    tied_pairs += mc_kendall_pairs_among(tied);
    triples += mc_kendall_triples_of_ties(n, tied);
    count[distinct] = before;
    before += tied;
  }
  if (late && distinct <= MC_FEW_VALUES)
    order = NULL;
  for (int64_t i = 0; i < n && order != NULL; i++) {
    const uint32_t to = count[value[i]]++;
    if (width == 2)
      ((uint16_t *) order)[to] = (uint16_t) i;
    else
      ((uint32_t *) order)[to] = (uint32_t) i;
  }
  return (numbering){distinct, tied_pairs, triples};
}

static double untied_triples(const mc_kendall_sorted_row *sorted, int64_t present) {
  double triples = 0;
  for (int64_t i = 0, first = 0; i < present; i++)
    if (i + 1 == present ||
        !mc_kendall_sorted_row_tied(sorted[i + 1])) { /* the last row of its group */
      triples += mc_kendall_triples_of_ties(present, i + 1 - first);
      first = i + 1;
    }
  return triples;
}

/* Sorts the rows by rank into `order` (counting sort). */
static void order_few(const mc_kendall_ranks *ranks, int64_t column, int width, void *order) {
  const unsigned char *rank =
    (const unsigned char *) ranks->rank + column * ranks->stride * ranks->width;
  uint32_t next[MC_FEW_VALUES + 1] = {0};
  for (int64_t i = 0; i < ranks->n; i++) {
    const uint32_t r = width == 2 ? ((const uint16_t *) rank)[i] : ((const uint32_t *) rank)[i];
    next[r < MC_FEW_VALUES ? r + 1 : 0]++;
  }
  next[0] = 0;
  for (int r = 0; r < MC_FEW_VALUES; r++)
    next[r + 1] += next[r];
  for (int64_t i = 0; i < ranks->n; i++) {
    const uint32_t r = width == 2 ? ((const uint16_t *) rank)[i] : ((const uint32_t *) rank)[i];
    if (r >= MC_FEW_VALUES) /* missing */
      continue;
    if (width == 2)
      ((uint16_t *) order)[next[r]++] = (uint16_t) i;
    else
      ((uint32_t *) order)[next[r]++] = (uint32_t) i;
  }
}

/* Ranks a column of few values. False, with nothing done, for other columns. */
static bool number_few(const double *value, int64_t n, int width, uint8_t *code, void *ranks,
                       numbering *found, int64_t *present) {
  enum { WORTH_IT = 96 }; /* rows */
  mc_kendall_few_values few;
  if (n < WORTH_IT || !mc_kendall_few_values_find(value, n, &few, code))
    return false;
  *found = (numbering){.distinct = few.distinct};
  *present = 0;
  for (int r = 0; r < few.distinct; r++) {
    const int64_t tied = few.rows[r];
    *present += tied;
    found->tied_pairs += mc_kendall_pairs_among(tied);
  }
  for (int r = 0; r < few.distinct; r++)
    found->triples += mc_kendall_triples_of_ties(*present, few.rows[r]);
  for (int64_t i = 0; i < n && width == 2; i++)
    ((uint16_t *) ranks)[i] = (uint16_t) few.rank[code[i]];
  for (int64_t i = 0; i < n && width == 4; i++)
    ((uint32_t *) ranks)[i] = few.rank[code[i]];
  return true;
}

static void mark_present(const mc_kendall_ranks *ranks, int64_t column) {
  uint64_t *bits = mc_kendall_ranks_present(ranks, column);
  memset(bits, 0, (size_t) (ranks->present_units * MC_ALIGN));
  for (int64_t i = 0; i < ranks->n; i++)
    bits[i / 64] |= (uint64_t) (mc_kendall_rank_at(ranks, column, i) != MC_RANK32_NA) << i % 64;
}

/* Counts the rows of each rank, and lists the rows that the column lacks. */
static void fill_groups(const mc_kendall_ranks *ranks, int64_t column) {
  const mc_kendall_ranked *c = &ranks->column[column];
  const uint16_t *rank = (const uint16_t *) ranks->rank + column * ranks->stride;
  uint16_t *group = ranks->groups + column * ranks->stride;
  uint16_t *lacking = mc_kendall_ranks_lacking(ranks, column);
  if (ranks->n == 0)
    return;
  memset(group, 0, (size_t) (c->distinct > 0 ? c->distinct : 1) * sizeof *group);
  for (int64_t i = 0; i < ranks->n; i++)
    if (rank[i] == MC_RANK16_NA)
      *lacking++ = (uint16_t) i;
    else
      group[rank[i]]++;
}

/* Sorts the rows of a column and ranks them. Sets *present to the number of present rows. If ranks
   may come later (*late), a column without ties and missing values gets none; *late becomes false
   for other columns. */
static numbering sort_column(const mc_kernels *kernels, const mc_kendall_ranks *ranks,
                             const double *value, sorter s, void *rank, void *order,
                             int64_t *present, bool *late) {
  mc_kendall_sorted_row *room = ranks->width == 4 ? order : NULL;
  const mc_kendall_sorted sorted =
    mc_kendall_column_sort(kernels, value, ranks->n, room, s.sorting);
  const mc_kendall_sorted_row *row = sorted.row;
  *present = sorted.present;
  if (*present < ranks->n)
    memset(rank, 0xff, (size_t) ranks->n * (size_t) ranks->width);
  *late = *late && !sorted.tied && *present == ranks->n;
  double triples = 0;
  if (ranks->triples)
    triples = sorted.tied ? untied_triples(row, *present) : mc_kendall_triples_among(*present);
  numbering found;
  if (sorted.tied)
    found = ranks->width == 2 ? number_rows(row, *present, 2, rank, order)
                              : number_rows(row, *present, 4, rank, order);
  else
    found = ranks->width == 2 ? number_distinct(row, *present, 2, rank, order)
                              : number_distinct(row, *present, 4, *late ? NULL : rank, order);
  found.triples = triples;
  return found;
}

static void rank_column(const mc_kernels *kernels, mc_kendall_ranks *ranks, int64_t to,
                        const batch *b, const uint32_t *rows, int64_t column, sorter s) {
  const int64_t n = ranks->n, at = to * ranks->stride * ranks->width;
  unsigned char *rank = (unsigned char *) ranks->rank + at;
  unsigned char *order = ranks->order == NULL ? NULL : (unsigned char *) ranks->order + at;
  int64_t present = n;
  const bool dense = b->dense && rows == NULL;
  bool few = false, late = ranks->late_rank && ranks->width == 4 && to == 0 && !dense;
  numbering found;
  if (dense) {
    const int32_t *value = (const int32_t *) b->view.data + column * n;
    uint32_t *count = (uint32_t *) s.value;
    found = ranks->width == 2 ? number_dense(value, n, count, 2, ranks->late_order, rank, order)
                              : number_dense(value, n, count, 4, ranks->late_order, rank, order);
    few = found.distinct <= MC_FEW_VALUES;
  } else {
    const double *value = gather(&b->view, rows, n, column, s.value);
    ask_for_next(&b->view, column);
    few = number_few(value, n, ranks->width, s.sorting, rank, &found, &present);
    if (!few)
      found = sort_column(kernels, ranks, value, s, rank, order, &present, &late);
    else if (order != NULL && !ranks->late_order)
      order_few(ranks, to, ranks->width, order);
  }
  ranks->column[to] =
    (mc_kendall_ranked){.present = present,
                        .distinct = found.distinct,
                        .pairs = mc_kendall_pairs_among(present) - found.tied_pairs,
                        .triples = found.triples,
                        .missing = (present < n),
                        .tied = (found.tied_pairs > 0),
                        .no_order = few && ranks->late_order,
                        .no_rank = !few && late};
  if (ranks->present != NULL)
    mark_present(ranks, to);
  if (ranks->groups != NULL)
    fill_groups(ranks, to);
}

static int width_for(int64_t n) {
  return n <= MC_RANK16_NA ? 2 : 4; /* ranks 0 .. n - 1, and NA */
}

static int64_t stride_for(int64_t n) {
  int64_t lanes = MC_ALIGN / width_for(n);
  return (n + lanes - 1) / lanes * lanes;
}

static int64_t present_units(int64_t n) {
  return (n + 8 * MC_ALIGN - 1) / (8 * MC_ALIGN);
}

static bool has_groups(int64_t n, mc_kendall_ranks_extras extras) {
  return extras.groups && width_for(n) == 2;
}

int64_t mc_kendall_ranks_column_bytes(int64_t n, mc_kendall_ranks_extras extras) {
  const int64_t rows = (extras.order ? 2 : 1) + (has_groups(n, extras) ? 1 : 0);
  return rows * stride_for(n) * width_for(n) + (extras.present ? present_units(n) * MC_ALIGN : 0) +
         (int64_t) sizeof(mc_kendall_ranked);
}

mc_status mc_kendall_ranks_make(mc_kendall_ranks *ranks, int64_t n, int64_t columns,
                                mc_kendall_ranks_extras extras, mc_arena *arena) {
  if (n > MC_RANKS_MAX_ROWS)
    return MC_ERR_SIZE;
  ranks->n = n;
  ranks->columns = columns;
  ranks->stride = stride_for(n);
  ranks->width = width_for(n);
  if (ranks->stride > 0 && columns > INT64_MAX / ranks->stride)
    return MC_ERR_SIZE;
  ranks->rank = mc_alloc(arena, columns * ranks->stride, ranks->width);
  ranks->order = extras.order ? mc_alloc(arena, columns * ranks->stride, ranks->width) : NULL;
  const bool groups = has_groups(n, extras);
  ranks->groups = groups ? mc_alloc(arena, columns * ranks->stride, sizeof *ranks->groups) : NULL;
  ranks->present_units = present_units(n);
  ranks->present =
    extras.present ? mc_alloc(arena, columns * ranks->present_units, MC_ALIGN) : NULL;
  ranks->triples = extras.triples;
  ranks->late_order = extras.late_order;
  ranks->late_rank = extras.late_rank;
  ranks->column = mc_alloc(arena, columns, sizeof *ranks->column);
  return ranks->rank == NULL || ranks->column == NULL || (extras.order && ranks->order == NULL) ||
             (extras.present && ranks->present == NULL) || (groups && ranks->groups == NULL)
           ? MC_ERR_MEMORY
           : MC_OK;
}

mc_status mc_kendall_rank_scratch_make(mc_kendall_rank_scratch *scratch, int64_t n, int threads,
                                       mc_arena *arena) {
  scratch->bytes = mc_kendall_rank_scratch_bytes(n);
  scratch->items = mc_alloc(arena, threads, scratch->bytes);
  return scratch->items == NULL ? MC_ERR_MEMORY : MC_OK;
}

enum { JOBS = 2 };

typedef struct {
  const mc_kernels *kernels;
  batch batches[JOBS];
  const uint32_t *rows;
  const mc_kendall_rank_scratch *scratch;
} fill_context;

/* Column k, counted through all batches. */
static void rank_one(void *context, int64_t k, int thread) {
  const fill_context *c = context;
  const batch *b = c->batches;
  const sorter s = sorter_at(c->scratch, thread, b->ranks->n);
  for (; k >= b->view.columns; b++)
    k -= b->view.columns;
  rank_column(c->kernels, b->ranks, b->to + k, b, c->rows, k, s);
}

mc_status mc_kendall_ranks_fill(const mc_kendall_rank_job *jobs, int count, const uint32_t *rows,
                                int threads, const mc_kendall_rank_scratch *scratch, double weight,
                                const mc_call *call) {
  int64_t left = 0;
  fill_context c = {.kernels = call->kernels, .rows = rows, .scratch = scratch};
  for (int i = 0; i < count; i++) {
    jobs[i].ranks->columns = jobs[i].last - jobs[i].first;
    left += jobs[i].ranks->columns;
    c.batches[i] = (batch){.ranks = jobs[i].ranks, .dense = jobs[i].x->dense};
  }
  while (left > 0) {
    int64_t columns = 0;
    for (int i = 0; i < count; i++) {
      batch *b = &c.batches[i];
      const int64_t from = jobs[i].first + b->to + b->view.columns;
      const int64_t to = mc_min(jobs[i].last, from + jobs[i].x->at_once);
      b->to = from - jobs[i].first;
      b->view.columns = 0;
      if (from < to)
        MC_TRY(jobs[i].x->read(jobs[i].x, from, to, call->arena, &b->view));
      columns += b->view.columns;
    }
    MC_TRY(mc_run_each(call->monitor, threads, columns, weight, rank_one, &c));
    left -= columns;
  }
  return MC_OK;
}

mc_kendall_ranks mc_kendall_ranks_view(const mc_kendall_ranks *ranks, int64_t first, int64_t last) {
  const int64_t at = first * ranks->stride * ranks->width;
  mc_kendall_ranks view = *ranks;
  view.columns = last - first;
  view.rank = (unsigned char *) ranks->rank + at;
  view.column = ranks->column + first;
  if (ranks->order != NULL)
    view.order = (unsigned char *) ranks->order + at;
  if (ranks->present != NULL)
    view.present = mc_kendall_ranks_present(ranks, first);
  if (ranks->groups != NULL)
    view.groups = ranks->groups + first * ranks->stride;
  return view;
}

void mc_kendall_ranks_rank(const mc_kendall_ranks *ranks) {
  if (ranks->columns == 0 || !ranks->column[0].no_rank)
    return;
  rank_distinct(ranks->order, ranks->n, 4, ranks->rank);
  ranks->column[0].no_rank = false;
}

typedef struct {
  const mc_kendall_ranks *ranks;
} late;

MC_BODY(order_late, const late, l, j) {
  const mc_kendall_ranks *ranks = l->ranks;
  if (ranks->column[j].no_order)
    order_few(ranks, j, ranks->width,
              (unsigned char *) ranks->order + j * ranks->stride * ranks->width);
  ranks->column[j].no_order = false;
}

mc_status mc_kendall_ranks_order(const mc_kendall_ranks *ranks, int threads, mc_monitor *monitor) {
  late l = {ranks};
  return mc_run_each(monitor, threads, ranks->columns, 0, order_late, &l);
}
