/* Tests of independence against definitions: the variance of S over all orders of small columns;
   matrices against one pair after the other. Run on each target. */
#include "kendall/inference.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/exact.h"
#include "kendall/kendall.h"
#include "kendall/test_sink.h"
#include "oracle.h"
#include "taus.h"
#include "pieces.h"

/* Triples not all equal: n (n - 1) (n - 2) less the sum of t (t - 1) (t - 2) over groups. */
static double triples_of(const uint32_t *v, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) {
    double equal = 0;
    for (int64_t k = 0; k < n; k++)
      equal += v[k] == v[i];
    sum += (equal - 1) * (equal - 2); /* once for each of the group's t */
  }
  return (double) (n * (n - 1) * (n - 2)) - sum;
}

/* ---- the variance ---- */

/* The sum of S^2 over all orders of y[k], y[k + 1], ...; how many there are is added to *orders. */
static double squares(const uint32_t *x, uint32_t *y, int64_t n, int64_t k, double *orders) {
  if (k == n) {
    const double s = (double) oracle_counts(x, y, n).s;
    *orders += 1;
    return s * s;
  }
  double sum = 0;
  for (int64_t i = k; i < n; i++) {
    uint32_t swap = y[k];
    y[k] = y[i];
    y[i] = swap;
    sum += squares(x, y, n, k + 1, orders);
    y[i] = y[k];
    y[k] = swap;
  }
  return sum;
}

static void test_variance(void) {
  rng r = {1};
  for (int64_t n = 2; n <= 6; n++)
    for (int turn = 0; turn < 12; turn++) {
      uint32_t x[6], y[6];
      for (int64_t i = 0; i < n; i++) {
        x[i] = (uint32_t) (turn % 3 == 0 ? i : rng_below(&r, 3));
        y[i] = (uint32_t) (turn % 4 == 0 ? i : rng_below(&r, 4));
      }
      const mc_kendall_pair_counts c = oracle_counts(x, y, n);
      double orders = 0;
      const double expected = squares(x, y, n, 0, &orders) / orders;
      const double v =
        mc_kendall_variance(n, c.x_pairs, triples_of(x, n), c.y_pairs, triples_of(y, n));
      check_note("%d rows, turn %d", (int) n, turn);
      CHECK(fabs(v - expected) <= 1e-12 * (1 + expected));
    }
}

/* Long columns that are tied but for few rows: with one row apart in x and in y the variance of S
   is n - 1; with one in x, and the rows of y all different, (n + 1) (n - 1) / 3. */
static void test_long_variance(void) {
  enum { N = 100000 };
  double *v = GUARD_NEW(double, 2 * N), tau[4], z[4], p[4];
  int32_t rows[4];
  for (int missing = 0; missing < 2; missing++) {
    for (int64_t i = 0; i < N; i++) {
      v[i] = i == 7;
      v[N + i] = (double) i;
    }
    if (missing) /* groups are counted for each pair */
      v[3] = v[N + 4] = NAN;
    const double n = N - 2 * missing;
    const mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_F64, N, 2}),
                                    .symmetric = true,
                                    .use = MC_USE_PAIRWISE};
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_kendall_report report;
    mc_kendall_test_sink sink =
      mc_kendall_test_sink_make((mc_kendall_test_matrices){.tau = tau, .z = z, .p = p, .n = rows},
                                NULL, (mc_kendall_test_options){.exact = 0}, 0, oracle_na());
    CHECK_INT(mc_kendall_run(&job, &sink.tester.sink, &report, &call), MC_OK);
    check_note("missing %d: z %.17g, %.17g", missing, z[0], z[2]);
    CHECK(fabs(z[0] / sqrt(n - 1 + missing) - 1) < 1e-14); /* with itself only its own row misses */
    const double s = 2 * (7 - 2.0 * missing) - (n - 1);    /* rows before row 7 less those behind */
    CHECK(fabs(z[2] / (s / sqrt((n + 1) * (n - 1) / 3)) - 1) < 1e-14);
    guard_arena_release(&arena);
  }
  guard_free(v);
  /* as above, of rows that no test has memory for */
  for (int64_t n = 3; n < INT64_C(2000000000); n = 3 * n + n / 7) {
    const double one =
      (double) (n - 1) * (double) (2 * (n - 2)) + (double) (n - 1) * (double) (n - 2);
    const double all = (double) n * (double) (n - 1) * (double) (n - 2);
    CHECK(fabs(mc_kendall_variance(n, n - 1, one, n - 1, one) / (double) (n - 1) - 1) < 1e-14);
    const double half = mc_kendall_variance(n, n - 1, one, n * (n - 1) / 2, all);
    CHECK(fabs(half / ((double) (n + 1) * (double) (n - 1) / 3) - 1) < 1e-14);
  }
}

