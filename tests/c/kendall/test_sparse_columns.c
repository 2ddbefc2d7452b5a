/* Columns that are mostly one value: the driver of sparse columns against comparisons of all
   with all. Run on each target. */
#include <math.h>

#include "base/sparse.h"
#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"
#include "taus.h"

/* Columns with a value `base`, of their own, in all but about a share of rows; the others have up
   to `values` values, above it, below it, or both. */
typedef struct {
  double share[4];
  int values;
  double missing;
} recipe;

static double other_value(rng *r, int values, int64_t side) {
  const double v =
    values > 0 ? (double) (1 + rng_below(r, values)) : (double) (1 + rng_below(r, 1 << 30));
  return side == 0 ? v : side == 1 ? -v : rng_chance(r, 0.5) ? v : -v;
}

static mc_matrix matrix_of(rng *r, int64_t n, int64_t columns, const recipe *like) {
  double *v = GUARD_NEW(double, n *columns);
  for (int64_t j = 0; j < columns; j++) {
    const double base = (double) rng_below(r, 3) - 1, share = like->share[rng_below(r, 4)];
    const int64_t side = rng_below(r, 3);
    for (int64_t i = 0; i < n; i++) {
      double value = base;
      if (rng_chance(r, share))
        value += other_value(r, like->values, side);
      v[j * n + i] = value == 0 && rng_chance(r, 0.5) ? -0.0 : value;
      if (j % 3 == 0 && rng_chance(r, like->missing))
        v[j * n + i] = NAN;
    }
  }
  return (mc_matrix){v, MC_F64, n, columns};
}

/* The same as compressed columns, in arrays of exactly its size; zeros are stored now and then. */
typedef struct {
  mc_sparse x;
  int32_t *start, *row;
  double *value;
} compressed;

static compressed compress(rng *r, const mc_matrix *m) {
  const double *v = m->data;
  compressed c = {.start = GUARD_NEW(int32_t, m->columns + 1)};
  int32_t count = 0;
  for (int64_t i = 0; i < m->rows * m->columns; i++)
    count += v[i] != 0;
  c.row = GUARD_NEW(int32_t, count + m->columns);
  c.value = GUARD_NEW(double, count + m->columns);
  c.start[0] = count = 0;
  for (int64_t j = 0; j < m->columns; j++) {
    const int64_t zero = rng_below(r, m->rows);
    for (int64_t i = 0; i < m->rows; i++)
      if (v[j * m->rows + i] != 0 || i == zero) {
        c.row[count] = (int32_t) i;
        c.value[count++] = v[j * m->rows + i];
      }
    c.start[j + 1] = count;
  }
  c.x = (mc_sparse){
    .rows = m->rows, .columns = m->columns, .start = c.start, .row = c.row, .value = c.value};
  return c;
}

static void compressed_free(compressed *c) {
  guard_free(c->start);
  guard_free(c->row);
  guard_free(c->value);
}

/* A source's room was an earlier call's arena's. */
static void forget_room(const mc_columns *columns) {
  if (columns->source != NULL)
    ((mc_sparse *) columns->source)->room = NULL;
}

static double *run(mc_kendall_request job, mc_kendall_algorithm algorithm, int threads,
                   mc_kendall_algorithm *ran) {
  forget_room(&job.x);
  forget_room(&job.y);
  return taus_by(job, algorithm, threads, ran);
}

static void compare(mc_kendall_request *job, const double *expected, mc_kendall_algorithm algorithm,
                    int threads) {
  mc_kendall_algorithm ran;
  double *tau = run(*job, algorithm, threads, &ran);
  CHECK(algorithm == MC_KENDALL_AUTO || ran == algorithm);
  CHECK(oracle_same(tau, expected, taus_count(job)));
  guard_free(tau);
}

/* A matrix, its compressed columns, and both in one call. */
static void try(rng *r, int64_t n, int64_t mx, int64_t my, const recipe *like, mc_pairs_use use,
                int threads) {
  mc_matrix x = matrix_of(r, n, mx, like), y = matrix_of(r, n, my < 0 ? 1 : my, like);
  compressed cx = compress(r, &x), cy = compress(r, &y);
  mc_kendall_algorithm ran;
  for (int kind = 0; kind <= MC_KENDALL_COEFFICIENTS; kind++) {
    mc_kendall_request job = {.x = mc_columns_of_matrix(x),
                              .y = mc_columns_of_matrix(y),
                              .symmetric = my < 0,
                              .use = use,
                              .coefficient = (mc_kendall_coefficient) kind,
                              .na = oracle_na()};
    check_note("n = %d, %d and %d columns, use %d, coefficient %d, %d threads", (int) n, (int) mx,
               (int) my, (int) use, kind, threads);
    double *expected = run(job, MC_KENDALL_NAIVE, threads, &ran);
    compare(&job, expected, MC_KENDALL_SPARSE, threads);
    job.x = mc_columns_of_sparse(&cx.x);
    compare(&job, expected, MC_KENDALL_SPARSE, threads);
    compare(&job, expected, MC_KENDALL_AUTO, threads);
    job.y = mc_columns_of_sparse(&cy.x);
    compare(&job, expected, MC_KENDALL_SPARSE, threads);
    guard_free(expected);
  }
  compressed_free(&cx);
  compressed_free(&cy);
  matrix_free(&x);
  matrix_free(&y);
}

