#include "kendall/concordance_oracle.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "guard.h"
#include "oracle.h"

static int by_order(const void *left, const void *right) {
  const outcome_line *a = left, *b = right;
  if (a->stratum != b->stratum)
    return a->stratum < b->stratum ? -1 : 1;
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  return a->death - b->death;
}

outcome outcome_of(outcome_line *lines, int64_t n, const uint32_t *row, bool weights) {
  outcome o = {.n = n,
               .row = GUARD_NEW(uint32_t, n),
               .stratum = GUARD_NEW(int32_t, n),
               .death = GUARD_NEW(int32_t, n),
               .time = GUARD_NEW(double, n),
               .weight = weights ? GUARD_NEW(double, n) : NULL};
  qsort(lines, (size_t) n, sizeof *lines, by_order);
  for (int64_t i = 0; i < n; i++) {
    o.row[i] = row[i];
    o.stratum[i] = lines[i].stratum;
    o.death[i] = lines[i].death;
    o.time[i] = lines[i].time;
    if (weights)
      o.weight[i] = lines[i].weight;
  }
  return o;
}

outcome outcome_random(rng *r, int64_t rows, int strata, int64_t times, double deaths,
                       bool weights) {
  outcome_line *lines = GUARD_NEW(outcome_line, rows);
  uint32_t *row = GUARD_NEW(uint32_t, rows);
  int64_t n = 0;
  for (int64_t i = 0; i < rows; i++)
    if (!rng_chance(r, 0.1)) {
      lines[n] = (outcome_line){(int32_t) rng_below(r, strata), rng_chance(r, deaths),
                                (double) rng_below(r, times), (double) rng_below(r, 9) / 4};
      const int64_t k = rng_below(r, n + 1); /* in any order */
      row[n] = row[k];
      row[k] = (uint32_t) i;
      n++;
    }
  const outcome o = outcome_of(lines, n, row, weights);
  guard_free(lines);
  guard_free(row);
  return o;
}

void outcome_free(outcome *o) {
  guard_free(o->row);
  guard_free(o->stratum);
  guard_free(o->death);
  guard_free(o->time);
  if (o->weight != NULL)
    guard_free(o->weight);
}

/* ---- the definition ---- */

typedef struct {
  double number[CONCORDANCE_NUMBERS];
  int32_t n;
} answer;

static double weight_at(const outcome *o, int64_t i) {
  return o->weight == NULL ? 1 : o->weight[i];
}

/* Is row i a death that row j outlived? */
static bool outlived(const outcome *o, int64_t i, int64_t j) {
  return o->stratum[i] == o->stratum[j] && o->death[i] &&
         (o->time[j] > o->time[i] || (o->time[j] == o->time[i] && !o->death[j]));
}

static bool tied_deaths(const outcome *o, int64_t i, int64_t j) {
  return o->stratum[i] == o->stratum[j] && o->death[i] && o->death[j] && o->time[i] == o->time[j];
}

static answer define(const outcome *o, const mc_matrix *x, int64_t column) {
  answer a = {.n = 0};
  double *v = GUARD_NEW(double, o->n), *d = GUARD_NEW(double, o->n), *all = GUARD_NEW(double, o->n);
  bool *here = GUARD_NEW(bool, o->n);
  double *count = a.number + 2;
  for (int64_t i = 0; i < o->n; i++) {
    bool na;
    v[i] = matrix_at(x, o->row[i], column, &na);
    here[i] = !na;
    a.n += !na;
    d[i] = all[i] = 0;
  }
  for (int64_t i = 0; i < o->n; i++)
    for (int64_t j = 0; j < o->n; j++) {
      const double w = weight_at(o, i) * weight_at(o, j);
      if (!here[i] || !here[j] || i == j)
        continue;
      if (tied_deaths(o, i, j) && i < j)
        count[v[i] == v[j] ? 4 : 3] += w;
      if (!outlived(o, i, j))
        continue;
      const int sign = (v[j] > v[i]) - (v[j] < v[i]);
      count[sign > 0 ? 0 : sign < 0 ? 1 : 2] += w;
      d[i] += sign * weight_at(o, j);
      d[j] += sign * weight_at(o, i);
      all[i] += weight_at(o, j);
      all[j] += weight_at(o, i);
    }
  const double pairs = count[0] + count[1] + count[2], slope = (count[0] - count[1]) / pairs;
  double squares = 0;
  for (int64_t i = 0; i < o->n; i++)
    if (here[i]) {
      const double u = weight_at(o, i) * (d[i] - all[i] * slope) / (2 * pairs);
      squares += u * u;
    }
  a.number[0] = pairs > 0 ? (slope + 1) / 2 : NAN;
  a.number[1] = pairs > 0 ? sqrt(squares) : NAN;
  guard_free(v);
  guard_free(d);
  guard_free(all);
  guard_free(here);
  return a;
}

