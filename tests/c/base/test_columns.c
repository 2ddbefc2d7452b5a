/* Columns picked from a source: any order, neighbours or not, gives the requested columns. */
#include "base/columns.h"

#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"

static void try(const mc_columns *from, const mc_matrix *matrix, const uint32_t *index,
                int64_t count) {
  guard_arena arena = guard_arena_make();
  mc_columns picked;
  CHECK_INT(mc_columns_pick(&picked, from, index, count, &arena.arena), MC_OK);
  CHECK_INT(picked.rows, matrix->rows);
  CHECK_INT(picked.columns, count);
  CHECK(picked.at_once >= 1 && picked.at_once <= from->at_once);
  for (int64_t first = 0; first < count; first++)
    for (int64_t last = first + 1; last <= count && last - first <= picked.at_once; last++) {
      mc_matrix view;
      CHECK_INT(picked.read(&picked, first, last, &arena.arena, &view), MC_OK);
      CHECK(view.type == matrix->type);
      CHECK_INT(view.rows, matrix->rows);
      CHECK_INT(view.columns, last - first);
      for (int64_t j = first; j < last; j++)
        for (int64_t i = 0; i < view.rows; i++) {
          bool na, na_there;
          const double value = matrix_at(&view, i, j - first, &na);
          const double there = matrix_at(matrix, i, index[j], &na_there);
          CHECK(na == na_there && (na || value == there));
        }
    }
  guard_arena_release(&arena);
}

static void test_pick(void) {
  rng r = {1};
  const uint32_t all[] = {0, 1, 2, 3, 4, 5, 6}, runs[] = {3, 4, 5, 0, 1, 6, 2},
                 back[] = {6, 5, 4, 3, 2, 1, 0}, twice[] = {2, 3, 2, 3, 3};
  for (int type = 0; type < 2; type++)
    for (int64_t rows = 0; rows < 20; rows += 9) {
      mc_matrix x = matrix_make(&r, type == 0 ? MC_F64 : MC_I32, rows, 7, 0.1);
      mc_columns from = mc_columns_of_matrix(x);
      for (int64_t at_once = 1; at_once <= 7; at_once += 3) {
        from.at_once = at_once;
        try(&from, &x, all, 7);
        try(&from, &x, runs, 7);
        try(&from, &x, back, 7);
        try(&from, &x, twice, 5);
        try(&from, &x, all + 4, 1);
        try(&from, &x, all, 0);
      }
      matrix_free(&x);
    }
}

/* Neighbours are not copied. */
static void test_in_place(void) {
  rng r = {2};
  mc_matrix x = matrix_make(&r, MC_F64, 10, 9, 0), view;
  const mc_columns from = mc_columns_of_matrix(x);
  const uint32_t index[] = {4, 5, 6, 1, 2};
  guard_arena arena = guard_arena_make();
  mc_columns picked;
  CHECK_INT(mc_columns_pick(&picked, &from, index, 5, &arena.arena), MC_OK);
  CHECK_INT(picked.read(&picked, 0, 3, &arena.arena, &view), MC_OK);
  CHECK(view.data == (const double *) x.data + 40);
  CHECK_INT(picked.read(&picked, 3, 5, &arena.arena, &view), MC_OK);
  CHECK(view.data == (const double *) x.data + 10);
  arena.refuse = arena.calls + 1; /* the request for room for copies */
  CHECK_INT(picked.read(&picked, 2, 4, &arena.arena, &view), MC_ERR_MEMORY);
  guard_arena_release(&arena);
  matrix_free(&x);
}

/* A source with pick() picks, except for as many neighbours as it reads at once. */
typedef struct {
  mc_columns matrix;
  int64_t reads, picked; /* numbers of requests to read(), and of picked columns */
} picker;

static mc_status read_some(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                           mc_matrix *view) {
  picker *p = columns->source;
  p->reads++;
  return p->matrix.read(&p->matrix, first, last, arena, view);
}

static mc_status pick_some(const mc_columns *columns, const uint32_t *index, int64_t count,
                           mc_arena *arena, mc_matrix *view) {
  picker *p = columns->source;
  CHECK(count <= columns->at_once);
  p->picked += count;
  mc_columns copied;
  MC_TRY(mc_columns_pick(&copied, &p->matrix, index, count, arena));
  return copied.read(&copied, 0, count, arena, view);
}

static void test_picks_itself(void) {
  rng r = {3};
  mc_matrix x = matrix_make(&r, MC_F64, 10, 9, 0.1), view;
  picker p = {.matrix = mc_columns_of_matrix(x)};
  const mc_columns from = {
    .rows = 10, .columns = 9, .at_once = 6, .read = read_some, .pick = pick_some, .source = &p};
  const uint32_t index[] = {4, 5, 6, 1, 8, 2}, run[] = {2, 3, 4, 5, 6, 7, 0};
  try(&from, &x, index, 6);
  try(&from, &x, run, 7);
  guard_arena arena = guard_arena_make();
  mc_columns picked;
  CHECK_INT(mc_columns_pick(&picked, &from, index, 6, &arena.arena), MC_OK);
  p.reads = p.picked = 0;
  CHECK_INT(picked.read(&picked, 0, 3, &arena.arena, &view), MC_OK);
  CHECK(p.reads == 0 && p.picked == 3);
  CHECK_INT(picked.read(&picked, 1, 6, &arena.arena, &view), MC_OK);
  CHECK(p.reads == 0 && p.picked == 8);
  CHECK_INT(mc_columns_pick(&picked, &from, run, 7, &arena.arena), MC_OK);
  CHECK_INT(picked.read(&picked, 0, 6, &arena.arena, &view), MC_OK);
  CHECK(p.reads == 1 && p.picked == 8);
  guard_arena_release(&arena);
  matrix_free(&x);
}

static const check_test tests[] = {
  {"pick", test_pick}, {"in place", test_in_place}, {"picks itself", test_picks_itself}, {0}};
const check_suite suite_columns = {"columns", tests, false, NULL};
