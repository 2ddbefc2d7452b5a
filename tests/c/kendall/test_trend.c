/* Trends against definitions, pair by pair: kernels, order statistics, series that are held and
   series that are not. Run on each target. */
#include "kendall/trend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "kendall/trend_long.h"
#include "oracle.h"

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

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

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
    qsort(sorted, (size_t) n, sizeof *sorted, compare_numbers);
    for (int k = 0; k < 4; k++)
      rank[k] = k == 0 ? rng_below(&r, n) : rank[k - 1] + rng_below(&r, n - rank[k - 1]);
    mc_trend_select(a, n, rank, 4, value, kernels);
    for (int k = 0; k < 4; k++) {
      check_note("turn %d, %d numbers, rank %d", turn, (int) n, (int) rank[k]);
      CHECK(value[k] == sorted[rank[k]]);
    }
    qsort(a, (size_t) n, sizeof *a, compare_numbers);
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

enum { RESULTS = 10 };
typedef struct {
  double *number[RESULTS];
  int32_t *n;
} results;

static results results_make(int64_t series) {
  results to;
  for (int k = 0; k < RESULTS; k++)
    to.number[k] = GUARD_NEW(double, series);
  to.n = GUARD_NEW(int32_t, series);
  return to;
}

static void results_free(results *to) {
  for (int k = 0; k < RESULTS; k++)
    guard_free(to->number[k]);
  guard_free(to->n);
}

static mc_kendall_trends trends_of(const results *to) {
  double *const *v = to->number;
  return (mc_kendall_trends){v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], to->n};
}

/* A request of random seasons and times, in guarded memory. */
typedef struct {
  mc_kendall_trend_request request;
  int32_t *begin, *row, *year;
  double *time;
} job;

static job job_make(rng *r, mc_matrix x, int64_t seasons, bool tied) {
  const int64_t n = x.rows;
  job j = {.begin = GUARD_NEW(int32_t, seasons + 1),
           .row = GUARD_NEW(int32_t, n),
           .year = GUARD_NEW(int32_t, n),
           .time = GUARD_NEW(double, n)};
  uint32_t *order = GUARD_NEW(uint32_t, n);
  shape_fill(r, SHAPE_PERMUTATION, n, order);
  for (int64_t k = 0; k < n; k++)
    j.row[k] = (int32_t) order[k];
  guard_free(order);
  j.begin[0] = 0;
  for (int64_t g = 1; g <= seasons; g++)
    j.begin[g] =
      g == seasons ? (int32_t) n : j.begin[g - 1] + (int32_t) rng_below(r, n - j.begin[g - 1] + 1);
  int64_t years = 0;
  for (int64_t g = 0; g < seasons; g++)
    for (int64_t k = j.begin[g]; k < j.begin[g + 1]; k++) {
      j.time[k] = (k > j.begin[g] ? j.time[k - 1] : -3) +
                  (tied ? (double) rng_below(r, 3) : 0.5 + (double) rng_below(r, 4));
      j.year[k] = (k > j.begin[g] ? j.year[k - 1] + 1 : 0) + (int32_t) rng_below(r, 2);
      if (j.year[k] >= years)
        years = j.year[k] + 1;
    }
  j.request = (mc_kendall_trend_request){.x = mc_columns_of_matrix(x),
                                         .seasons = seasons,
                                         .begin = j.begin,
                                         .row = j.row,
                                         .year = j.year,
                                         .years = years,
                                         .time = j.time,
                                         .continuity = rng_chance(r, 0.5),
                                         .alternative = (mc_kendall_alternative) rng_below(r, 3),
                                         .quantile = 1.9599639845400536,
                                         .lag_quantile = 1.9599639845400536,
                                         .na = oracle_na()};
  if (seasons == 1)
    j.request.correction = (mc_trend_correction) rng_below(r, MC_TREND_CORRECTIONS);
  else if (rng_chance(r, 0.5))
    j.request.correction = MC_TREND_HIRSCH_SLACK;
  return j;
}

static void job_free(job *j) {
  guard_free(j->begin);
  guard_free(j->row);
  guard_free(j->year);
  guard_free(j->time);
}

static results run(const mc_kendall_trend_request *q, int64_t held, int threads) {
  results to = results_make(q->x.columns);
  const mc_kendall_trends trends = trends_of(&to);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  int used;
  CHECK_INT(mc_kendall_trend_held(q, &trends, held, &used, &call), MC_OK);
  guard_arena_release(&arena);
  return to;
}

static bool same(const results *a, const results *b, int64_t series) {
  bool equal = memcmp(a->n, b->n, (size_t) series * sizeof *a->n) == 0;
  for (int k = 0; k < RESULTS; k++)
    equal = equal && oracle_same(a->number[k], b->number[k], series);
  return equal;
}

