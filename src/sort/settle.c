/* Runs of items with the same normalised key, put right by their keys: short runs by insertion,
   long runs by comparison. Long runs in which all keys are equal (ties) need no sort. */

#include "sort/settle.h"

#include <stdatomic.h>

#include "base/integers.h"
#include "base/team.h"
#include "quicksort/by_comparison.h"

enum { FEW = 24 /* longest run that is put right by insertion */ };

typedef mc_sort_order_work work;

typedef struct {
  int64_t key, item;
} keyed;

static int compare_keyed(const void *x_, const void *y_) {
  const keyed *x = x_, *y = y_;
  const int by_key = (x->key > y->key) - (x->key < y->key);
  return by_key != 0 ? by_key : (x->item > y->item) - (x->item < y->item);
}

/* Does item x come before item y? Both have the same normalised key. */
static inline bool before(const work *w, int64_t x, int64_t y) {
  const int64_t u = mc_sort_whole_at(w, x), v = mc_sort_whole_at(w, y);
  return w->of.key.decreasing ? u > v : u < v;
}

/* Puts a short run right. */
static void settle(const work *w, int64_t *item, int64_t count) {
  for (int64_t i = 1; i < count; i++) {
    const int64_t x = item[i];
    int64_t j = i;
    for (; j > 0 && before(w, x, item[j - 1]); j--)
      item[j] = item[j - 1];
    item[j] = x;
  }
}

/* The end of the run that begins at i; at most `limit`. */
static int64_t run_end(const work *w, int64_t i, int64_t limit) {
  const int64_t shared = mc_sort_normalised_of(w, w->item[i]);
  for (i++; i < limit && mc_sort_normalised_of(w, w->item[i]) == shared; i++)
    continue;
  return i;
}

/* Long runs. */
typedef struct {
  int64_t first, end;
} run;

typedef struct {
  run *at;
  int64_t count;
} runs;

/* The first item of a run whose place is not below `place`. Places ascend within a run. */
static int64_t item_from(const work *w, run r, int64_t place) {
  while (r.first < r.end) {
    const int64_t middle = r.first + (r.end - r.first) / 2;
    if (mc_sort_place_of(w, w->item[middle]) < place)
      r.first = middle + 1;
    else
      r.end = middle;
  }
  return r.first;
}

typedef struct {
  const work *w;
  const runs *all;
  atomic_bool found;
} difference;

static void differ_in_runs(void *context, int64_t first, int64_t last) {
  difference *d = context;
  const work *w = d->w;
  bool found = false;
  for (int64_t k = first; k < last && !atomic_load(&d->found); k++)
    for (int64_t i = d->all->at[k].first + 1; i < d->all->at[k].end && !found; i++)
      found = mc_sort_whole_at(w, w->item[i]) != mc_sort_whole_at(w, w->item[i - 1]);
  if (found)
    atomic_store(&d->found, true);
}

enum { PLACES = 1 << 16 /* places of a block */ };

MC_BODY(differ_in_block, difference, d, block) {
  const work *w = d->w;
  bool found = false;
  for (int64_t k = 0; k < d->all->count && !atomic_load(&d->found); k++) {
    const run r = d->all->at[k];
    const int64_t key = mc_sort_whole_at(w, w->item[r.first]), end = (block + 1) * PLACES;
    int64_t i = item_from(w, r, block * PLACES);
    for (; i < r.end && !found && mc_sort_place_of(w, w->item[i]) < end; i++)
      found = mc_sort_whole_at(w, w->item[i]) != key;
  }
  if (found)
    atomic_store(&d->found, true);
}

/* Does any of these runs have two different keys? If there are few runs, each block of places is
   looked at for all runs, so that keys are read once and not once for each run. */
static bool differ(const work *w, const runs *all) {
  enum { MANY = 1024, AT_ONCE = 64 };
  difference d = {w, all, false};
  if (all->count > MANY)
    mc_ranges(w->threads, all->count, AT_ONCE, differ_in_runs, &d);
  else
    mc_each(w->threads, 0, mc_round_up(w->job->n, PLACES) / PLACES, differ_in_block, &d);
  return atomic_load(&d.found);
}

