/* Elements in an order. A job takes the elements of neighbouring places.

   The elements are anywhere in memory. So a thread waits for memory most of the time, for several
   elements at once. */

#include "sort/gather.h"

#include <stdatomic.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/jobs.h"
#include "sort/words.h"

enum { CHUNK = MC_SORT_GATHER_CHUNK };

typedef struct {
  const mc_sort_gather_job *job;
  void *to;
  _Atomic bool wrong; /* was there no such place? */
} work;

/* places[i] - 1; -1 if `from` has no such place. */
static int64_t index_of(const mc_sort_gather_job *job, int64_t i) {
  const double place =
    job->wide ? ((const double *) job->places)[i] : (double) ((const int32_t *) job->places)[i];
  if (!(place >= 1 && place <= (double) job->length))
    return -1;
  const int64_t whole = (int64_t) place;
  return (double) whole == place ? whole - 1 : -1;
}

MC_BODY(gather_chunk, work, w, id) {
  const mc_sort_gather_job *job = w->job;
  const int64_t first = id * CHUNK, last = mc_min(first + CHUNK, job->count);
  bool wrong = false;
  for (int64_t i = first; i < last; i++) {
    const int64_t index = index_of(job, i);
    if (index < 0)
      wrong = true;
    else if (job->size == 4)
      ((word32 *) w->to)[i] = ((const word32 *) job->from)[index];
    else
      ((word64 *) w->to)[i] = ((const word64 *) job->from)[index];
  }
  if (wrong)
    atomic_store(&w->wrong, true);
}

mc_status mc_sort_gather(const mc_sort_gather_job *job, void *to, const mc_call *call) {
  const int64_t chunks = (job->count + CHUNK - 1) / CHUNK;
  const int threads = mc_call_threads(call, (double) job->count * 5e-9);
  work w = {.job = job, .to = to};
  mc_monitor_start(call->monitor, (double) job->count);
  MC_TRY(mc_first_touch(to, job->count * job->size, threads, call->monitor));
  MC_TRY(mc_run_each(call->monitor, threads, chunks, CHUNK, gather_chunk, &w));
  return atomic_load(&w.wrong) ? MC_ERR_ARGUMENT : MC_OK;
}
