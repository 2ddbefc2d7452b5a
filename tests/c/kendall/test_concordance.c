/* Concordance with a censored outcome against its definition, by all pairs of rows. Run on each
   target. */
#include "kendall/concordance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "oracle.h"

enum { NUMBERS = 7 }; /* of a column: concordance, std, and five counts */

/* An outcome in the order of outcome.h, of `rows` rows of a matrix. */
typedef struct {
  int64_t n;
  uint32_t *row;
  int32_t *stratum, *death;
  double *time, *weight;
} outcome;

typedef struct {
  int32_t stratum, death;
  double time;
} line;

static int by_order(const void *left, const void *right) {
  const line *a = left, *b = right;
  if (a->stratum != b->stratum)
    return a->stratum < b->stratum ? -1 : 1;
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  return a->death - b->death;
}

/* Some of the rows of a matrix, in any order, with random outcomes. */
static outcome outcome_make(rng *r, int64_t rows, int strata, int64_t times, double deaths,
                            bool weights) {
  outcome o = {.row = GUARD_NEW(uint32_t, rows),
               .stratum = GUARD_NEW(int32_t, rows),
               .death = GUARD_NEW(int32_t, rows),
               .time = GUARD_NEW(double, rows),
               .weight = weights ? GUARD_NEW(double, rows) : NULL};
  line *lines = GUARD_NEW(line, rows);
  for (int64_t i = 0; i < rows; i++)
    if (!rng_chance(r, 0.1)) {
      lines[o.n] =
        (line){(int32_t) rng_below(r, strata), rng_chance(r, deaths), (double) rng_below(r, times)};
      o.row[o.n++] = (uint32_t) i;
    }
  qsort(lines, (size_t) o.n, sizeof *lines, by_order);
  for (int64_t i = 0; i < o.n; i++) {
    o.stratum[i] = lines[i].stratum;
    o.death[i] = lines[i].death;
    o.time[i] = lines[i].time;
    if (weights)
      o.weight[i] = (double) rng_below(r, 9) / 4;
    const int64_t k = rng_below(r, i + 1);
    const uint32_t swap = o.row[i];
    o.row[i] = o.row[k];
    o.row[k] = swap;
  }
  guard_free(lines);
  return o;
}

static void outcome_free(outcome *o) {
  guard_free(o->row);
  guard_free(o->stratum);
  guard_free(o->death);
  guard_free(o->time);
  if (o->weight != NULL)
    guard_free(o->weight);
}

/* ---- the definition ---- */

