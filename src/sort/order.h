#ifndef MC_ORDER_H
#define MC_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "sort/sort.h"

/* The stable order of rows by one or several keys. */

typedef enum { MC_KEY_I32, MC_KEY_I64, MC_KEY_F64 } mc_key_type;

/* Missing are NaN, INT32_MIN and INT64_MIN, as in R. */
typedef struct {
  const void *data; /* n values */
  mc_key_type type;
  bool decreasing;
} mc_key;

typedef struct {
  const mc_key *keys; /* at least one; the first counts most */
  int count;
  int64_t n;
  mc_missing missing;
  int threads; /* as mc_threads() takes it */
} mc_order_job;

typedef struct {
  int threads;
  int64_t rows; /* that are in the order */
} mc_order_report;

/* Numbers of rows, from 1 on: to `order`, n of int32_t, or of double if `wide` (which n from
   2^31 on needs). Rows that are equal in all keys stay in their order; missing values are
   equal, and so are -0 and 0. n < 2^40.

   O(n log n) time for each key. Scratch: 8 n bytes; 8 n more with two keys, or where rows
   are dropped, 16 n more with more keys; n for each key that an image does not hold exactly,
   and up to 16 n where many of its values lie very close to each other for their range.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_order(const mc_order_job *job, void *order, bool wide, mc_order_report *report,
                   mc_arena *arena, mc_monitor *monitor);

#endif
