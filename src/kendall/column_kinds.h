#ifndef MC_KENDALL_COLUMN_KINDS_H
#define MC_KENDALL_COLUMN_KINDS_H

#include "base/status.h"
#include "dispatch/call.h"
#include "kendall/sparse_split.h"

/* Kinds of columns: which columns are sparse, and, if columns may come in any order, an order by
   kind. Sparse columns come first, those with fewer rows off their base earlier; then columns of
   few distinct values, by their number; then the others. So parts, panels, blocks and groups are
   of one kind. A sample of some hundred rows estimates the number of distinct values. A wrong
   estimate costs only time. */
typedef struct {
  mc_kendall_split split; /* of the columns in that order */
  const uint32_t *x, *y;  /* the column at each place; NULL: columns keep their order */
} mc_kendall_kinds;

/* Finds kinds if the user chose "auto", "table" or "sparse" and the source can read columns in
   place; otherwise all columns are of one kind. Columns are reordered only if they may come in any
   order and a reorder saves time. MC_OK, MC_ERR_MEMORY. */
mc_status mc_kendall_kinds_make(mc_kendall_kinds *kinds, const mc_kendall_sides *sides,
                                bool any_order, const mc_call *call);

#endif
