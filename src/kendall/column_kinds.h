#ifndef MC_KENDALL_COLUMN_KINDS_H
#define MC_KENDALL_COLUMN_KINDS_H

#include "base/status.h"
#include "dispatch/call.h"
#include "kendall/sparse_split.h"

/* Kinds of columns: which are sparse, and, where columns may come in any order, an order by kind:
   sparse ones first, those with fewer rows off their base earlier; then those of few distinct
   values, by how many they have; then the others. So parts, panels, blocks and groups are of one
   kind. Values are judged by some hundred rows; a wrong guess costs time only. */
typedef struct {
  mc_kendall_split split; /* of columns in that order */
  const uint32_t *x, *y;  /* the column at each place; NULL: as they are */
} mc_kendall_kinds;

/* Where the user left the algorithm open or named "table" or "sparse", and columns stay where they
   are; else all columns are of one kind. Columns are reordered only if they may come in any
   order, and if that is worth it. MC_OK, MC_ERR_MEMORY. */
mc_status mc_kendall_kinds_make(mc_kendall_kinds *kinds, const mc_kendall_sides *sides,
                                bool any_order, const mc_call *call);

#endif
