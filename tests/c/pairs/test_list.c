/* A list of pairs in the place of all: its order of columns, its answers, and the elements of the
   matrix. Run on each target. */
#include "pairs/list.h"

#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"

static mc_pairs_given pairs_make(rng *r, int64_t count, int64_t x_columns, int64_t y_columns,
                                 bool symmetric) {
  int32_t *i = GUARD_NEW(int32_t, count), *j = GUARD_NEW(int32_t, count);
  const bool near = rng_chance(r, 0.5); /* to the diagonal */
  for (int64_t k = 0; k < count; k++) {
    const int64_t column = rng_below(r, y_columns);
    i[k] = (int32_t) (1 + rng_below(r, x_columns));
    j[k] = (int32_t) (1 + (near ? (i[k] + column % 3) % y_columns : column));
  }
  return (mc_pairs_given){.i = i,
                          .j = j,
                          .count = count,
                          .x_columns = x_columns,
                          .y_columns = y_columns,
                          .symmetric = symmetric};
}

static void pairs_free(mc_pairs_given *pairs) {
  guard_free(guard_owned(pairs->i));
  guard_free(guard_owned(pairs->j));
}

/* ---- the order ---- */

static void check_side(const uint32_t *column, const uint32_t *place, int64_t places,
                       int64_t columns, const bool *occurs) {
  int64_t there = 0;
  for (int64_t c = 0; c < columns; c++)
    there += occurs[c];
  CHECK_INT(places, there);
  for (int64_t p = 0; p < places; p++)
    CHECK(column[p] < columns && occurs[column[p]] && place[column[p]] == p);
}

static void check_order(const mc_pairs_order *o, const mc_pairs_given *pairs) {
  bool *x = GUARD_NEW(bool, pairs->x_columns), *y = GUARD_NEW(bool, pairs->y_columns);
  memset(x, 0, (size_t) pairs->x_columns);
  memset(y, 0, (size_t) pairs->y_columns);
  for (int64_t k = 0; k < pairs->count; k++) {
    x[pairs->i[k] - 1] = true;
    (pairs->symmetric ? x : y)[pairs->j[k] - 1] = true;
  }
  check_side(o->x, o->x_place, o->x_columns, pairs->x_columns, x);
  check_side(o->y, o->y_place, o->y_columns, pairs->y_columns, pairs->symmetric ? x : y);
  guard_free(x);
  guard_free(y);
}

/* ---- the filter ---- */

/* Is the pair of these places in the list? */
static bool listed(const mc_pairs_list *l, const mc_pairs_given *pairs, int64_t a, int64_t b) {
  for (int64_t k = 0; k < pairs->count; k++) {
    const int64_t i = l->order.x_place[pairs->i[k] - 1], j = l->order.y_place[pairs->j[k] - 1];
    if ((i == a && j == b) || (pairs->symmetric && a <= b && j == a && i == b))
      return !pairs->symmetric || a <= b;
  }
  return false;
}

static void check_questions(rng *r, const mc_pairs_list *l, const mc_pairs_given *pairs) {
  const int64_t nx = l->order.x_columns, ny = l->order.y_columns;
  const mc_pairs_filter *f = &l->filter;
  bool *in = GUARD_NEW(bool, nx *ny);
  double cells = 0;
  for (int64_t a = 0; a < nx; a++)
    for (int64_t b = 0; b < ny; b++)
      in[a * ny + b] = listed(l, pairs, a, b);
  for (int turn = 0; turn < 60; turn++) {
    const int64_t a0 = rng_below(r, nx), b0 = rng_below(r, ny);
    const int64_t most = turn % 2 == 0 ? 8 : 1000;
    const int64_t rows = 1 + rng_below(r, nx - a0 < most ? nx - a0 : most);
    const int64_t columns = 1 + rng_below(r, ny - b0 < most ? ny - b0 : most);
    uint8_t a_fours[64] = {0}, b_fours[64] = {0}, a_seen[64] = {0}, b_seen[64] = {0};
    uint64_t bits = 0;
    for (int64_t i = 0; i < rows; i++)
      for (int64_t j = 0; j < columns; j++)
        if (in[(a0 + i) * ny + b0 + j]) {
          a_fours[i / 4] = b_fours[j / 4] = 1;
          bits |= most == 8 ? (uint64_t) 1 << (8 * i + j) : 1;
        }
    CHECK(f->any(f, a0, b0, rows, columns) == (bits != 0));
    f->fours(f, a0, b0, rows, columns, a_seen, b_seen);
    CHECK(memcmp(a_fours, a_seen, 64) == 0 && memcmp(b_fours, b_seen, 64) == 0);
    if (most == 8)
      CHECK(f->which(f, a0, b0, (int) rows, (int) columns, 8) == bits);
  }
  for (int64_t a = 0; a < nx; a += 4)
    for (int64_t b = 0; b < ny; b += 4)
      cells += 16 * f->any(f, a, b, nx - a < 4 ? nx - a : 4, ny - b < 4 ? ny - b : 4);
  CHECK(f->cells == cells && f->pairs == (double) pairs->count);
  guard_free(in);
}