/* ---- matrices ---- */

typedef struct {
  double tau, z, p, low, high;
  int64_t n;
  bool exact;
} answer;

static long double normal_p(mc_kendall_alternative alternative, long double z) {
  const long double less = erfcl(-z / sqrtl(2)) / 2, more = erfcl(z / sqrtl(2)) / 2;
  return alternative == MC_LESS ? less : alternative == MC_GREATER ? more : 2 * fminl(less, more);
}

static double exact_p(mc_kendall_alternative alternative, int64_t n, int64_t s) {
  double *table[MC_EXACT_MAX_ROWS + 1] = {NULL};
  guard_arena arena = guard_arena_make();
  CHECK_INT(mc_kendall_exact_tables(table, n, n, &arena.arena), MC_OK);
  const int64_t all = mc_kendall_pairs_among(n), q = (all + s) / 2;
  const double less = table[n][q], more = table[n][all - q];
  guard_arena_release(&arena);
  return alternative == MC_LESS      ? less
         : alternative == MC_GREATER ? more
                                     : fmin(1, 2 * fmin(less, more));
}

static const double QUANTILE = 1.96;

static answer define(const mc_kendall_request *job, int64_t a, int64_t b, mc_kendall_test_options o,
                     double tau, int64_t *tied, int64_t *too_long) {
  const mc_matrix *x = &job->x.matrix, *y = job->symmetric ? x : &job->y.matrix;
  uint32_t *rx = GUARD_NEW(uint32_t, x->rows), *ry = GUARD_NEW(uint32_t, x->rows);
  const int64_t n = oracle_common_rows(x, a, y, b, NULL, rx, ry), all = mc_kendall_pairs_among(n);
  const mc_kendall_pair_counts c = oracle_counts(rx, ry, n);
  const bool missing = job->use != MC_USE_PAIRWISE && (column_misses(x, a) || column_misses(y, b));
  answer e = {.tau = tau, .n = n, .z = NAN, .p = NAN, .low = NAN, .high = NAN};
  if (!missing && c.x_pairs > 0 && c.y_pairs > 0) {
    const double v =
      mc_kendall_variance(n, c.x_pairs, triples_of(rx, n), c.y_pairs, triples_of(ry, n));
    const bool untied = c.x_pairs == all && c.y_pairs == all;
    const int64_t limit = o.exact < 0 ? 49 : o.exact > 0 ? MC_EXACT_MAX_ROWS : 0;
    e.z = ((double) c.s - (o.continuity ? (c.s > 0) - (c.s < 0) : 0)) / sqrt(v);
    e.exact = untied && n <= limit;
    e.p = e.exact ? exact_p(o.alternative, n, c.s)
                  : (double) normal_p(o.alternative, (long double) e.z);
    *tied += o.exact > 0 && !untied;
    *too_long += o.exact > 0 && untied && n > limit;
    const double sd = sqrt(v / ((double) c.x_pairs * (double) c.y_pairs));
    const double sd_untied = sqrt((4.0 * (double) n + 10) / (9 * (double) (n * (n - 1))));
    if (n > 4) {
      const double half = QUANTILE * sqrt(0.437 / ((double) n - 4)) * sd / sd_untied;
      e.low = o.alternative == MC_LESS ? -1 : fabs(tau) == 1 ? tau : tanh(atanh(tau) - half);
      e.high = o.alternative == MC_GREATER ? 1 : fabs(tau) == 1 ? tau : tanh(atanh(tau) + half);
    }
  }
  guard_free(rx);
  guard_free(ry);
  return e;
}

