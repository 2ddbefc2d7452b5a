#ifndef MC_JOBS_H
#define MC_JOBS_H

#include "base/monitor.h"
#include "base/team.h"

/* Jobs by a team of threads, in passes (monitor.h): no thread takes another job when the time of
   the pass is over. body(context, id, thread) is called for 0 <= id < jobs. A job is `weight` >= 0
   work units; jobs of 0 units are not counted as progress. The functions return MC_OK or
   MC_INTERRUPTED. */

/* Threads take the jobs in order, from one counter. */
#define mc_run_each(monitor, threads, jobs, weight, body, ...) \
  mc_run_each_at(MC_SITE(body), monitor, threads, jobs, weight, body, __VA_ARGS__)
mc_status mc_run_each_at(const mc_site *site, mc_monitor *monitor, int threads, int64_t jobs,
                         double weight, mc_body body, void *context);

/* Jobs in shares, for sweeps that return to the same data. Each thread has a share and takes the
   jobs of this share in order. In the next sweep the thread has this share again, and finds in its
   caches what it wrote. A thread whose share is finished takes jobs of the other shares (affinity
   scheduling: Markatos and LeBlanc, 1994).

     for each thread
       while there is an urgent job: take the next one
       for each share, from the thread's own on
         while there is a job: take the next one

   The caller always has the first share. A helper keeps its share if the same helpers come to each
   sweep, as they do if the sweeps have as many threads as the team. Otherwise a helper may get
   another share, which costs time only.

   Jobs 0, ..., urgent - 1 are urgent (0 <= urgent <= jobs): all threads take urgent jobs first. The
   others make `threads` shares of neighbouring jobs, of the same size up to one job. */
#define mc_run_shares(monitor, threads, urgent, jobs, weight, body, ...) \
  mc_run_shares_at(MC_SITE(body), monitor, threads, urgent, jobs, weight, body, __VA_ARGS__)
mc_status mc_run_shares_at(const mc_site *site, mc_monitor *monitor, int threads, int64_t urgent,
                           int64_t jobs, double weight, mc_body body, void *context);

#endif
