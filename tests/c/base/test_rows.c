/* Rows of a matrix as a source of columns: every request, for both types. */
#include "base/rows.h"

#include "check.h"
#include "data.h"
#include "guard.h"

/* Checks that the columns of the view are the rows first, ..., last - 1 of x. */
static void check_view(const mc_matrix *view, const mc_matrix *x, int64_t first, int64_t last) {
  CHECK(view->type == x->type);
  CHECK_INT(view->rows, x->columns);
  CHECK_INT(view->columns, last - first);
  for (int64_t i = first; i < last; i++)
    for (int64_t j = 0; j < x->columns; j++) {
      bool na, na_there;
      const double value = matrix_at(view, j, i - first, &na);
      const double there = matrix_at(x, i, j, &na_there);
      CHECK(na == na_there && (na || value == there));
    }
}

static void test_requests(void) {
  rng r = {1};
  for (int type = 0; type < 2; type++)
    for (int64_t rows = 0; rows < 80; rows += 13)
      for (int64_t columns = 0; columns < 80; columns += 39) {
        mc_rows source = {.matrix =
                            matrix_make(&r, type == 0 ? MC_F64 : MC_I32, rows, columns, 0.1)};
        const mc_columns x = mc_columns_of_rows(&source);
        guard_arena arena = guard_arena_make();
        CHECK_INT(x.rows, columns);
        CHECK_INT(x.columns, rows);
        CHECK(x.at_once >= 1 && mc_columns_in_memory(&x) == NULL);
        for (int64_t first = 0; first < rows; first += 1 + rng_below(&r, 20)) {
          const int64_t last = first + 1 + rng_below(&r, rows - first);
          mc_matrix view;
          CHECK_INT(x.read(&x, first, last, &arena.arena, &view), MC_OK);
          check_view(&view, &source.matrix, first, last);
        }
        guard_arena_release(&arena);
        matrix_free(&source.matrix);
      }
}

/* The source takes its room once; without memory it returns MC_ERR_MEMORY. */
static void test_room(void) {
  enum { LONG = 3 << 20 };
  rng r = {2};
  mc_rows source = {.matrix = matrix_make(&r, MC_I32, 3, LONG, 0)};
  const mc_columns x = mc_columns_of_rows(&source);
  CHECK_INT(x.at_once, 1);
  guard_arena arena = guard_arena_make();
  mc_matrix view;
  arena.refuse = 1;
  CHECK_INT(x.read(&x, 1, 2, &arena.arena, &view), MC_ERR_MEMORY);
  arena.refuse = 0;
  CHECK_INT(x.read(&x, 2, 3, &arena.arena, &view), MC_OK);
  check_view(&view, &source.matrix, 2, 3);
  const int64_t calls = arena.calls;
  CHECK_INT(x.read(&x, 0, 1, &arena.arena, &view), MC_OK);
  check_view(&view, &source.matrix, 0, 1);
  CHECK_INT(arena.calls, calls);
  guard_arena_release(&arena);
  matrix_free(&source.matrix);
}

static const check_test tests[] = {{"requests", test_requests}, {"room", test_room}, {0}};
const check_suite suite_rows = {"rows", tests, false, NULL};
