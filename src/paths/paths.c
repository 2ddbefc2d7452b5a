/* Shortest paths between all pairs of vertices.

     plan: kernel, block, threads
     weights into the kernel's layout, in the memory of the result
     the algorithm                                        (<algorithm>.c)
     distances out of the layout, and to doubles

   In double precision all of it happens in the result's own memory. */

#include "paths/paths.h"

#include "base/first_touch.h"
#include "paths/transfer.h"
#include "base/integers.h"
#include "base/threads.h"

/* ---- the plan ---- */

static int64_t default_block(const mc_paths_work *w, mc_paths_kernel kernel) {
  switch (kernel) {
  case MC_PATHS_BLOCKED:
    return 32; /* what the paper finds best */
  case MC_PATHS_RECURSIVE:
    return 128; /* what the paper takes */
  default:
    /* by bench/paths.R */
    return w->via == NULL ? (w->n < 1500 ? 64 : 128) : w->n < 2000 ? 128 : 256;
  }
}

/* Is the block one that the kernel can take? */
static bool is_valid(int64_t block, mc_paths_kernel kernel) {
  if (block <= 0 || block % MC_PATHS_BLOCK_UNIT != 0 || block > MC_PATHS_BLOCK_MOST)
    return false;
  return kernel != MC_PATHS_RECURSIVE || (block >= MC_TROPICAL_LANES && (block & (block - 1)) == 0);
}

/* No larger than it takes to hold all vertices. */
static int64_t clipped(int64_t block, mc_paths_kernel kernel, int64_t n) {
  if (kernel == MC_PATHS_RECURSIVE) {
    while (block > MC_TROPICAL_LANES && block / 2 >= n)
      block /= 2;
    return block;
  }
  const int64_t unit = kernel == MC_PATHS_SIMD ? MC_TROPICAL_LANES : MC_PATHS_BLOCK_UNIT;
  return mc_min(mc_round_up(block, unit), mc_round_up(n > 0 ? n : 1, unit));
}

static mc_status plan(mc_paths_work *w, mc_paths_kernel *kernel) {
  const mc_paths_job *job = w->job;
  *kernel = job->kernel == MC_PATHS_AUTO ? MC_PATHS_SIMD : job->kernel;
  w->block = job->block != 0 ? job->block : default_block(w, *kernel);
  if (!is_valid(w->block, *kernel))
    return MC_ERR_ARGUMENT;
  w->block = clipped(w->block, *kernel, w->n);
  w->threads = mc_threads(job->threads, (double) w->n * (double) w->n * (double) w->steps * 1e-10);
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
  mc_body body;
  void *context;
  int64_t first, last, chunk; /* of the pass; jobs to a thread at a time */
} run;

/* The share of one thread: every `threads`-th chunk of the pass's jobs. */
static void do_share(void *context, int64_t share, int thread) {
  const run *r = context;
  const int64_t step = r->w->threads * r->chunk;
  for (int64_t at = r->first + share * r->chunk; at < r->last; at += step)
    for (int64_t id = at; id < mc_min(at + r->chunk, r->last); id++)
      r->body(r->context, id, thread);
}

static void run_pass(void *context, int64_t first, int64_t last) {
  run *r = context;
  const int64_t threads = r->w->threads, schedule = r->w->job->schedule;
  r->first = first;
  r->last = last;
  r->chunk = schedule > 0 ? schedule : (last - first + threads - 1) / threads;
  mc_each(r->w->threads, 0, threads, do_share, r);
}

mc_status mc_paths_run(mc_paths_work *w, int64_t jobs, double weight, mc_body body,
                       void *context) {
  run r = {.w = w, .body = body, .context = context};
  if (w->job->schedule == MC_SCHEDULE_DYNAMIC)
    return mc_run_each(w->monitor, w->threads, jobs, weight, body, context);
  return mc_run_passes(w->monitor, jobs, w->threads, weight, run_pass, &r);
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

/* Rounding may bring a diagonal entry below 0 after its own step. */
static mc_status check_diagonal(mc_paths_work *w) {
  const unsigned char *number = w->number;
  for (int64_t u = 0; u < w->n && w->steps == w->n; u++) {
    const int64_t at = mc_paths_place(w, u, u);
    if (mc_paths_is_negative(w, number + at * w->kernels.size)) {
      w->negative = w->n + u + 1;
      return MC_ERR_CYCLE;
    }
  }
  return MC_OK;
}

/* Scratch of the recursion, which takes in the whole result at the end; else none. */
static mc_status take_scratch(const mc_paths_work *w, void **scratch) {
  *scratch = NULL;
  if (!w->zmorton)
    return MC_OK;
  const int64_t panels = mc_paths_recursive_scratch(w->n, w->block), count = w->n * w->n;
  const int64_t bytes = (panels > count ? panels : count) * w->kernels.size;
  *scratch = mc_alloc(w->arena, bytes, 1);
  return *scratch == NULL ? MC_ERR_MEMORY
                          : mc_first_touch(*scratch, bytes, w->threads, w->monitor);
}

static mc_status run_all(mc_paths_work *w, double *distance, mc_paths_report *report) {
  void *scratch;
  mc_status status = take_scratch(w, &scratch);
  w->number = distance;
  if (w->job->single)
    w->number = mc_alloc(w->arena, w->n * w->n, w->kernels.size);
  if (w->number == NULL)
    return MC_ERR_MEMORY;
  if (status == MC_OK)
    status = mc_paths_import(w, &report->at);
  if (status == MC_OK)
    status = solve(w, report->kernel, scratch);
  if (status == MC_OK)
    status = check_diagonal(w);
  if (status == MC_ERR_CYCLE)
    report->at = w->negative;
  return status == MC_OK ? mc_paths_export(w, distance, scratch) : status;
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
  w.zmorton = report->kernel == MC_PATHS_RECURSIVE;
  report->block = w.block;
  report->threads = w.threads;
  if (status != MC_OK || n == 0)
    return status;
  if (monitor != NULL) {
    monitor->total = (double) n * (double) n * ((double) w.steps + 5);
    monitor->done = 0;
    monitor->speed = 0;
  }
  status = mc_first_touch(distance, n * n * (int64_t) sizeof *distance, w.threads, monitor);
  if (status == MC_OK && via != NULL)
    status = mc_first_touch(via, n * n * (int64_t) sizeof *via, w.threads, monitor);
  return status == MC_OK ? run_all(&w, distance, report) : status;
}
