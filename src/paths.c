/* Shortest paths between all pairs of vertices.

     plan: kernel, block, threads
     weights into the kernel's layout, in the memory of the result
     the algorithm                                        (paths_<kernel>.c)
     distances out of the layout, and to doubles

   In double precision all of it happens in the result's own memory. */

#include "paths.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "pages.h"
#include "paths_work.h"
#include "sizes.h"
#include "threads.h"
#include "zmorton.h"

/* ---- the plan ---- */

static int64_t default_block(const mc_paths_work *w, mc_paths_kernel kernel) {
  switch (kernel) {
  case MC_PATHS_BLOCKED:
    return 32; /* what the paper finds best */
  case MC_PATHS_RECURSIVE:
    return 128; /* what the paper takes */
  default:
    return w->via == NULL ? 64 : 128;
  }
}

static mc_status plan(mc_paths_work *w, mc_paths_kernel *kernel) {
  const mc_paths_job *job = w->job;
  *kernel = job->kernel == MC_PATHS_AUTO ? MC_PATHS_SIMD : job->kernel;
  if (job->block < 0 || job->block % MC_PATHS_BLOCK_UNIT != 0 || job->block > 1 << 12)
    return MC_ERR_ARGUMENT;
  w->block = job->block != 0 ? job->block : default_block(w, *kernel);
  if (*kernel == MC_PATHS_SIMD)
    w->block = mc_filled_up(w->block, MC_TROPICAL_LANES);
  else if (*kernel == MC_PATHS_RECURSIVE && (w->block < MC_TROPICAL_LANES ||
                                             (w->block & (w->block - 1)) != 0))
    return MC_ERR_ARGUMENT;
  w->threads = mc_threads(job->threads, (double) w->n * (double) w->n * (double) w->steps * 1e-10,
                          3e-4);
  return MC_OK;
}

static void take_kernels(mc_paths_work *w) {
  const mc_kernels *k = mc_kernels_active();
  if (w->job->single)
    w->kernels = (mc_paths_kernels){sizeof(float), k->tropical_min_f32, k->tropical_min_via_f32,
                                    k->paths_corner_f32, k->paths_solve_f32, k->paths_row_f32,
                                    k->paths_update_f32};
  else
    w->kernels = (mc_paths_kernels){sizeof(double), k->tropical_min_f64, k->tropical_min_via_f64,
                                    k->paths_corner_f64, k->paths_solve_f64, k->paths_row_f64,
                                    k->paths_update_f64};
}

/* ---- what the algorithms share ---- */

bool mc_paths_is_negative(const mc_paths_work *w, const void *number) {
  return w->kernels.size == sizeof(double) ? *(const double *) number < 0
                                           : *(const float *) number < 0;
}

typedef struct {
  const mc_paths_work *w;
  mc_paths_each each;
  void *context;
} run;

static void run_pass(void *context, int64_t first, int64_t last) {
  const run *r = context;
  int threads = r->w->threads;
  (void) threads;
  const int64_t schedule = r->w->job->schedule;
  if (schedule == MC_SCHEDULE_DYNAMIC) {
    MC_PRAGMA(omp parallel for schedule(dynamic) num_threads(threads))
    for (int64_t id = first; id < last; id++)
      r->each(r->context, id);
  } else {
    const int64_t chunk = schedule > 0 ? schedule : (last - first + threads - 1) / threads;
    (void) chunk;
    MC_PRAGMA(omp parallel for schedule(static, chunk) num_threads(threads))
    for (int64_t id = first; id < last; id++)
      r->each(r->context, id);
  }
}

mc_status mc_paths_run(mc_paths_work *w, int64_t jobs, double weight, mc_paths_each each,
                       void *context) {
  run r = {w, each, context};
  return mc_run_passes(w->monitor, jobs, w->threads, weight, run_pass, &r);
}

/* ---- in and out ---- */

/* Rows of the matrix are cut in stretches that are neighbours in the layout, too: one for
   each tile and row in Z-Morton order. */
typedef struct {
  mc_paths_work *w;
  bool zmorton;
  int64_t tiles;      /* in one direction, or 1 */
  double *distance;   /* row-major, out */
  const void *from;   /* what is to go out: numbers or vertices */
  int64_t *bad;       /* of each job, the first weight that cannot be, from 1 on, or 0 */
  double least, most; /* weights that can be */
} transfer;

