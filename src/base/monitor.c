#include "base/monitor.h"

#include <math.h>
#include <stddef.h>

#include "base/clock.h"

static const double PASS_SECONDS = 0.1;

static double seconds(void) {
  return 1e-9 * (double) mc_now();
}

double mc_monitor_pass(const mc_monitor *monitor) {
  return monitor->pass > 0 ? monitor->pass : PASS_SECONDS;
}

static bool poll_part(void *data, double done) {
  mc_monitor_part *part = data;
  return part->whole->poll(part->whole->data, part->first + part->share * done);
}

void mc_monitor_part_begin(mc_monitor_part *part, mc_monitor *whole, double first, double share) {
  *part = (mc_monitor_part){.whole = whole, .first = first, .share = share};
  if (mc_monitor_listens(whole))
    part->monitor = (mc_monitor){.poll = poll_part, .data = part, .pass = whole->pass};
}

void mc_monitor_start(mc_monitor *monitor, double total) {
  if (monitor == NULL)
    return;
  monitor->total = total;
  monitor->done = 0;
  monitor->speed = 0;
}

void mc_monitor_phase(mc_monitor *monitor) {
  if (monitor != NULL)
    monitor->speed = 0;
}

bool mc_monitor_listens(const mc_monitor *monitor) {
  return monitor != NULL && monitor->poll != NULL;
}

mc_status mc_monitor_step(mc_monitor *monitor, double work) {
  if (!mc_monitor_listens(monitor))
    return MC_OK;
  monitor->done += work;
  const double share = monitor->total > 0 ? monitor->done / monitor->total : 1;
  return monitor->poll(monitor->data, share < 1 ? share : 1) ? MC_INTERRUPTED : MC_OK;
}

/* How many jobs fit into a pass, a multiple of `grain`. */
static int64_t length_for(const mc_monitor *monitor, double weight, int64_t grain) {
  double wanted = mc_monitor_pass(monitor) * monitor->speed / weight / (double) grain;
  if (!(wanted >= 1)) /* also if the speed is not known yet */
    return grain;
  if (wanted > (double) (INT64_MAX / 2 / grain))
    return INT64_MAX / 2 / grain * grain;
  return (int64_t) wanted * grain;
}

mc_status mc_run_passes(mc_monitor *monitor, int64_t jobs, int64_t grain, double weight,
                        mc_pass pass, void *context) {
  if (!mc_monitor_listens(monitor)) {
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
    monitor->speed = work / fmax(seconds() - start, 1e-6);
    /* at most four times as many jobs: the first jobs may have been the cheap ones */
    int64_t next = length_for(monitor, weight, grain);
    length = next / 4 < length ? next : 4 * length;
    first = last;
    MC_TRY(mc_monitor_step(monitor, work));
  }
  return MC_OK;
}
