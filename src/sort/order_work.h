#ifndef MC_ORDER_WORK_H
#define MC_ORDER_WORK_H

/* Private to what is made of ordered rows (order.c, rank.c): keys, their images, and
   the items that are sorted. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "sort/order.h"
#include "base/monitor.h"

/* How a key becomes an image: 1 + (key - least) * scale, or 1 + (number - origin) >> shift of
   an integer of the same order. 0 or `top` are missing values. */
typedef struct {
  mc_key key;
  bool linear, exact; /* exact: different keys have different images */
  int64_t span;       /* the greatest less the least, if exact */
  double least, scale;
  int64_t origin;
  int shift;
  int64_t top, missing;
} mc_image;

typedef struct {
  const mc_order_job *job;
  int threads;
  int64_t n;        /* rows that are not dropped */
  int place_bits;
  int64_t *item;
  int64_t *row;     /* by place; NULL: the place itself */
  int64_t *spare;   /* for the next ones, or NULL */
  mc_image of;
} mc_order_work;

/* An integer in the order of the doubles, of which -0 and 0 are one. */
static inline int64_t mc_integer_of(double x) {
  int64_t bits;
  x += 0.0; /* -0 becomes 0 */
  memcpy(&bits, &x, sizeof bits);
  return bits < 0 ? INT64_MIN - bits : bits;
}

/* Loops over rows are written once, and compiled for each type of key. */
#define MC_FOR_EACH_TYPE static inline __attribute__((always_inline))

MC_FOR_EACH_TYPE int64_t mc_whole_of(mc_key_type type, const void *data, int64_t row) {
  switch (type) {
  case MC_KEY_I32: return ((const int32_t *) data)[row];
  case MC_KEY_I64: return ((const int64_t *) data)[row];
  default: return mc_integer_of(((const double *) data)[row]);
  }
}

MC_FOR_EACH_TYPE bool mc_is_missing_of(mc_key_type type, const void *data, int64_t row) {
  switch (type) {
  case MC_KEY_I32: return ((const int32_t *) data)[row] == INT32_MIN;
  case MC_KEY_I64: return ((const int64_t *) data)[row] == INT64_MIN;
  default: return isnan(((const double *) data)[row]);
  }
}

static inline int64_t mc_whole(const mc_key *key, int64_t row) {
  return mc_whole_of(key->type, key->data, row);
}

static inline bool mc_is_missing(const mc_key *key, int64_t row) {
  return mc_is_missing_of(key->type, key->data, row);
}

/* ---- items ---- */

static inline int64_t mc_row_of(const mc_order_work *w, int64_t place) {
  return w->row == NULL ? place : w->row[place];
}

static inline int64_t mc_place_of(const mc_order_work *w, int64_t item) {
  return item & ((INT64_C(1) << w->place_bits) - 1);
}

static inline int64_t mc_image_in(const mc_order_work *w, int64_t item) {
  return item >> w->place_bits;
}

/* The key of an item's row, not missing, as an integer of the same order. */
static inline int64_t mc_whole_at(const mc_order_work *w, int64_t item) {
  return mc_whole(&w->of.key, mc_row_of(w, mc_place_of(w, item)));
}

/* ---- steps ---- */

/* Threads, places, and the rows without those that are dropped; no items yet. MC_OK,
   MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_order_begin(mc_order_work *w, const mc_order_job *job, mc_arena *arena);

/* Chooses how this key becomes an image. */
void mc_choose_image(mc_order_work *w, const mc_key *key);

/* Room for the items. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_make_room(mc_order_work *w, mc_arena *arena, mc_monitor *monitor);

/* Sorts the items of the key that the image was chosen for: each image above a place. MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_sort_items(mc_order_work *w, mc_arena *arena, mc_monitor *monitor);

/* Is the key an integer of so few values that they are counted instead? Then mc_buckets() has
   0 for what is missing and comes first, then the values, last what is missing and comes last;
   and mc_count_buckets() gives, for each thread's share of the places [t][bucket], where its
   first one of a bucket goes. NULL if memory is short. */
bool mc_is_counted(const mc_order_work *w);
int64_t *mc_count_buckets(const mc_order_work *w, mc_arena *arena);

static inline int64_t mc_buckets(const mc_order_work *w) {
  return w->of.span + 3;
}

MC_FOR_EACH_TYPE int64_t mc_bucket_of(mc_key_type type, const mc_image *m, int64_t row) {
  if (mc_is_missing_of(type, m->key.data, row))
    return m->missing == 0 ? 0 : m->span + 2;
  const int64_t value = mc_whole_of(type, m->key.data, row) - m->origin;
  return 1 + (m->key.decreasing ? m->span - value : value);
}

/* The first place of a thread's share. */
static inline int64_t mc_share_begin(const mc_order_work *w, int thread) {
  return thread < w->threads ? w->n / w->threads * thread : w->n;
}

#endif