static bool near(double value, double expected, double relative) {
  return isnan(expected) ? isnan(value)
                         : fabs(value - expected) <= relative * fabs(expected) + 1e-300;
}

/* The job by the sink, against taus of the matrix sink and the definition of the rest. */
static void compare(mc_kendall_request job, mc_kendall_test_options o, int threads) {
  enum { MATRICES = 5 };
  const int64_t mx = job.x.columns, my = job.symmetric ? mx : job.y.columns;
  double *tau = GUARD_NEW(double, mx *my), *m[MATRICES];
  for (int k = 0; k < MATRICES; k++)
    m[k] = GUARD_NEW(double, mx *my);
  int32_t *n = GUARD_NEW(int32_t, mx * my);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_kendall_report report;
  CHECK_INT(mc_cor_kendall(&job, tau, &report, &call), MC_OK);
  mc_kendall_test_sink sink = mc_kendall_test_sink_make(
    (mc_kendall_test_matrices){m[0], m[1], m[2], m[3], m[4], n}, NULL, o, QUANTILE, job.na);
  CHECK_INT(mc_kendall_run(&job, &sink.tester.sink, &report, &call), MC_OK);
  CHECK(oracle_same(m[0], tau, mx * my));
  int64_t tied = 0, too_long = 0;
  for (int64_t a = 0; a < mx; a++)
    for (int64_t b = 0; b < my; b++) {
      const int64_t at = a + b * mx;
      int64_t ignored = 0;
      const bool mirror = job.symmetric && a > b;
      const answer e =
        define(&job, a, b, o, tau[at], mirror ? &ignored : &tied, mirror ? &ignored : &too_long);
      check_note("%d rows, columns %d and %d: z %g %g, p %g %g", (int) job.x.rows, (int) a, (int) b,
                 m[1][at], e.z, m[2][at], e.p);
      CHECK_INT(n[at], e.n);
      CHECK(near(m[1][at], e.z, 1e-13));
      CHECK(near(m[2][at], e.p, 1e-12));
      if (!e.exact) /* of the very z, it is right to the last bits, also far out */
        CHECK(near(m[2][at], (double) normal_p(o.alternative, (long double) m[1][at]), 1e-15));
      CHECK(isnan(e.low) ? isnan(m[3][at]) : fabs(m[3][at] - e.low) < 1e-13);
      CHECK(isnan(e.high) ? isnan(m[4][at]) : fabs(m[4][at] - e.high) < 1e-13);
    }
  CHECK_INT(atomic_load(&sink.tester.inference.tied_pairs), tied);
  CHECK_INT(atomic_load(&sink.tester.inference.long_pairs), too_long);
  guard_arena_release(&arena);
  for (int k = 0; k < MATRICES; k++)
    guard_free(m[k]);
  guard_free(n);
  guard_free(tau);
}

