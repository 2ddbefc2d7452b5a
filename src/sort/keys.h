#ifndef MC_SORT_KEYS_H
#define MC_SORT_KEYS_H

/* Keys, normalised keys and items: what orders (order.c) and ranks (rank.c) share. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "dispatch/call.h"
#include "sort/types.h"

/* How a key is normalised: to an integer of fewer bits that preserves the order,

     1 + (key - least) * scale              linear: for doubles
     1 + (integer - origin) >> shift        for an integer, or the integer of a double

   or, in decreasing order, that taken from `top`. Missing values become 0 or `top`. */
typedef struct {
  mc_sort_key key;
  bool linear, exact; /* exact: no two different keys have the same normalised key */
  int64_t span;       /* the greatest key less the least one, if exact */
  double least, scale;
  int64_t origin;
  int shift;
  int64_t top, missing;
} mc_sort_normalisation;

enum { MC_SORT_CHUNK = 1 << 14 /* rows that a thread takes at a time */ };

typedef struct {
  const mc_sort_order_job *job;
  const mc_call *call;
  int threads;
  int64_t n; /* rows in the order: those that are not dropped */
  int place_bits;
  int64_t *item;
  int64_t *row;   /* the row of each place; NULL: the place itself */
  int64_t *spare; /* room for the next `row`, or NULL */
  mc_sort_normalisation of;
} mc_sort_order_work;

/* An integer for each double, in the same order. -0 and 0 have the same integer. */
static inline int64_t mc_sort_integer_of(double x) {
  int64_t bits;
  x += 0.0; /* -0 becomes 0 */
  memcpy(&bits, &x, sizeof bits);
  return bits < 0 ? INT64_MIN - bits : bits;
}

/* Loops over rows are written once, and compiled for each type of key. */
#define MC_SORT_FOR_EACH_TYPE static inline __attribute__((always_inline))

MC_SORT_FOR_EACH_TYPE int64_t mc_sort_whole_of(mc_sort_key_type type, const void *data,
                                               int64_t row) {
  switch (type) {
  case MC_SORT_KEY_I32: return ((const int32_t *) data)[row];
  case MC_SORT_KEY_I64: return ((const int64_t *) data)[row];
  default: return mc_sort_integer_of(((const double *) data)[row]);
  }
}

MC_SORT_FOR_EACH_TYPE bool mc_sort_is_missing_of(mc_sort_key_type type, const void *data,
                                                 int64_t row) {
  switch (type) {
  case MC_SORT_KEY_I32: return ((const int32_t *) data)[row] == INT32_MIN;
  case MC_SORT_KEY_I64: return ((const int64_t *) data)[row] == INT64_MIN;
  default: return isnan(((const double *) data)[row]);
  }
}

static inline int64_t mc_sort_whole(const mc_sort_key *key, int64_t row) {
  return mc_sort_whole_of(key->type, key->data, row);
}

static inline bool mc_sort_is_missing(const mc_sort_key *key, int64_t row) {
  return mc_sort_is_missing_of(key->type, key->data, row);
}

/* ---- items ---- */

static inline int64_t mc_sort_row_of(const mc_sort_order_work *w, int64_t place) {
  return w->row == NULL ? place : w->row[place];
}

static inline int64_t mc_sort_place_of(const mc_sort_order_work *w, int64_t item) {
  return item & ((INT64_C(1) << w->place_bits) - 1);
}

static inline int64_t mc_sort_normalised_of(const mc_sort_order_work *w, int64_t item) {
  return item >> w->place_bits;
}

/* The key of an item, which is not missing, as an integer in the same order. */
static inline int64_t mc_sort_whole_at(const mc_sort_order_work *w, int64_t item) {
  return mc_sort_whole(&w->of.key, mc_sort_row_of(w, mc_sort_place_of(w, item)));
}

#endif
