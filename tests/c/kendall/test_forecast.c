/* A forecast against what the call then does: algorithms, threads, pairs. On each target. */
#include "kendall/forecast.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/coefficients.h"
#include "kendall/kendall.h"
#include "oracle.h"
#include "pairs/list_sink.h"
#include "pairs/matrix_sink.h"

enum { KINDS = 4 };

static double unit(rng *r) {
  return (double) (rng_next(r) >> 11) * 0x1p-53;
}

/* Without ties, of four values, mostly 0, or of many values with ties. */
static double value_of(rng *r, int kind) {
  switch (kind) {
  case 0: return unit(r);
  case 1: return (double) rng_below(r, 4);
  case 2: return rng_chance(r, 0.02) ? unit(r) : 0;
  default: return (double) rng_below(r, 300);
  }
}

/* Columns of the kinds, in turns of `each`. */
static mc_matrix columns_make(rng *r, int64_t n, int64_t m, int first, int kinds, int64_t each) {
  double *v = GUARD_NEW(double, n *m);
  for (int64_t k = 0; k < n * m; k++)
    v[k] = value_of(r, first + (int) (k / n / each % kinds));
  return (mc_matrix){v, MC_F64, n, m};
}

static mc_kendall_forecast forecast_of(const mc_kendall_request *request, mc_pairs_sink *sink,
                                       int threads, mc_kendall_plan *plan) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_kendall_forecast f;
  CHECK_INT(mc_kendall_plan_make(plan, request, sink, &call), MC_OK);
  CHECK_INT(mc_kendall_forecast_make(&f, plan, sink, &call), MC_OK);
  guard_arena_release(&arena);
  return f;
}

static void check_forecast(const mc_kendall_forecast *f, double pairs) {
  double sum = 0, seconds = 0;
  CHECK(f->count > 0 && f->count <= MC_KENDALL_PIECES);
  for (int k = 0; k < f->count; k++) {
    const mc_kendall_piece *p = &f->piece[k];
    CHECK(p->algorithm != MC_KENDALL_AUTO && p->panels >= 1 && p->side >= 1);
    CHECK(p->threads >= 1 && p->threads <= f->threads && p->seconds > 0);
    sum += p->pairs;
    seconds += p->seconds;
  }
  CHECK(fabs(sum - pairs) < 0.5);
  CHECK(fabs(seconds - f->seconds) <= 1e-9 * seconds);
  CHECK(f->scratch > 0);
}

/* Columns of one kind: what the report says. */
static void test_reports(void) {
  enum { MOST = 40 };
  const int64_t rows[] = {2, 30, 300, 3000};
  rng r = {1};
  for (int turn = 0; turn < 4 * KINDS; turn++) {
    const int64_t n = rows[turn % 4], m = n > 300 ? 12 : MOST;
    const mc_matrix x = columns_make(&r, n, m, turn / 4, 1, 1);
    mc_kendall_request request = {.x = mc_columns_of_matrix(x),
                                  .y = mc_columns_of_matrix(x),
                                  .use = MC_USE_EVERYTHING,
                                  .na = oracle_na()};
    for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++)
      for (int symmetric = 0; symmetric < 2; symmetric++) {
        if (k == MC_KENDALL_NAIVE && n > 300) /* O(n^2) a pair */
          continue;
        double tau[MOST * MOST];
        guard_arena arena = guard_arena_make();
        const int threads = 1 + (turn + k) % 3;
        const mc_call call = mc_call_make(&arena.arena, NULL, threads);
        mc_kendall_report report;
        mc_kendall_plan plan;
        request.symmetric = symmetric;
        request.algorithm = (mc_kendall_algorithm) k;
        check_note("n %d, kind %d, algorithm %d, symmetric %d", (int) n, turn / 4, k, symmetric);
        mc_kendall_coefficients c = mc_kendall_coefficients_make(MC_KENDALL_B, oracle_na());
        mc_pairs_matrix matrix = mc_pairs_matrix_make(tau, &c.maker);
        const mc_kendall_forecast f = forecast_of(&request, &matrix.sink, threads, &plan);
        check_forecast(&f, (double) (symmetric ? m * (m + 1) / 2 : m * m));
        CHECK_INT(mc_cor_kendall(&request, tau, &report, &call), MC_OK);
        CHECK_INT(f.piece[f.count - 1].algorithm, report.algorithm);
        CHECK_INT(f.threads, report.threads);
        CHECK_INT(f.n, n);
        guard_arena_release(&arena);
      }
    guard_free(guard_owned(x.data));
  }
}

