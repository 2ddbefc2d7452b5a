/* Trends against definitions, pair by pair: kernels, order statistics, series that are held and
   series that are not. Run on each target. */
#include "kendall/trend_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "kendall/trend_long.h"

/* ---- data ---- */

static double value_of(rng *r, int kind) {
  switch (kind) {
  case 0: return (double) rng_next(r) / 0x1p60 - 8;
  case 1: return (double) rng_below(r, 5);
  case 2: return (double) rng_below(r, 2);
  case 3: return 3;
  case 4: return nasty_doubles[rng_below(r, NASTY)];
  default: return rng_chance(r, 0.3) ? NAN : (double) rng_below(r, 100);
  }
}
enum { KINDS = 6 };

/* ---- kernels ---- */

static void test_slopes(void) {
  const mc_kernels *kernels = mc_kernels_active();
  rng r = {1};
  for (int turn = 0; turn < 200; turn++) {
    const int64_t n = rng_below(&r, 40);
    double *x = GUARD_NEW(double, n + MC_TREND_PAD), *t = GUARD_NEW(double, n + MC_TREND_PAD);
    int32_t *later = GUARD_NEW(int32_t, n);
    double *slope = GUARD_NEW(double, n *(n + 1) / 2 + MC_TREND_PAD);
    for (int64_t i = 0; i < n + MC_TREND_PAD; i++) {
      x[i] = i < n ? value_of(&r, turn % (KINDS - 1)) : NAN;
      t[i] = i < n ? (double) (i > 0 ? t[i - 1] : 0) + (double) rng_below(&r, 3) : 0;
    }
    bool tied = false;
    for (int64_t i = n - 1; i >= 0; i--) {
      later[i] = i + 1 < n && t[i + 1] == t[i] ? later[i + 1] : (int32_t) i + 1;
      tied |= later[i] != i + 1;
    }
    const int64_t first = n > 0 ? rng_below(&r, n) : 0;
    int64_t up = 5, down = 7, ups = 5, downs = 7, at = 0;
    const int64_t count =
      kernels->kendall_slopes(x, t, tied ? later : NULL, first, n, n, slope, &up, &down);
    for (int64_t i = first; i < n; i++)
      for (int64_t j = i + 1; j < n; j++)
        if (t[i] < t[j]) {
          const double expected = (x[i] == x[j] ? 0 : x[j] - x[i]) / (t[j] - t[i]);
          check_note("turn %d, %d points, slope %d", turn, (int) n, (int) at);
          CHECK(at < count && slope[at] == expected);
          at++;
          ups += x[i] < x[j];
          downs += x[i] > x[j];
        }
    CHECK_INT(count, at);
    CHECK_INT(up, ups);
    CHECK_INT(down, downs);
    guard_free(x);
    guard_free(t);
    guard_free(later);
    guard_free(slope);
  }
}

static void test_lagged(void) {
  const mc_kernels *kernels = mc_kernels_active();
  rng r = {2};
  for (int64_t n = 1; n < 150; n++) {
    double *v = GUARD_NEW(double, n + MC_TREND_LAGS), *sum = GUARD_NEW(double, n + MC_TREND_LAGS);
    for (int64_t i = 0; i < n + MC_TREND_LAGS; i++)
      v[i] = i < n ? value_of(&r, 0) : 0;
    kernels->kendall_lagged(v, n, sum);
    for (int64_t k = 0; k < n; k++) {
      double expected = 0;
      for (int64_t i = 0; i < n - k; i++)
        expected += v[i] * v[i + k];
      check_note("%d numbers, lag %d", (int) n, (int) k);
      CHECK(sum[k] == expected);
    }
    guard_free(v);
    guard_free(sum);
  }
}

/* ---- order statistics ---- */

