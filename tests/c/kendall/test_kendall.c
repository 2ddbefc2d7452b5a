/* mc_cor_kendall() against the definition: the same bits from every algorithm,
   for any number of threads. Run on each target. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"
#include "taus.h"

static const char *const algorithm_names[] = {
#define MC_KENDALL_ALGORITHM(constant, name) name,
#include "kendall/algorithms.def"
};

typedef struct {
  int64_t calls;
  double last;
} progress;

static bool watch(void *data, double done) {
  progress *p = data;
  CHECK(done >= p->last && done <= 1 + 1e-9);
  p->last = done;
  p->calls++;
  return false;
}

/* Runs the job with one algorithm; the result must be `expected`, bit by bit. */
static void try(mc_kendall_request job, mc_kendall_algorithm algorithm, int threads,
                mc_status status, const double *expected, int64_t constant) {
  job.algorithm = algorithm;
  double *tau = GUARD_NEW(double, taus_count(&job));
  guard_arena arena = guard_arena_make();
  progress p = {0};
  mc_monitor monitor = {.poll = watch, .data = &p, .total = -1, .done = 99};
  mc_kendall_report report = {.threads = -1};
  const mc_call call = mc_call_make(&arena.arena, &monitor, threads);
  CHECK_INT(mc_cor_kendall(&job, tau, &report, &call), status);
  guard_arena_release(&arena);
  if (status == MC_OK) {
    if (!oracle_same(tau, expected, taus_count(&job)))
      check_failed("tau is not what it should be", __FILE__, __LINE__);
    CHECK_INT(report.constant_pairs, constant);
    CHECK(report.threads >= 1 && report.threads <= threads);
    const bool beyond = (algorithm == MC_KENDALL_TABLE && job.x.rows > 64) ||
                        (algorithm == MC_KENDALL_SPARSE && job.use == MC_USE_PAIRWISE);
    const bool left_to_radix = beyond && report.algorithm == MC_KENDALL_RADIX;
    CHECK(algorithm == MC_KENDALL_AUTO || left_to_radix || report.algorithm == algorithm);
    CHECK(p.calls == 0 || fabs(p.last - 1) < 1e-6);
  }
  guard_free(tau);
}

static void try_all(const mc_kendall_request *job, int most_threads) {
  double *expected = GUARD_NEW(double, taus_count(job));
  int64_t constant;
  mc_status status = oracle_cor(job, expected, &constant);
  for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++)
    for (int threads = 1; threads <= most_threads; threads++) {
      check_note("%s, %d threads, %s %d x %d and %d, use %d", algorithm_names[k], threads,
                 job->x.matrix.type == MC_F64 ? "double" : "integer", (int) job->x.rows,
                 (int) job->x.columns, job->symmetric ? -1 : (int) job->y.columns, (int) job->use);
      try(*job, (mc_kendall_algorithm) k, threads, status, expected, constant);
    }
  guard_free(expected);
}

static mc_kendall_request job_make(rng *r, int64_t n, int64_t mx, int64_t my, mc_pairs_use use,
                                   double missing) {
  mc_kendall_request job = {
    .x = mc_columns_of_matrix(matrix_make(r, rng_chance(r, 0.5) ? MC_F64 : MC_I32, n, mx, missing)),
    .symmetric = my < 0,
    .use = use,
    .na = oracle_na()};
  if (my >= 0)
    job.y =
      mc_columns_of_matrix(matrix_make(r, rng_chance(r, 0.5) ? MC_F64 : MC_I32, n, my, missing));
  return job;
}

static void job_free(mc_kendall_request *job) {
  matrix_free(&job->x.matrix);
  if (!job->symmetric)
    matrix_free(&job->y.matrix);
}

/* Few rows and columns, so every partial panel, for every `use`. */
static void test_small(void) {
  rng r = {1};
  int64_t most = check_fast() ? 3 : 9;
  for (int64_t mx = 0; mx <= most; mx++)
    for (int64_t my = -1; my <= most; my++)
      for (int use = MC_USE_ALL_OBS; use <= MC_USE_NA_OR_COMPLETE; use++) {
        double missing = rng_chance(&r, 0.5) ? 0 : 0.3;
        mc_kendall_request job =
          job_make(&r, rng_below(&r, 12), mx, my, (mc_pairs_use) use, missing);
        try_all(&job, 1);
        job_free(&job);
      }
}

