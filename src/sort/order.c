/* The order of rows: sorts 64-bit integers that hold a key and the place of its row, by vectors
   (sort.h).

     for each key, from the last to the first
       item = the normalised key, and in the lower bits the present place of its row
       sort the items
       where neighbours have equal normalised keys and different keys: put them right    (settle.c)
       the rows get their new places

   A place takes the bits that it needs; a normalised key has the others of 63. An integer fits as
   it is, less the least integer, if the range fits. Doubles are mapped linearly. If a sample shows
   that this gives too many of them the same normalised key (an outlier, a heavy tail), the integers
   in the order of the doubles are shifted instead. Both maps preserve the order, so only keys with
   equal normalised keys have to be compared. The place in an item makes the sort stable.

   Integers with few different values are counted instead (count.c). */

#include "sort/order.h"

#include "base/first_touch.h"
#include "base/team.h"
#include "sort/count.h"
#include "sort/normalise.h"
#include "sort/items.h"

typedef mc_sort_order_work work;

static mc_status by_key(work *w, const mc_sort_key *key) {
  mc_sort_normalise(w, key);
  return mc_sort_is_counted(w) ? mc_sort_count_items(w) : mc_sort_items_sort(w);
}

typedef struct {
  const work *w;
  void *order;
  bool wide;
} exporting;

static void export_rows(void *context, int64_t first, int64_t last) {
  const exporting *t = context;
  for (int64_t i = first; i < last; i++) {
    const int64_t row = mc_sort_row_of(t->w, mc_sort_place_of(t->w, t->w->item[i])) + 1;
    if (t->wide)
      ((double *) t->order)[i] = (double) row;
    else
      ((int32_t *) t->order)[i] = (int32_t) row;
  }
}

static void next_rows(void *context, int64_t first, int64_t last) {
  const work *w = context;
  for (int64_t i = first; i < last; i++)
    w->spare[i] = mc_sort_row_of(w, mc_sort_place_of(w, w->item[i]));
}

/* Moves the rows to their new places. */
static mc_status place_rows(work *w) {
  int64_t *next = w->spare != NULL ? w->spare : mc_alloc(w->call->arena, w->n, sizeof *next);
  if (next == NULL)
    return MC_ERR_MEMORY;
  w->spare = next;
  mc_ranges(w->threads, w->n, MC_SORT_CHUNK, next_rows, w);
  w->spare = w->row;
  w->row = next;
  return MC_OK;
}

/* The progress of one key of several. */
typedef struct {
  mc_monitor *all;
  int key, keys;
} progress;

static bool poll(void *data, double done) {
  const progress *p = data;
  return p->all->poll(p->all->data, (p->key + done) / p->keys);
}

mc_status mc_sort_order(const mc_sort_order_job *job, void *order, bool wide,
                        mc_sort_order_report *report, const mc_call *call) {
  work w;
  if (!wide && job->n > INT32_MAX)
    return MC_ERR_SIZE;
  mc_monitor_start(call->monitor, 1);
  MC_TRY(mc_sort_items_begin(&w, job, call));
  MC_TRY(mc_first_touch(order, job->n * (wide ? 8 : 4), w.threads, call->monitor));
  MC_TRY(mc_sort_items_make_room(&w));
  *report = (mc_sort_order_report){w.threads, w.n};
  progress p = {call->monitor, 0, job->count};
  mc_monitor monitor = {.poll = mc_monitor_listens(call->monitor) ? poll : NULL,
                        .data = &p,
                        .pass = call->monitor != NULL ? call->monitor->pass : 0};
  mc_call each = *call;
  each.monitor = &monitor;
  w.call = &each;
  for (int k = job->count - 1; k >= 0; k--, p.key++) {
    mc_monitor_start(&monitor, 1);
    MC_TRY(by_key(&w, &job->keys[k]));
    if (k > 0)
      MC_TRY(place_rows(&w));
  }
  exporting out = {&w, order, wide};
  mc_ranges(w.threads, w.n, MC_SORT_CHUNK, export_rows, &out);
  return MC_OK;
}