/* Sorts a run by comparison. `items` has room for it. */
static void settle_run(const work *w, run r, keyed *items, int threads) {
  const int64_t turn = w->of.key.decreasing ? -1 : 0, count = r.end - r.first;
  for (int64_t i = 0; i < count; i++)
    items[i] = (keyed){mc_sort_whole_at(w, w->item[r.first + i]) ^ turn, w->item[r.first + i]};
  if (threads > 1) {
    mc_qsort(items, (size_t) count, sizeof *items, compare_keyed, threads, 0);
  } else {
    const mc_quicksort_comparison_sorter by = mc_quicksort_by(compare_keyed, sizeof *items);
    by.sorter.sort(&by.sorter, items, count, true, mc_quicksort_depth(count));
  }
  for (int64_t i = 0; i < count; i++)
    w->item[r.first + i] = items[i].item;
}

typedef struct {
  const work *w;
  const runs *all;
  keyed *items;
} settling;

static void settle_one(void *context, int64_t k, int thread) {
  const settling *s = context;
  const run r = s->all->at[k];
  if (r.end - r.first <= MC_SORT_CHUNK)
    settle_run(s->w, r, s->items + thread * (int64_t) MC_SORT_CHUNK, 1);
}

/* A thread sorts a run of up to MC_SORT_CHUNK items; all threads share a longer one. */
static mc_status settle_long(const work *w, const runs *all) {
  const int threads = w->threads;
  int64_t longest = (int64_t) threads * MC_SORT_CHUNK;
  for (int64_t k = 0; k < all->count; k++)
    if (all->at[k].end - all->at[k].first > longest)
      longest = all->at[k].end - all->at[k].first;
  keyed *items = mc_alloc(w->call->arena, longest, sizeof *items);
  if (items == NULL)
    return MC_ERR_MEMORY;
  settling s = {w, all, items};
  mc_each(threads, 0, all->count, settle_one, &s);
  for (int64_t k = 0; k < all->count; k++)
    if (all->at[k].end - all->at[k].first > MC_SORT_CHUNK)
      settle_run(w, all->at[k], items, threads);
  return MC_OK;
}

/* Where the first run begins in each chunk. Found before any item moves. */
static int64_t *run_starts(const work *w, int64_t chunks) {
  int64_t *start = mc_alloc(w->call->arena, chunks + 1, sizeof *start);
  if (start == NULL)
    return NULL;
  start[0] = 0;
  for (int64_t c = 1; c < chunks; c++) {
    const int64_t at = c * MC_SORT_CHUNK;
    start[c] = start[c - 1] >= at ? start[c - 1] : run_end(w, at - 1, w->n);
  }
  start[chunks] = w->n;
  return start;
}

typedef struct {
  const work *w;
  const int64_t *start;
  run *longs;
  _Atomic int64_t count;
} chunking;

MC_BODY(settle_chunk, chunking, c, chunk) {
  const work *w = c->w;
  const int64_t limit = c->start[chunk + 1];
  for (int64_t i = c->start[chunk], end; i < limit; i = end) {
    end = run_end(w, i, limit); /* other threads work beyond `limit` */
    if (mc_sort_normalised_of(w, w->item[i]) == w->of.missing)
      continue;
    if (end - i <= FEW)
      settle(w, w->item + i, end - i);
    else
      c->longs[atomic_fetch_add(&c->count, 1)] = (run){i, end};
  }
}

mc_status mc_sort_settle(work *w) {
  const int64_t chunks = mc_round_up(w->n, MC_SORT_CHUNK) / MC_SORT_CHUNK;
  const int64_t *start = run_starts(w, chunks);
  run *longs = mc_alloc(w->call->arena, w->n / FEW + 1, sizeof *longs);
  if (start == NULL || longs == NULL)
    return MC_ERR_MEMORY;
  chunking c = {w, start, longs, 0};
  mc_each(w->threads, 0, chunks, settle_chunk, &c);
  const runs all = {longs, c.count};
  return all.count > 0 && differ(w, &all) ? settle_long(w, &all) : MC_OK;
}