/* S, slope and interval of a series from all slopes in order. */
static void check_series(const mc_kendall_trend_request *q, const mc_matrix *x, int64_t column,
                         const results *to) {
  const int64_t n = x->rows;
  double *slope = GUARD_NEW(double, n *(n + 1) / 2);
  int64_t count = 0, s = 0, points = 0;
  for (int64_t g = 0; g < q->seasons; g++)
    for (int64_t a = q->begin[g]; a < q->begin[g + 1]; a++) {
      bool na, other;
      const double from = matrix_at(x, q->row[a], column, &na);
      points += !na;
      for (int64_t b = a + 1; b < q->begin[g + 1]; b++) {
        const double to_value = matrix_at(x, q->row[b], column, &other);
        if (na || other || q->time[a] == q->time[b])
          continue;
        s += (from < to_value) - (from > to_value);
        slope[count++] = (from == to_value ? 0 : to_value - from) / (q->time[b] - q->time[a]);
      }
    }
  qsort(slope, (size_t) count, sizeof *slope, compare_numbers);
  CHECK_INT(to->n[column], points);
  if (q->correction == MC_TREND_UNCORRECTED)
    CHECK_INT(to->number[1][column], s);
  const double middle = count > 0 ? mc_trend_middle(slope[(count - 1) / 2], slope[count / 2]) : NAN;
  CHECK(isnan(middle) ? isnan(to->number[5][column]) : to->number[5][column] == middle);
  const double v = to->number[2][column];
  if (q->correction != MC_TREND_PREWHITENED && !(v >= 0 && count > 0)) {
    CHECK(isnan(to->number[6][column]) && isnan(to->number[7][column]));
  } else if (q->correction != MC_TREND_PREWHITENED) {
    const double half = q->quantile * sqrt(v), all = (double) count;
    const double low = q->alternative == MC_LESS ? 0 : rint((all - half) / 2);
    const double high = q->alternative == MC_GREATER ? all + 1 : rint((all + half) / 2 + 1);
    CHECK(to->number[6][column] == (low < 1 ? -INFINITY : slope[(int64_t) low - 1]));
    CHECK(to->number[7][column] == (high > all ? INFINITY : slope[(int64_t) high - 1]));
  }
  guard_free(slope);
}

/* The sum of the covariances of all ordered pairs of seasons g, h: a third of

     sum over years i < j of sgn(x_jg - x_ig) sgn(x_jh - x_ih)
     + sum over years i of d_ig d_ih, where d_ig = sum over j of sgn(x_ig - x_jg)

   (Hirsch and Slack 1984, equations 9 and 10, where d_ig = 2 R_ig - n_g - 1). A missing value has
   the sign 0. */
static double covariance_of(const mc_kendall_trend_request *q, const mc_matrix *x, int64_t column) {
  const int64_t years = q->years, seasons = q->seasons;
  double *v = GUARD_NEW(double, years *seasons);
  for (int64_t k = 0; k < years * seasons; k++)
    v[k] = NAN;
  for (int64_t g = 0; g < seasons; g++)
    for (int64_t k = q->begin[g]; k < q->begin[g + 1]; k++) {
      bool na;
      const double value = matrix_at(x, q->row[k], column, &na);
      v[g * years + q->year[k]] = na ? NAN : value;
    }
  int64_t sum = 0;
  for (int64_t g = 0; g < seasons; g++)
    for (int64_t h = 0; h < seasons; h++)
      for (int64_t i = 0; i < years && g != h; i++) {
        const double *a = v + g * years, *b = v + h * years;
        int64_t da = 0, db = 0;
        for (int64_t j = 0; j < years; j++) {
          const int sa = (a[i] > a[j]) - (a[i] < a[j]), sb = (b[i] > b[j]) - (b[i] < b[j]);
          da += sa;
          db += sb;
          sum += j > i ? sa * sb : 0;
        }
        sum += da * db;
      }
  guard_free(v);
  return (double) sum / 3;
}

/* The correction of Hirsch and Slack adds the covariances to the variance, and nothing else. */
static void check_covariance(const mc_kendall_trend_request *q, const mc_matrix *x,
                             const results *to) {
  mc_kendall_trend_request without = *q;
  without.correction = MC_TREND_UNCORRECTED;
  results plain = run(&without, MC_TREND_HELD, 1);
  CHECK(oracle_same(to->number[1], plain.number[1], x->columns));
  CHECK(oracle_same(to->number[5], plain.number[5], x->columns));
  for (int64_t k = 0; k < x->columns; k++) {
    const double want = plain.number[2][k] + covariance_of(q, x, k);
    const double got = to->number[2][k];
    CHECK(got == want || (isnan(got) && isnan(want)));
  }
  results_free(&plain);
}

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
    job j = job_make(&r, x, 1 + (turn % 3 == 0) * rng_below(&r, 4), turn % 4 == 0);
    check_note("turn %d: %d rows, %d seasons, correction %d", turn, (int) n,
               (int) j.request.seasons, (int) j.request.correction);
    results to = run(&j.request, MC_TREND_HELD, 1 + turn % 4);
    for (int64_t k = 0; k < columns; k++)
      check_series(&j.request, &x, k, &to);
    if (j.request.correction == MC_TREND_HIRSCH_SLACK)
      check_covariance(&j.request, &x, &to);
    results other = run(&j.request, MC_TREND_HELD, 1 + (turn + 1) % 4);
    CHECK(same(&to, &other, columns));
    results_free(&other);
    if (turn % 4 == 0) {
      other = run(&j.request, -1, 1 + turn % 4);
      CHECK(same(&to, &other, columns));
      results_free(&other);
    }
    results_free(&to);
    job_free(&j);
    matrix_free(&x);
  }
}

