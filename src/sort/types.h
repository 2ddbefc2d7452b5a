#ifndef MC_SORT_TYPES_H
#define MC_SORT_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* What sorts, orders and ranks are asked for. */

typedef enum {
  MC_SORT_I32,
  MC_SORT_U32,
  MC_SORT_I64,
  MC_SORT_U64,
  MC_SORT_F32,
  MC_SORT_F64
} mc_sort_type;

/* MC_SORT_<NAME>, in the order of methods.def. */
typedef enum {
#define MC_SORT_METHOD(NAME, name) MC_SORT_##NAME,
#include "sort/methods.def"
#undef MC_SORT_METHOD
  MC_SORT_METHODS
} mc_sort_method;

/* Where missing values (NaN, INT32_MIN, INT64_MIN, as in R) go. */
typedef enum {
  MC_SORT_MISSING_DROP, /* left out; an order leaves out rows with a missing value in any key */
  MC_SORT_MISSING_LAST, /* behind all others, also if decreasing */
  MC_SORT_MISSING_FIRST
} mc_sort_missing;

typedef enum { MC_SORT_KEY_I32, MC_SORT_KEY_I64, MC_SORT_KEY_F64 } mc_sort_key_type;

typedef struct {
  const void *data; /* n values */
  mc_sort_key_type type;
  bool decreasing;
} mc_sort_key;

typedef struct {
  const mc_sort_key *keys; /* at least one; the first one decides first */
  int count;
  int64_t n;
  mc_sort_missing missing;
} mc_sort_order_job;

typedef struct {
  int threads;
  int64_t rows; /* rows in the order */
} mc_sort_order_report;

#endif
