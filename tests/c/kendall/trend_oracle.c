#include "kendall/trend_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "guard.h"
#include "kendall/trend_long.h"
#include "oracle.h"

int trend_compare(const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

trend_results trend_results_make(int64_t series) {
  trend_results to;
  for (int k = 0; k < TREND_RESULTS; k++)
    to.number[k] = GUARD_NEW(double, series);
  to.n = GUARD_NEW(int32_t, series);
  return to;
}

void trend_results_free(trend_results *to) {
  for (int k = 0; k < TREND_RESULTS; k++)
    guard_free(to->number[k]);
  guard_free(to->n);
}

mc_kendall_trends trend_places(const trend_results *to) {
  double *const *v = to->number;
  return (mc_kendall_trends){v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], to->n};
}

trend_job trend_job_make(rng *r, mc_matrix x, int64_t seasons, bool tied) {
  const int64_t n = x.rows;
  trend_job j = {.begin = GUARD_NEW(int32_t, seasons + 1),
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

void trend_job_free(trend_job *j) {
  guard_free(j->begin);
  guard_free(j->row);
  guard_free(j->year);
  guard_free(j->time);
}

trend_results trend_run(const mc_kendall_trend_request *q, int64_t held, int threads) {
  trend_results to = trend_results_make(q->x.columns);
  const mc_kendall_trends trends = trend_places(&to);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  int used;
  CHECK_INT(mc_kendall_trend_held(q, &trends, held, &used, &call), MC_OK);
  guard_arena_release(&arena);
  return to;
}

bool trend_same(const trend_results *a, const trend_results *b, int64_t series) {
  bool equal = memcmp(a->n, b->n, (size_t) series * sizeof *a->n) == 0;
  for (int k = 0; k < TREND_RESULTS; k++)
    equal = equal && oracle_same(a->number[k], b->number[k], series);
  return equal;
}

void trend_check_series(const mc_kendall_trend_request *q, const mc_matrix *x, int64_t column,
                        const trend_results *to) {
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
  qsort(slope, (size_t) count, sizeof *slope, trend_compare);
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
                             const trend_results *to) {
  mc_kendall_trend_request without = *q;
  without.correction = MC_TREND_UNCORRECTED;
  trend_results plain = trend_run(&without, MC_TREND_HELD, 1);
  CHECK(oracle_same(to->number[1], plain.number[1], x->columns));
  CHECK(oracle_same(to->number[5], plain.number[5], x->columns));
  for (int64_t k = 0; k < x->columns; k++) {
    const double want = plain.number[2][k] + covariance_of(q, x, k);
    const double got = to->number[2][k];
    CHECK(got == want || (isnan(got) && isnan(want)));
  }
  trend_results_free(&plain);
}

void trend_check(const mc_kendall_trend_request *q, const mc_matrix *x, int turn, bool as_long) {
  trend_results to = trend_run(q, MC_TREND_HELD, 1 + turn % 4);
  for (int64_t k = 0; k < x->columns; k++)
    trend_check_series(q, x, k, &to);
  if (q->correction == MC_TREND_HIRSCH_SLACK)
    check_covariance(q, x, &to);
  trend_results other = trend_run(q, MC_TREND_HELD, 1 + (turn + 1) % 4);
  CHECK(trend_same(&to, &other, x->columns));
  trend_results_free(&other);
  if (as_long) {
    other = trend_run(q, -1, 1 + turn % 4);
    CHECK(trend_same(&to, &other, x->columns));
    trend_results_free(&other);
  }
  trend_results_free(&to);
}
