/* The ranks of a vector. Its items are sorted (order.c); neighbours with the same key are a run of
   equal elements. Or its elements are counted in buckets (count.c).

   Each thread writes the ranks of chunks of items. A run may reach over many chunks. So each chunk
   first finds the first and the last run that begin in it. From these, one thread finds where the
   run at the begin of each chunk began, and where the run at its end ends. */

#include "sort/rank.h"

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/team.h"
#include "sort/count.h"
#include "sort/normalise.h"
#include "sort/items.h"

enum { CHUNK = MC_SORT_CHUNK };

typedef struct {
  const mc_sort_rank_job *job;
  mc_sort_order_work w;
  void *rank;
  bool wide;
} ranking;

/* ---- what is written ---- */

static inline void put(const ranking *r, int64_t place, int64_t twice) {
  if (r->wide)
    ((double *) r->rank)[place] = (double) twice / 2;
  else
    ((int32_t *) r->rank)[place] = (int32_t) (twice / 2);
}

static inline void put_missing(const ranking *r, int64_t place, int64_t number) {
  if (!r->job->keep)
    put(r, place, 2 * number);
  else if (r->wide)
    ((double *) r->rank)[place] = r->job->na;
  else
    ((int32_t *) r->rank)[place] = INT32_MIN;
}

/* Twice the rank of element i of a run [first, end). */
static inline int64_t twice_rank(mc_sort_ties ties, int64_t i, int64_t first, int64_t end) {
  switch (ties) {
  case MC_SORT_TIES_AVERAGE: return first + 1 + end;
  case MC_SORT_TIES_MIN: return 2 * (first + 1);
  case MC_SORT_TIES_MAX: return 2 * end;
  case MC_SORT_TIES_FIRST: return 2 * (i + 1);
  default: return 2 * (first + end - i);
  }
}

/* ---- items in order ---- */

/* Is item i in the same run as item i - 1? */
static inline bool joined(const mc_sort_order_work *w, int64_t i) {
  const int64_t x = w->item[i - 1], y = w->item[i], image = mc_sort_normalised_of(w, y);
  return mc_sort_normalised_of(w, x) == image && (w->of.exact || image == w->of.missing ||
                                                  mc_sort_whole_at(w, x) == mc_sort_whole_at(w, y));
}

/* Where the first and the last run begin that begin in a chunk; -1: none does. */
typedef struct {
  int64_t first, last;
} begins;

static begins begins_in(const mc_sort_order_work *w, int64_t at, int64_t end) {
  begins b = {at, end - 1};
  while (b.first < end && b.first > 0 && joined(w, b.first))
    b.first++;
  if (b.first == end)
    return (begins){-1, -1};
  while (b.last > b.first && joined(w, b.last))
    b.last--;
  return b;
}

static void put_run(const ranking *r, int64_t first, int64_t end, int64_t from, int64_t to) {
  const mc_sort_order_work *w = &r->w;
  if (mc_sort_normalised_of(w, w->item[from]) == w->of.missing) {
    for (int64_t i = from; i < to; i++)
      put_missing(r, mc_sort_place_of(w, w->item[i]), i + 1);
    return;
  }
  for (int64_t i = from; i < to; i++)
    put(r, mc_sort_place_of(w, w->item[i]), twice_rank(r->job->ties, i, first, end));
}

/* Writes the ranks of items [at, end). The run of the first item begins at `first`; the first run
   behind the items begins at `next`. */
static void put_chunk(const ranking *r, int64_t at, int64_t end, int64_t first, int64_t next) {
  while (at < end) {
    int64_t to = at + 1;
    while (to < end && joined(&r->w, to))
      to++;
    put_run(r, first, to < end ? to : next, at, to);
    first = at = to;
  }
}

typedef struct {
  const ranking *r;
  begins *found, *run; /* of each chunk; run: the begins of its first run and of the next one */
} chunking;

MC_BODY(find_begins, const chunking, k, c) {
  const mc_sort_order_work *w = &k->r->w;
  k->found[c] = begins_in(w, c * CHUNK, mc_min((c + 1) * CHUNK, w->n));
}

MC_BODY(put_one, const chunking, k, c) {
  put_chunk(k->r, c * CHUNK, mc_min((c + 1) * CHUNK, k->r->w.n), k->run[c].first, k->run[c].last);
}