/* Jobs are tiles, or rows. */
static int64_t transfer_jobs(const transfer *t) {
  return t->zmorton ? t->tiles * t->tiles : t->w->n;
}

static mc_status transfer_all(transfer *t, mc_paths_each each) {
  const double n = (double) t->w->n, jobs = (double) transfer_jobs(t);
  return mc_paths_run(t->w, transfer_jobs(t), n * n / jobs, each, t);
}

static mc_zmorton block_of(const transfer *t, int64_t id) {
  const int64_t n = t->w->n, side = t->w->block;
  if (t->zmorton)
    return mc_zmorton_block(n, n, side, id / t->tiles * side, id % t->tiles * side);
  return (mc_zmorton){id, 0, id * n, 1, n};
}

static double weight_at(const mc_matrix *w, int64_t at) {
  if (w->type == MC_I32) {
    const int32_t x = ((const int32_t *) w->data)[at];
    return x == INT32_MIN ? (double) INFINITY : x;
  }
  return ((const double *) w->data)[at];
}

/* R's NA_real_ is the NaN with these lower bits. */
static bool is_na(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return x != x && (uint32_t) bits == 1954;
}

static void put(const transfer *t, int64_t at, double x) {
  if (t->w->job->single)
    ((float *) t->w->number)[at] = (float) x + 0.0F; /* -0 to 0 */
  else
    ((double *) t->w->number)[at] = x + 0.0;
}

static void load(void *context, int64_t id) {
  const transfer *t = context;
  const int64_t n = t->w->n;
  const mc_zmorton x = block_of(t, id);
  int64_t to = x.offset, bad = 0;
  for (int64_t row = x.row; row < x.row + x.rows; row++)
    for (int64_t column = x.column; column < x.column + x.columns; column++, to++) {
      const int64_t at = row * n + column;
      double weight = weight_at(&t->w->job->w, at);
      if (is_na(weight))
        weight = (double) INFINITY;
      if (!(weight >= t->least && (weight <= t->most || isinf(weight))) && bad == 0)
        bad = at + 1;
      if (row == column && !(weight < 0))
        weight = 0;
      put(t, to, weight);
      if (t->w->via != NULL)
        t->w->via[to] = INT32_MIN;
    }
  t->bad[id] = bad;
}

static int64_t first_bad(const transfer *t) {
  int64_t first = 0;
  for (int64_t id = 0; id < transfer_jobs(t); id++)
    if (t->bad[id] != 0 && (first == 0 || t->bad[id] < first))
      first = t->bad[id];
  return first;
}

static void unload(void *context, int64_t id) {
  const transfer *t = context;
  const mc_zmorton x = block_of(t, id);
  int64_t from = x.offset;
  for (int64_t row = x.row; row < x.row + x.rows; row++, from += x.columns) {
    double *to = t->distance + row * t->w->n + x.column;
    if (!t->w->job->single)
      memcpy(to, (const double *) t->from + from, (size_t) x.columns * sizeof *to);
    else
      for (int64_t l = 0; l < x.columns; l++)
        to[l] = ((const float *) t->from)[from + l];
  }
}

static void unload_via(void *context, int64_t id) {
  const transfer *t = context;
  const mc_zmorton x = block_of(t, id);
  for (int64_t row = 0; row < x.rows; row++)
    memcpy(t->w->via + (x.row + row) * t->w->n + x.column,
           (const int32_t *) t->from + x.offset + row * x.columns,
           (size_t) x.columns * sizeof(int32_t));
}

typedef struct {
  unsigned char *to;
  const unsigned char *from;
  size_t bytes; /* of a job */
} duplicate;

static void duplicate_part(void *context, int64_t id) {
  const duplicate *d = context;
  const size_t at = (size_t) id * d->bytes;
  memcpy(d->to + at, d->from + at, d->bytes);
}

/* Puts n x n elements of `size` bytes aside, where they are what t->from means. */
static mc_status put_aside(transfer *t, void *scratch, const void *from, int64_t size) {
  duplicate d = {scratch, from, (size_t) (t->w->n * size)};
  t->from = scratch;
  return mc_paths_run(t->w, t->w->n, (double) t->w->n, duplicate_part, &d);
}

