#ifndef MC_SORT_ORDER_H
#define MC_SORT_ORDER_H

#include "dispatch/call.h"
#include "sort/types.h"

/* The stable order of rows by one or several keys: writes n row numbers, from 1 on, to `order`.
   These are int32_t, or double if `wide`, which n >= 2^31 needs. Rows that are equal in all keys
   keep their order. Missing values are equal to each other; so are -0 and 0. n < 2^40.

   O(n log n) time for each key. Scratch: 8 n bytes for one key, 16 n for two keys or if rows are
   dropped, 24 n for more keys; n more for each key whose normalised keys are not exact, and up to
   16 n more if many keys lie close to each other within their range.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_sort_order(const mc_sort_order_job *job, void *order, bool wide,
                        mc_sort_order_report *report, const mc_call *call);

#endif
