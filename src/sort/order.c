/* The order of rows: numbers that hold a key and the place of its row are sorted as such
   (sort.h), by vectors.

     for each key, from the last to the first
       item = image of the row's key, and, in the lower bits, the row's place up to now
       sort items
       where neighbours share an image and their keys differ: put them right
       the rows' new places

   An image has as many bits as a place leaves of 63. Integers go into it as they are, less
   the least one, if their range fits. Doubles are mapped linearly to it; where a sample says
   that this brings too many together (an outlier, a heavy tail), the integers that have the
   same order as the doubles are mapped. Both are monotone, so only keys that share an image
   have to be compared. The place in an item makes the sort stable.

   Integers of which there cannot be many different ones are counted instead. */

#include "sort/order_work.h"

#include <stdatomic.h>

#include "dispatch/dispatch.h"
#include "base/first_touch.h"
#include "sort/by_comparison.h"
#include "base/integers.h"
#include "sort/sort.h"
#include "base/team.h"
#include "base/threads.h"

enum {
  CHUNK = 1 << 14, /* rows that a thread takes at a time */
  FEW = 24,        /* items that are put right by insertion */
  SAMPLE = 1024
};

typedef mc_image image;
typedef mc_order_work work;

/* ---- images ---- */

typedef struct {
  int64_t least, most;
  bool any;
} bounds;

MC_FOR_EACH_TYPE bounds bounds_of_part(const mc_kernels *kernels, mc_key_type type,
                                       const void *data, int64_t first, int64_t last) {
  bounds b = {INT64_MAX, INT64_MIN, false};
  if (type == MC_KEY_F64) {
    const mc_column_range r = kernels->column_range((const double *) data + first, last - first);
    return r.present == 0 ? b : (bounds){mc_integer_of(r.least), mc_integer_of(r.most), true};
  }
  for (int64_t i = first; i < last; i++)
    if (!mc_is_missing_of(type, data, i)) {
      const int64_t v = mc_whole_of(type, data, i);
      b.least = v < b.least ? v : b.least;
      b.most = v > b.most ? v : b.most;
    }
  b.any = b.least <= b.most;
  return b;
}

typedef struct {
  const mc_key *key;
  const mc_kernels *kernels;
  _Atomic int64_t least, most;
} bounding;

static void bound(void *context, int64_t first, int64_t last) {
  bounding *c = context;
  const void *data = c->key->data;
  const bounds b =
    c->key->type == MC_KEY_I32   ? bounds_of_part(c->kernels, MC_KEY_I32, data, first, last)
    : c->key->type == MC_KEY_I64 ? bounds_of_part(c->kernels, MC_KEY_I64, data, first, last)
                                 : bounds_of_part(c->kernels, MC_KEY_F64, data, first, last);
  if (!b.any)
    return;
  int64_t known = atomic_load(&c->least);
  while (b.least < known && !atomic_compare_exchange_weak(&c->least, &known, b.least))
    continue;
  known = atomic_load(&c->most);
  while (b.most > known && !atomic_compare_exchange_weak(&c->most, &known, b.most))
    continue;
}

