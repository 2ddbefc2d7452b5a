/* Alignment with any gap cost.

     plan: threads, layout, memory
     begin: g(0, 0) = 0, with `overlap` also g(i, 0) = g(0, j) = 0; all else the identity element
     fill the table: the algorithm       (gap_cells.c, gap_loop.c, gap_recursive.c) */

#include "dynprog/gap.h"

#include "base/first_touch.h"
#include "base/integers.h"
#include "dynprog/gap_cells.h"
#include "dynprog/gap_loop.h"
#include "dynprog/gap_recursive.h"
#include "tropical/zmorton.h"

enum { SIDE = MC_DYNPROG_SIDE };

static mc_status (*const algorithms[MC_DYNPROG_ALGORITHMS])(mc_gap_work *w) = {
  [MC_DYNPROG_AUTO] = mc_gap_auto,           [MC_DYNPROG_LOOP] = mc_gap_loop,
  [MC_DYNPROG_RECURSIVE] = mc_gap_recursive, [MC_DYNPROG_OPTIMIZED] = mc_gap_optimized,
  [MC_DYNPROG_ZMORTON] = mc_gap_zmorton,
};

/* n rounded up to an odd number of cache lines. */
static int64_t padded(int64_t n) {
  enum { LINE = 64 / sizeof(double) };
  const int64_t lines = mc_round_up(n, LINE) / LINE;
  return (lines + 1 - lines % 2) * LINE;
}

static mc_status plan(mc_gap_work *w, mc_dynprog_algorithm algorithm) {
  const bool zmorton = algorithm == MC_DYNPROG_ZMORTON || algorithm == MC_DYNPROG_AUTO;
  const int64_t tiles = w->down * w->across;
  w->stride = algorithm == MC_DYNPROG_RECURSIVE ? w->columns : padded(w->columns);
  w->g = mc_alloc(w->call->arena, w->rows * (zmorton ? w->columns : w->stride), sizeof *w->g);
  w->offset = zmorton ? mc_alloc(w->call->arena, tiles, sizeof *w->offset) : NULL;
  if (w->g == NULL || (zmorton && w->offset == NULL))
    return MC_ERR_MEMORY;
  for (int64_t id = 0; zmorton && id < tiles; id++)
    w->offset[id] = mc_tropical_zmorton_block(w->rows, w->columns, SIDE, id / w->across * SIDE,
                                              id % w->across * SIDE)
                      .offset;
  return MC_OK;
}

double mc_gap_room(int64_t m, int64_t n) {
  return ((double) m + 4) * ((double) n + 24);
}

MC_BODY(begin_tile, const mc_gap_work, w, id) {
  const int64_t row = id / w->across, column = id % w->across;
  const mc_gap_tile t = mc_gap_tile_at(w, row, column);
  for (int64_t r = 0; r < t.rows; r++)
    mc_tropical_fill(&w->tropical, t.x + r * t.stride, t.columns);
  if (w->job->overlap) {
    for (int64_t r = 0; r < t.rows && column == 0; r++)
      t.x[r * t.stride] = 0;
    for (int64_t c = 0; c < t.columns && row == 0; c++)
      t.x[c] = 0;
  }
  if (row == 0 && column == 0)
    t.x[0] = 0;
}

static mc_status run(mc_gap_work *w, const mc_dynprog_report *report) {
  mc_monitor *monitor = w->call->monitor;
  const double m = (double) w->job->m, n = (double) w->job->n, cells = (m + 1) * (n + 1);
  const double sums = cells * (m + n) / 2, tiles = (double) w->down * (double) w->across;
  const int64_t bytes = w->rows * w->columns * (int64_t) sizeof *w->g;
  mc_monitor_start(monitor, sums + 2 * cells);
  MC_TRY(mc_first_touch(w->g, bytes, w->threads, monitor));
  MC_TRY(mc_run_each(monitor, w->threads, w->down * w->across, 2 * cells / tiles, begin_tile, w));
  mc_monitor_phase(monitor);
  MC_TRY(algorithms[report->algorithm](w));
  if (monitor == NULL)
    return MC_OK;
  /* The recursion counts a region as if its sides were equal, so some of the total may be left. */
  const double left = monitor->total - monitor->done;
  return mc_monitor_step(monitor, left);
}

mc_status mc_gap_align(mc_gap_work *w, const mc_gap_job *job, mc_dynprog_report *report,
                       const mc_call *call) {
  *report = (mc_dynprog_report){.algorithm = job->algorithm};
  if (job->m < 0 || job->n < 0 || job->cell_rows < 0 || job->cell_columns < 0 ||
      (int) job->algorithm < 0 || job->algorithm >= MC_DYNPROG_ALGORITHMS)
    return MC_ERR_ARGUMENT;
  if (job->m >= INT32_MAX - job->n)
    return MC_ERR_SIZE;
  MC_TRY(mc_gap_begin(w, job, call));
  const double m = (double) job->m, n = (double) job->n;
  const double a_sum = job->algorithm == MC_DYNPROG_LOOP ? 5e-10 : 1.3e-11;
  w->threads = mc_call_threads(call, (m + 1) * (n + 1) * ((m + n) * a_sum + 4e-9));
  report->threads = w->threads;
  MC_TRY(plan(w, report->algorithm));
  return run(w, report);
}
