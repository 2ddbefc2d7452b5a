#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#endif

#include "passes.h"

#include <math.h>
#include <time.h>

static const double PASS_SECONDS = 0.1;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* As many jobs as take PASS_SECONDS at `speed`, a multiple of `grain`. */
static int64_t length_at(double speed, double weight, int64_t grain) {
  double wanted = PASS_SECONDS * speed / weight / (double) grain;
  if (!(wanted >= 1)) /* or speed is not known yet */
    return grain;
  if (wanted > (double) (INT64_MAX / 2 / grain))
    return INT64_MAX / 2 / grain * grain;
  return (int64_t) wanted * grain;
}

mc_status mc_run_passes(mc_monitor *monitor, int64_t jobs, int64_t grain,
                        double weight, mc_pass pass, void *context) {
  if (monitor == NULL || monitor->poll == NULL) {
    if (jobs > 0)
      pass(context, 0, jobs);
    return MC_OK;
  }
  int64_t length = length_at(monitor->speed, weight, grain);
  for (int64_t first = 0; first < jobs;) {
    int64_t last = jobs - first < length ? jobs : first + length;
    double start = seconds();
    pass(context, first, last);
    double work = weight * (double) (last - first);
    monitor->done += work;
    monitor->speed = work / fmax(seconds() - start, 1e-6);
    /* the first jobs may have been the cheap ones */
    int64_t next = length_at(monitor->speed, weight, grain);
    length = next / 4 < length ? next : 4 * length;
    first = last;
    if (monitor->poll(monitor->data, monitor->done / monitor->total))
      return MC_INTERRUPTED;
  }
  return MC_OK;
}

typedef struct {
  int threads;
  mc_body body;
  void *context;
} each;

static void each_pass(void *context, int64_t first, int64_t last) {
  const each *e = context;
  mc_each(e->threads, first, last, e->body, e->context);
}

mc_status mc_run_each(mc_monitor *monitor, int threads, int64_t jobs, double weight,
                      mc_body body, void *context) {
  each e = {threads, body, context};
  return mc_run_passes(monitor, jobs, threads, weight, each_pass, &e);
}
