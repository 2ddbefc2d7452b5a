/* Normalised keys, and items of them (order.c says what for). */

#include "sort/normalise.h"

#include <stdatomic.h>

#include "base/team.h"
#include "quicksort/by_comparison.h"

enum { SAMPLE = 1024 };

typedef mc_sort_normalisation image;
typedef mc_sort_order_work work;

typedef struct {
  int64_t least, most;
  bool any;
} bounds;

MC_SORT_FOR_EACH_TYPE bounds bounds_of_part(const mc_kernels *kernels, mc_sort_key_type type,
                                            const void *data, int64_t first, int64_t last) {
  bounds b = {INT64_MAX, INT64_MIN, false};
  if (type == MC_SORT_KEY_F64) {
    const mc_column_range r = kernels->column_range((const double *) data + first, last - first);
    return r.present == 0 ? b
                          : (bounds){mc_sort_integer_of(r.least), mc_sort_integer_of(r.most), true};
  }
  for (int64_t i = first; i < last; i++)
    if (!mc_sort_is_missing_of(type, data, i)) {
      const int64_t v = mc_sort_whole_of(type, data, i);
      b.least = v < b.least ? v : b.least;
      b.most = v > b.most ? v : b.most;
    }
  b.any = b.least <= b.most;
  return b;
}

typedef struct {
  const mc_sort_key *key;
  const mc_kernels *kernels;
  _Atomic int64_t least, most;
} bounding;

static void bound(void *context, int64_t first, int64_t last) {
  bounding *c = context;
  const void *data = c->key->data;
  const bounds b = c->key->type == MC_SORT_KEY_I32
                     ? bounds_of_part(c->kernels, MC_SORT_KEY_I32, data, first, last)
                   : c->key->type == MC_SORT_KEY_I64
                     ? bounds_of_part(c->kernels, MC_SORT_KEY_I64, data, first, last)
                     : bounds_of_part(c->kernels, MC_SORT_KEY_F64, data, first, last);
  if (!b.any)
    return;
  int64_t known = atomic_load(&c->least);
  while (b.least < known && !atomic_compare_exchange_weak(&c->least, &known, b.least))
    continue;
  known = atomic_load(&c->most);
  while (b.most > known && !atomic_compare_exchange_weak(&c->most, &known, b.most))
    continue;
}

/* The least and the greatest key that is not missing, as integers. */
static bounds bounds_of(const mc_sort_key *key, int64_t n, const mc_kernels *kernels, int threads) {
  bounding c = {key, kernels, INT64_MAX, INT64_MIN};
  mc_ranges(threads, n, MC_SORT_CHUNK, bound, &c);
  return (bounds){c.least, c.most, c.least <= c.most};
}

static double double_of(int64_t integer) {
  const int64_t bits = integer < 0 ? INT64_MIN - integer : integer;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static int compare_integers(const void *x_, const void *y_) {
  const int64_t x = *(const int64_t *) x_, y = *(const int64_t *) y_;
  return (x > y) - (x < y);
}

/* How many different keys of a sample have the same normalised key as the next one. */
static int64_t shared_in_sample(const image *m, int64_t n) {
  int64_t key[SAMPLE], shared = 0;
  const int64_t step = n / SAMPLE;
  int count = 0;
  for (int64_t i = 0; i < SAMPLE && step > 0; i++)
    if (!mc_sort_is_missing(&m->key, i * step))
      key[count++] = i * step;
  int64_t number[SAMPLE], value[SAMPLE];
  for (int i = 0; i < count; i++)
    number[i] = mc_sort_whole(&m->key, key[i]);
  mc_qsort(number, (size_t) count, sizeof *number, compare_integers, 1, 0);
  for (int i = 0; i < count; i++)
    value[i] = m->linear ? (int64_t) ((double_of(number[i]) - m->least) * m->scale)
                         : (int64_t) (((uint64_t) number[i] - (uint64_t) m->origin) >> m->shift);
  for (int i = 1; i < count; i++)
    shared += number[i] != number[i - 1] && value[i] == value[i - 1];
  return shared;
}

void mc_sort_normalise(work *w, const mc_sort_key *key) {
  const int bits = 63 - w->place_bits;
  const bounds b = bounds_of(key, w->job->n, w->call->kernels, w->threads);
  image *m = &w->of;
  *m = (image){.key = *key, .top = (INT64_C(1) << bits) - 1};
  m->missing = w->job->missing == MC_SORT_MISSING_FIRST ? 0 : m->top;
  if (!b.any)
    return;
  const uint64_t room = (uint64_t) m->top - 2; /* the greatest normalised key, less 1 */
  const uint64_t span = (uint64_t) b.most - (uint64_t) b.least;
  m->origin = b.least;
  while (span >> m->shift > room)
    m->shift++;
  m->exact = m->shift == 0;
  m->span = m->exact ? (int64_t) span : 0;
  if (m->exact || key->type != MC_SORT_KEY_F64)
    return;
  image straight = *m;
  straight.linear = true;
  straight.least = double_of(b.least);
  const double most = double_of(b.most);
  straight.scale = (double) (room / 2) /
                   (most - straight.least); /* half of the room: rounding must not leave it */
  if (straight.scale > 0 && !isinf(straight.scale) &&
      shared_in_sample(&straight, w->job->n) <= shared_in_sample(m, w->job->n))
    *m = straight;
}

/* ---- items ---- */

MC_SORT_FOR_EACH_TYPE int64_t image_of(mc_sort_key_type type, bool linear, const image *m,
                                       int64_t row) {
  const void *data = m->key.data;
  if (mc_sort_is_missing_of(type, data, row))
    return m->missing;
  const int64_t value =
    linear ? (int64_t) ((((const double *) data)[row] - m->least) * m->scale)
           : (int64_t) (((uint64_t) mc_sort_whole_of(type, data, row) - (uint64_t) m->origin) >>
                        m->shift);
  return m->key.decreasing ? m->top - 1 - value : 1 + value;
}

MC_SORT_FOR_EACH_TYPE void make_items_of(mc_sort_key_type type, bool linear, const work *w,
                                         int64_t first, int64_t last) {
  const image m = w->of;
  int64_t *item = w->item;
  const int bits = w->place_bits;
  for (int64_t i = first; i < last; i++)
    item[i] = image_of(type, linear, &m, mc_sort_row_of(w, i)) << bits | i;
}

static void make_items(void *context, int64_t first, int64_t last) {
  const work *w = context;
  switch (w->of.key.type) {
  case MC_SORT_KEY_I32: make_items_of(MC_SORT_KEY_I32, false, w, first, last); break;
  case MC_SORT_KEY_I64: make_items_of(MC_SORT_KEY_I64, false, w, first, last); break;
  default:
    if (w->of.linear)
      make_items_of(MC_SORT_KEY_F64, true, w, first, last);
    else
      make_items_of(MC_SORT_KEY_F64, false, w, first, last);
  }
}

void mc_sort_make_items(work *w) {
  mc_ranges(w->threads, w->n, MC_SORT_CHUNK, make_items, w);
}