typedef struct {
  double number[NUMBERS];
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

typedef struct {
  double *number[NUMBERS];
  int32_t *n;
} answers;

static answers answers_make(int64_t columns) {
  answers a = {.n = GUARD_NEW(int32_t, columns)};
  for (int k = 0; k < NUMBERS; k++)
    a.number[k] = GUARD_NEW(double, columns);
  return a;
}

static void answers_free(answers *a) {
  guard_free(a->n);
  for (int k = 0; k < NUMBERS; k++)
    guard_free(a->number[k]);
}

static mc_concordances places(const answers *a) {
  return (mc_concordances){.concordance = a->number[0],
                           .std = a->number[1],
                           .concordant = a->number[2],
                           .discordant = a->number[3],
                           .tied_x = a->number[4],
                           .tied_y = a->number[5],
                           .tied_xy = a->number[6],
                           .n = a->n};
}

static mc_concordance_job job_of(const outcome *o, const mc_matrix *x, mc_concordance_way way) {
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

/* All ways and numbers of threads against the definition, and with the same bits. */
static void compare(const outcome *o, const mc_matrix *x) {
  answers first = answers_make(x->columns), more = answers_make(x->columns);
  for (int turn = 0; turn < 12; turn++) {
    const mc_concordance_job job = job_of(o, x, (mc_concordance_way) (turn % 3));
    const answers *to = turn == 0 ? &first : &more;
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1 + turn / 3);
    mc_concordance_report report;
    CHECK_INT(mc_concordance(&job, places(to), &report, &call), MC_OK);
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
    for (int k = 0; k < NUMBERS && turn > 0; k++)
      CHECK(oracle_same(first.number[k], more.number[k], x->columns));
    for (int64_t j = 0; j < x->columns && turn > 0; j++)
      CHECK_INT(more.n[j], first.n[j]);
    guard_arena_release(&arena);
  }
  for (int64_t j = 0; j < x->columns; j++) {
    const answer a = define(o, x, j);
    const double *c = a.number + 2, scale = c[0] + c[1] + c[2] + c[3] + c[4];
    CHECK_INT(first.n[j], a.n);
    for (int k = 0; k < NUMBERS; k++) {
      check_note("%s, column %d, number %d: %.17g", check_noted(), (int) j, k, first.number[k][j]);
      CHECK(near(first.number[k][j], a.number[k], k < 2 ? 0 : scale));
      CHECK(o->weight != NULL || k < 2 || first.number[k][j] == a.number[k]);
    }
  }
  answers_free(&first);
  answers_free(&more);
}

static void test_random(void) {
  rng r = {1};
  const int rounds = check_fast() ? 20 : 120;
  for (int round = 0; round < rounds; round++) {
    const int64_t n = round < 12 ? round : rng_below(&r, 90);
    const int strata = round % 4 == 0 ? 1 + (int) rng_below(&r, n + 1) : 1;
    const int64_t times = round % 3 == 0 ? 100000 : 1 + n / (1 + round % 5);
    const double deaths = round % 7 == 0 ? 1 : round % 11 == 0 ? 0 : 0.6;
    check_note("round %d, %d rows, %d strata", round, (int) n, strata);
    mc_matrix x = matrix_make(&r, round % 2 ? MC_F64 : MC_I32, n, 1 + rng_below(&r, 40),
                              round % 5 == 0 ? 0.3 : 0);
    outcome o = outcome_make(&r, n, strata, times, deaths, round % 6 == 5);
    compare(&o, &x);
    outcome_free(&o);
    matrix_free(&x);
  }
}

/* Whole vectors of columns, and rows beyond all small sizes; one round has ranks of 32 bits. */
static void test_large(void) {
  rng r = {2};
  for (int round = 0; round < 3; round++) {
    const int64_t n = check_fast() ? 200 : 500 + 700 * round;
    check_note("large %d", round);
    mc_matrix x = matrix_make(&r, MC_F64, n, 70 - 30 * round, 0.01 * round);
    outcome o = outcome_make(&r, n, 1 + round, round == 1 ? 20 : 1 << 20, 0.5, false);
    compare(&o, &x);
    outcome_free(&o);
    matrix_free(&x);
  }
}

/* More rows than 16-bit ranks number: x is the time, or falls with the time. */
static void test_long(void) {
  enum { N = 70000 };
  double *x = GUARD_NEW(double, 2 * N), *time = GUARD_NEW(double, N);
  uint32_t *row = GUARD_NEW(uint32_t, N);
  int32_t *zero = GUARD_NEW(int32_t, N), *death = GUARD_NEW(int32_t, N);
  for (int32_t i = 0; i < N; i++) {
    time[i] = x[i] = N - i;
    x[N + i] = i;
    row[i] = (uint32_t) i;
    zero[i] = 0;
    death[i] = 1;
  }
  outcome o = {N, row, zero, death, time, NULL};
  const mc_matrix matrix = {x, MC_F64, N, 2};
  answers a = answers_make(2);
  const mc_concordance_job job = job_of(&o, &matrix, MC_CONCORDANCE_PAIRS);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 2);
  mc_concordance_report report;
  CHECK_INT(mc_concordance(&job, places(&a), &report, &call), MC_OK);
  CHECK_INT(report.by_pairs, 0);
  CHECK(a.number[0][0] == 1 && a.number[0][1] == 0 && a.number[1][0] == 0 && a.number[1][1] == 0);
  CHECK(a.number[2][0] == (double) N * (N - 1) / 2 && a.number[3][0] == 0);
  guard_arena_release(&arena);
  answers_free(&a);
  outcome_free(&o);
  guard_free(x);
}

/* Weights whose sums are rounded: a perfect order, either way, and a constant column have no
   error, and exactly 1, 0 and 1/2. */