/* Rows around the ends of blocks of 32; enough columns for several panels. */
static void test_middling(void) {
  rng r = {2};
  const int64_t rows[] = {31, 32, 33, 63, 64, 65, 96, 97, 130};
  for (int k = 0; k < (check_fast() ? 2 : 9); k++)
    for (int use = MC_USE_ALL_OBS; use <= MC_USE_NA_OR_COMPLETE; use++)
      for (int symmetric = 0; symmetric < 2; symmetric++) {
        double missing = use == MC_USE_ALL_OBS ? 0 : 0.02 + 0.1 * (k % 2);
        mc_kendall_request job =
          job_make(&r, rows[k], 9 + rng_below(&r, 6), symmetric ? -1 : 5 + rng_below(&r, 9),
                   (mc_pairs_use) use, missing);
        try_all(&job, 1 + k % 2);
        job_free(&job);
      }
}

/* Enough work for four threads, and bits of more than one block of units. */
static void test_threads(void) {
  rng r = {3};
  mc_kendall_request job = job_make(&r, 270, 17, -1, MC_USE_PAIRWISE, 0.1);
  try_all(&job, 4);
  job_free(&job);
  job = job_make(&r, 270, 17, 14, MC_USE_EVERYTHING, 0.001);
  try_all(&job, 4);
  job_free(&job);
}

/* Each form of the tile kernel: panels with and without ties and NA meet. */
static void test_forms(void) {
  rng r = {4};
  enum { ROWS = 70, COLUMNS = 19 };
  for (int round = 0; round < 6; round++)
    for (int use = MC_USE_PAIRWISE; use <= MC_USE_EVERYTHING; use++) {
      double *v = GUARD_NEW(double, ROWS *COLUMNS);
      uint32_t value[ROWS];
      for (int j = 0; j < COLUMNS; j++) {
        int kind = round < 4 ? j / 4 * round % 4 : (int) rng_below(&r, 4);
        shape_fill(&r, kind & 1 ? SHAPE_TIES : SHAPE_PERMUTATION, ROWS, value);
        for (int i = 0; i < ROWS; i++)
          v[j * ROWS + i] = kind & 2 && rng_chance(&r, 0.2) ? NAN : (double) value[i];
      }
      mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_F64, ROWS, COLUMNS}),
                                .symmetric = true,
                                .use = (mc_pairs_use) use,
                                .na = oracle_na()};
      try_all(&job, 1);
      job.symmetric = false;
      job.y = mc_columns_of_matrix((mc_matrix){v, MC_F64, ROWS, COLUMNS - 5});
      try_all(&job, 1);
      guard_free(v);
    }
}

/* More than one super-tile of 1,024 columns. */
static void test_super_tiles(void) {
  if (check_fast())
    return;
  rng r = {5};
  mc_kendall_request job = job_make(&r, 5, 1030, -1, MC_USE_PAIRWISE, 0.2);
  double *expected = GUARD_NEW(double, taus_count(&job));
  int64_t constant;
  oracle_cor(&job, expected, &constant);
  try(job, MC_KENDALL_BITSET, 2, MC_OK, expected, constant);
  try(job, MC_KENDALL_VSE, 2, MC_OK, expected, constant);
  guard_free(expected);
  job_free(&job);
}

/* The only pair there is does not keep the naive kernel from asking: after the ranking, which
   polls twice, once for each of its two blocks of comparisons. */
static void test_naive_polls(void) {
  enum { N = 14500, POLLS = 4 };
  if (check_fast())
    return;
  int32_t *v = GUARD_NEW(int32_t, 2 * N);
  for (int32_t i = 0; i < N; i++) {
    v[i] = i;
    v[N + i] = (i + 5000) % N;
  }
  /* over ordered pairs, as stats::cor has it */
  const double all = (double) N * (N - 1), s = all - 4.0 * 5000 * (N - 5000);
  const double tau = s / (sqrt(all) * sqrt(all));
  mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_I32, N, 1}),
                            .y = mc_columns_of_matrix((mc_matrix){v + N, MC_I32, N, 1}),
                            .na = oracle_na(),
                            .use = MC_USE_EVERYTHING,
                            .algorithm = MC_KENDALL_NAIVE};
  try(job, MC_KENDALL_NAIVE, 2, MC_OK, &tau, 0);
  CHECK(taus_interrupts(&job, 1, 0).polls >= POLLS);
  /* the triangle of both columns, whose diagonal no kernel counts */
  const double two[] = {1, tau, tau, 1};
  mc_kendall_request triangle = job;
  triangle.x.columns = triangle.x.matrix.columns = 2;
  triangle.symmetric = true;
  for (int threads = 1; threads <= 3; threads++)
    try(triangle, MC_KENDALL_NAIVE, threads, MC_OK, two, 0);
  for (int32_t i = 0; i < 2 * N; i++)
    v[i] = i % 7 == 0 ? INT32_MIN : v[i] / 3; /* missing values and ties */
  triangle.use = MC_USE_PAIRWISE;
  double *expected = taus_by(triangle, MC_KENDALL_GSE, 1, NULL);
  for (int threads = 1; threads <= 3; threads++)
    try(triangle, MC_KENDALL_NAIVE, threads, MC_OK, expected, 0);
  guard_free(expected);
  guard_free(v);
}

