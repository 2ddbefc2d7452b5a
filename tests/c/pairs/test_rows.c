/* Rows that take part, against plain loops. Once. */
#include "pairs/rows.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"

static void test_missing(void) {
  rng r = {8};
  for (int type = 0; type < 2; type++)
    for (int round = 0; round < 200; round++) {
      int64_t n = rng_below(&r, 30), m = rng_below(&r, 5);
      mc_matrix x = matrix_make(&r, type ? MC_I32 : MC_F64, n, m, 0.2);
      uint8_t *flag = GUARD_NEW(uint8_t, n);
      memset(flag, 0, (size_t) n);
      if (n > 0)
        flag[0] = 1; /* a mark is never taken back */
      mc_pairs_flag_missing(&x, flag);
      bool any = false;
      for (int64_t i = 0; i < n; i++) {
        bool in_row = false;
        for (int64_t j = 0; j < m; j++) {
          bool na;
          matrix_at(&x, i, j, &na);
          in_row = in_row || na;
        }
        CHECK_INT(flag[i], in_row || i == 0);
        any = any || in_row;
      }
      const mc_columns columns = mc_columns_of_matrix(x);
      mc_pairs_rows rows;
      guard_arena arena = guard_arena_make();
      CHECK_INT(mc_pairs_rows_choose(&rows, MC_USE_ALL_OBS, &columns, NULL, &arena.arena),
                any ? MC_ERR_MISSING : MC_OK);
      CHECK(rows.row == NULL && rows.n == n);
      CHECK_INT(mc_pairs_rows_choose(&rows, MC_USE_PAIRWISE, &columns, NULL, &arena.arena), MC_OK);
      CHECK(rows.row == NULL && rows.n == n);
      CHECK_INT(mc_pairs_rows_choose(&rows, MC_USE_NA_OR_COMPLETE, &columns, NULL, &arena.arena),
                MC_OK);
      CHECK((rows.row != NULL) == any);
      int64_t left = 0;
      memset(flag, 0, (size_t) n);
      mc_pairs_flag_missing(&x, flag);
      for (int64_t i = 0; i < n; i++)
        if (flag[i] == 0) {
          CHECK(rows.row == NULL || rows.row[left] == i);
          left++;
        }
      CHECK_INT(rows.n, left);
      CHECK_INT(mc_pairs_rows_choose(&rows, MC_USE_COMPLETE, &columns, NULL, &arena.arena),
                left == 0 ? MC_ERR_NO_COMPLETE : MC_OK);
      guard_arena_release(&arena);
      guard_free(flag);
      matrix_free(&x);
    }
}

/* A single missing value is seen wherever it is. */
static void test_one_missing(void) {
  enum { ROWS = 4, COLUMNS = 3, SIZE = ROWS * COLUMNS };
  double real[SIZE] = {0};
  int32_t whole[SIZE] = {0};
  const mc_matrix x[] = {{real, MC_F64, ROWS, COLUMNS}, {whole, MC_I32, ROWS, COLUMNS}};
  for (int type = 0; type < 2; type++)
    for (int64_t at = 0; at < SIZE; at++) {
      real[at] = (double) NAN;
      whole[at] = INT32_MIN;
      const mc_columns columns = mc_columns_of_matrix(x[type]);
      mc_pairs_rows rows;
      guard_arena arena = guard_arena_make();
      CHECK_INT(mc_pairs_rows_choose(&rows, MC_USE_ALL_OBS, &columns, NULL, &arena.arena),
                MC_ERR_MISSING);
      CHECK_INT(mc_pairs_rows_choose(&rows, MC_USE_COMPLETE, &columns, NULL, &arena.arena), MC_OK);
      CHECK_INT(rows.n, ROWS - 1);
      for (int64_t i = 0; i < ROWS - 1; i++)
        CHECK_INT(rows.row[i], i < at % ROWS ? i : i + 1);
      guard_arena_release(&arena);
      real[at] = whole[at] = 0;
    }
}

static const check_test tests[] = {
  {"missing values", test_missing}, {"one missing value", test_one_missing}, {0}};
const check_suite suite_pairs_rows = {"pairs_rows", tests, false, NULL};