/* Of all kinds at once, and of a list: all pairs are in some piece. */
static void test_pieces(void) {
  rng r = {2};
  const mc_matrix x = columns_make(&r, 2000, 90, 0, 3, 5), y = columns_make(&r, 2000, 40, 1, 2, 3);
  mc_kendall_request request = {.x = mc_columns_of_matrix(x),
                                .y = mc_columns_of_matrix(y),
                                .use = MC_USE_EVERYTHING,
                                .na = oracle_na()};
  for (int turn = 0; turn < 8; turn++) {
    mc_kendall_plan plan;
    mc_kendall_coefficients c = mc_kendall_coefficients_make(MC_KENDALL_B, oracle_na());
    mc_pairs_matrix matrix = mc_pairs_matrix_make(NULL, &c.maker);
    request.symmetric = turn % 2 == 0;
    request.scratch = turn < 4 ? 0 : 400000;
    request.algorithm = turn % 4 < 2 ? MC_KENDALL_AUTO : MC_KENDALL_SPARSE;
    check_note("turn %d", turn);
    const mc_kendall_forecast f = forecast_of(&request, &matrix.sink, 2, &plan);
    check_forecast(&f, request.symmetric ? 90 * 91 / 2 : 90 * 40);
    CHECK(f.count > 1 || request.algorithm == MC_KENDALL_SPARSE);
  }
  int32_t i[50], j[50];
  for (int k = 0; k < 50; k++) {
    i[k] = (int32_t) (1 + rng_below(&r, 90));
    j[k] = (int32_t) (1 + rng_below(&r, 40));
  }
  const mc_pairs_given given = {i, j, 50, 90, 40, false};
  guard_arena arena = guard_arena_make();
  mc_pairs_list list;
  mc_kendall_plan plan;
  request.symmetric = false;
  CHECK_INT(mc_pairs_list_make(&list, &given, &arena.arena), MC_OK);
  mc_kendall_coefficients c = mc_kendall_coefficients_make(MC_KENDALL_B, oracle_na());
  mc_pairs_vector vector = mc_pairs_vector_make(&list, NULL, &c.maker);
  for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
    request.algorithm = (mc_kendall_algorithm) k;
    const mc_kendall_forecast f = forecast_of(&request, &vector.sink, 2, &plan);
    check_forecast(&f, 50);
  }
  guard_arena_release(&arena);
  guard_free(guard_owned(x.data));
  guard_free(guard_owned(y.data));
}

/* Long columns are judged by some of their rows. */
static void test_long(void) {
  enum { N = (1 << 20) + 5000 };
  rng r = {3};
  const mc_matrix x = columns_make(&r, N, 3, 1, 1, 1);
  const mc_kendall_request request = {
    .x = mc_columns_of_matrix(x), .symmetric = true, .use = MC_USE_EVERYTHING, .na = oracle_na()};
  mc_kendall_plan plan;
  mc_kendall_coefficients c = mc_kendall_coefficients_make(MC_KENDALL_B, oracle_na());
  mc_pairs_matrix matrix = mc_pairs_matrix_make(NULL, &c.maker);
  const mc_kendall_forecast f = forecast_of(&request, &matrix.sink, 1, &plan);
  check_forecast(&f, 6);
  CHECK_INT(f.piece[0].algorithm, MC_KENDALL_TABLE);
  guard_free(guard_owned(x.data));
}

/* Each request for memory may be the one that fails. */
static void test_memory(void) {
  rng r = {4};
  const mc_matrix x = columns_make(&r, 300, 30, 0, 2, 5);
  const mc_kendall_request request = {
    .x = mc_columns_of_matrix(x), .symmetric = true, .use = MC_USE_EVERYTHING, .na = oracle_na()};
  mc_kendall_coefficients c = mc_kendall_coefficients_make(MC_KENDALL_B, oracle_na());
  mc_pairs_matrix matrix = mc_pairs_matrix_make(NULL, &c.maker);
  mc_kendall_plan plan;
  mc_kendall_forecast f;
  for (int64_t refuse = 1, status = MC_ERR_MEMORY; status != MC_OK; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    status = mc_kendall_plan_make(&plan, &request, &matrix.sink, &call);
    if (status == MC_OK)
      status = mc_kendall_forecast_make(&f, &plan, &matrix.sink, &call);
    CHECK(status == MC_ERR_MEMORY || (status == MC_OK && refuse > 8));
    guard_arena_release(&arena);
  }
  guard_free(guard_owned(x.data));
}

static const check_test tests[] = {{"what the call reports", test_reports},
                                   {"pieces", test_pieces},
                                   {"long columns", test_long},
                                   {"memory", test_memory},
                                   {0}};
const check_suite suite_forecast = {"forecast", tests, true, NULL};