static void test_matrices(void) {
  static const int64_t rows[] = {2, 3, 5, 8, 33, 49, 50, 130};
  rng r = {2};
  for (int turn = 0; turn < 32; turn++) {
    const mc_kendall_test_options o = {.alternative = (mc_kendall_alternative) (turn % 3),
                                       .exact = (int) rng_below(&r, 3) - 1,
                                       .continuity = rng_chance(&r, 0.5)};
    const int64_t n = rows[turn % 8];
    mc_kendall_request job = {
      .x = mc_columns_of_matrix(matrix_make(&r, MC_F64, n, 1 + rng_below(&r, 13), 0.3)),
      .y = mc_columns_of_matrix(matrix_make(&r, MC_I32, n, 1 + rng_below(&r, 6), 0.3)),
      .symmetric = turn % 2 == 0,
      .use = turn % 4 == 3 ? MC_USE_EVERYTHING : MC_USE_PAIRWISE,
      .algorithm = (mc_kendall_algorithm) (turn % MC_KENDALL_ALGORITHMS),
      .na = oracle_na()};
    compare(job, o, 1 + turn % 4);
    matrix_free(&job.x.matrix);
    matrix_free(&job.y.matrix);
  }
}

/* Sparse columns and other columns are counted apart, if there are many rows. All algorithms give
   the same. */
static void test_mixed(void) {
  rng r = {3};
  for (int turn = 0; turn < 2 + MC_KENDALL_ALGORITHMS; turn++) {
    const int64_t n = turn < 2 ? 2000 : 130;
    const double missing = turn % 4 < 2 ? 0 : 0.05;
    mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_mixed(&r, n, 10, missing)),
                              .y = mc_columns_of_matrix(matrix_mixed(&r, n, 11, missing)),
                              .symmetric = turn % 2 == 0,
                              .use = turn < 4 ? MC_USE_PAIRWISE : MC_USE_EVERYTHING,
                              .na = oracle_na()};
    if (turn >= 2)
      job.algorithm = (mc_kendall_algorithm) (turn - 2);
    const mc_kendall_test_sink sink = mc_kendall_test_sink_make(
      (mc_kendall_test_matrices){0}, NULL, (mc_kendall_test_options){.exact = -1}, 0, job.na);
    const taus_plan plan = taus_plan_of(&job, &sink.tester.sink);
    CHECK(turn >= 2 || (plan.reordered && plan.split));
    compare(job, (mc_kendall_test_options){.exact = -1}, 1 + turn % 4);
    matrix_free(&job.x.matrix);
    matrix_free(&job.y.matrix);
  }
}

/* Columns without ties: so many that p-values come from a table, or of few rows, exactly. */
static void test_untied(void) {
  static const int64_t rows[] = {20, 60, MC_EXACT_MAX_ROWS + 1};
  for (int k = 0; k < 3; k++)
    for (int exact = -1; exact <= 1; exact++) {
      const int64_t n = rows[k], m = n == 60 ? 96 : 9;
      rng r = {(uint64_t) k};
      int32_t *v = GUARD_NEW(int32_t, n * m);
      for (int64_t j = 0; j < m; j++)
        shape_fill(&r, j % 3 == 0 ? SHAPE_NEARLY_SORTED : SHAPE_PERMUTATION, n,
                   (uint32_t *) v + j * n);
      const mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_I32, n, m}),
                                      .symmetric = true,
                                      .use = MC_USE_PAIRWISE,
                                      .na = oracle_na()};
      compare(job,
              (mc_kendall_test_options){.alternative = (mc_kendall_alternative) (exact + 1),
                                        .exact = exact},
              2);
      guard_free(v);
    }
}

/* Without rows to compare there is nothing but their number. */
static void test_no_rows(void) {
  for (int64_t n = 0; n <= 1; n++) {
    double v[2] = {1, 2}, to[5][4];
    int32_t rows[4];
    const mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_F64, n, 2}),
                                    .symmetric = true,
                                    .use = MC_USE_PAIRWISE};
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    mc_kendall_report report;
    mc_kendall_test_sink sink = mc_kendall_test_sink_make(
      (mc_kendall_test_matrices){to[0], to[1], to[2], to[3], to[4], rows}, NULL,
      (mc_kendall_test_options){.exact = -1}, QUANTILE, oracle_na());
    CHECK_INT(mc_kendall_run(&job, &sink.tester.sink, &report, &call), MC_OK);
    for (int i = 0; i < 4; i++) {
      CHECK_INT(rows[i], n);
      for (int k = 0; k < 5; k++)
        CHECK(isnan(to[k][i]));
    }
    guard_arena_release(&arena);
  }
}

