#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#endif

#include "passes.h"

#include <time.h>

static const double PASS_SECONDS = 0.1;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* The next pass's length: what the last one's speed lets into PASS_SECONDS,
   but never more than four times as long, since the first jobs may have been
   the cheap ones. */
static int64_t next_length(int64_t length, int64_t grain, double elapsed) {
  double factor = elapsed > 0 ? PASS_SECONDS / elapsed : 4;
  if (factor > 4)
    factor = 4;
  double wanted = (double) length * factor / (double) grain;
  if (wanted < 1)
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
  int64_t length = grain;
  for (int64_t first = 0; first < jobs;) {
    int64_t last = jobs - first < length ? jobs : first + length;
    double start = seconds();
    pass(context, first, last);
    length = next_length(length, grain, seconds() - start);
    monitor->done += weight * (double) (last - first);
    first = last;
    if (monitor->poll(monitor->data, monitor->done / monitor->total))
      return MC_INTERRUPTED;
  }
  return MC_OK;
}