static void test_perfect_weights(void) {
  enum { N = 60 };
  rng r = {5};
  double x[3 * N], time[N], weight[N];
  uint32_t row[N];
  int32_t zero[N], death[N];
  for (int round = 0; round < 50; round++) {
    const int n = 2 + (int) rng_below(&r, N - 1);
    for (int i = 0; i < n; i++) {
      time[i] = x[i] = n - i;
      x[n + i] = i;
      x[2 * n + i] = 1;
      row[i] = (uint32_t) i;
      zero[i] = 0;
      death[i] = i == n - 1 || rng_chance(&r, 0.5);
      weight[i] = (double) (1 + rng_below(&r, 1000000)) / 3e5;
    }
    outcome o = {n, row, zero, death, time, weight};
    const mc_matrix matrix = {x, MC_F64, n, 3};
    answers a = answers_make(3);
    const mc_concordance_job job = job_of(&o, &matrix, MC_CONCORDANCE_AUTO);
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    mc_concordance_report report;
    CHECK_INT(mc_concordance(&job, places(&a), &report, &call), MC_OK);
    CHECK(a.number[0][0] == 1 && a.number[0][1] == 0 && a.number[0][2] == 0.5);
    CHECK(a.number[1][0] == 0 && a.number[1][1] == 0 && a.number[1][2] == 0);
    guard_arena_release(&arena);
    answers_free(&a);
  }
}

/* ---- refusals ---- */

static void test_refusals(void) {
  rng r = {3};
  mc_matrix x = matrix_make(&r, MC_F64, 50, 40, 0.1);
  outcome o = outcome_make(&r, 50, 3, 20, 0.5, true);
  answers a = answers_make(40);
  const mc_concordance_job job = job_of(&o, &x, MC_CONCORDANCE_AUTO);
  mc_concordance_report report;
  mc_status status = MC_ERR_MEMORY;
  int64_t refuse = 1, calls = 0;
  for (; status == MC_ERR_MEMORY && refuse < 200; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    status = mc_concordance(&job, places(&a), &report, &call);
    calls = arena.calls;
    guard_arena_release(&arena);
  }
  CHECK_INT(status, MC_OK);
  CHECK_INT(refuse, calls + 2);
  /* times that ascend, a death before a censored row of its time, strata that descend */
  const double time[] = {2, 1, 1};
  const int32_t death[] = {1, 0, 1}, stratum[] = {0, 0, 0};
  const int32_t death_first[] = {1, 1, 0}, falling[] = {0, 0, -1};
  const double rising[] = {1, 2, 2}, not_a_number[] = {2, NAN, 1};
  const mc_outcome_rows right = {3, stratum, time, death, NULL};
  for (int wrong = 0; wrong < 5; wrong++) {
    mc_outcome_rows rows = right;
    if (wrong == 1)
      rows.time = rising;
    else if (wrong == 2)
      rows.death = death_first;
    else if (wrong == 3)
      rows.stratum = falling;
    else if (wrong == 4)
      rows.time = not_a_number;
    guard_arena arena = guard_arena_make();
    mc_outcome made;
    CHECK_INT(mc_outcome_make(&made, &rows, &arena.arena), wrong ? MC_ERR_ARGUMENT : MC_OK);
    guard_arena_release(&arena);
  }
  answers_free(&a);
  outcome_free(&o);
  matrix_free(&x);
}

static mc_status count_stopped(void *context, const mc_call *call) {
  const mc_concordance_job *job = context;
  answers a = answers_make(job->x.columns);
  mc_concordance_report report;
  const mc_status status = mc_concordance(job, places(&a), &report, call);
  answers_free(&a);
  return status;
}

static void test_interrupts(void) {
  rng r = {4};
  mc_matrix x = matrix_make(&r, MC_F64, 60, 100, 0);
  outcome o = outcome_make(&r, 60, 1, 50, 0.5, false);
  for (int way = MC_CONCORDANCE_PAIRS; way <= MC_CONCORDANCE_TREE; way++) {
    mc_concordance_job job = job_of(&o, &x, (mc_concordance_way) way);
    CHECK(check_interrupts((interruptible){count_stopped, &job, 2, 1e-9, 0}).polls > 3);
  }
  outcome_free(&o);
  matrix_free(&x);
}

static const check_test tests[] = {{"random data", test_random},
                                   {"larger data", test_large},
                                   {"more rows than 16 bits number", test_long},
                                   {"perfect orders with weights", test_perfect_weights},
                                   {"refusals", test_refusals},
                                   {"interrupts", test_interrupts},
                                   {0}};
const check_suite suite_concordance = {"concordance", tests, true, NULL};
