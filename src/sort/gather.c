/* Elements in an order: jobs of neighbouring places. The elements are anywhere, so the time is that
   of the memory's answers; a processor waits for several of them at a time. */

#include "sort/gather.h"

#include <stdatomic.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/jobs.h"

enum { CHUNK = 1 << 16 }; /* places of a job */

typedef struct {
  const mc_sort_gather_job *job;
  void *to;
  _Atomic bool wrong; /* is a place none of `from`? */
} work;

/* The place i, from 0 on; -1 if there is none. */
static int64_t place_of(const mc_sort_gather_job *job, int64_t i) {
  const double limit = (double) job->length;
  const double place =
    job->wide ? ((const double *) job->places)[i] : (double) ((const int32_t *) job->places)[i];
  return place >= 1 && place <= limit ? (int64_t) place - 1 : -1;
}

MC_BODY(gather_chunk, work, w, id) {
  const mc_sort_gather_job *job = w->job;
  const int64_t first = id * CHUNK, last = mc_min(first + CHUNK, job->count);
  bool wrong = false;
  for (int64_t i = first; i < last; i++) {
    int64_t place = place_of(job, i);
    if (place < 0) {
      wrong = true;
      continue;
    }
    if (job->size == 4)
      ((uint32_t *) w->to)[i] = ((const uint32_t *) job->from)[place];
    else
      ((uint64_t *) w->to)[i] = ((const uint64_t *) job->from)[place];
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
  return w.wrong ? MC_ERR_ARGUMENT : MC_OK;
}
