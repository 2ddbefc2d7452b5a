/* Sparse columns as dense columns; invalid matrices. */
#include "base/sparse.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"

enum { MOST_ROWS = 50, MOST_COLUMNS = 30 };

/* A sparse matrix in arrays of exactly its size, and the same matrix dense. */
typedef struct {
  mc_sparse x;
  int32_t *start, *row;
  double *value;
  double dense[MOST_COLUMNS][MOST_ROWS];
} example;

static int32_t fill_column(example *e, rng *r, int64_t j, int32_t k) {
  for (int64_t i = 0; i < e->x.rows; i++) {
    e->dense[j][i] = 0;
    if (!rng_chance(r, 0.2))
      continue;
    e->dense[j][i] = rng_chance(r, 0.1) ? (double) NAN : (double) rng_below(r, 5) - 2;
    e->row[k] = (int32_t) i;
    e->value[k++] = e->dense[j][i];
  }
  return k;
}

static void make(example *e, rng *r, int64_t rows, int64_t columns) {
  const rng again = *r;
  e->start = GUARD_NEW(int32_t, columns + 1);
  e->start[0] = 0;
  for (int turn = 0; turn < 2; turn++) { /* turn 0 counts, turn 1 writes */
    *r = again;
    const int64_t room = turn == 0 ? rows * columns : e->start[columns];
    if (turn == 1) {
      guard_free(e->row);
      guard_free(e->value);
    }
    e->row = GUARD_NEW(int32_t, room);
    e->value = GUARD_NEW(double, room);
    e->x = (mc_sparse){
      .rows = rows, .columns = columns, .start = e->start, .row = e->row, .value = e->value};
    for (int64_t j = 0; j < columns; j++)
      e->start[j + 1] = fill_column(e, r, j, e->start[j]);
  }
}

static void drop(example *e) {
  guard_free(e->start);
  guard_free(e->row);
  guard_free(e->value);
}

static void check_request(const example *e, const mc_columns *x, int64_t first, int64_t last,
                          mc_arena *arena) {
  mc_matrix view;
  CHECK_INT(x->read(x, first, last, arena, &view), MC_OK);
  CHECK(view.type == MC_F64 && view.rows == e->x.rows && view.columns == last - first);
  for (int64_t j = first; j < last; j++)
    for (int64_t i = 0; i < view.rows; i++) {
      bool na;
      const double value = matrix_at(&view, i, j - first, &na);
      CHECK(isnan(e->dense[j][i]) ? na : !na && value == e->dense[j][i]);
    }
}

static void test_requests(void) {
  static example e;
  rng r = {1};
  for (int64_t rows = 0; rows <= MOST_ROWS; rows += 10)
    for (int64_t columns = 0; columns <= MOST_COLUMNS; columns += 15) {
      make(&e, &r, rows, columns);
      CHECK(mc_sparse_holds(&e.x, e.start[columns]));
      const mc_columns x = mc_columns_of_sparse(&e.x);
      guard_arena arena = guard_arena_make();
      CHECK(x.rows == rows && x.columns == columns && x.at_once >= 1);
      for (int64_t turn = 0; turn < 20 && columns > 0; turn++) {
        const int64_t first = rng_below(&r, columns);
        check_request(&e, &x, first, first + 1 + rng_below(&r, columns - first), &arena.arena);
      }
      guard_arena_release(&arena);
      drop(&e);
    }
}

static void test_memory(void) {
  static example e;
  rng r = {2};
  make(&e, &r, 9, 4);
  const mc_columns x = mc_columns_of_sparse(&e.x);
  guard_arena arena = guard_arena_make();
  arena.refuse = 1;
  mc_matrix view;
  CHECK_INT(x.read(&x, 0, 4, &arena.arena, &view), MC_ERR_MEMORY);
  guard_arena_release(&arena);
  drop(&e);
}

/* Every kind of index out of bounds. */
static void test_invalid(void) {
  static example e;
  rng r = {3};
  make(&e, &r, 20, 10);
  const int32_t stored = e.start[10];
  CHECK(mc_sparse_holds(&e.x, stored));
  CHECK(!mc_sparse_holds(&e.x, stored - 1));
  CHECK(!mc_sparse_holds(&e.x, stored + 1));
  int32_t *const wrong[] = {&e.start[0], &e.start[4], &e.start[10], &e.row[0], &e.row[stored - 1]};
  for (int k = 0; k < 5; k++)
    for (int32_t sign = -1; sign < 2; sign += 2) {
      const int32_t kept = *wrong[k];
      *wrong[k] = sign < 0 ? -1 : INT32_MAX;
      CHECK(!mc_sparse_holds(&e.x, stored));
      *wrong[k] = kept;
    }
  e.row[0] = 20;
  CHECK(!mc_sparse_holds(&e.x, stored));
  drop(&e);
}

static const check_test tests[] = {
  {"requests", test_requests}, {"memory", test_memory}, {"invalid", test_invalid}, {0}};
const check_suite suite_sparse = {"sparse", tests, false, NULL};