static void test_lists(void) {
  rng r = {1};
  for (int turn = 0; turn < (check_fast() ? 30 : 200); turn++) {
    const int64_t x_columns = 1 + rng_below(&r, 60);
    const bool symmetric = turn % 2 == 0;
    const int64_t y_columns = symmetric ? x_columns : 1 + rng_below(&r, 60);
    mc_pairs_given pairs = pairs_make(&r, 1 + rng_below(&r, 80), x_columns, y_columns, symmetric);
    check_note("turn %d", turn);
    guard_arena arena = guard_arena_make();
    mc_pairs_list list;
    CHECK_INT(mc_pairs_list_make(&list, &pairs, &arena.arena), MC_OK);
    check_order(&list.order, &pairs);
    check_questions(&r, &list, &pairs);
    guard_arena_release(&arena);
    pairs_free(&pairs);
  }
}

/* Columns of a path, in any order, come out one after the other. */
static void test_band(void) {
  enum { M = 100 };
  int32_t name[M], i[M - 1], j[M - 1];
  rng r = {2};
  for (int k = 0; k < M; k++)
    name[k] = k + 1;
  for (int k = M - 1; k > 0; k--) {
    const int64_t other = k == M - 1 ? k : rng_below(&r, k + 1); /* the last one stays */
    const int32_t swap = name[k];
    name[k] = name[other];
    name[other] = swap;
  }
  int at_one = 0;
  for (int k = 0; k < M; k++)
    at_one = name[k] == 1 ? k : at_one;
  name[at_one] = name[0]; /* the search begins at column 1 */
  name[0] = 1;
  for (int k = 0; k + 1 < M; k++) {
    i[k] = name[k];
    j[k] = name[k + 1];
  }
  const mc_pairs_given pairs = {i, j, M - 1, M, M, true};
  guard_arena arena = guard_arena_make();
  mc_pairs_list list;
  CHECK_INT(mc_pairs_list_make(&list, &pairs, &arena.arena), MC_OK);
  for (int k = 0; k < M; k++)
    CHECK_INT(list.order.x[k] + 1, name[k]);
  CHECK(list.filter.cells == 16 * (2 * (M / 4) - 1));
  guard_arena_release(&arena);
}

/* ---- what is made of it ---- */

static void try(const mc_kendall_request *job, const mc_pairs_given *pairs, const double *matrix,
                int threads, int64_t constant) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  double *got = GUARD_NEW(double, pairs->count), *expected = GUARD_NEW(double, pairs->count);
  mc_kendall_report report;
  CHECK_INT(mc_cor_kendall_list(job, pairs, got, &report, &call), MC_OK);
  for (int64_t k = 0; k < pairs->count; k++)
    expected[k] = matrix[pairs->i[k] - 1 + (pairs->j[k] - 1) * job->x.columns];
  CHECK(oracle_same(got, expected, pairs->count));
  CHECK(report.constant_pairs <= constant);
  guard_free(got);
  guard_free(expected);
  guard_arena_release(&arena);
}

