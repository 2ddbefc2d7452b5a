/* Counts of the numbers that a sparse matrix stores: of integers in place, and of rows, which are
   read some at a time. (test_sparse_part.c counts doubles in place, and sparse matrices.) */
#include "base/stored_counts.h"

#include "base/rows.h"
#include "check.h"
#include "data.h"
#include "guard.h"

/* Half of the numbers become 0, and some of these -0. */
static void put_zeros(rng *r, const mc_matrix *x) {
  for (int64_t k = 0; k < x->rows * x->columns; k++)
    if (rng_chance(r, 0.5)) {
      if (x->type == MC_F64)
        ((double *) guard_owned(x->data))[k] = rng_chance(r, 0.3) ? -0.0 : 0;
      else
        ((int32_t *) guard_owned(x->data))[k] = 0;
    }
}

/* The count of column j, or of row j. */
static int64_t expected(const mc_matrix *x, bool of_row, int64_t j) {
  int64_t count = 0;
  for (int64_t i = 0; i < (of_row ? x->columns : x->rows); i++) {
    bool na;
    const double value = of_row ? matrix_at(x, j, i, &na) : matrix_at(x, i, j, &na);
    count += na || value != 0;
  }
  return count;
}

static void check_counts(const mc_columns *from, const mc_matrix *x, bool of_row) {
  int64_t *count = GUARD_NEW(int64_t, from->columns);
  for (int64_t j = 0; j < from->columns; j++)
    count[j] = -1;
  guard_arena arena = guard_arena_make();
  CHECK_INT(mc_stored_counts(from, NULL, &arena.arena, count), MC_OK);
  for (int64_t j = 0; j < from->columns; j++)
    CHECK_INT(count[j], expected(x, of_row, j));
  guard_arena_release(&arena);
  guard_free(count);
}

static void test_sources(void) {
  rng r = {1};
  for (int turn = 0; turn < 100; turn++) {
    const mc_type type = turn % 2 == 0 ? MC_F64 : MC_I32;
    mc_rows source = {.matrix = matrix_make(&r, type, rng_below(&r, 50), rng_below(&r, 50), 0.1)};
    const mc_matrix *x = &source.matrix;
    put_zeros(&r, x);
    check_note("turn %d, %d x %d", turn, (int) x->rows, (int) x->columns);
    const mc_columns whole = mc_columns_of_matrix(*x);
    check_counts(&whole, x, false);
    mc_columns across = mc_columns_of_rows(&source);
    across.at_once = 7;
    check_counts(&across, x, true);
    matrix_free(&source.matrix);
  }
}

static void test_interrupt(void) {
  rng r = {2};
  mc_matrix x = matrix_make(&r, MC_F64, 5, 50, 0);
  const mc_columns from = mc_columns_of_matrix(x);
  check_polls polls = {.stop_at = 1};
  mc_monitor monitor = {.poll = check_poll, .data = &polls, .pass = 1e-9};
  int64_t count[50];
  CHECK_INT(mc_stored_counts(&from, &monitor, NULL, count), MC_INTERRUPTED);
  CHECK_INT(polls.polls, 1);
  matrix_free(&x);
}

static const check_test tests[] = {{"sources", test_sources}, {"interrupt", test_interrupt}, {0}};
const check_suite suite_stored_counts = {"stored_counts", tests, false, NULL};
