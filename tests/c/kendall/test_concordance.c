/* Concordance with a censored outcome against its definition, by all pairs of rows. Run on each
   target. */
#include "kendall/concordance_oracle.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"

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
    outcome o = outcome_random(&r, n, strata, times, deaths, round % 6 == 5);
    concordance_check(&o, &x);
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
    outcome o = outcome_random(&r, n, 1 + round, round == 1 ? 20 : 1 << 20, 0.5, false);
    concordance_check(&o, &x);
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
  concordance_answers a = concordance_answers_make(2);
  const mc_concordance_job job = concordance_job_of(&o, &matrix, MC_CONCORDANCE_PAIRS);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 2);
  mc_concordance_report report;
  CHECK_INT(mc_concordance(&job, concordance_places(&a), &report, &call), MC_OK);
  CHECK_INT(report.by_pairs, 0);
  CHECK(a.number[0][0] == 1 && a.number[0][1] == 0 && a.number[1][0] == 0 && a.number[1][1] == 0);
  CHECK(a.number[2][0] == (double) N * (N - 1) / 2 && a.number[3][0] == 0);
  guard_arena_release(&arena);
  concordance_answers_free(&a);
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
    concordance_answers a = concordance_answers_make(3);
    const mc_concordance_job job = concordance_job_of(&o, &matrix, MC_CONCORDANCE_AUTO);
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    mc_concordance_report report;
    CHECK_INT(mc_concordance(&job, concordance_places(&a), &report, &call), MC_OK);
    CHECK(a.number[0][0] == 1 && a.number[0][1] == 0 && a.number[0][2] == 0.5);
    CHECK(a.number[1][0] == 0 && a.number[1][1] == 0 && a.number[1][2] == 0);
    guard_arena_release(&arena);
    concordance_answers_free(&a);
  }
}

/* ---- refusals ---- */

static void test_refusals(void) {
  rng r = {3};
  mc_matrix x = matrix_make(&r, MC_F64, 50, 40, 0.1);
  outcome o = outcome_random(&r, 50, 3, 20, 0.5, true);
  concordance_answers a = concordance_answers_make(40);
  const mc_concordance_job job = concordance_job_of(&o, &x, MC_CONCORDANCE_AUTO);
  mc_concordance_report report;
  mc_status status = MC_ERR_MEMORY;
  int64_t refuse = 1, calls = 0;
  for (; status == MC_ERR_MEMORY && refuse < 200; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    status = mc_concordance(&job, concordance_places(&a), &report, &call);
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
  concordance_answers_free(&a);
  outcome_free(&o);
  matrix_free(&x);
}

static mc_status count_stopped(void *context, const mc_call *call) {
  const mc_concordance_job *job = context;
  concordance_answers a = concordance_answers_make(job->x.columns);
  mc_concordance_report report;
  const mc_status status = mc_concordance(job, concordance_places(&a), &report, call);
  concordance_answers_free(&a);
  return status;
}

static void test_interrupts(void) {
  rng r = {4};
  mc_matrix x = matrix_make(&r, MC_F64, 60, 100, 0);
  outcome o = outcome_random(&r, 60, 1, 50, 0.5, false);
  for (int way = MC_CONCORDANCE_PAIRS; way <= MC_CONCORDANCE_TREE; way++) {
    mc_concordance_job job = concordance_job_of(&o, &x, (mc_concordance_way) way);
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