static mc_status put_items(const ranking *r) {
  const mc_sort_order_work *w = &r->w;
  const int64_t n = w->n, chunks = mc_round_up(n, CHUNK) / CHUNK;
  begins *b = mc_alloc(w->call->arena, chunks, sizeof *b);
  begins *run = mc_alloc(w->call->arena, chunks, sizeof *run);
  if (b == NULL || run == NULL)
    return MC_ERR_MEMORY;
  chunking k = {r, b, run};
  mc_each(w->threads, 0, chunks, find_begins, &k);
  for (int64_t c = 0, open = 0; c < chunks; c++) {
    run[c].first = b[c].first == c * CHUNK ? b[c].first : open;
    open = b[c].first < 0 ? open : b[c].last;
  }
  for (int64_t c = chunks - 1, next = n; c >= 0; c--) {
    run[c].last = next;
    next = b[c].first < 0 ? next : b[c].first;
  }
  mc_each(w->threads, 0, chunks, put_one, &k);
  return MC_OK;
}

/* ---- buckets ---- */

/* at: the place of the next element of each bucket. bounds: where each bucket begins. */
MC_SORT_FOR_EACH_TYPE void put_share(mc_sort_key_type type, const ranking *r, int64_t from,
                                     int64_t to, const int64_t *bounds, int64_t *at) {
  const mc_sort_order_work *w = &r->w;
  const int64_t missing = w->of.missing == 0 ? 0 : mc_sort_buckets(w) - 1;
  for (int64_t i = from; i < to; i++) {
    const int64_t b = mc_sort_bucket_of(type, &w->of, mc_sort_row_of(w, i)), number = at[b]++;
    if (b == missing)
      put_missing(r, i, number + 1);
    else
      put(r, i, twice_rank(r->job->ties, number, bounds[b], bounds[b + 1]));
  }
}

typedef struct {
  const ranking *r;
  const int64_t *bounds;
  int64_t *at;
} counted;

MC_BODY(put_counted_share, const counted, c, share) {
  const mc_sort_order_work *w = &c->r->w;
  const int64_t from = mc_sort_share_begin(w, (int) share),
                to = mc_sort_share_begin(w, (int) share + 1);
  int64_t *at = c->at + share * mc_sort_buckets(w);
  if (w->of.key.type == MC_SORT_KEY_I64)
    put_share(MC_SORT_KEY_I64, c->r, from, to, c->bounds, at);
  else
    put_share(MC_SORT_KEY_I32, c->r, from, to, c->bounds, at);
}

static mc_status put_counted(const ranking *r) {
  const mc_sort_order_work *w = &r->w;
  const int64_t buckets = mc_sort_buckets(w);
  int64_t *at = mc_sort_count_buckets(w);
  int64_t *bounds = mc_alloc(w->call->arena, buckets + 1, sizeof *bounds);
  if (at == NULL || bounds == NULL)
    return MC_ERR_MEMORY;
  memcpy(bounds, at, (size_t) buckets * sizeof *at);
  bounds[buckets] = w->n;
  counted c = {r, bounds, at};
  mc_each(w->threads, 0, w->threads, put_counted_share, &c);
  return MC_OK;
}

/* ---- the ranks ---- */

mc_status mc_sort_rank(const mc_sort_rank_job *job, void *rank, bool wide,
                       mc_sort_order_report *report, const mc_call *call) {
  const mc_sort_order_job order = {&job->key, 1, job->n,
                                   job->keep ? MC_SORT_MISSING_LAST : job->missing};
  ranking r = {.job = job, .rank = rank, .wide = wide};
  if (!wide && job->n > INT32_MAX)
    return MC_ERR_SIZE;
  if (!wide && job->ties == MC_SORT_TIES_AVERAGE)
    return MC_ERR_ARGUMENT;
  mc_monitor_start(call->monitor, 1);
  MC_TRY(mc_sort_items_begin(&r.w, &order, call));
  MC_TRY(mc_first_touch(rank, r.w.n * (wide ? 8 : 4), r.w.threads, call->monitor));
  *report = (mc_sort_order_report){r.w.threads, r.w.n};
  mc_sort_normalise(&r.w, &job->key);
  if (mc_sort_is_counted(&r.w))
    return put_counted(&r);
  MC_TRY(mc_sort_items_make_room(&r.w));
  MC_TRY(mc_sort_items_sort(&r.w));
  return put_items(&r);
}
