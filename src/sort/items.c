#include "sort/items.h"

#include "base/first_touch.h"
#include "sort/normalise.h"
#include "sort/settle.h"
#include "sort/sort.h"

typedef mc_sort_order_work work;

/* Lists rows without a missing value; returns how many there are. */
static int64_t complete_rows(const mc_sort_order_job *job, int64_t *row) {
  int64_t count = 0;
  for (int64_t i = 0; i < job->n; i++) {
    bool missing = false;
    for (int k = 0; k < job->count; k++)
      missing = missing || mc_sort_is_missing(&job->keys[k], i);
    row[count] = i;
    count += !missing;
  }
  return count;
}

static bool any_missing(const mc_sort_order_job *job) {
  for (int k = 0; k < job->count; k++)
    for (int64_t i = 0; i < job->n; i++)
      if (mc_sort_is_missing(&job->keys[k], i))
        return true;
  return false;
}

mc_status mc_sort_items_begin(work *w, const mc_sort_order_job *job, const mc_call *call) {
  const double seconds = (double) job->n * job->count * 2e-8;
  *w = (work){.job = job, .call = call, .n = job->n, .place_bits = 1};
  w->threads = job->n > 1024 ? mc_call_threads(call, seconds) : 1;
  if (job->n >= INT64_C(1) << 40)
    return MC_ERR_SIZE;
  while (INT64_C(1) << w->place_bits < job->n)
    w->place_bits++;
  if (job->missing == MC_SORT_MISSING_DROP && any_missing(job)) {
    w->row = mc_alloc(w->call->arena, job->n, sizeof *w->row);
    if (w->row == NULL)
      return MC_ERR_MEMORY;
    w->n = complete_rows(job, w->row);
  }
  return MC_OK;
}

mc_status mc_sort_items_make_room(work *w) {
  w->item = mc_alloc(w->call->arena, w->n, sizeof *w->item);
  return w->item == NULL ? MC_ERR_MEMORY
                         : mc_first_touch(w->item, w->n * 8, w->threads, w->call->monitor);
}

mc_status mc_sort_items_sort(work *w) {
  mc_sort_make_items(w);
  mc_call call = *w->call;
  call.threads = w->threads;
  const mc_sort_job job = {.type = MC_SORT_I64};
  mc_sort_report report;
  MC_TRY(mc_sort_plain(&job, w->item, w->n, &report, &call));
  return w->of.exact ? MC_OK : mc_sort_settle(w);
}