/* Which pairs have the row, of a matrix or a list, from memory or column by column. */
static void test_one_row(void) {
  enum { MOST = 6, PAIRS = 20 };
  static const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING, MC_USE_NA_OR_COMPLETE};
  for (int turn = 0; turn < 120; turn++) {
    check_note("turn %d", turn);
    rng r = {(uint64_t) turn};
    pieces p = {.x = matrix_make(&r, MC_F64, 1, 1 + rng_below(&r, MOST), 0.6)};
    mc_matrix other = matrix_make(&r, MC_I32, 1, 1 + rng_below(&r, MOST), 0.6);
    const bool symmetric = turn % 2 == 0, listed = turn % 4 > 1;
    const mc_matrix *y = symmetric ? &p.x : &other;
    int32_t i[PAIRS], j[PAIRS], n[MOST * MOST + PAIRS];
    double to[3][MOST * MOST + PAIRS];
    int64_t count = listed ? PAIRS : p.x.columns * y->columns;
    for (int64_t k = 0; k < PAIRS; k++) {
      i[k] = 1 + (int32_t) rng_below(&r, p.x.columns);
      j[k] = 1 + (int32_t) rng_below(&r, y->columns);
    }
    const mc_pairs_given pairs = {i, j, count, p.x.columns, y->columns, symmetric};
    mc_kendall_request job = {.x = turn % 8 > 3 ? pieces_of(&p, 1) : mc_columns_of_matrix(p.x),
                              .y = mc_columns_of_matrix(other),
                              .symmetric = symmetric,
                              .use = uses[turn % 3],
                              .na = oracle_na()};
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    mc_kendall_report report;
    mc_pairs_list list;
    if (listed)
      CHECK_INT(mc_pairs_list_make(&list, &pairs, call.arena), MC_OK);
    mc_kendall_test_sink sink = mc_kendall_test_sink_make(
      (mc_kendall_test_matrices){to[0], to[1], to[2], NULL, NULL, n}, listed ? &list : NULL,
      (mc_kendall_test_options){.exact = -1}, 0, oracle_na());
    CHECK_INT(mc_kendall_run(&job, &sink.tester.sink, &report, &call), MC_OK);
    CHECK_INT(mc_kendall_test_one_row(&job, listed ? &pairs : NULL, n, &call), MC_OK);
    bool any = false;
    for (int64_t k = 0; k < p.x.columns; k++)
      any |= column_misses(&p.x, k);
    for (int64_t k = 0; k < y->columns; k++)
      any |= column_misses(y, k);
    for (int64_t k = 0; k < count; k++) {
      const int64_t a = listed ? i[k] - 1 : k % p.x.columns,
                    b = listed ? j[k] - 1 : k / p.x.columns;
      const bool misses = column_misses(&p.x, a) || column_misses(y, b);
      CHECK_INT(n[k], !(job.use == MC_USE_NA_OR_COMPLETE ? any : misses));
      CHECK(isnan(to[0][k]) && isnan(to[1][k]) && isnan(to[2][k]));
    }
    guard_arena_release(&arena);
    pieces_release(&p);
    matrix_free(&p.x);
    matrix_free(&other);
  }
}

static const check_test tests[] = {{"variance of all orders", test_variance},
                                   {"variance of long columns", test_long_variance},
                                   {"matrices", test_matrices},
                                   {"sparse columns and others", test_mixed},
                                   {"columns without ties", test_untied},
                                   {"no rows", test_no_rows},
                                   {"one row", test_one_row},
                                   {0}};
const check_suite suite_inference = {"inference", tests, true, NULL};
