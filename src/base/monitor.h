#ifndef MC_MONITOR_H
#define MC_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* Passes (section 4.3.1 of Liu et al.): long work is cut into passes of about 0.1 seconds. Between
   two passes no helper works, and the main thread reports progress and asks whether to stop. */

typedef struct {
  /* Called between passes with the share of the work that is done, in [0, 1]. Returns true to
     stop. May also leave by longjmp, because drivers hold no resource outside of the arena.
     NULL: never called. */
  bool (*poll)(void *data, double done);
  void *data;
  double total; /* work units, set by the driver */
  double done;  /* work units, advanced by mc_monitor_step() */
  double speed; /* work units a second in the last pass of mc_run_passes(); 0: not known */
  double pass;  /* seconds of a pass; 0: 0.1 */
} mc_monitor;

/* All functions take NULL for "no monitor". */

/* A monitor of one of several runs of a call: the run is the work from `first` to first + share of
   the whole call, which is 1. `whole` may be NULL, and must stay valid. */
typedef struct {
  mc_monitor monitor;
  mc_monitor *whole;
  double first, share;
} mc_monitor_part;
void mc_monitor_part_begin(mc_monitor_part *part, mc_monitor *whole, double first, double share);

/* A call of `total` work units begins. */
void mc_monitor_start(mc_monitor *monitor, double total);

/* The work that comes now has another speed: the measured speed is forgotten. */
void mc_monitor_phase(mc_monitor *monitor);

/* Is there a poll() to call? */
bool mc_monitor_listens(const mc_monitor *monitor);

/* The seconds of a pass of a monitor that listens. */
double mc_monitor_pass(const mc_monitor *monitor);

/* `work` more units are done: calls poll(). MC_OK or MC_INTERRUPTED. For work that is not cut into
   jobs; the functions below call it themselves. */
mc_status mc_monitor_step(mc_monitor *monitor, double work);

/* Does the jobs first, ..., last - 1. The function may call the team itself. */
typedef void (*mc_pass)(void *context, int64_t first, int64_t last);

/* Calls pass() for ranges of [0, jobs), and polls after each range. A range is a multiple of
   `grain` jobs; its length follows the measured speed. A job is `weight` > 0 work units. Returns
   MC_OK or MC_INTERRUPTED. */
mc_status mc_run_passes(mc_monitor *monitor, int64_t jobs, int64_t grain, double weight,
                        mc_pass pass, void *context);

#endif
