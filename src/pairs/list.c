#include "pairs/list.h"

/* ---- the filter ---- */

/* The first pair of row a whose place of y is at least b. */
static int64_t lower_bound(const mc_pairs_list *l, int64_t a, int64_t b) {
  int64_t low = l->first[a], high = l->first[a + 1];
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (l->b[middle] < b)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool any(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int64_t a_columns,
                int64_t b_columns) {
  const mc_pairs_list *l = (const mc_pairs_list *) filter;
  for (int64_t a = a0; a < a0 + a_columns; a++) {
    const int64_t at = lower_bound(l, a, b0);
    if (at < l->first[a + 1] && l->b[at] < b0 + b_columns)
      return true;
  }
  return false;
}

static uint64_t which(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int a_columns,
                      int b_columns, int stride) {
  const mc_pairs_list *l = (const mc_pairs_list *) filter;
  uint64_t bits = 0;
  for (int i = 0; i < a_columns; i++) {
    const int64_t end = l->first[a0 + i + 1];
    for (int64_t at = lower_bound(l, a0 + i, b0); at < end && l->b[at] < b0 + b_columns; at++)
      bits |= (uint64_t) 1 << (stride * i + (l->b[at] - b0));
  }
  return bits;
}

static void fours(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int64_t a_columns,
                  int64_t b_columns, uint8_t *a_fours, uint8_t *b_fours) {
  const mc_pairs_list *l = (const mc_pairs_list *) filter;
  for (int64_t i = 0; i < a_columns; i++) {
    const int64_t end = l->first[a0 + i + 1];
    for (int64_t at = lower_bound(l, a0 + i, b0); at < end && l->b[at] < b0 + b_columns; at++)
      a_fours[i / MC_PAIRS_FOUR] = b_fours[(l->b[at] - b0) / MC_PAIRS_FOUR] = 1;
  }
}

void mc_pairs_list_put(const mc_pairs_list *l, const mc_pairs_tile *t, const double *value,
                       const double *mirrored, double *result) {
  const int64_t a0 = t->row, b0 = t->column;
  for (int i = 0; i < t->rows; i++) {
    const int64_t end = l->first[a0 + i + 1];
    for (int64_t at = lower_bound(l, a0 + i, b0); at < end && l->b[at] < b0 + t->columns; at++) {
      const double *from = l->to[at] % 2 == 0 ? value : mirrored;
      result[l->to[at] / 2] = from[t->stride * i + (l->b[at] - b0)];
    }
  }
}

void mc_pairs_list_take(const mc_pairs_list *l, const mc_pairs_tile *t, const double *from,
                        double *value) {
  const int64_t a0 = t->row, b0 = t->column;
  for (int i = 0; i < t->rows; i++) {
    const int64_t end = l->first[a0 + i + 1];
    for (int64_t at = lower_bound(l, a0 + i, b0); at < end && l->b[at] < b0 + t->columns; at++)
      value[t->stride * i + (l->b[at] - b0)] = from[l->to[at] / 2];
  }
}

void mc_pairs_list_put_rows(const mc_pairs_list *l, const mc_pairs_tile *t, const int64_t *rows,
                            int32_t *result) {
  const int64_t a0 = t->row, b0 = t->column;
  for (int i = 0; i < t->rows; i++) {
    const int64_t end = l->first[a0 + i + 1];
    for (int64_t at = lower_bound(l, a0 + i, b0); at < end && l->b[at] < b0 + t->columns; at++)
      result[l->to[at] / 2] = (int32_t) rows[t->stride * i + (l->b[at] - b0)];
  }
}

/* ---- making ---- */

/* The places of a pair; a <= b if the list is symmetric. */
typedef struct {
  uint32_t a, b;
  bool swapped;
} placed;

static inline placed place_of(const mc_pairs_list *l, const mc_pairs_given *pairs, int64_t k) {
  const uint32_t a = l->order.x_place[pairs->i[k] - 1], b = l->order.y_place[pairs->j[k] - 1];
  const bool swapped = pairs->symmetric && a > b;
  return (placed){swapped ? b : a, swapped ? a : b, swapped};
}

/* A pair of a given place of y: its place of x, and `to` of mc_pairs_list. */
typedef struct {
  uint64_t to;
  uint32_t a;
} in_column;

/* Turns counts, first[1 + place], into the begin of each place. */
static void add_up(int64_t *first, int64_t places) {
  for (int64_t a = 0; a < places; a++)
    first[a + 1] += first[a];
}

/* Sorts the pairs by their places of y, into by_b; then, stably, by their places of x. `next` has
   one element more than x has places; `first_of_b` has one more than y has places. */
static void sort_pairs(mc_pairs_list *l, const mc_pairs_given *pairs, in_column *by_b,
                       int64_t *next, int64_t *first_of_b) {
  const int64_t nx = l->order.x_columns, ny = l->order.y_columns;
  for (int64_t a = 0; a <= nx; a++)
    l->first[a] = 0;
  for (int64_t b = 0; b <= ny; b++)
    first_of_b[b] = 0;
  for (int64_t k = 0; k < l->count; k++) {
    const placed p = place_of(l, pairs, k);
    l->first[p.a + 1]++;
    first_of_b[p.b + 1]++;
  }
  add_up(first_of_b, ny);
  for (int64_t k = 0; k < l->count; k++) {
    const placed p = place_of(l, pairs, k);
    by_b[first_of_b[p.b]++] = (in_column){2 * (uint64_t) k + p.swapped, p.a};
  }
  add_up(l->first, nx);
  for (int64_t a = 0; a < nx; a++)
    next[a] = l->first[a];
  for (int64_t b = 0, at = 0; b < ny; b++)
    for (; at < first_of_b[b]; at++) { /* now the begin of the next place */
      const int64_t to = next[by_b[at].a]++;
      l->b[to] = (uint32_t) b;
      l->to[to] = by_b[at].to;
    }
}

/* The number of 4 x 4 tiles with a pair. `seen` has ny elements: for each column of tiles, the last
   row of tiles with a pair. */
static int64_t count_tiles(const mc_pairs_list *l, int64_t *seen) {
  int64_t tiles = 0;
  for (int64_t b = 0; b < l->order.y_columns; b++)
    seen[b] = -1;
  for (int64_t a = 0; a < l->order.x_columns; a++)
    for (int64_t at = l->first[a]; at < l->first[a + 1]; at++) {
      int64_t *last = &seen[l->b[at] / MC_PAIRS_FOUR];
      tiles += *last != a / MC_PAIRS_FOUR;
      *last = a / MC_PAIRS_FOUR;
    }
  return tiles;
}

mc_status mc_pairs_list_make(mc_pairs_list *list, const mc_pairs_given *pairs, mc_arena *arena) {
  *list =
    (mc_pairs_list){.filter = {.any = any, .which = which, .fours = fours}, .count = pairs->count};
  in_column *by_b = mc_alloc(arena, pairs->count, sizeof *by_b);
  list->b = mc_alloc(arena, pairs->count, sizeof *list->b);
  list->to = mc_alloc(arena, pairs->count, sizeof *list->to);
  if (by_b == NULL || list->b == NULL || list->to == NULL)
    return MC_ERR_MEMORY;
  uint32_t *const spare[] = {(uint32_t *) list->to, (uint32_t *) by_b}; /* not in use yet */
  MC_TRY(mc_pairs_order_make(&list->order, pairs, spare, arena));

  const int64_t nx = list->order.x_columns, ny = list->order.y_columns;
  list->first = mc_alloc(arena, nx + 1, sizeof *list->first);
  int64_t *next = mc_alloc(arena, (nx > ny ? nx : ny) + 1, sizeof *next);
  int64_t *first_of_b = mc_alloc(arena, ny + 1, sizeof *first_of_b);
  if (list->first == NULL || next == NULL || first_of_b == NULL)
    return MC_ERR_MEMORY;
  sort_pairs(list, pairs, by_b, next, first_of_b);
  list->filter.pairs = (double) pairs->count;
  list->filter.cells = (double) (count_tiles(list, next) * MC_PAIRS_FOUR * MC_PAIRS_FOUR);
  return MC_OK;
}
