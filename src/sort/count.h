#ifndef MC_SORT_COUNT_H
#define MC_SORT_COUNT_H

#include "sort/keys.h"

/* Integers with few different values are counted instead of sorted. Bucket 0 is for missing values
   that come first; then there is a bucket for each value; the last bucket is for missing values
   that come last. */

/* Are the values of the normalised key so few? */
bool mc_sort_is_counted(const mc_sort_order_work *w);

/* Counts. Returns [thread][bucket]: where the first place of that thread's share goes in the order.
   NULL: memory is short. */
int64_t *mc_sort_count_buckets(const mc_sort_order_work *w);

/* The items become the places in their order. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_sort_count_items(mc_sort_order_work *w);

static inline int64_t mc_sort_buckets(const mc_sort_order_work *w) {
  return w->of.span + 3;
}

MC_SORT_FOR_EACH_TYPE int64_t mc_sort_bucket_of(mc_sort_key_type type,
                                                const mc_sort_normalisation *m, int64_t row) {
  if (mc_sort_is_missing_of(type, m->key.data, row))
    return m->missing == 0 ? 0 : m->span + 2;
  const int64_t value = mc_sort_whole_of(type, m->key.data, row) - m->origin;
  return 1 + (m->key.decreasing ? m->span - value : value);
}

/* The first place of a thread's share. */
static inline int64_t mc_sort_share_begin(const mc_sort_order_work *w, int thread) {
  return thread < w->threads ? w->n / w->threads * thread : w->n;
}

#endif