/* The least and the greatest key that are not missing, as integers. */
static bounds bounds_of(const mc_key *key, int64_t n, int threads) {
  bounding c = {key, mc_kernels_active(), INT64_MAX, INT64_MIN};
  mc_ranges(threads, n, CHUNK, bound, &c);
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

/* Of a sample of keys that differ, how many share an image with the next one. */
static int64_t shared_in_sample(const image *m, int64_t n) {
  int64_t key[SAMPLE], shared = 0;
  const int64_t step = n / SAMPLE;
  int count = 0;
  for (int64_t i = 0; i < SAMPLE && step > 0; i++)
    if (!mc_is_missing(&m->key, i * step))
      key[count++] = i * step;
  int64_t number[SAMPLE], value[SAMPLE];
  for (int i = 0; i < count; i++)
    number[i] = mc_whole(&m->key, key[i]);
  mc_qsort(number, (size_t) count, sizeof *number, compare_integers, 1, 0);
  for (int i = 0; i < count; i++)
    value[i] = m->linear ? (int64_t) ((double_of(number[i]) - m->least) * m->scale)
                         : (int64_t) (((uint64_t) number[i] - (uint64_t) m->origin) >> m->shift);
  for (int i = 1; i < count; i++)
    shared += number[i] != number[i - 1] && value[i] == value[i - 1];
  return shared;
}

void mc_choose_image(work *w, const mc_key *key) {
  const int bits = 63 - w->place_bits;
  const bounds b = bounds_of(key, w->job->n, w->threads);
  image *m = &w->of;
  *m = (image){.key = *key, .top = (INT64_C(1) << bits) - 1};
  m->missing = w->job->missing == MC_MISSING_FIRST ? 0 : m->top;
  if (!b.any)
    return;
  const uint64_t room = (uint64_t) m->top - 2; /* the greatest image less 1 */
  const uint64_t span = (uint64_t) b.most - (uint64_t) b.least;
  m->origin = b.least;
  while (span >> m->shift > room)
    m->shift++;
  m->exact = m->shift == 0;
  m->span = m->exact ? (int64_t) span : 0;
  if (m->exact || key->type != MC_KEY_F64)
    return;
  image straight = *m;
  straight.linear = true;
  straight.least = double_of(b.least);
  const double most = double_of(b.most);
  straight.scale = (double) (room / 2) / (most - straight.least); /* room for rounding */
  if (straight.scale > 0 && !isinf(straight.scale) &&
      shared_in_sample(&straight, w->job->n) <= shared_in_sample(m, w->job->n))
    *m = straight;
}

/* ---- items ---- */

MC_FOR_EACH_TYPE int64_t image_of(mc_key_type type, bool linear, const image *m, int64_t row) {
  const void *data = m->key.data;
  if (mc_is_missing_of(type, data, row))
    return m->missing;
  const int64_t value =
    linear ? (int64_t) ((((const double *) data)[row] - m->least) * m->scale)
           : (int64_t) (((uint64_t) mc_whole_of(type, data, row) - (uint64_t) m->origin) >> m->shift);
  return m->key.decreasing ? m->top - 1 - value : 1 + value;
}

MC_FOR_EACH_TYPE void make_items_of(mc_key_type type, bool linear, const work *w, int64_t first,
                                    int64_t last) {
  const image m = w->of;
  int64_t *item = w->item;
  const int bits = w->place_bits;
  for (int64_t i = first; i < last; i++)
    item[i] = image_of(type, linear, &m, mc_row_of(w, i)) << bits | i;
}

static void make_items(void *context, int64_t first, int64_t last) {
  const work *w = context;
  switch (w->of.key.type) {
  case MC_KEY_I32: make_items_of(MC_KEY_I32, false, w, first, last); break;
  case MC_KEY_I64: make_items_of(MC_KEY_I64, false, w, first, last); break;
  default:
    if (w->of.linear)
      make_items_of(MC_KEY_F64, true, w, first, last);
    else
      make_items_of(MC_KEY_F64, false, w, first, last);
  }
}

typedef struct {
  int64_t key, item;
} keyed;

static int compare_keyed(const void *x_, const void *y_) {
  const keyed *x = x_, *y = y_;
  const int by_key = (x->key > y->key) - (x->key < y->key);
  return by_key != 0 ? by_key : (x->item > y->item) - (x->item < y->item);
}

/* Does x come before y, of two items of one image? */
static inline bool before(const work *w, int64_t x, int64_t y) {
  const int64_t u = mc_whole_at(w, x), v = mc_whole_at(w, y);
  return w->of.key.decreasing ? u > v : u < v;
}

/* Puts a few items of one image right. */
static void settle(const work *w, int64_t *item, int64_t count) {
  for (int64_t i = 1; i < count; i++) {
    const int64_t x = item[i];
    int64_t j = i;
    for (; j > 0 && before(w, x, item[j - 1]); j--)
      item[j] = item[j - 1];
    item[j] = x;
  }
}

/* The end, before `limit`, of the run of items of one image that begins at i. */
static int64_t run_end(const work *w, int64_t i, int64_t limit) {
  const int64_t shared = mc_image_in(w, w->item[i]);
  for (i++; i < limit && mc_image_in(w, w->item[i]) == shared; i++)
    continue;
  return i;
}

/* Runs that insertion is too slow for. */
typedef struct {
  int64_t first, end;
} run;

typedef struct {
  run *at;
  int64_t count;
} runs;

/* The first item of a run whose place is not before `place`; within a run they rise. */
static int64_t item_from(const work *w, run r, int64_t place) {
  while (r.first < r.end) {
    const int64_t middle = r.first + (r.end - r.first) / 2;
    if (mc_place_of(w, w->item[middle]) < place)
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
      found = mc_whole_at(w, w->item[i]) != mc_whole_at(w, w->item[i - 1]);
  if (found)
    atomic_store(&d->found, true);
}

enum { PLACES = 1 << 16 /* in a block */ };

static void differ_in_block(void *context, int64_t block, int thread) {
  difference *d = context;
  const work *w = d->w;
  bool found = false;
  (void) thread;
  for (int64_t k = 0; k < d->all->count && !atomic_load(&d->found); k++) {
    const run r = d->all->at[k];
    const int64_t key = mc_whole_at(w, w->item[r.first]), end = (block + 1) * PLACES;
    int64_t i = item_from(w, r, block * PLACES);
    for (; i < r.end && !found && mc_place_of(w, w->item[i]) < end; i++)
      found = mc_whole_at(w, w->item[i]) != key;
  }
  if (found)
    atomic_store(&d->found, true);
}

/* Is some key of these runs another one than that of its run's first item? If there are not
   many runs, the places of one block after the other, so that keys are read once, and not
   once for each run. */
static bool differ(const work *w, const runs *all) {
  enum { MANY = 1024, AT_ONCE = 64 };
  difference d = {w, all, false};
  if (all->count > MANY)
    mc_ranges(w->threads, all->count, AT_ONCE, differ_in_runs, &d);
  else
    mc_each(w->threads, 0, mc_round_up(w->job->n, PLACES) / PLACES, differ_in_block, &d);
  return atomic_load(&d.found);
}

/* One run, by comparison; `items` has room for it. */
static void settle_run(const work *w, run r, keyed *items, int threads) {
  const int64_t turn = w->of.key.decreasing ? -1 : 0, count = r.end - r.first;
  for (int64_t i = 0; i < count; i++)
    items[i] = (keyed){mc_whole_at(w, w->item[r.first + i]) ^ turn, w->item[r.first + i]};
  if (threads > 1) {
    mc_qsort(items, (size_t) count, sizeof *items, compare_keyed, threads, 0);
  } else {
    const mc_comparison_sorter by = mc_sort_by(compare_keyed, sizeof *items);
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
  if (r.end - r.first <= CHUNK)
    settle_run(s->w, r, s->items + thread * (int64_t) CHUNK, 1);
}

/* Runs of up to CHUNK items by a thread each, longer ones by all. */
static mc_status settle_long(const work *w, const runs *all, mc_arena *arena) {
  const int threads = w->threads;
  int64_t longest = (int64_t) threads * CHUNK;
  for (int64_t k = 0; k < all->count; k++)
    if (all->at[k].end - all->at[k].first > longest)
      longest = all->at[k].end - all->at[k].first;
  keyed *items = mc_alloc(arena, longest, sizeof *items);
  if (items == NULL)
    return MC_ERR_MEMORY;
  settling s = {w, all, items};
  mc_each(threads, 0, all->count, settle_one, &s);
  for (int64_t k = 0; k < all->count; k++)
    if (all->at[k].end - all->at[k].first > CHUNK)
      settle_run(w, all->at[k], items, threads);
  return MC_OK;
}

/* The first run that begins in each chunk, before any item moves. */
static int64_t *run_starts(const work *w, int64_t chunks, mc_arena *arena) {
  int64_t *start = mc_alloc(arena, chunks + 1, sizeof *start);
  if (start == NULL)
    return NULL;
  start[0] = 0;
  for (int64_t c = 1; c < chunks; c++) {
    const int64_t at = c * CHUNK;
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

static void settle_chunk(void *context, int64_t chunk, int thread) {
  chunking *c = context;
  const work *w = c->w;
  const int64_t limit = c->start[chunk + 1];
  (void) thread;
  for (int64_t i = c->start[chunk], end; i < limit; i = end) {
    end = run_end(w, i, limit); /* beyond, others are at work */
    if (mc_image_in(w, w->item[i]) == w->of.missing)
      continue;
    if (end - i <= FEW)
      settle(w, w->item + i, end - i);
    else
      c->longs[atomic_fetch_add(&c->count, 1)] = (run){i, end};
  }
}

static mc_status settle_all(work *w, mc_arena *arena) {
  const int64_t chunks = mc_round_up(w->n, CHUNK) / CHUNK;
  const int64_t *start = run_starts(w, chunks, arena);
  run *longs = mc_alloc(arena, w->n / FEW + 1, sizeof *longs);
  if (start == NULL || longs == NULL)
    return MC_ERR_MEMORY;
  chunking c = {w, start, longs, 0};
  mc_each(w->threads, 0, chunks, settle_chunk, &c);
  const runs all = {longs, c.count};
  return all.count > 0 && differ(w, &all) ? settle_long(w, &all, arena) : MC_OK;
}

/* ---- few different integers: by counting ---- */

enum { MOST_BUCKETS = 1 << 12 };

/* A thread's part of the places: counts them; or items become places in their order, where
   `at` says that each bucket's next one goes. */
MC_FOR_EACH_TYPE void count_part(mc_key_type type, const work *w, int64_t first, int64_t last,
                                 bool place, int64_t *at) {
  for (int64_t i = first; i < last; i++) {
    const int64_t next = at[mc_bucket_of(type, &w->of, mc_row_of(w, i))]++;
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
static void count_one(void *context, int64_t share, int thread) {
  const counting *c = context;
  const work *w = c->w;
  (void) thread;
  const int64_t first = mc_share_begin(w, (int) share), last = mc_share_begin(w, (int) share + 1);
  int64_t *at = c->at + share * mc_buckets(w);
  if (w->of.key.type == MC_KEY_I64)
    count_part(MC_KEY_I64, w, first, last, c->place, at);
  else
    count_part(MC_KEY_I32, w, first, last, c->place, at);
}

static void count_parts(const work *w, bool place, int64_t *at) {
  counting c = {w, place, at};
  mc_each(w->threads, 0, w->threads, count_one, &c);
}

bool mc_is_counted(const work *w) {
  return w->of.exact && w->of.key.type != MC_KEY_F64 &&
         w->of.span < mc_min(MOST_BUCKETS, w->n / 8);
}

int64_t *mc_count_buckets(const work *w, mc_arena *arena) {
  const int threads = w->threads;
  const int64_t buckets = mc_buckets(w);
  int64_t *at = mc_alloc(arena, threads * buckets, sizeof *at), next = 0;
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

static mc_status by_counting(work *w, mc_arena *arena, mc_monitor *monitor) {
  int64_t *at = mc_count_buckets(w, arena);
  if (at == NULL)
    return MC_ERR_MEMORY;
  count_parts(w, true, at);
  const bool asked = monitor != NULL && monitor->poll != NULL;
  return asked && monitor->poll(monitor->data, 1) ? MC_INTERRUPTED : MC_OK;
}

/* ---- the order ---- */

mc_status mc_sort_items(work *w, mc_arena *arena, mc_monitor *monitor) {
  mc_ranges(w->threads, w->n, CHUNK, make_items, w);
  const mc_sort_job job = {.type = MC_SORT_I64, .threads = w->threads};
  mc_sort_report report;
  const mc_status status = mc_sort_plain(&job, w->item, w->n, &report, monitor);
  return status == MC_OK && !w->of.exact ? settle_all(w, arena) : status;
}

static mc_status by_key(work *w, const mc_key *key, mc_arena *arena, mc_monitor *monitor) {
  mc_choose_image(w, key);
  return mc_is_counted(w) ? by_counting(w, arena, monitor) : mc_sort_items(w, arena, monitor);
}

/* Rows without a missing value; their number. */
static int64_t complete_rows(const mc_order_job *job, int64_t *row) {
  int64_t count = 0;
  for (int64_t i = 0; i < job->n; i++) {
    bool missing = false;
    for (int k = 0; k < job->count; k++)
      missing = missing || mc_is_missing(&job->keys[k], i);
    row[count] = i;
    count += !missing;
  }
  return count;
}

static bool any_missing(const mc_order_job *job) {
  for (int k = 0; k < job->count; k++)
    for (int64_t i = 0; i < job->n; i++)
      if (mc_is_missing(&job->keys[k], i))
        return true;
  return false;
}

typedef struct {
  const work *w;
  void *order;
  bool wide;
} taking_out;

static void take_out(void *context, int64_t first, int64_t last) {
  const taking_out *t = context;
  for (int64_t i = first; i < last; i++) {
    const int64_t row = mc_row_of(t->w, mc_place_of(t->w, t->w->item[i])) + 1;
    if (t->wide)
      ((double *) t->order)[i] = (double) row;
    else
      ((int32_t *) t->order)[i] = (int32_t) row;
  }
}

static void next_rows(void *context, int64_t first, int64_t last) {
  const work *w = context;
  for (int64_t i = first; i < last; i++)
    w->spare[i] = mc_row_of(w, mc_place_of(w, w->item[i]));
}

/* Rows by their new places. */
static mc_status place_rows(work *w, mc_arena *arena) {
  int64_t *next = w->spare != NULL ? w->spare : mc_alloc(arena, w->n, sizeof *next);
  if (next == NULL)
    return MC_ERR_MEMORY;
  w->spare = next;
  mc_ranges(w->threads, w->n, CHUNK, next_rows, w);
  w->spare = w->row;
  w->row = next;
  return MC_OK;
}

/* Progress through one key of several. */
typedef struct {
  mc_monitor *all;
  int key, keys;
} progress;

static bool poll(void *data, double done) {
  const progress *p = data;
  return p->all->poll(p->all->data, (p->key + done) / p->keys);
}

mc_status mc_order_begin(work *w, const mc_order_job *job, mc_arena *arena) {
  const double seconds = (double) job->n * job->count * 2e-8;
  *w = (work){.job = job, .n = job->n, .place_bits = 1};
  w->threads = job->n > 1024 ? mc_threads(job->threads, seconds) : 1;
  if (job->n >= INT64_C(1) << 40)
    return MC_ERR_SIZE;
  while (INT64_C(1) << w->place_bits < job->n)
    w->place_bits++;
  if (job->missing == MC_MISSING_DROP && any_missing(job)) {
    w->row = mc_alloc(arena, job->n, sizeof *w->row);
    if (w->row == NULL)
      return MC_ERR_MEMORY;
    w->n = complete_rows(job, w->row);
  }
  return MC_OK;
}

mc_status mc_make_room(work *w, mc_arena *arena, mc_monitor *monitor) {
  w->item = mc_alloc(arena, w->n, sizeof *w->item);
  return w->item == NULL ? MC_ERR_MEMORY
                         : mc_first_touch(w->item, w->n * 8, w->threads, monitor);
}

mc_status mc_order(const mc_order_job *job, void *order, bool wide, mc_order_report *report,
                   mc_arena *arena, mc_monitor *monitor) {
  work w;
  if (!wide && job->n > INT32_MAX)
    return MC_ERR_SIZE;
  if (monitor != NULL) {
    monitor->total = 1;
    monitor->done = 0;
  }
  mc_status made = mc_order_begin(&w, job, arena);
  if (made == MC_OK)
    made = mc_first_touch(order, job->n * (wide ? 8 : 4), w.threads, monitor);
  if (made == MC_OK)
    made = mc_make_room(&w, arena, monitor);
  if (made != MC_OK)
    return made;
  report->threads = w.threads;
  report->rows = w.n;
  progress p = {monitor, 0, job->count};
  mc_monitor each = {.poll = monitor != NULL && monitor->poll != NULL ? poll : NULL, .data = &p};
  for (int k = job->count - 1; k >= 0; k--, p.key++) {
    mc_status status = by_key(&w, &job->keys[k], arena, &each);
    if (status == MC_OK && k > 0)
      status = place_rows(&w, arena);
    if (status != MC_OK)
      return status;
  }
  taking_out out = {&w, order, wide};
  mc_ranges(w.threads, w.n, CHUNK, take_out, &out);
  return MC_OK;
}
