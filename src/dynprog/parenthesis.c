/* Parenthesization.

     plan: threads, layout, memory            (most layouts use the memory of the result)
     fill the table: the algorithm            (cells.c, candidates.c, loop.c, recursive.c)
     export: copy the table into rows, and set elements without an interval to `none`
     if a sum has overflowed to the best value: compute all once more by loops that forbid such
       sums (overflow.h) */

#include "dynprog/parenthesis.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "dynprog/candidates.h"
#include "dynprog/cells.h"
#include "dynprog/loop.h"
#include "dynprog/overflow.h"
#include "dynprog/recursive.h"
#include "dynprog/work.h"

enum { SIDE = MC_DYNPROG_SIDE };

static const struct {
  mc_status (*run)(mc_dynprog_work *w);
  mc_dynprog_layout layout;
} algorithms[MC_DYNPROG_ALGORITHMS] = {
  [MC_DYNPROG_AUTO] = {mc_dynprog_auto, MC_DYNPROG_LAYOUT_BANDS},
  [MC_DYNPROG_LOOP] = {mc_dynprog_loop, MC_DYNPROG_LAYOUT_ROWS},
  [MC_DYNPROG_RECURSIVE] = {mc_dynprog_recursive, MC_DYNPROG_LAYOUT_ROWS},
  [MC_DYNPROG_OPTIMIZED] = {mc_dynprog_optimized, MC_DYNPROG_LAYOUT_BANDS},
  [MC_DYNPROG_ZMORTON] = {mc_dynprog_zmorton, MC_DYNPROG_LAYOUT_ZMORTON},
};

/* ---- the plan ---- */

static bool is_valid(const mc_dynprog_job *job) {
  const bool minimum = job->weight == MC_DYNPROG_WEIGHT_CHAIN,
             maximum = job->weight == MC_DYNPROG_WEIGHT_PAIRS;
  return job->n >= 0 && job->cell >= 0 && (int) job->weight >= 0 &&
         job->weight < MC_DYNPROG_WEIGHTS && (int) job->algorithm >= 0 &&
         job->algorithm < MC_DYNPROG_ALGORITHMS && !(job->maximum && minimum) &&
         (job->maximum || !maximum);
}

static mc_status plan(mc_dynprog_work *w, double *table, mc_dynprog_algorithm algorithm) {
  const mc_dynprog_job *job = w->job;
  const int64_t filled = w->tiles * SIDE;
  w->layout = algorithms[algorithm].layout;
  MC_TRY(mc_dynprog_place(w, table));
  if (job->weight != MC_DYNPROG_WEIGHT_CHAIN)
    return MC_OK;
  w->p = mc_alloc(w->call->arena, filled, sizeof *w->p);
  if (w->p == NULL)
    return MC_ERR_MEMORY;
  for (int64_t i = 0; i < filled; i++)
    w->p[i] = i < w->n ? job->p[i] + 0.0 : 0;
  return MC_OK;
}

double mc_parenthesis_room(mc_dynprog_algorithm algorithm, int64_t n) {
  const double points = (double) n, filled = (double) mc_round_up(n, SIDE);
  const double scratch = algorithm == MC_DYNPROG_LOOP      ? points * (points + 16)
                         : algorithm == MC_DYNPROG_ZMORTON ? filled * (filled + SIDE) / 2
                                                           : 0;
  return points * points + scratch;
}

/* ---- export ---- */

typedef struct {
  const mc_dynprog_work *w;
  double none, *table, *band; /* `band` has room for a band of tiles for each thread */
  atomic_bool overflowed;     /* has any sum overflowed to the best value? */
} out;

/* Copies a band of square tiles into 64 rows of the result. Tiles that are in these rows themselves
   are first copied to `aside`. */
static void unfold(const out *o, int64_t band, double *aside) {
  const mc_dynprog_work *w = o->w;
  const int64_t end = mc_min((band + 1) * SIDE, w->n);
  const bool in_place = w->layout == MC_DYNPROG_LAYOUT_BANDS && band + 1 < w->tiles;
  if (in_place)
    memcpy(aside, mc_dynprog_tile_at(w, band, 0).x,
           (size_t) ((band + 1) * SIDE * SIDE) * sizeof *aside);
  for (int64_t column = 0; column <= band; column++) {
    const double *x =
      in_place ? aside + column * SIDE * SIDE : mc_dynprog_tile_at(w, band, column).x;
    for (int64_t j = band * SIDE; j < end; j++, x += SIDE) {
      const int64_t count = mc_min(SIDE, j - column * SIDE);
      memcpy(o->table + j * w->n + column * SIDE, x, (size_t) count * sizeof *x);
    }
  }
}