/* Series with more slopes than are kept at once, and with brackets that do not fit. */
static void test_long(void) {
  rng r = {5};
  for (int turn = 0; turn < (check_fast() ? 2 : KINDS); turn++) {
    const int64_t n = check_fast() ? 300 : 2100;
    mc_matrix x = series_of(&r, n, 1, turn);
    job j = job_make(&r, x, 1 + turn % 2, turn == 1);
    check_note("long, turn %d", turn);
    results to = run(&j.request, INT64_C(1) << 40, 1), other = run(&j.request, -1, 1 + turn % 4);
    CHECK(same(&to, &other, 1));
    check_series(&j.request, &x, 0, &to);
    results_free(&to);
    results_free(&other);
    job_free(&j);
    matrix_free(&x);
  }
}

/* Almost all times are equal: the few slopes must be found without a search for them. */
static void test_few_slopes(void) {
  rng r = {8};
  for (int turn = 0; turn < 8; turn++) {
    const int64_t n = 1500;
    mc_matrix x = series_of(&r, n, 1, turn % 2 ? 1 : 0);
    job j = job_make(&r, x, 1 + turn / 4, false);
    j.request.correction = MC_TREND_UNCORRECTED;
    if (turn >= 4)
      j.begin[1] = (int32_t) n - 2;
    for (int64_t k = 0; k < n; k++) /* the first or the last point is at another time */
      j.time[k] = turn < 4 && turn % 2 ? k > 0 : k == n - 1;
    check_note("few slopes, turn %d", turn);
    results to = run(&j.request, MC_TREND_HELD, 1), other = run(&j.request, -1, 1 + turn % 4);
    CHECK(same(&to, &other, 1));
    check_series(&j.request, &x, 0, &to);
    results_free(&to);
    results_free(&other);
    job_free(&j);
    matrix_free(&x);
  }
}

static void test_refused(void) {
  rng r = {6};
  mc_matrix x = series_of(&r, 10, 2, 0);
  job j = job_make(&r, x, 2, false);
  j.request.correction = MC_TREND_HAMED_RAO;
  results to = results_make(2);
  const mc_kendall_trends trends = trends_of(&to);
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
  results_free(&to);
  job_free(&j);
  matrix_free(&x);
}

/* ---- interrupts ---- */

typedef struct {
  const mc_kendall_trend_request *request;
  int64_t held;
  const results *expected;
} interrupted;

static mc_status solve(void *context, const mc_call *call) {
  const interrupted *i = context;
  results to = results_make(i->request->x.columns);
  const mc_kendall_trends trends = trends_of(&to);
  int used;
  const mc_status status = mc_kendall_trend_held(i->request, &trends, i->held, &used, call);
  if (status == MC_OK)
    CHECK(same(&to, i->expected, i->request->x.columns));
  results_free(&to);
  return status;
}

static void test_interrupts(void) {
  rng r = {7};
  for (int held = 0; held < 2; held++) {
    mc_matrix x = series_of(&r, held ? 50 : 600, held ? 1500 : 2, 0);
    job j = job_make(&r, x, 1, false);
    j.request.correction = MC_TREND_HAMED_RAO;
    results to = run(&j.request, MC_TREND_HELD, 1);
    interrupted of = {&j.request, held ? MC_TREND_HELD : 0, &to};
    check_note("interrupts, held %d", held);
    const check_polls polls =
      check_interrupts((interruptible){solve, &of, 2, check_fast() ? 1e-3 : 1e-5, 1});
    CHECK(polls.polls > 2);
    results_free(&to);
    job_free(&j);
    matrix_free(&x);
  }
}

static const check_test tests[] = {
  {"slopes", test_slopes},   {"lagged sums", test_lagged},    {"selection", test_select},
  {"series", test_series},   {"long series", test_long},      {"few slopes", test_few_slopes},
  {"refused", test_refused}, {"interrupts", test_interrupts}, {0}};
const check_suite suite_trend = {"trend", tests, true, "kendall_slopes kendall_lagged sort_ "};