static void test_select(void) {
  const mc_kernels *kernels = mc_kernels_active();
  rng r = {3};
  for (int turn = 0; turn < 300; turn++) {
    const int64_t n = 1 + rng_below(&r, turn % 3 == 0 ? 20 : 2000);
    double *a = GUARD_NEW(double, n), *sorted = GUARD_NEW(double, n), value[4];
    int64_t rank[4];
    for (int64_t i = 0; i < n; i++)
      a[i] = sorted[i] = value_of(&r, turn % (KINDS - 1));
    qsort(sorted, (size_t) n, sizeof *sorted, trend_compare);
    for (int k = 0; k < 4; k++)
      rank[k] = k == 0 ? rng_below(&r, n) : rank[k - 1] + rng_below(&r, n - rank[k - 1]);
    mc_trend_select(a, n, rank, 4, value, kernels);
    for (int k = 0; k < 4; k++) {
      check_note("turn %d, %d numbers, rank %d", turn, (int) n, (int) rank[k]);
      CHECK(value[k] == sorted[rank[k]]);
    }
    qsort(a, (size_t) n, sizeof *a, trend_compare);
    CHECK(memcmp(a, sorted, (size_t) n * sizeof *a) == 0 || turn % (KINDS - 1) == 4);
    guard_free(a);
    guard_free(sorted);
  }
  CHECK(mc_trend_middle(1, 4) == 2.5);
  CHECK(mc_trend_middle(1.5e308, 1.7e308) == 1.6e308);
  CHECK(mc_trend_middle(INFINITY, INFINITY) == INFINITY);
  CHECK(isnan(mc_trend_middle(-INFINITY, INFINITY)));
}

/* ---- series ---- */

static mc_matrix series_of(rng *r, int64_t n, int64_t columns, int kind) {
  if (kind == KINDS)
    return matrix_make(r, MC_I32, n, columns, 0.3);
  double *v = GUARD_NEW(double, n *columns);
  for (int64_t k = 0; k < n * columns; k++)
    v[k] = value_of(r, kind);
  return (mc_matrix){v, MC_F64, n, columns};
}

/* Small series, held or not, by any number of threads. */
static void test_series(void) {
  rng r = {4};
  for (int turn = 0; turn < (check_fast() ? 20 : 140); turn++) {
    const int64_t n = rng_below(&r, turn % 10 == 0 ? 120 : 30), columns = rng_below(&r, 9);
    mc_matrix x = series_of(&r, n, columns, turn % (KINDS + 1));
    trend_job j = trend_job_make(&r, x, 1 + (turn % 3 == 0) * rng_below(&r, 4), turn % 4 == 0);
    check_note("turn %d: %d rows, %d seasons, correction %d", turn, (int) n,
               (int) j.request.seasons, (int) j.request.correction);
    trend_check(&j.request, &x, turn, turn % 4 == 0);
    trend_job_free(&j);
    matrix_free(&x);
  }
}

/* Series with more slopes than are kept at once, and with brackets that do not fit. */
static void test_long(void) {
  rng r = {5};
  for (int turn = 0; turn < (check_fast() ? 2 : KINDS); turn++) {
    const int64_t n = check_fast() ? 300 : 2100;
    mc_matrix x = series_of(&r, n, 1, turn);
    trend_job j = trend_job_make(&r, x, 1 + turn % 2, turn == 1);
    check_note("long, turn %d", turn);
    trend_results to = trend_run(&j.request, INT64_C(1) << 40, 1),
                  other = trend_run(&j.request, -1, 1 + turn % 4);
    CHECK(trend_same(&to, &other, 1));
    trend_check_series(&j.request, &x, 0, &to);
    trend_results_free(&to);
    trend_results_free(&other);
    trend_job_free(&j);
    matrix_free(&x);
  }
}

/* Almost all times are equal: the few slopes must be found without a search for them. */
static void test_few_slopes(void) {
  rng r = {8};
  for (int turn = 0; turn < 8; turn++) {
    const int64_t n = 1500;
    mc_matrix x = series_of(&r, n, 1, turn % 2 ? 1 : 0);
    trend_job j = trend_job_make(&r, x, 1 + turn / 4, false);
    j.request.correction = MC_TREND_UNCORRECTED;
    if (turn >= 4)
      j.begin[1] = (int32_t) n - 2;
    for (int64_t k = 0; k < n; k++) /* the first or the last point is at another time */
      j.time[k] = turn < 4 && turn % 2 ? k > 0 : k == n - 1;
    check_note("few slopes, turn %d", turn);
    trend_check(&j.request, &x, turn, true);
    trend_job_free(&j);
    matrix_free(&x);
  }
}

