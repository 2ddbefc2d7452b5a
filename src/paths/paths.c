/* Shortest paths between all pairs of vertices.

     plan: algorithm, block, threads
     copy the weights into the algorithm's layout, in the memory of the result
     the algorithm                                        (<algorithm>.c)
     copy the distances out of the layout, as doubles

   In double precision all of this happens in the memory of the result. */

#include "paths/paths.h"

#include "base/first_touch.h"
#include "base/integers.h"
#include "paths/blocked.h"
#include "paths/naive.h"
#include "paths/recursive.h"
#include "paths/simd.h"
#include "paths/transfer.h"
#include "paths/work.h"

/* ---- the plan ---- */

static const struct {
  mc_paths_solver *solve;
  int64_t least; /* block */
  bool powers;
} algorithms[MC_PATHS_ALGORITHMS] = {
#define MC_PATHS_ALGORITHM(CONSTANT, name, least, powers) \
  [MC_PATHS_##CONSTANT] = {mc_paths_##name, least, powers},
#include "paths/algorithms.def"
#undef MC_PATHS_ALGORITHM
};

static int64_t default_block(mc_paths_algorithm algorithm, int64_t n, bool via, int threads) {
  switch (algorithm) {
  case MC_PATHS_BLOCKED: return 32;    /* what the paper finds best */
  case MC_PATHS_RECURSIVE: return 128; /* what the paper takes */
  default: return mc_paths_simd_block(n, via, threads);
  }
}

/* Can the algorithm take this block? */
static bool is_valid(int64_t block, mc_paths_algorithm algorithm) {
  if (block < algorithms[algorithm].least || block > MC_PATHS_BLOCK_MOST)
    return false;
  return algorithms[algorithm].powers ? (block & (block - 1)) == 0
                                      : block % MC_PATHS_BLOCK_UNIT == 0;
}

/* The block, or a smaller one that holds all vertices. */
static int64_t clipped(int64_t block, mc_paths_algorithm algorithm, int64_t n) {
  if (algorithm == MC_PATHS_RECURSIVE) {
    while (block > MC_TROPICAL_LANES && block / 2 >= n)
      block /= 2;
    return block;
  }
  const int64_t unit = algorithm == MC_PATHS_SIMD ? MC_TROPICAL_LANES : MC_PATHS_BLOCK_UNIT;
  return mc_min(mc_round_up(block, unit), mc_round_up(n > 0 ? n : 1, unit));
}

static mc_status plan(mc_paths_work *w, mc_paths_algorithm *algorithm) {
  const mc_paths_job *job = w->job;
  *algorithm = job->algorithm == MC_PATHS_AUTO ? MC_PATHS_SIMD : job->algorithm;
  w->threads = mc_call_threads(w->call, (double) w->n * (double) w->n * (double) w->steps * 1e-10);
  w->block =
    job->block != 0 ? job->block : default_block(*algorithm, w->n, w->via != NULL, w->threads);
  if (!is_valid(w->block, *algorithm))
    return MC_ERR_ARGUMENT;
  w->block = clipped(w->block, *algorithm, w->n);
  w->zmorton = *algorithm == MC_PATHS_RECURSIVE;
  return MC_OK;
}

double mc_paths_room(const mc_paths_job *job, int64_t n, bool via) {
  const double numbers = (double) n * (double) n;
  /* one thread has the largest block */
  const int64_t block = job->block != 0 ? job->block : default_block(job->algorithm, n, via, 1);
  const int64_t filled = mc_round_up(n, block);
  const double tile = (double) block * (double) block;
  double scratch = (double) filled * (double) filled;
  switch (job->algorithm) {
  case MC_PATHS_NAIVE: scratch = 0; break;
  case MC_PATHS_BLOCKED: scratch *= via ? 1.5 : 1; break;
  case MC_PATHS_RECURSIVE: scratch = scratch > 2 * tile ? scratch : 2 * tile; break;
  default: scratch = 2 * (double) n * (double) mc_min(block, n);
  }
  const double integers = via ? 0.5 : 0, floats = job->single ? 0.5 : 0;
  return numbers * (1 + integers + floats) + scratch * (job->single ? 0.5 : 1);
}

/* ---- the entry ---- */

/* Rounding may make a diagonal entry negative after its own step. */
static mc_status check_diagonal(mc_paths_work *w) {
  const unsigned char *number = w->number;
  for (int64_t u = 0; u < w->n && w->steps == w->n; u++) {
    const int64_t at = mc_paths_place(w, u, u);
    if (mc_paths_is_negative(w, number + at * w->tropical.size)) {
      w->negative = w->n + u + 1;
      return MC_ERR_CYCLE;
    }
  }
  return MC_OK;
}

/* The scratch of the recursion, which later holds a copy of the whole result. Other algorithms need
   none. */
static mc_status take_scratch(mc_paths_work *w) {
  if (!w->zmorton)
    return MC_OK;
  const int64_t panels = mc_paths_recursive_scratch(w->n, w->block), count = w->n * w->n;
  const int64_t bytes = (panels > count ? panels : count) * w->tropical.size;
  w->scratch = mc_alloc(w->call->arena, bytes, 1);
  return w->scratch == NULL ? MC_ERR_MEMORY
                            : mc_first_touch(w->scratch, bytes, w->threads, w->call->monitor);
}

static mc_status run_all(mc_paths_work *w, double *distance, mc_paths_report *report) {
  MC_TRY(take_scratch(w));
  w->number = distance;
  if (w->job->single)
    w->number = mc_alloc(w->call->arena, w->n * w->n, w->tropical.size);
  if (w->number == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(mc_paths_import(w, &report->at));
  MC_TRY(algorithms[report->algorithm].solve(w));
  MC_TRY(check_diagonal(w));
  return mc_paths_export(w, distance);
}

mc_status mc_paths(const mc_paths_job *job, double *distance, int32_t *via, mc_paths_report *report,
                   const mc_call *call) {
  const int64_t n = job->w.rows;
  mc_paths_work w = {.job = job, .call = call, .n = n, .steps = job->steps, .via = via};
  *report = (mc_paths_report){.at = 0};
  if (job->w.columns != n || job->steps < 0 || job->steps > n)
    return MC_ERR_ARGUMENT;
  if (n >= INT64_C(1) << 30)
    return MC_ERR_SIZE;
  mc_paths_take_kernels(&w);
  const mc_status possible = plan(&w, &report->algorithm);
  report->block = w.block;
  report->threads = w.threads;
  MC_TRY(possible);
  if (n == 0)
    return MC_OK;
  mc_monitor_start(call->monitor, (double) n * (double) n * ((double) w.steps + 5));
  const mc_fresh results[] = {{distance, n * n * (int64_t) sizeof *distance},
                              {via, n * n * (int64_t) sizeof *via}};
  MC_TRY(mc_first_touch_all(results, via == NULL ? 1 : 2, w.threads, call->monitor));
  const mc_status status = run_all(&w, distance, report);
  if (status == MC_ERR_CYCLE)
    report->at = w.negative;
  return status;
}
