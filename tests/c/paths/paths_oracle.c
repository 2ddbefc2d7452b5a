#include "paths/paths_oracle.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "guard.h"

/* A sum of two floats in double precision rounds to the same float. */
static double rounded(bool single, double x) {
  return single ? (double) (float) x : x;
}

/* R's NA_real_, whichever bit says that it is quiet. */
static bool is_na(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return isnan(x) && (bits & UINT32_MAX) == 1954;
}

static double weight_at(const mc_matrix *w, int64_t at) {
  if (w->type == MC_I32) {
    const int32_t x = ((const int32_t *) w->data)[at];
    return x == INT32_MIN ? (double) INFINITY : (double) x;
  }
  const double x = ((const double *) w->data)[at];
  return is_na(x) ? (double) INFINITY : x;
}

int64_t paths_first_bad(const mc_matrix *w, bool single) {
  const double most = single ? FLT_MAX : DBL_MAX, least = -most / (double) w->rows;
  for (int64_t at = 0; at < w->rows * w->rows; at++) {
    const double x = weight_at(w, at);
    if (!(x >= least) || (x > most && !isinf(x)))
      return at + 1;
  }
  return 0;
}

paths_answer paths_solve(const mc_matrix *w, bool single, int64_t steps) {
  const int64_t n = w->rows;
  paths_answer a = {GUARD_NEW(double, n *n), GUARD_NEW(int32_t, n * n), 0, n};
  double *d = a.distance;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      const double x = rounded(single, weight_at(w, i * n + j));
      d[i * n + j] = x == 0 || (i == j && x > 0) ? 0 : x;
      a.via[i * n + j] = INT32_MIN;
    }
  for (int64_t k = 0; k < steps; k++) {
    if (d[k * n + k] < 0) {
      a.negative = k + 1;
      return a;
    }
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++) {
        const double sum = rounded(single, d[i * n + k] + d[k * n + j]);
        if (sum < d[i * n + j]) {
          d[i * n + j] = sum;
          a.via[i * n + j] = (int32_t) k + 1;
        }
      }
  }
  for (int64_t u = n - 1; u >= 0 && steps == n; u--) /* by rounding after its own step */
    if (d[u * n + u] < 0)
      a.negative = n + u + 1;
  return a;
}

void paths_free(paths_answer *a) {
  guard_free(a->distance);
  guard_free(a->via);
}

const mc_paths_job paths_methods[PATHS_METHODS] = {
  {.algorithm = MC_PATHS_AUTO},
#define MC_PATHS_ALGORITHM(CONSTANT, name, least, powers) \
  {.algorithm = MC_PATHS_##CONSTANT}, {.algorithm = MC_PATHS_##CONSTANT, .block = least},
#include "paths/algorithms.def"
#undef MC_PATHS_ALGORITHM
  {.algorithm = MC_PATHS_BLOCKED, .block = 48},
  {.algorithm = MC_PATHS_SIMD, .block = 32},
  {.algorithm = MC_PATHS_SIMD, .block = 96},
  {.algorithm = MC_PATHS_SIMD, .block = 128},
  {.algorithm = MC_PATHS_RECURSIVE, .block = 64},
  {.algorithm = MC_PATHS_RECURSIVE, .block = 32, .poll_every = 1} /* a poll after each tile */
};

const int64_t paths_schedules[PATHS_SCHEDULES] = {MC_PATHS_SCHEDULE_DYNAMIC,
                                                  MC_PATHS_SCHEDULE_BLOCK, 1, 3};

mc_paths_job paths_job_by(int method, mc_matrix w, bool single, int64_t steps) {
  mc_paths_job job = paths_methods[method];
  job.w = w;
  job.single = single;
  job.steps = steps;
  return job;
}

int64_t paths_different(const double *distance, const int32_t *via, const paths_answer *want) {
  for (int64_t at = 0; at < want->n * want->n; at++)
    if (memcmp(distance + at, want->distance + at, sizeof *distance) != 0 ||
        (via != NULL && via[at] != want->via[at]))
      return at;
  return -1;
}

void paths_check(const mc_paths_job *job, int threads, bool paths, const paths_answer *want) {
  const int64_t n = job->w.rows;
  check_note("n %d, steps %d, type %d, single %d, algorithm %d, block %d, schedule %d, "
             "%d threads, paths %d",
             (int) n, (int) job->steps, job->w.type, job->single, job->algorithm, (int) job->block,
             (int) job->schedule, threads, paths);
  double *distance = GUARD_NEW(double, n *n);
  int32_t *via = paths ? GUARD_NEW(int32_t, n * n) : NULL;
  guard_arena arena = guard_arena_make();
  mc_paths_report report;
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  const mc_status status = mc_paths(job, distance, via, &report, &call);
  CHECK_INT(status, want->negative != 0 ? MC_ERR_CYCLE : MC_OK);
  CHECK_INT(report.at, want->negative);
  if (status == MC_OK)
    CHECK_INT(paths_different(distance, via, want), -1);
  CHECK(report.algorithm != MC_PATHS_AUTO);
  CHECK(job->algorithm == MC_PATHS_AUTO || report.algorithm == job->algorithm);
  CHECK(report.block >= job->block || report.block >= job->w.rows);
  CHECK(report.block > 0 && report.block % 16 == 0);
  CHECK(report.threads >= 1 && report.threads <= threads);
  guard_arena_release(&arena);
  guard_free(distance);
  guard_free(via);
}
