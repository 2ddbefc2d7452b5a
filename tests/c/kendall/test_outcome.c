/* A censored outcome against the definition of comparable rows, pair by pair. Once. */
#include "kendall/outcome.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"

enum { MOST = 40 };

typedef struct {
  int64_t n;
  int32_t *stratum, *death;
  double *time, *weight;
  uint8_t *present;
} data;

/* Rows in the order of outcome.h. */
static data data_make(rng *r) {
  data d = {.n = rng_below(r, MOST)};
  d.stratum = GUARD_NEW(int32_t, d.n);
  d.death = GUARD_NEW(int32_t, d.n);
  d.time = GUARD_NEW(double, d.n);
  d.weight = GUARD_NEW(double, d.n);
  d.present = GUARD_NEW(uint8_t, d.n);
  for (int64_t i = 0; i < d.n; i++) {
    const bool next = i == 0 || rng_chance(r, 0.1);
    const bool tied = !next && rng_chance(r, 0.5);
    d.stratum[i] = i == 0 ? 3 : d.stratum[i - 1] + next;
    d.time[i] = next ? 100 : tied ? d.time[i - 1] : d.time[i - 1] - 1;
    d.death[i] = (tied && d.death[i - 1]) || rng_chance(r, 0.5);
    d.weight[i] = (double) rng_below(r, 5);
    d.present[i] = rng_chance(r, 0.8);
  }
  return d;
}

static void data_free(data *d) {
  guard_free(d->stratum);
  guard_free(d->death);
  guard_free(d->time);
  guard_free(d->weight);
  guard_free(d->present);
}

/* Is i a death, and did j live longer? */
static bool outlived(const data *d, int64_t i, int64_t j) {
  return d->death[i] && d->stratum[i] == d->stratum[j] &&
         (d->time[j] > d->time[i] || (d->time[j] == d->time[i] && !d->death[j]));
}

static void test_pairs(void) {
  rng r = {77};
  for (int round = 0; round < 500; round++) {
    data d = data_make(&r);
    const bool weights = rng_chance(&r, 0.5), all = rng_chance(&r, 0.3);
    guard_arena arena = guard_arena_make();
    mc_outcome o;
    mc_outcome_sums sums;
    const mc_outcome_rows rows = {d.n, d.stratum, d.time, d.death, weights ? d.weight : NULL};
    CHECK_INT(mc_outcome_make(&o, &rows, &arena.arena), MC_OK);
    CHECK_INT(mc_outcome_sums_make(&sums, &o, &arena.arena), MC_OK);
    CHECK((sums.row_weights != NULL) == weights);
    mc_outcome_sum(&o, all ? NULL : d.present, &sums);
    double pairs = 0;
    int64_t deaths = 0;
    bool tied = false;
    for (int32_t i = 0; i < (int32_t) d.n; i++) {
      int64_t later = 0, earlier = 0, partners = 0;
      double later_weight = 0, earlier_weight = 0;
      for (int64_t j = 0; j < d.n; j++) {
        const bool here = all || d.present[j];
        later += here && outlived(&d, i, j);
        earlier += here && outlived(&d, j, i);
        later_weight += here && outlived(&d, i, j) ? d.weight[j] : 0;
        earlier_weight += here && outlived(&d, j, i) ? d.weight[j] : 0;
        partners += outlived(&d, i, j) || outlived(&d, j, i);
        pairs += outlived(&d, i, j);
        const bool run = i == j || (d.death[i] && d.death[j] && d.stratum[i] == d.stratum[j] &&
                                    d.time[i] == d.time[j]);
        CHECK_INT(o.first[i] <= j && j < o.last[i], run);
        tied = tied || (run && i != j);
      }
      CHECK_INT(mc_outcome_later(&o, sums.rows, i), later);
      CHECK_INT(mc_outcome_earlier(&o, sums.deaths, i), earlier);
      if (weights) { /* whole numbers, so the sums are exact */
        CHECK(mc_outcome_later_weight(&o, sums.row_weights, i) == later_weight);
        CHECK(mc_outcome_earlier_weight(&o, sums.death_weights, i) == earlier_weight);
      }
      CHECK_INT(o.list.partners[i], partners);
      deaths += d.death[i];
    }
    CHECK(o.list.pairs == pairs);
    CHECK_INT(o.deaths, deaths);
    CHECK_INT(o.list.count, deaths);
    CHECK_INT(o.tied_deaths, tied);
    CHECK_INT(o.strata, d.n == 0 ? 0 : d.stratum[d.n - 1] - 2);
    guard_arena_release(&arena);
    data_free(&d);
  }
}

static mc_status make(int64_t n, const int32_t *stratum, const double *time, const int32_t *death) {
  guard_arena arena = guard_arena_make();
  const mc_outcome_rows rows = {n, stratum, time, death, NULL};
  mc_outcome o;
  const mc_status status = mc_outcome_make(&o, &rows, &arena.arena);
  guard_arena_release(&arena);
  return status;
}

static void test_orders(void) {
  const int32_t one[] = {0, 0}, falls[] = {1, 0}, dead[] = {1, 1}, censored_last[] = {1, 0},
                death_last[] = {0, 1};
  const double ascending[] = {1, 2}, equal[] = {1, 1}, descending[] = {2, 1}, nan[] = {1, NAN};
  CHECK_INT(make(2, one, descending, dead), MC_OK);
  CHECK_INT(make(2, one, equal, death_last), MC_OK);
  CHECK_INT(make(2, one, equal, censored_last), MC_ERR_ARGUMENT);
  CHECK_INT(make(2, one, ascending, dead), MC_ERR_ARGUMENT);
  CHECK_INT(make(2, one, nan, dead), MC_ERR_ARGUMENT);
  CHECK_INT(make(2, falls, descending, dead), MC_ERR_ARGUMENT);
  CHECK_INT(make((INT64_C(1) << 30) + 1, NULL, NULL, NULL), MC_ERR_SIZE);
}

static const check_test tests[] = {
  {"comparable rows", test_pairs}, {"other orders and sizes", test_orders}, {0}};
const check_suite suite_censored = {"censored", tests, false, NULL};