static void test_refused(void) {
  rng r = {6};
  mc_matrix x = series_of(&r, 10, 2, 0);
  trend_job j = trend_job_make(&r, x, 2, false);
  j.request.correction = MC_TREND_HAMED_RAO;
  trend_results to = trend_results_make(2);
  const mc_kendall_trends trends = trend_places(&to);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 1);
  int used;
  CHECK_INT(mc_kendall_trend(&j.request, &trends, &used, &call), MC_ERR_ARGUMENT);
  guard_arena_release(&arena);
  j.request.correction = MC_TREND_HIRSCH_SLACK;
  j.request.year = NULL;
  arena = guard_arena_make();
  CHECK_INT(mc_kendall_trend(&j.request, &trends, &used, &call), MC_ERR_ARGUMENT);
  guard_arena_release(&arena);
  j.request.year = j.year;
  j.request.years = INT64_C(1) << 31; /* the sums would not fit in 64 bits */
  arena = guard_arena_make();
  CHECK_INT(mc_kendall_trend(&j.request, &trends, &used, &call), MC_ERR_ARGUMENT);
  guard_arena_release(&arena);
  j.request.correction = MC_TREND_UNCORRECTED;
  static const double wrong[][2] = {{-1e308, 1e308}, {0, INFINITY}, {NAN, 1}};
  for (int k = 0; k < 3; k++) {
    const double first = j.time[0], last = j.time[9];
    j.time[0] = wrong[k][0];
    j.time[9] = wrong[k][1];
    arena = guard_arena_make();
    const mc_call again = mc_call_make(&arena.arena, NULL, 1);
    check_note("times from %g to %g", wrong[k][0], wrong[k][1]);
    CHECK_INT(mc_kendall_trend(&j.request, &trends, &used, &again), MC_ERR_ARGUMENT);
    guard_arena_release(&arena);
    j.time[0] = first;
    j.time[9] = last;
  }
  for (int64_t held = -1; held <= 1000; held += 1001)
    for (int64_t refuse = 1;; refuse++) {
      arena = guard_arena_make();
      arena.refuse = refuse;
      const mc_call short_of_memory = mc_call_make(&arena.arena, NULL, 1);
      const mc_status status =
        mc_kendall_trend_held(&j.request, &trends, held, &used, &short_of_memory);
      guard_arena_release(&arena);
      if (status == MC_OK)
        break;
      CHECK_INT(status, MC_ERR_MEMORY);
    }
  trend_results_free(&to);
  trend_job_free(&j);
  matrix_free(&x);
}

/* ---- interrupts ---- */

typedef struct {
  const mc_kendall_trend_request *request;
  int64_t held;
  const trend_results *expected;
} interrupted;

static mc_status solve(void *context, const mc_call *call) {
  const interrupted *i = context;
  trend_results to = trend_results_make(i->request->x.columns);
  const mc_kendall_trends trends = trend_places(&to);
  int used;
  const mc_status status = mc_kendall_trend_held(i->request, &trends, i->held, &used, call);
  if (status == MC_OK)
    CHECK(trend_same(&to, i->expected, i->request->x.columns));
  trend_results_free(&to);
  return status;
}

static void test_interrupts(void) {
  rng r = {7};
  for (int held = 0; held < 2; held++) {
    mc_matrix x = series_of(&r, held ? 50 : 600, held ? 1500 : 2, 0);
    trend_job j = trend_job_make(&r, x, 1, false);
    j.request.correction = MC_TREND_HAMED_RAO;
    trend_results to = trend_run(&j.request, MC_TREND_HELD, 1);
    interrupted of = {&j.request, held ? MC_TREND_HELD : 0, &to};
    check_note("interrupts, held %d", held);
    const check_polls polls =
      check_interrupts((interruptible){solve, &of, 2, check_fast() ? 1e-3 : 1e-5, 1});
    CHECK(polls.polls > 2);
    trend_results_free(&to);
    trend_job_free(&j);
    matrix_free(&x);
  }
}

static const check_test tests[] = {
  {"slopes", test_slopes},   {"lagged sums", test_lagged},    {"selection", test_select},
  {"series", test_series},   {"long series", test_long},      {"few slopes", test_few_slopes},
  {"refused", test_refused}, {"interrupts", test_interrupts}, {0}};
const check_suite suite_trend = {"trend", tests, true, "kendall_slopes kendall_lagged sort_ "};