static void export(void *context, int64_t band, int thread) {
  out *o = context;
  const mc_dynprog_work *w = o->w;
  if (w->layout != MC_DYNPROG_LAYOUT_ROWS)
    unfold(o, band, o->band + thread * w->tiles * SIDE * SIDE);
  for (int64_t j = band * SIDE; j < mc_min((band + 1) * SIDE, w->n); j++) {
    double *to = o->table + j * w->n;
    if (w->x != o->table && w->layout == MC_DYNPROG_LAYOUT_ROWS)
      memcpy(to, w->x + j * w->stride, (size_t) j * sizeof *to);
    bool overflowed = false;
    for (int64_t i = 0; i < j; i++)
      overflowed |= mc_dynprog_overflowed(w->job, to[i]);
    if (overflowed)
      atomic_store(&o->overflowed, true);
    for (int64_t i = j; i < w->n; i++)
      to[i] = o->none;
  }
}

/* Computes all once more, in the memory of the result. */
static mc_status run_forbidding(mc_dynprog_work *w, out *o) {
  const double n = (double) w->n, tiles = (double) w->tiles;
  mc_monitor_start(w->call->monitor, n * n * n / 6 + 2 * n * n);
  w->layout = MC_DYNPROG_LAYOUT_ROWS;
  w->x = o->table;
  w->stride = w->n;
  memset(w->opened, 0, (size_t) (w->tiles * w->tiles));
  MC_TRY(mc_dynprog_loop_forbidding(w));
  return mc_run_each(w->call->monitor, w->threads, w->tiles, 2 * n * n / tiles, export, o);
}

static mc_status run(mc_dynprog_work *w, double none, double *table, mc_dynprog_report *report) {
  mc_monitor *monitor = w->call->monitor;
  const double n = (double) w->n, tiles = (double) w->tiles;
  out o = {.w = w, .none = none, .table = table};
  mc_monitor_start(monitor, w->sums + 2 * n * n);
  MC_TRY(mc_first_touch(table, w->n * w->n * (int64_t) sizeof *table, w->threads, monitor));
  MC_TRY(plan(w, table, report->algorithm));
  if (w->layout == MC_DYNPROG_LAYOUT_BANDS) {
    o.band = mc_alloc(w->call->arena, w->threads * w->tiles * SIDE * SIDE, sizeof *o.band);
    if (o.band == NULL)
      return MC_ERR_MEMORY;
  }
  mc_monitor_phase(monitor);
  const double before = monitor == NULL ? 0 : monitor->done;
  MC_TRY(w->candidates != NULL ? mc_dynprog_candidates_run(w)
                               : algorithms[report->algorithm].run(w));
  if (monitor != NULL)
    monitor->done = before + w->sums; /* algorithms count a little less than that */
  mc_monitor_phase(monitor);
  MC_TRY(mc_run_each(monitor, w->threads, w->tiles, 2 * n * n / tiles, export, &o));
  return atomic_load(&o.overflowed) ? run_forbidding(w, &o) : MC_OK;
}

mc_status mc_parenthesize(const mc_dynprog_job *job, double none, double *table,
                          mc_dynprog_report *report, const mc_call *call) {
  const int64_t n = job->n;
  mc_dynprog_work w = {.job = job, .call = call, .n = n, .tiles = mc_round_up(n, SIDE) / SIDE};
  *report = (mc_dynprog_report){.algorithm = job->algorithm};
  if (!is_valid(job))
    return MC_ERR_ARGUMENT;
  if (n >= INT64_C(1) << 30)
    return MC_ERR_SIZE;
  w.sums = (double) n * (double) n * (double) n / 6;
  MC_TRY(mc_dynprog_candidates_plan(&w));
  report->candidates = w.candidates != NULL;
  w.threads = mc_call_threads(call, w.sums * MC_DYNPROG_SECONDS);
  report->threads = w.threads;
  if (n == 0)
    return MC_OK;
  w.tropical = mc_tropical_semiring_make(call->kernels,
                                         job->maximum ? MC_TROPICAL_MAX : MC_TROPICAL_MIN, false);
  w.kernels = mc_dynprog_kernels_for(job, call->kernels);
  return run(&w, none, table, report);
}
