/* Parts of a matrix as sparse matrices, from dense and from sparse matrices, against a plain
   reference. */
#include "base/sparse_part.h"
#include "base/stored_counts.h"

#include <math.h>
#include <string.h>

#include "base/sparse.h"

#include "check.h"
#include "data.h"
#include "guard.h"

enum { MOST_ROWS = 40, MOST_COLUMNS = 12, MOST = MOST_ROWS * MOST_COLUMNS };

/* The same matrix dense, and sparse with stored zeros and rows in any order. */
typedef struct {
  int64_t rows, columns;
  double *dense;
  int32_t *start, *row;
  double *value;
  mc_sparse sparse;
} example;

static double draw_number(rng *r) {
  static const double numbers[] = {
    0, 0, 0, 0, -0.0, 1, -2, 1e-310, (double) NAN, (double) INFINITY};
  return numbers[rng_below(r, 10)];
}

static void make(example *e, rng *r, int64_t rows, int64_t columns) {
  *e = (example){.rows = rows,
                 .columns = columns,
                 .dense = GUARD_NEW(double, rows *columns),
                 .start = GUARD_NEW(int32_t, columns + 1),
                 .row = GUARD_NEW(int32_t, rows * columns),
                 .value = GUARD_NEW(double, rows *columns)};
  const bool ordered = rng_chance(r, 0.5), zeros = rng_chance(r, 0.5);
  uint32_t order[MOST_ROWS];
  int32_t count = 0;
  for (int64_t j = 0; j < columns; j++) {
    e->start[j] = count;
    shape_fill(r, ordered ? SHAPE_SORTED : SHAPE_PERMUTATION, rows, order);
    for (int64_t k = 0; k < rows; k++) {
      const double x = draw_number(r);
      e->dense[j * rows + order[k]] = x;
      if (x == 0 && !(zeros && rng_chance(r, 0.3)))
        continue;
      e->row[count] = (int32_t) order[k];
      e->value[count++] = x;
    }
  }
  e->start[columns] = count;
  e->sparse = (mc_sparse){
    .rows = rows, .columns = columns, .start = e->start, .row = e->row, .value = e->value};
}

static void drop(example *e) {
  guard_free(e->dense);
  guard_free(e->start);
  guard_free(e->row);
  guard_free(e->value);
}

/* The reference: looks for the row of each place. */
typedef struct {
  int32_t start[MOST_COLUMNS + 1], row[MOST], count;
  double value[MOST];
} reference;

static void refer(reference *f, const example *e, const mc_sparse_part *part) {
  f->count = 0;
  for (int64_t j = part->first; j < part->last; j++) {
    f->start[j - part->first] = f->count;
    for (int64_t place = 0; place < part->rows; place++)
      for (int64_t i = 0; i < e->rows; i++) {
        const double *x = &e->dense[j * e->rows + i];
        if ((part->place != NULL ? part->place[i] : i) != place || *x == 0)
          continue;
        f->row[f->count] = (int32_t) place;
        f->value[f->count++] = *x;
      }
  }
  f->start[part->last - part->first] = f->count;
}

static void check_part(const example *e, const mc_sparse_part *part) {
  static reference f;
  refer(&f, e, part);
  CHECK_INT(mc_sparse_part_count(part, INT32_MAX), f.count);
  CHECK_INT(mc_sparse_part_count(part, f.count), f.count);
  if (f.count > 0)
    CHECK(mc_sparse_part_count(part, f.count - 1) > f.count - 1);
  const int64_t starts = part->last - part->first + 1;
  int32_t *start = GUARD_NEW(int32_t, starts), *row = GUARD_NEW(int32_t, f.count);
  double *value = GUARD_NEW(double, f.count);
  mc_sparse_part_write(part, start, row, value);
  CHECK(memcmp(start, f.start, (size_t) starts * sizeof *start) == 0);
  CHECK(memcmp(row, f.row, (size_t) f.count * sizeof *row) == 0);
  CHECK(memcmp(value, f.value, (size_t) f.count * sizeof *value) == 0);
  guard_free(start);
  guard_free(row);
  guard_free(value);
}

/* The counts of all columns, with stored zeros and without. */
static void check_counts(const example *e, const mc_columns *from) {
  static reference f;
  refer(&f, e, &(mc_sparse_part){.from = from, .last = e->columns, .rows = e->rows});
  int64_t count[MOST_COLUMNS];
  CHECK_INT(mc_stored_counts(from, NULL, NULL, count), MC_OK);
  for (int64_t j = 0; j < e->columns; j++)
    CHECK_INT(count[j], f.start[j + 1] - f.start[j]);
}

/* Some rows, in any order. Returns how many. */
static int64_t draw_places(rng *r, int32_t *place, int64_t rows) {
  uint32_t order[MOST_ROWS];
  const int64_t taken = rng_below(r, rows + 1);
  shape_fill(r, SHAPE_PERMUTATION, rows, order);
  for (int64_t i = 0; i < rows; i++)
    place[i] = order[i] < taken ? (int32_t) order[i] : -1;
  return taken;
}

static void test_parts(void) {
  rng r = {4};
  for (int turn = 0; turn < 400; turn++) {
    example e;
    const int64_t rows = rng_below(&r, MOST_ROWS + 1), columns = rng_below(&r, MOST_COLUMNS + 1);
    check_note("turn %d: %d x %d", turn, (int) rows, (int) columns);
    make(&e, &r, rows, columns);
    int32_t *place = GUARD_NEW(int32_t, rows);
    const int64_t taken = draw_places(&r, place, rows);
    double *room = GUARD_NEW(double, rows);
    const mc_columns from[] = {
      mc_columns_of_matrix((mc_matrix){e.dense, MC_F64, rows, columns}),
      mc_columns_of_sparse(&e.sparse),
    };
    const int64_t first = rng_below(&r, columns + 1),
                  last = first + rng_below(&r, columns - first + 1);
    for (int k = 0; k < 2; k++) {
      check_counts(&e, &from[k]);
      check_part(&e, &(mc_sparse_part){&from[k], first, last, NULL, rows, room});
      check_part(&e, &(mc_sparse_part){&from[k], first, last, place, taken, room});
    }
    guard_free(room);
    guard_free(place);
    drop(&e);
  }
}

static const check_test tests[] = {{"parts", test_parts}, {0}};
const check_suite suite_sparse_part = {"sparse_part", tests, false, NULL};
