#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#endif

#include "base/monitor.h"

#include <math.h>
#include <time.h>

static const double PASS_SECONDS = 0.1;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static double pass_seconds(const mc_monitor *monitor) {
  return monitor->pass > 0 ? monitor->pass : PASS_SECONDS;
}

/* As many jobs as a pass takes, a multiple of `grain`. */
static int64_t length_for(const mc_monitor *monitor, double weight, int64_t grain) {
  double wanted = pass_seconds(monitor) * monitor->speed / weight / (double) grain;
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
  int64_t length = length_for(monitor, weight, grain);
  for (int64_t first = 0; first < jobs;) {
    int64_t last = jobs - first < length ? jobs : first + length;
    double start = seconds();
    pass(context, first, last);
    double work = weight * (double) (last - first);
    monitor->done += work;
    monitor->speed = work / fmax(seconds() - start, 1e-6);
    /* the first jobs may have been the cheap ones */
    int64_t next = length_for(monitor, weight, grain);
    length = next / 4 < length ? next : 4 * length;
    first = last;
    if (monitor->poll(monitor->data, monitor->done / monitor->total))
      return MC_INTERRUPTED;
  }
  return MC_OK;
}

mc_status mc_run_each(mc_monitor *monitor, int threads, int64_t jobs, double weight,
                      mc_body body, void *context) {
  if (monitor == NULL || monitor->poll == NULL) {
    mc_each(threads, 0, jobs, body, context);
    return MC_OK;
  }
  for (int64_t first = 0; first < jobs;) {
    const int64_t next = mc_each_for(threads, pass_seconds(monitor), first, jobs, body, context);
    monitor->done += weight * (double) (next - first);
    first = next;
    if (monitor->poll(monitor->data, monitor->done / monitor->total))
      return MC_INTERRUPTED;
  }
  return MC_OK;
}