/* 32-bit ranks in every kernel: the columns are too long for the oracle, but a
   rotation by d against none passes d (n - d) pairs. */
static void test_wide_ranks(void) {
  enum { N = 65600, COLUMNS = 3 };
  if (check_fast())
    return;
  const int64_t turn[COLUMNS] = {0, 7, 40000};
  int32_t *v = GUARD_NEW(int32_t, N * COLUMNS);
  double expected[COLUMNS * COLUMNS];
  for (int j = 0; j < COLUMNS; j++) {
    for (int64_t i = 0; i < N; i++)
      v[j * N + i] = (int32_t) ((i + turn[j]) % N);
    for (int k = 0; k < COLUMNS; k++) {
      int64_t d = llabs(turn[j] - turn[k]), all = (int64_t) N * (N - 1) / 2;
      expected[j * COLUMNS + k] = (double) (all - 2 * d * (N - d)) / (double) all;
    }
  }
  mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_I32, N, COLUMNS}),
                            .symmetric = true,
                            .use = MC_USE_ALL_OBS,
                            .na = oracle_na()};
  try(job, MC_KENDALL_GSE, 2, MC_OK, expected, 0);
  try(job, MC_KENDALL_VSE, 2, MC_OK, expected, 0);
  try(job, MC_KENDALL_RADIX, 2, MC_OK, expected, 0);
  for (int threads = 1; threads <= 3; threads++) { /* the triangle of two columns */
    const double tau = expected[1], two[] = {1, tau, tau, 1};
    mc_kendall_request pair = job;
    pair.x.columns = pair.x.matrix.columns = 2;
    try(pair, MC_KENDALL_RADIX, threads, MC_OK, two, 0);
    try(pair, MC_KENDALL_AUTO, threads, MC_OK, two, 0);
  }
  /* two thousand million pairs of rows: where that is quick */
  if (strncmp(mc_target_active(), "avx512", 6) == 0 && !guard_poisons())
    try(job, MC_KENDALL_BITSET, 2, MC_OK, expected, 0);
  guard_free(v);
}

/* Two long columns of a matrix, which two threads share, with ties and missing values. `scratch` 1:
   a column at a time. */
static void test_wide_ties(void) {
  enum { N = 65600 };
  if (check_fast())
    return;
  rng r = {8};
  const mc_kendall_coefficient coefficients[] = {MC_KENDALL_B, MC_KENDALL_GAMMA, MC_KENDALL_SOMERS};
  int32_t *v = GUARD_NEW(int32_t, 2 * N);
  for (int64_t i = 0; i < N; i++) {
    v[i] = (int32_t) rng_below(&r, 1000);
    v[N + i] = (v[i] + (int32_t) rng_below(&r, 1000)) / 2;
  }
  for (int64_t k = 0; k < N / 5; k++)
    v[rng_below(&r, 2 * N)] = INT32_MIN; /* NA */
  mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_I32, N, 2}),
                            .symmetric = true,
                            .use = MC_USE_PAIRWISE,
                            .na = oracle_na()};
  for (int k = 0; k < 3; k++) {
    job.coefficient = coefficients[k];
    job.scratch = 0;
    double *expected = taus_by(job, MC_KENDALL_GSE, 1, NULL);
    CHECK(expected[1] != 0 && expected[1] != 1);
    CHECK(fabs(expected[0] - 1) < 1e-12 && fabs(expected[3] - 1) < 1e-12);
    for (int threads = 1; threads <= 3; threads++)
      for (job.scratch = 0; job.scratch < 2; job.scratch++) {
        check_note("coefficient %d, %d threads, scratch %d", k, threads, (int) job.scratch);
        try(job, MC_KENDALL_RADIX, threads, MC_OK, expected, 0);
      }
    guard_free(expected);
  }
  guard_free(v);
}

static const check_test tests[] = {{"all small jobs", test_small},
                                   {"ends of blocks", test_middling},
                                   {"threads", test_threads},
                                   {"forms of the tile kernel", test_forms},
                                   {"super-tiles", test_super_tiles},
                                   {"polls of the naive kernel", test_naive_polls},
                                   {"32-bit ranks", test_wide_ranks},
                                   {"32-bit ranks with ties", test_wide_ties},
                                   {0}};
const check_suite suite_kendall = {"kendall", tests, true, NULL};
