#include "sort/count.h"

#include "base/integers.h"
#include "base/team.h"

typedef mc_sort_order_work work;

enum { MOST_BUCKETS = 1 << 12 };

/* Counts a thread's part of the places. With `place` the items become the places in their order
   instead, where at[b] is the next item of bucket b. */
MC_SORT_FOR_EACH_TYPE void count_part(mc_sort_key_type type, const work *w, int64_t first,
                                      int64_t last, bool place, int64_t *at) {
  for (int64_t i = first; i < last; i++) {
    const int64_t next = at[mc_sort_bucket_of(type, &w->of, mc_sort_row_of(w, i))]++;
    if (place)
      w->item[next] = i;
  }
}

typedef struct {
  const work *w;
  bool place;
  int64_t *at;
} counting;

/* A thread's share of the places. */
MC_BODY(count_one, const counting, c, share) {
  const work *w = c->w;
  const int64_t first = mc_sort_share_begin(w, (int) share),
                last = mc_sort_share_begin(w, (int) share + 1);
  int64_t *at = c->at + share * mc_sort_buckets(w);
  if (w->of.key.type == MC_SORT_KEY_I64)
    count_part(MC_SORT_KEY_I64, w, first, last, c->place, at);
  else
    count_part(MC_SORT_KEY_I32, w, first, last, c->place, at);
}

static void count_parts(const work *w, bool place, int64_t *at) {
  counting c = {w, place, at};
  mc_each(w->threads, 0, w->threads, count_one, &c);
}

bool mc_sort_is_counted(const work *w) {
  return w->of.exact && w->of.key.type != MC_SORT_KEY_F64 &&
         w->of.span < mc_min(MOST_BUCKETS, w->n / 8);
}

int64_t *mc_sort_count_buckets(const work *w) {
  const int threads = w->threads;
  const int64_t buckets = mc_sort_buckets(w);
  int64_t *at = mc_alloc(w->call->arena, threads * buckets, sizeof *at), next = 0;
  if (at == NULL)
    return NULL;
  memset(at, 0, (size_t) (threads * buckets) * sizeof *at);
  count_parts(w, false, at);
  for (int64_t b = 0; b < buckets; b++)
    for (int t = 0; t < threads; t++) {
      const int64_t here = at[t * buckets + b];
      at[t * buckets + b] = next;
      next += here;
    }
  return at;
}

mc_status mc_sort_count_items(work *w) {
  int64_t *at = mc_sort_count_buckets(w);
  if (at == NULL)
    return MC_ERR_MEMORY;
  count_parts(w, true, at);
  return mc_monitor_step(w->call->monitor, 1);
}