/* Out of the layout and to doubles; `scratch` has room for n x n numbers of any kind. */
static mc_status take_out(transfer *t, void *scratch) {
  mc_status status = MC_OK;
  if (t->zmorton || t->w->job->single) {
    t->from = t->w->number;
    if (t->w->number == (void *) t->distance)
      status = put_aside(t, scratch, t->w->number, t->w->kernels.size);
    if (status == MC_OK)
      status = transfer_all(t, unload);
  }
  if (status == MC_OK && t->zmorton && t->w->via != NULL) {
    status = put_aside(t, scratch, t->w->via, sizeof *t->w->via);
    if (status == MC_OK)
      status = transfer_all(t, unload_via);
  }
  return status;
}

/* ---- the entry ---- */

static mc_status solve(mc_paths_work *w, mc_paths_kernel kernel, void *scratch) {
  switch (kernel) {
  case MC_PATHS_NAIVE:
    return mc_paths_naive(w);
  case MC_PATHS_BLOCKED:
    return mc_paths_blocked(w);
  case MC_PATHS_RECURSIVE:
    return mc_paths_recursive(w, scratch);
  default:
    return mc_paths_simd(w);
  }
}

static mc_status run_all(mc_paths_work *w, mc_paths_kernel kernel, double *distance,
                         mc_paths_report *report) {
  const int64_t n = w->n, count = n * n;
  transfer t = {.w = w, .zmorton = kernel == MC_PATHS_RECURSIVE, .distance = distance};
  t.most = w->job->single ? (double) FLT_MAX : DBL_MAX;
  t.least = -t.most / (double) n; /* a sum of n is a number */
  t.tiles = t.zmorton ? mc_filled_up(n, w->block) / w->block : 1;
  t.bad = mc_alloc(w->arena, transfer_jobs(&t), sizeof *t.bad);
  void *scratch = w; /* none is needed */
  int64_t room = 0;
  if (t.zmorton) {
    const int64_t panels = mc_paths_recursive_scratch(n, w->block);
    room = (panels > count ? panels : count) * w->kernels.size;
    scratch = mc_alloc(w->arena, room, 1);
  }
  w->number = w->job->single ? mc_alloc(w->arena, count, w->kernels.size) : distance;
  if (t.bad == NULL || scratch == NULL || w->number == NULL)
    return MC_ERR_MEMORY;
  mc_status status = mc_pages_prepare(scratch, room, w->threads, w->monitor);
  if (status == MC_OK)
    status = transfer_all(&t, load);
  if (status == MC_OK && (report->at = first_bad(&t)) != 0)
    status = MC_ERR_ARGUMENT;
  if (status == MC_OK)
    status = solve(w, kernel, scratch);
  if (status == MC_ERR_CYCLE)
    report->at = w->negative;
  return status == MC_OK ? take_out(&t, scratch) : status;
}

mc_status mc_paths(const mc_paths_job *job, double *distance, int32_t *via,
                   mc_paths_report *report, mc_arena *arena, mc_monitor *monitor) {
  const int64_t n = job->w.rows;
  mc_paths_work w = {.job = job, .n = n, .steps = job->steps, .via = via, .arena = arena,
                     .monitor = monitor};
  *report = (mc_paths_report){.at = 0};
  if (job->w.columns != n || job->steps < 0 || job->steps > n)
    return MC_ERR_ARGUMENT;
  if (n >= INT64_C(1) << 30)
    return MC_ERR_SIZE;
  take_kernels(&w);
  mc_status status = plan(&w, &report->kernel);
  report->block = w.block;
  report->threads = w.threads;
  if (status != MC_OK || n == 0)
    return status;
  if (monitor != NULL) {
    monitor->total = (double) n * (double) n * ((double) w.steps + 5);
    monitor->done = 0;
    monitor->speed = 0;
  }
  status = mc_pages_prepare(distance, n * n * (int64_t) sizeof *distance, w.threads, monitor);
  if (status == MC_OK && via != NULL)
    status = mc_pages_prepare(via, n * n * (int64_t) sizeof *via, w.threads, monitor);
  return status == MC_OK ? run_all(&w, report->kernel, distance, report) : status;
}
