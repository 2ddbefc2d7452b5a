/* Parenthesization.

     plan: algorithm, threads
     leaves into a table in the algorithm's layout          (in the result, unless it is another)
     the algorithm                                          (loop.c, recursive.c)
     the table out of the layout */

#include "dynprog/parenthesis.h"

#include <math.h>
#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "dynprog/loop.h"
#include "dynprog/recursive.h"
#include "dynprog/work.h"

enum { SIDE = MC_DYNPROG_SIDE };

static mc_status (*const algorithms[MC_DYNPROG_ALGORITHMS])(mc_dynprog_work *w) = {
#define MC_DYNPROG_ALGORITHM(CONSTANT, name) [MC_DYNPROG_##CONSTANT] = mc_dynprog_##name,
#include "dynprog/algorithms.def"
#undef MC_DYNPROG_ALGORITHM
};

/* ---- the plan ---- */

static bool is_valid(const mc_dynprog_job *job) {
  const bool minimum = job->weight == MC_WEIGHT_CHAIN, maximum = job->weight == MC_WEIGHT_PAIRS;
  return job->n >= 0 && (int) job->weight >= 0 && job->weight < MC_WEIGHTS &&
         (int) job->algorithm >= 0 && job->algorithm < MC_DYNPROG_ALGORITHMS &&
         !(job->maximum && minimum) && (job->maximum || !maximum);
}

/* A multiple of a line, but an odd one. */
static int64_t padded(int64_t n) {
  enum { LINE = 64 / sizeof(double) };
  const int64_t lines = mc_round_up(n, LINE) / LINE;
  return (lines + 1 - lines % 2) * LINE;
}

static mc_status plan(mc_dynprog_work *w, double *table, mc_dynprog_algorithm algorithm) {
  const mc_dynprog_job *job = w->job;
  const int64_t filled = w->tiles * SIDE;
  w->zmorton = algorithm == MC_DYNPROG_ZMORTON;
  w->stride = algorithm == MC_DYNPROG_LOOP ? padded(w->n) : w->n;
  w->x = table;
  if (w->zmorton)
    w->x = mc_alloc(w->call->arena, filled * filled, sizeof *w->x);
  else if (algorithm == MC_DYNPROG_LOOP)
    w->x = mc_alloc(w->call->arena, w->n * w->stride, sizeof *w->x);
  if (w->x == NULL)
    return MC_ERR_MEMORY;
  if (job->weight != MC_WEIGHT_CHAIN)
    return MC_OK;
  w->p = mc_alloc(w->call->arena, filled, sizeof *w->p);
  if (w->p == NULL)
    return MC_ERR_MEMORY;
  for (int64_t i = 0; i < filled; i++)
    w->p[i] = i < w->n ? job->p[i] + 0.0 : 0;
  return MC_OK;
}

/* ---- in and out ---- */

static double leaf_of(const mc_dynprog_work *w, int64_t row, int64_t column) {
  if (row == column && w->job->weight == MC_WEIGHT_PAIRS)
    return 0; /* no bases */
  if (row != column + 1 || row >= w->n)
    return w->tropical.none;
  return w->job->leaf == NULL ? 0 : w->job->leaf[column] + 0.0; /* -0 becomes 0 */
}

MC_BODY(import, const mc_dynprog_work, w, id) {
  const int64_t row = id / w->tiles, column = id % w->tiles;
  const mc_dynprog_tile t = mc_dynprog_tile_at(w, row, column);
  for (int64_t r = 0; r < t.rows; r++)
    for (int64_t c = 0; c < t.columns; c++)
      t.x[r * t.stride + c] = leaf_of(w, row * SIDE + r, column * SIDE + c);
}

typedef struct {
  const mc_dynprog_work *w;
  double none, *table;
} out;

MC_BODY(export, const out, o, id) {
  const mc_dynprog_work *w = o->w;
  const int64_t row = id / w->tiles, column = id % w->tiles;
  const mc_dynprog_tile t = mc_dynprog_tile_at(w, row, column);
  const int64_t columns = mc_min(SIDE, w->n - column * SIDE);
  for (int64_t j = row * SIDE; j < mc_min((row + 1) * SIDE, w->n); j++) {
    double *to = o->table + j * w->n + column * SIDE;
    int64_t there = mc_min(columns, j - column * SIDE);
    there = there < 0 ? 0 : there;
    if (w->x != o->table)
      memcpy(to, t.x + (j - row * SIDE) * t.stride, (size_t) there * sizeof *to);
    for (int64_t c = there; c < columns; c++)
      to[c] = o->none;
  }
}

static mc_status run(mc_dynprog_work *w, double none, double *table, mc_dynprog_report *report) {
  mc_monitor *monitor = w->call->monitor;
  const double n = (double) w->n, tiles = (double) (w->tiles * w->tiles);
  MC_TRY(plan(w, table, report->algorithm));
  mc_monitor_start(monitor, n * n * n / 6 + 4 * n * n);
  MC_TRY(mc_first_touch(table, w->n * w->n * (int64_t) sizeof *table, w->threads, monitor));
  MC_TRY(mc_run_each(monitor, w->threads, w->tiles * w->tiles, 2 * n * n / tiles, import, w));
  mc_monitor_phase(monitor);
  const double before = monitor == NULL ? 0 : monitor->done;
  MC_TRY(algorithms[report->algorithm](w));
  if (monitor != NULL)
    monitor->done = before + n * n * n / 6; /* parts of unlike sides count as a little less */
  mc_monitor_phase(monitor);
  out o = {w, none, table};
  return mc_run_each(monitor, w->threads, w->tiles * w->tiles, 2 * n * n / tiles, export, &o);
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
  if (report->algorithm == MC_DYNPROG_AUTO)
    report->algorithm = MC_DYNPROG_ZMORTON;
  w.threads = mc_call_threads(call, (double) n * (double) n * (double) n * 2e-11);
  report->threads = w.threads;
  if (n == 0)
    return MC_OK;
  w.tropical =
    mc_tropical_make(call->kernels, job->maximum ? MC_TROPICAL_MAX : MC_TROPICAL_MIN, false);
  w.kernels = mc_dynprog_take(job, call->kernels);
  return run(&w, none, table, report);
}