/* ---- calls ---- */

concordance_answers concordance_answers_make(int64_t columns) {
  concordance_answers a = {.n = GUARD_NEW(int32_t, columns)};
  for (int k = 0; k < CONCORDANCE_NUMBERS; k++)
    a.number[k] = GUARD_NEW(double, columns);
  return a;
}

void concordance_answers_free(concordance_answers *a) {
  guard_free(a->n);
  for (int k = 0; k < CONCORDANCE_NUMBERS; k++)
    guard_free(a->number[k]);
}

mc_concordances concordance_places(const concordance_answers *a) {
  return (mc_concordances){.concordance = a->number[0],
                           .std = a->number[1],
                           .concordant = a->number[2],
                           .discordant = a->number[3],
                           .tied_x = a->number[4],
                           .tied_y = a->number[5],
                           .tied_xy = a->number[6],
                           .n = a->n};
}

mc_concordance_job concordance_job_of(const outcome *o, const mc_matrix *x,
                                      mc_concordance_way way) {
  return (mc_concordance_job){.x = mc_columns_of_matrix(*x),
                              .outcome = {.n = o->n,
                                          .stratum = o->stratum,
                                          .time = o->time,
                                          .death = o->death,
                                          .weight = o->weight},
                              .row = o->row,
                              .way = way,
                              .na = oracle_na()};
}

static bool near(double a, double b, double scale) {
  return isnan(a) ? isnan(b) : fabs(a - b) <= 1e-13 * (1 + scale);
}

void concordance_check(const outcome *o, const mc_matrix *x) {
  concordance_answers first = concordance_answers_make(x->columns),
                      more = concordance_answers_make(x->columns);
  for (int turn = 0; turn < 12; turn++) {
    const mc_concordance_job job = concordance_job_of(o, x, (mc_concordance_way) (turn % 3));
    const concordance_answers *to = turn == 0 ? &first : &more;
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1 + turn / 3);
    mc_concordance_report report;
    CHECK_INT(mc_concordance(&job, concordance_places(to), &report, &call), MC_OK);
    CHECK(report.threads >= 1 && report.threads <= 1 + turn / 3);
    int64_t whole = 0;
    for (int64_t j = 0; j < x->columns; j++) {
      bool missing = false;
      for (int64_t i = 0; i < o->n; i++) {
        bool na;
        matrix_at(x, o->row[i], j, &na);
        missing = missing || na;
      }
      whole += !missing;
    }
    if (job.way != MC_CONCORDANCE_AUTO)
      CHECK_INT(report.by_pairs, job.way == MC_CONCORDANCE_PAIRS && o->weight == NULL ? whole : 0);
    for (int k = 0; k < CONCORDANCE_NUMBERS && turn > 0; k++)
      CHECK(oracle_same(first.number[k], more.number[k], x->columns));
    for (int64_t j = 0; j < x->columns && turn > 0; j++)
      CHECK_INT(more.n[j], first.n[j]);
    guard_arena_release(&arena);
  }
  for (int64_t j = 0; j < x->columns; j++) {
    const answer a = define(o, x, j);
    const double *c = a.number + 2, scale = c[0] + c[1] + c[2] + c[3] + c[4];
    CHECK_INT(first.n[j], a.n);
    for (int k = 0; k < CONCORDANCE_NUMBERS; k++) {
      check_note("%s, column %d, number %d: %.17g", check_noted(), (int) j, k, first.number[k][j]);
      CHECK(near(first.number[k][j], a.number[k], k < 2 ? 0 : scale));
      CHECK(o->weight != NULL || k < 2 || first.number[k][j] == a.number[k]);
    }
  }
  concordance_answers_free(&first);
  concordance_answers_free(&more);
}
