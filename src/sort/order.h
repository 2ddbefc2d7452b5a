#ifndef MC_SORT_ORDER_H
#define MC_SORT_ORDER_H

#include "dispatch/call.h"
#include "sort/types.h"

/* The stable order of rows by one or several keys. Numbers of rows, from 1 on: to `order`, n of
   int32_t, or of double if `wide` (which n from 2^31 on needs). Rows that are equal in all keys
   stay in their order; missing values are equal, and so are -0 and 0. n < 2^40.

   O(n log n) time for each key. Scratch: 8 n bytes; 8 n more with two keys, or where rows
   are dropped, 16 n more with more keys; n for each key that an image does not hold exactly,
   and up to 16 n where many of its values lie very close to each other for their range.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_sort_order(const mc_sort_order_job *job, void *order, bool wide,
                        mc_sort_order_report *report, const mc_call *call);

#endif
