#ifndef MC_KENDALL_KIND_ORDER_H
#define MC_KENDALL_KIND_ORDER_H

#include "base/status.h"
#include "dispatch/call.h"
#include "kendall/types.h"

/* An order of columns by kind: sparse ones first, those with fewer rows off their base earlier;
   then those of few distinct values, by how many they have; then the others. So parts, panels,
   blocks and groups are of one kind. Values are judged by some hundred rows; a wrong guess costs
   time only. */

/* Has the job take its columns in such an order, by picks, and says which are sparse (split), where
   the user left the algorithm open or named "table" or "sparse", and columns stay where they are.
   Columns are reordered only if that is worth it. MC_OK, MC_ERR_MEMORY. */
mc_status mc_kind_order(mc_kendall_job *job, const mc_call *call);

#endif
