/* Coefficients against their definitions. Run on each target. */
#include "kendall/coefficients.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"
#include "taus.h"

/* Distinct values among ranks[0, n). */
static int64_t distinct(const uint32_t *rank, int64_t n) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; i++) {
    bool first = true;
    for (int64_t k = 0; k < i; k++)
      first &= rank[k] != rank[i];
    count += first;
  }
  return count;
}

static double quotient(double above, double below) {
  return below > 0 ? above / below : oracle_na();
}

/* The coefficient of column a of x given column b of y, over the rows that both have. */
static double define(const mc_matrix *x, int64_t a, const mc_matrix *y, int64_t b,
                     mc_kendall_coefficient kind, bool pairwise) {
  const int64_t n = x->rows;
  uint32_t *rx = GUARD_NEW(uint32_t, n), *ry = GUARD_NEW(uint32_t, n);
  const int64_t common = oracle_common_rows(x, a, y, b, NULL, rx, ry);
  const mc_kendall_pair_counts c = oracle_counts(rx, ry, common);
  const int64_t mx = distinct(rx, common), my = distinct(ry, common), least = mx < my ? mx : my;
  const double m = (double) least, size = (double) common, s = (double) c.s;
  guard_free(rx);
  guard_free(ry);
  if (common < n && !pairwise)
    return oracle_na();
  switch (kind) {
  case MC_KENDALL_A: return quotient(s, (double) mc_kendall_pairs_among(common));
  case MC_KENDALL_C: return quotient(2 * m * s, size * size * (m - 1));
  case MC_KENDALL_GAMMA: return quotient(s, (double) c.total);
  case MC_KENDALL_SOMERS: return quotient(s, (double) c.y_pairs);
  default: return 2 * s;
  }
}

static void try(mc_kendall_request *job, int threads) {
  const mc_matrix *x = &job->x.matrix, *y = job->symmetric ? x : &job->y.matrix;
  const int64_t cells = x->columns * y->columns;
  double *expected = GUARD_NEW(double, cells);
  for (int64_t a = 0; a < x->columns; a++)
    for (int64_t b = 0; b < y->columns; b++)
      expected[a + b * x->columns] =
        define(x, a, y, b, job->coefficient, job->use == MC_USE_PAIRWISE);
  for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
    check_note("coefficient %d, algorithm %d, use %d, rows %d, symmetric %d",
               (int) job->coefficient, k, (int) job->use, (int) x->rows, job->symmetric);
    double *got = taus_by(*job, (mc_kendall_algorithm) k, threads, NULL);
    CHECK(oracle_same(got, expected, cells));
    guard_free(got);
  }
  guard_free(expected);
}

static void test_definitions(void) {
  rng r = {1};
  const int64_t rows[] = {2, 3, 10, 40};
  const double missing[] = {0, 0.1, 0.5};
  for (int turn = 0; turn < (check_fast() ? 12 : 48); turn++) {
    mc_kendall_request job = {
      .x = mc_columns_of_matrix(matrix_make(&r, MC_F64, rows[turn % 4], 11, missing[turn % 3])),
      .y = mc_columns_of_matrix(matrix_make(&r, MC_I32, rows[turn % 4], 6, missing[turn % 3])),
      .symmetric = turn % 2 == 0,
      .na = oracle_na()};
    for (int kind = MC_KENDALL_A; kind <= MC_KENDALL_COVARIANCE; kind++)
      for (int use = MC_USE_PAIRWISE; use <= MC_USE_EVERYTHING; use++) {
        job.coefficient = (mc_kendall_coefficient) kind;
        job.use = (mc_pairs_use) use;
        try(&job, 1 + turn % 3);
      }
    matrix_free(&job.x.matrix);
    matrix_free(&job.y.matrix);
  }
}

/* Where tau-c is 1: tables with equal numbers on the diagonal. */
static void test_one(void) {
  for (int64_t values = 2; values <= 9; values++)
    for (int64_t times = 1; times < 60; times += 11) {
      double *v = GUARD_NEW(double, values *times);
      for (int64_t i = 0; i < values * times; i++)
        v[i] = (double) (i % values);
      const mc_matrix x = {v, MC_F64, values * times, 1};
      const mc_kendall_request job = {.x = mc_columns_of_matrix(x),
                                      .symmetric = true,
                                      .use = MC_USE_EVERYTHING,
                                      .coefficient = MC_KENDALL_C};
      double *tau = taus_by(job, MC_KENDALL_AUTO, 1, NULL);
      CHECK(*tau == 1);
      guard_free(tau);
      guard_free(v);
    }
}

static const check_test tests[] = {
  {"definitions", test_definitions}, {"tau-c of 1", test_one}, {0}};
const check_suite suite_coefficients = {"coefficients", tests, true, NULL};