static void test_elements(void) {
  rng r = {3};
  const int64_t rows[] = {1, 2, 7, 70, 300}, scratch[] = {0, 40000};
  for (int turn = 0; turn < (check_fast() ? 12 : 60); turn++) {
    const int64_t n = rows[turn % 5];
    mc_kendall_request job = {
      .x = mc_columns_of_matrix(matrix_make(&r, MC_F64, n, 1 + rng_below(&r, 40), 0.1)),
      .y = mc_columns_of_matrix(matrix_make(&r, MC_I32, n, 1 + rng_below(&r, 40), 0.1)),
      .symmetric = turn % 2 == 0,
      .na = oracle_na()};
    const int64_t y_columns = job.symmetric ? job.x.columns : job.y.columns;
    mc_pairs_given pairs =
      pairs_make(&r, rng_below(&r, 50), job.x.columns, y_columns, job.symmetric);
    double *matrix = GUARD_NEW(double, job.x.columns *y_columns);
    for (int use = MC_USE_PAIRWISE; use <= MC_USE_NA_OR_COMPLETE; use++)
      for (int kind = 0; kind <= MC_KENDALL_COVARIANCE; kind++) {
        guard_arena arena = guard_arena_make();
        const mc_call call = mc_call_make(&arena.arena, NULL, 2);
        mc_kendall_report report;
        job.use = (mc_pairs_use) use;
        job.coefficient = (mc_kendall_coefficient) kind;
        job.algorithm = MC_KENDALL_AUTO;
        job.scratch = 0;
        CHECK_INT(mc_cor_kendall(&job, matrix, &report, &call), MC_OK);
        guard_arena_release(&arena);
        for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
          check_note("turn %d, use %d, coefficient %d, algorithm %d", turn, use, kind, k);
          job.algorithm = (mc_kendall_algorithm) k;
          job.scratch = scratch[(turn + k) % 2];
          try(&job, &pairs, matrix, 1 + (turn + k) % 4, report.constant_pairs);
        }
      }
    guard_free(matrix);
    pairs_free(&pairs);
    matrix_free(&job.x.matrix);
    matrix_free(&job.y.matrix);
  }
}

/* Pairs without coefficient, as a column is constant, are those of the list: of its two parts, if
   it has all pairs, together as many as of the matrix. */
static void test_constant(void) {
  enum { ROWS = 20, COLUMNS = 9 };
  rng r = {7};
  double v[ROWS * COLUMNS], tau[COLUMNS * COLUMNS];
  int32_t i[COLUMNS * COLUMNS], j[COLUMNS * COLUMNS];
  for (int k = 0; k < ROWS * COLUMNS; k++)
    v[k] = k / ROWS % 3 == 1 ? 4 : (double) rng_below(&r, 50);
  for (int symmetric = 0; symmetric < 2; symmetric++)
    for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
      const mc_matrix matrix = {v, MC_F64, ROWS, COLUMNS};
      const mc_kendall_request job = {.x = mc_columns_of_matrix(matrix),
                                      .y = mc_columns_of_matrix(matrix),
                                      .symmetric = symmetric,
                                      .use = MC_USE_PAIRWISE,
                                      .algorithm = (mc_kendall_algorithm) k,
                                      .na = oracle_na()};
      int64_t count = 0, constant[3];
      for (int a = 0; a < COLUMNS; a++)
        for (int b = symmetric ? a : 0; b < COLUMNS; b++) {
          i[count] = a + 1;
          j[count++] = b + 1;
        }
      const int64_t first[] = {0, 0, 30}, last[] = {count, 30, count};
      for (int part = 0; part < 3; part++) {
        const int64_t from = first[part];
        const mc_pairs_given pairs = {i + from, j + from, last[part] - from,
                                      COLUMNS,  COLUMNS,  symmetric};
        guard_arena arena = guard_arena_make();
        const mc_call call = mc_call_make(&arena.arena, NULL, 1);
        mc_kendall_report report;
        CHECK_INT(part == 0 ? mc_cor_kendall(&job, tau, &report, &call)
                            : mc_cor_kendall_list(&job, &pairs, tau, &report, &call),
                  MC_OK);
        constant[part] = report.constant_pairs;
        guard_arena_release(&arena);
      }
      check_note("symmetric %d, algorithm %d", symmetric, k);
      CHECK_INT(constant[0], symmetric ? 3 * 6 + 6 : 9 * 9 - 6 * 6);
      CHECK(constant[1] > 0 && constant[2] > 0);
      CHECK_INT(constant[1] + constant[2], constant[0]);
    }
}

/* Each request for memory may be the one that fails. */
static void test_memory(void) {
  rng r = {4};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 20, 30, 0)),
                            .symmetric = true,
                            .use = MC_USE_EVERYTHING,
                            .na = oracle_na()};
  mc_pairs_given pairs = pairs_make(&r, 40, 30, 30, true);
  double tau[40];
  mc_kendall_report report;
  for (int64_t refuse = 1, status = MC_ERR_MEMORY; status != MC_OK; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    status = mc_cor_kendall_list(&job, &pairs, tau, &report, &call);
    CHECK(status == MC_ERR_MEMORY || (status == MC_OK && refuse > 12));
    guard_arena_release(&arena);
  }
  pairs_free(&pairs);
  matrix_free(&job.x.matrix);
}

static const check_test tests[] = {{"lists", test_lists},
                                   {"a band", test_band},
                                   {"elements of the matrix", test_elements},
                                   {"constant columns", test_constant},
                                   {"memory", test_memory},
                                   {0}};
const check_suite suite_pairs_list = {"pairs_list", tests, true, NULL};