static void test_sizes(void) {
  const recipe like[] = {{{0, 0.03, 0.1, 0.4}, 3, 0},
                         {{0.02, 0.3, 0.7, 1}, 1, 0.1},
                         {{0, 0.1, 0.3, 0.9}, 300, 0.02},
                         {{0.05, 0.2, 0.2, 0.6}, 0, 0}};
  const int64_t rows[] = {2, 3, 31, 32, 33, 63, 64, 65, 127, 129, 511, 513};
  rng r = {1};
  for (int k = 0; k < (check_fast() ? 5 : 12); k++) {
    const mc_pairs_use use = k % 3 == 2 ? MC_USE_NA_OR_COMPLETE : MC_USE_EVERYTHING;
    try(&r, rows[k], 1 + rng_below(&r, 14), -1, &like[k % 4], use, 1 + k % 4);
    try(&r, rows[k], 1 + rng_below(&r, 9), 1 + rng_below(&r, 14), &like[(k + 1) % 4], use, 2);
  }
}

/* Lists that are counted by inversions, of one and of many groups of ties. */
static void test_long_lists(void) {
  const recipe like[] = {
    {{0.3, 0.4, 0.5, 0.9}, 0, 0}, {{0.3, 0.4, 0.5, 0.9}, 2, 0}, {{0.3, 0.4, 0.9, 0.9}, 40, 0}};
  rng r = {2};
  for (int k = 0; k < 3; k++)
    try(&r, check_fast() ? 900 : 1300, 4, -1, &like[k], MC_USE_EVERYTHING, 1);
}

/* Several blocks and panels. */
static void test_panels(void) {
  const recipe like = {{0.01, 0.05, 0.1, 0.2}, 4, 0};
  rng r = {3};
  const int64_t n = 80, m = check_fast() ? 40 : 560;
  mc_matrix x = matrix_of(&r, n, m, &like);
  mc_kendall_algorithm ran;
  mc_kendall_request job = {
    .x = mc_columns_of_matrix(x), .symmetric = true, .use = MC_USE_ALL_OBS, .na = oracle_na()};
  double *expected = run(job, MC_KENDALL_RADIX, 2, &ran);
  for (int64_t scratch = 0; scratch < 1 << 18; scratch = scratch == 0 ? 1 : 16 * scratch) {
    check_note("scratch %d", (int) scratch);
    job.scratch = scratch;
    compare(&job, expected, MC_KENDALL_SPARSE, 1 + (scratch > 0) + (scratch > 16));
  }
  guard_free(expected);
  matrix_free(&x);
}

/* Compressed columns whose rows are not in order, or come twice, are spread out. */
static void test_disorder(void) {
  int32_t start[] = {0, 4, 7}, row[] = {3, 1, 8, 1, 5, 0, 9};
  double value[] = {1, 5, 2, 3, -1, 2, 4};
  mc_sparse x = {.rows = 10, .columns = 2, .start = start, .row = row, .value = value};
  mc_kendall_request job = {
    .x = mc_columns_of_sparse(&x), .symmetric = true, .use = MC_USE_ALL_OBS, .na = oracle_na()};
  mc_kendall_algorithm ran;
  double *expected = run(job, MC_KENDALL_NAIVE, 1, &ran);
  double *tau = run(job, MC_KENDALL_SPARSE, 1, &ran);
  CHECK(oracle_same(tau, expected, 4));
  CHECK_INT(ran, MC_KENDALL_RADIX);
  guard_free(expected);
  guard_free(tau);
}

static void test_interrupts(void) {
  const recipe like = {{0.1, 0.1, 0.2, 0.3}, 4, 0};
  rng r = {5};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_of(&r, 1000, 90, &like)),
                            .symmetric = true,
                            .use = MC_USE_ALL_OBS,
                            .algorithm = MC_KENDALL_SPARSE,
                            .na = oracle_na()};
  CHECK(taus_interrupts(&job, 2, 1).polls > 6);
  matrix_free(&job.x.matrix);
}

static const check_test tests[] = {
  {"rows, shares and values", test_sizes}, {"long lists", test_long_lists},
  {"blocks and panels", test_panels},      {"rows out of order", test_disorder},
  {"interrupts", test_interrupts},         {0}};
const check_suite suite_sparse_columns = {"sparse_columns", tests, true, NULL};
