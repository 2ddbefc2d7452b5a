#ifndef MC_KENDALL_KIND_ORDER_H
#define MC_KENDALL_KIND_ORDER_H

#include "base/arena.h"
#include "base/status.h"
#include "kendall/types.h"

/* An order of columns by kind: those of few distinct values first, by how many they have, then the
   others. So panels and groups are of one kind. Columns are judged by some hundred rows; a wrong
   guess costs time only. */

/* Has the job take its columns in such an order, by picks, where the user left the algorithm open
   or named tables, columns are those of matrices in memory, and they are of both kinds or
   of different numbers of values. 8 bytes a column. MC_OK, MC_ERR_MEMORY. */
mc_status mc_kind_order(mc_kendall_job *job, mc_arena *arena);

#endif
