#include "kendall/column_kinds.h"

#include "base/integers.h"
#include "kendall/ranks.h"
#include "kendall/sparse_split.h"

/* The kinds, in order: sparse columns by the number of bits of the number of rows off their
   base; then other columns by their number of distinct values. */
enum { SPARSE_KINDS = 17, KINDS = SPARSE_KINDS + MC_SPARSE_MANY + 1, MANY = KINDS - 1 };

static uint32_t kind_of(const mc_kendall_sparse_side *side, int64_t j) {
  uint32_t bits = 0;
  if (!side->sparse[j])
    return SPARSE_KINDS + side->values[j];
  for (int32_t off = side->scans[j].off; off > 0; off /= 2)
    bits++;
  return bits;
}

typedef struct {
  mc_kendall_sparse_side side;
  uint32_t *order;
  int64_t sparse; /* number of sparse columns */
  bool worth_it;  /* does this order save time? */
} ordering;

/* Sorts columns by kind (counting sort). The order is worth it if columns are of several kinds,
   or if groups of eight neighbours had 1.5 times as many values without it. */
static mc_status order_of(ordering *o, const mc_columns *columns, const mc_kendall_sides *sides,
                          const mc_call *call) {
  int64_t first[KINDS + 1] = {0}, sorted = 0, as_is = 0;
  const int64_t m = columns->columns;
  uint32_t *kind = mc_alloc(call->arena, m, sizeof *kind);
  o->order = mc_alloc(call->arena, m, sizeof *o->order);
  if (kind == NULL || o->order == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(mc_kendall_sparse_side_make(&o->side, columns, sides, call));
  o->sparse = 0;
  for (int64_t j = 0; j < m; j++) {
    o->sparse += o->side.sparse[j];
    kind[j] = kind_of(&o->side, j);
    first[kind[j] + 1]++;
  }
  const bool many = first[MANY + 1] > 0 && first[MANY + 1] < m;
  const bool some = o->sparse > 0 && o->sparse < m;
  for (int k = 0; k < KINDS; k++)
    first[k + 1] += first[k];
  for (int64_t j = 0; j < m; j++)
    o->order[first[kind[j]]++] = (uint32_t) j;
  for (int64_t j = 0; j < m; j += 8) {
    uint32_t most = 0;
    const int64_t last = mc_min(m, j + 8);
    for (int64_t k = j; k < last; k++)
      most = o->side.values[k] > most ? o->side.values[k] : most;
    as_is += most;
    sorted += o->side.values[o->order[last - 1]];
  }
  o->worth_it = some || (o->sparse < m && (many || 2 * as_is > 3 * sorted));
  return MC_OK;
}

/* Puts the scans into the order of the columns. */
static mc_status put_in_order(ordering *o, bool reorder, mc_arena *arena) {
  const int64_t m = o->side.columns->columns;
  if (!reorder || o->side.scans == NULL)
    return MC_OK;
  mc_kendall_sparse_scan *scans = mc_alloc(arena, m, sizeof *scans);
  if (scans == NULL)
    return MC_ERR_MEMORY;
  for (int64_t j = 0; j < m; j++)
    scans[j] = o->side.scans[o->order[j]];
  o->side.scans = scans;
  return MC_OK;
}

static mc_status by_kind(mc_kendall_kinds *kinds, ordering *x, ordering *y,
                         const mc_kendall_sides *sides, const mc_call *call) {
  const bool reorder = x->worth_it || y->worth_it;
  mc_kendall_split *split = &kinds->split;
  *split = (mc_kendall_split){.x_sparse = x->sparse, .y_sparse = y->sparse};
  if (x->sparse > 0)
    split->y_rest = mc_kendall_sparse_rest(&x->side, &y->side, sides, call->kernels);
  if (y->sparse > 0)
    split->x_rest =
      y == x ? split->y_rest : mc_kendall_sparse_rest(&y->side, &x->side, sides, call->kernels);
  MC_TRY(put_in_order(x, reorder, call->arena));
  if (y != x)
    MC_TRY(put_in_order(y, reorder, call->arena));
  split->x = x->side.scans;
  split->y = y->side.scans;
  if (reorder) {
    kinds->x = x->order;
    kinds->y = y->order;
  }
  return MC_OK;
}

mc_status mc_kendall_kinds_make(mc_kendall_kinds *kinds, const mc_kendall_sides *sides,
                                bool any_order, const mc_call *call) {
  const mc_kendall_algorithm asked = sides->asked;
  ordering of_x, of_y;
  *kinds = (mc_kendall_kinds){0};
  if (sides->x->stored == NULL || sides->y->stored == NULL)
    return MC_OK;
  if (!any_order)
    return asked == MC_KENDALL_AUTO || asked == MC_KENDALL_SPARSE
             ? mc_kendall_sparse_split_whole(&kinds->split, sides, call)
             : MC_OK;
  if (asked != MC_KENDALL_AUTO && asked != MC_KENDALL_TABLE && asked != MC_KENDALL_SPARSE)
    return MC_OK;
  MC_TRY(order_of(&of_x, sides->x, sides, call));
  if (sides->symmetric)
    return by_kind(kinds, &of_x, &of_x, sides, call);
  MC_TRY(order_of(&of_y, sides->y, sides, call));
  return by_kind(kinds, &of_x, &of_y, sides, call);
}
