/* Places of the numbers of pairs: kept by one run's tiles and taken by another's. Once. */
#include "pairs/room.h"

#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"

static double number_of(int64_t a, int64_t b, bool symmetric) {
  const int64_t low = symmetric && b < a ? b : a, high = symmetric && b < a ? a : b;
  return (double) (1000 * low + high + 1);
}

/* Calls f() for the tiles of all pairs, of at most `rows` x `columns`. */
static void each_tile(const mc_pairs_shape *s, int rows, int columns, int stride,
                      void (*f)(void *, const mc_pairs_tile *), void *data) {
  for (int64_t a = 0; a < s->x_columns; a += rows)
    for (int64_t b = s->symmetric ? a : 0; b < s->y_columns; b += columns) {
      const mc_pairs_tile tile = {.row = a,
                                  .column = b,
                                  .rows = (int) (s->x_columns - a < rows ? s->x_columns - a : rows),
                                  .columns =
                                    (int) (s->y_columns - b < columns ? s->y_columns - b : columns),
                                  .stride = stride,
                                  .diagonal = s->symmetric && a == b};
      f(data, &tile);
    }
}

typedef struct {
  const mc_pairs_room *room;
  double *numbers;
} place;

static bool is_pair(const mc_pairs_tile *t, int i, int j) {
  return i < t->rows && j < t->columns && (!t->diagonal || i <= j);
}

static void fill(const place *p, const mc_pairs_tile *t, double *value) {
  for (int i = 0; i < MC_PAIRS_TILE; i++)
    for (int j = 0; j < MC_PAIRS_TILE; j++)
      if (is_pair(t, i, j))
        value[t->stride * i + j] = number_of(t->row + i, t->column + j, p->room->shape->symmetric);
}

static void keep(void *data, const mc_pairs_tile *t) {
  const place *p = data;
  double value[MC_PAIRS_CELLS] = {0};
  fill(p, t, value);
  mc_pairs_room_keep(p->room, t, value, p->numbers);
}

static void put(void *data, const mc_pairs_tile *t) {
  const place *p = data;
  double value[MC_PAIRS_CELLS] = {0};
  fill(p, t, value);
  mc_pairs_room_put(p->room, t, value, p->numbers);
}

static void take(void *data, const mc_pairs_tile *t) {
  const place *p = data;
  double value[MC_PAIRS_CELLS], untouched = -7;
  for (int k = 0; k < MC_PAIRS_CELLS; k++)
    value[k] = untouched;
  mc_pairs_room_take(p->room, t, p->numbers, value);
  for (int i = 0; i < t->rows; i++)
    for (int j = 0; j < t->columns; j++)
      CHECK(value[t->stride * i + j] ==
            (is_pair(t, i, j) ? number_of(t->row + i, t->column + j, p->room->shape->symmetric)
                              : untouched));
}

static void test_matrices(void) {
  rng r = {5};
  for (int round = 0; round < 300; round++) {
    const bool symmetric = rng_chance(&r, 0.5);
    const int64_t x = 1 + rng_below(&r, 20), y = symmetric ? x : 1 + rng_below(&r, 20);
    const mc_pairs_shape shape = {.x_columns = x, .y_columns = y, .symmetric = symmetric};
    const mc_pairs_room room = {.shape = &shape};
    CHECK_INT(mc_pairs_room_size(&room), x * y);
    place p = {&room, GUARD_NEW(double, x *y)};
    const int first = rng_chance(&r, 0.5) ? 4 : 8, second = rng_chance(&r, 0.5) ? 4 : 8;
    each_tile(&shape, first, first, first, keep, &p);
    each_tile(&shape, second, second, second, take, &p);
    memset(p.numbers, 0, (size_t) (x * y) * sizeof *p.numbers);
    each_tile(&shape, first, first, first, put, &p);
    for (int64_t a = 0; a < x; a++)
      for (int64_t b = 0; b < y; b++)
        CHECK(p.numbers[a + b * x] == number_of(a, b, symmetric));
    guard_free(p.numbers);
  }
}

static const check_test tests[] = {{"matrices", test_matrices}, {0}};
const check_suite suite_room = {"room", tests, false, NULL};
