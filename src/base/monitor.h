#ifndef MC_MONITOR_H
#define MC_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/team.h"

/* Passes (section 4.3.1 of Liu et al.): long work is cut into ranges of jobs
   that take about a tenth of a second each. Between two of them the main
   thread, while no helper is at work, reports progress and asks whether to
   stop. */

typedef struct {
  /* Called between passes with the share of the work that is done, in [0, 1].
     Returns true to stop. May also leave by longjmp: drivers hold no resource
     that the arena does not own. NULL: never asked. */
  bool (*poll)(void *data, double done);
  void *data;
  double total; /* work units, set by the driver */
  double done;  /* work units, advanced by mc_run_passes() */
  double speed; /* work units a second in the last pass; 0 before the first */
  double pass;  /* seconds of a pass; 0: a tenth */
} mc_monitor;

/* NULL, for nobody who listens, is a monitor everywhere. */

/* A call begins, of `total` units of work. */
void mc_monitor_start(mc_monitor *monitor, double total);

/* What comes now has a speed of its own. */
void mc_monitor_phase(mc_monitor *monitor);

/* Is there somebody to be asked? */
bool mc_monitor_listens(const mc_monitor *monitor);

/* `work` units more are done: reports, and asks. MC_OK or MC_INTERRUPTED. For work that is
   not cut into jobs; the functions below do it themselves. */
mc_status mc_monitor_step(mc_monitor *monitor, double work);

/* Does the jobs first <= job < last; calls the team itself. */
typedef void (*mc_pass)(void *context, int64_t first, int64_t last);

/* Calls pass() over [0, jobs) in ranges of a multiple of `grain` jobs, whose
   length follows the measured speed, and polls after each. `weight` > 0 is the
   work of a job.
   Returns MC_OK or MC_INTERRUPTED. */
mc_status mc_run_passes(mc_monitor *monitor, int64_t jobs, int64_t grain, double weight,
                        mc_pass pass, void *context);

/* body(context, id, thread) for 0 <= id < jobs, by a team of threads, in passes: when one's time
   is over no thread takes another job. */
#define mc_run_each(monitor, threads, jobs, weight, body, ...) \
  mc_run_each_at(MC_SITE(body), monitor, threads, jobs, weight, body, __VA_ARGS__)
mc_status mc_run_each_at(const mc_site *site, mc_monitor *monitor, int threads, int64_t jobs,
                         double weight, mc_body body, void *context);

#endif
