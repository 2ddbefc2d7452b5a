/* Columns of few values: the driver of tables against those of all pairs. Run on each target. */
#include "kendall/table.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/few_values.h"
#include "kendall/kendall.h"
#include "oracle.h"
#include "taus.h"

/* Columns of values[j % kinds] values, the missing share of them in every third. */
static mc_matrix matrix_of(rng *r, int64_t n, int64_t columns, const int *values, int kinds,
                           double missing) {
  double *v = GUARD_NEW(double, n *columns);
  for (int64_t j = 0; j < columns; j++) {
    const int mine = values[j % kinds];
    const int64_t common = rng_below(r, mine); /* a value that half of the rows have */
    for (int64_t i = 0; i < n; i++) {
      const int64_t value = rng_chance(r, 0.5) ? common : rng_below(r, mine);
      v[j * n + i] = value == 0 ? (rng_chance(r, 0.5) ? 0.0 : -0.0) : (double) (7 * value) - 20;
      if (j % 3 == 0 && rng_chance(r, missing))
        v[j * n + i] = NAN;
    }
  }
  return (mc_matrix){v, MC_F64, n, columns};
}

/* Both algorithms, of all coefficients. */
static void compare(mc_kendall_request *job, mc_kendall_algorithm other, int threads) {
  const int step = job->x.rows > 10000 ? MC_KENDALL_GAMMA : 1;
  for (int kind = 0; kind <= MC_KENDALL_COEFFICIENTS; kind += step) {
    mc_kendall_algorithm ran, other_ran;
    job->coefficient = (mc_kendall_coefficient) kind;
    check_note("n = %d, %d columns, use %d, coefficient %d, %d threads", (int) job->x.rows,
               (int) job->x.columns, (int) job->use, kind, threads);
    double *expected = taus_by(*job, other, threads, &other_ran);
    double *tau = taus_by(*job, MC_KENDALL_TABLE, threads, &ran);
    CHECK_INT(ran, MC_KENDALL_TABLE);
    CHECK_INT(other_ran, other);
    CHECK(oracle_same(tau, expected, taus_count(job)));
    guard_free(tau);
    guard_free(expected);
  }
}

static void try(rng *r, int64_t n, int64_t mx, int64_t my, const int *values, int kinds,
                double missing, mc_kendall_algorithm other, int threads) {
  const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_of(r, n, mx, values, kinds, missing)),
                            .symmetric = my < 0,
                            .na = oracle_na()};
  if (my >= 0)
    job.y = mc_columns_of_matrix(matrix_of(r, n, my, values, kinds, missing));
  for (int u = 0; u < 2; u++) {
    job.use = uses[u];
    compare(&job, other, threads);
  }
  matrix_free(&job.x.matrix);
  if (my >= 0)
    matrix_free(&job.y.matrix);
}

/* Rows around ends of words, of vectors, and of what byte counters take; one value up to 64. */
static void test_sizes(void) {
  static const int values[] = {1, 2, 3, 5, 2, 9, 64, 4, 17, 3, 3};
  const int64_t rows[] = {2, 63, 64, 65, 127, 129, 511, 512, 513, 2000};
  rng r = {1};
  for (int k = 0; k < (check_fast() ? 5 : 10); k++) {
    const double missing = 0.2 * (k % 3);
    try(&r, rows[k], 1 + rng_below(&r, 20), -1, values, 11, missing, MC_KENDALL_RADIX, 1 + k % 4);
    try(&r, rows[k], 1 + rng_below(&r, 9), 1 + rng_below(&r, 9), values, 11, missing,
        MC_KENDALL_BITSET, 1 + k % 2);
  }
}

/* Bits of more than one block, and so super-tiles of few groups; 16- and 32-bit ranks. */
static void test_blocks(void) {
  static const int values[] = {3, 3, 3, 3, 3, 3, 3, 3, 50, 2, 2, 2, 2, 2, 2, 2};
  static const int few[] = {4};
  rng r = {2};
  if (check_fast())
    return;
  try(&r, 16384 + 65, 26, -1, values, 16, 0.1, MC_KENDALL_RADIX, 2);
  try(&r, 65536, 2, 2, few, 1, 0, MC_KENDALL_RADIX, 1);
}

/* Super-tiles that end as their bits fill the store (many columns), or their counts (more than one
   block of bits). */
static void test_super_tiles(void) {
  static const int values[] = {64, 2, 2, 2, 2, 2, 2, 2};
  rng r = {3};
  if (check_fast())
    return;
  for (int round = 0; round < 3; round++) {
    const int64_t mx = round == 0 ? 530 : round == 1 ? 3 : 20, n = round == 2 ? 16384 + 65 : 70;
    mc_kendall_algorithm ran;
    mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_of(&r, n, mx, values, 8, 0.1)),
                              .symmetric = round == 2,
                              .use = MC_USE_PAIRWISE,
                              .na = oracle_na()};
    if (!job.symmetric)
      job.y = mc_columns_of_matrix(matrix_of(&r, n, 533 - mx, values, 8, 0.1));
    double *expected = taus_by(job, MC_KENDALL_RADIX, 2, &ran);
    double *tau = taus_by(job, MC_KENDALL_TABLE, 2, &ran);
    CHECK_INT(ran, MC_KENDALL_TABLE);
    check_note("round %d", round);
    CHECK(oracle_same(tau, expected, taus_count(&job)));
    guard_free(tau);
    guard_free(expected);
    matrix_free(&job.x.matrix);
    if (!job.symmetric)
      matrix_free(&job.y.matrix);
  }
}

/* One column with one value too many: its pairs are left to radix. */
static void test_many_values(void) {
  rng r = {4};
  for (int extra = 0; extra < 2; extra++) {
    const int64_t n = 400;
    mc_kendall_algorithm ran;
    const int values[] = {3};
    mc_matrix x = matrix_of(&r, n, 12, values, 1, 0);
    double *last = (double *) guard_owned(x.data) + 7 * n;
    for (int64_t i = 0; i < n; i++)
      last[i] = (double) (i % (MC_TABLE_VALUES + extra));
    mc_kendall_request job = {
      .x = mc_columns_of_matrix(x), .symmetric = true, .use = MC_USE_ALL_OBS, .na = oracle_na()};
    double *expected = taus_by(job, MC_KENDALL_NAIVE, 1, &ran),
           *tau = taus_by(job, MC_KENDALL_TABLE, 1, &ran);
    CHECK_INT(ran, extra ? MC_KENDALL_RADIX : MC_KENDALL_TABLE);
    CHECK(oracle_same(tau, expected, taus_count(&job)));
    guard_free(tau);
    guard_free(expected);
    matrix_free(&x);
  }
}

static void test_interrupts(void) {
  static const int values[] = {3, 9};
  rng r = {5};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_of(&r, 17000, 60, values, 2, 0)),
                            .symmetric = true,
                            .use = MC_USE_ALL_OBS,
                            .algorithm = MC_KENDALL_TABLE,
                            .na = oracle_na()};
  CHECK(taus_interrupts(&job, 2, 0).polls > 3);
  matrix_free(&job.x.matrix);
}

/* ---- few_values ---- */

/* Values, codes and counts against comparisons of all with all. */
static void check_few(const double *value, int64_t n, bool expected) {
  uint8_t *code = GUARD_NEW(uint8_t, n);
  mc_kendall_few_values few;
  CHECK_INT(mc_kendall_few_values_find(value, n, &few, code), expected);
  for (int64_t i = 0; i < n && expected; i++) {
    if (value[i] != value[i]) {
      CHECK_INT(code[i], MC_FEW_MISSING);
      continue;
    }
    uint32_t same = 0;
    for (int64_t k = 0; k < n; k++) {
      same += value[k] == value[i];
      if (value[k] == value[k])
        CHECK((few.rank[code[k]] < few.rank[code[i]]) == (value[k] < value[i]));
    }
    CHECK((int) few.rank[code[i]] < few.distinct);
    CHECK_INT(few.rows[few.rank[code[i]]], same);
  }
  guard_free(code);
}

/* What is guessed of samples. */
static void test_guesses(void) {
  double value[256];
  for (int values = 1; values <= 16; values++) {
    for (int i = 0, k = 0; i < 256; i++) { /* each value some times, one most often */
      value[i] = i % 5 == 0 ? NAN : k % 3 == 0 ? -1.5 : -1.5 + k / 3 % values;
      k += i % 5 != 0;
    }
    const mc_kendall_few_guess guess = mc_kendall_few_values_guess(value, 256);
    check_note("%d values", values);
    CHECK_INT(guess.values, values);
    CHECK(guess.most == -1.5 && !guess.open);
  }
  for (int i = 0; i < 256; i++)
    value[i] = i < 250 ? -0.0 : i;
  CHECK(mc_kendall_few_values_guess(value, 250).values == 1 &&
        !mc_kendall_few_values_guess(value, 251).open);
  const mc_kendall_few_guess rare =
    mc_kendall_few_values_guess(value, 256); /* six more, each once */
  CHECK(rare.open && rare.values == 7 + 15 && rare.most == 0);
  value[0] = 255;
  CHECK(!mc_kendall_few_values_guess(value, 256).open);
  for (int i = 0; i < 256; i++)
    value[i] = i;
  CHECK_INT(mc_kendall_few_values_guess(value, 256).values, MC_FEW_VALUES + 1);
  value[0] = NAN;
  CHECK_INT(mc_kendall_few_values_guess(value, 1).values, 0);
}

static void test_few_values(void) {
  rng r = {6};
  for (int values = 1; values <= MC_FEW_VALUES + 1; values++)
    for (int kind = 0; kind < 3; kind++) {
      const int64_t n = 4 * values;
      double *value = GUARD_NEW(double, n), distinct[MC_FEW_VALUES + 1];
      for (int k = 0; k < values; k++)
        distinct[k] = kind == 0 ? k - 30 : kind == 1 ? ldexp(1, 7 * k - 200) : -1 / (1.0 + k);
      for (int64_t i = 0; i < n; i++) /* all in the last rows, so that there are few for long */
        value[i] =
          i < 2 * values ? distinct[i % 2 * (values > 1)] : distinct[(i - 2 * values) % values];
      for (int64_t i = 0; i < n; i += 5)
        if (i < 2 * values)
          value[i] = NAN;
      check_note("%d values, kind %d", values, kind);
      check_few(value, n, values <= MC_FEW_VALUES);
      guard_free(value);
    }
  double *value = GUARD_NEW(double, 300);
  for (int i = 0; i < 300; i++)
    value[i] = nasty_doubles[rng_below(&r, NASTY)];
  check_few(value, 300, true);
  for (int i = 0; i < 300; i++)
    value[i] = NAN;
  check_few(value, 300, true);
  for (int i = 0; i < 300; i++) /* it gives up early */
    value[i] = i < 60 ? i : 0;
  check_few(value, 300, false);
  check_few(value, 0, true);
  guard_free(value);
}

/* Orders that are made late are those that are made at once. */
static void test_late_order(void) {
  static const int values[] = {3, 64, 1, 30000};
  rng r = {7};
  const int64_t rows[] = {200, 70000};
  for (int k = 0; k < (check_fast() ? 1 : 2); k++) {
    const int64_t n = rows[k], columns = 8;
    mc_matrix x = matrix_of(&r, n, columns, values, 4, 0.3);
    const mc_columns source = mc_columns_of_matrix(x);
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_kendall_ranks now, late;
    mc_kendall_rank_scratch scratch;
    CHECK_INT(mc_kendall_ranks_make(&now, n, columns, (mc_kendall_ranks_extras){.order = true},
                                    &arena.arena),
              0);
    CHECK_INT(mc_kendall_ranks_make(&late, n, columns,
                                    (mc_kendall_ranks_extras){.order = true, .late_order = true},
                                    &arena.arena),
              0);
    CHECK_INT(mc_kendall_rank_scratch_make(&scratch, n, 2, &arena.arena), MC_OK);
    const mc_kendall_rank_job jobs[] = {{&now, &source, 0, columns}, {&late, &source, 0, columns}};
    CHECK_INT(mc_kendall_ranks_fill(jobs, 2, NULL, 2, &scratch, 0, &call), MC_OK);
    for (int64_t j = 0; j < columns; j++) {
      CHECK_INT(now.column[j].no_order, false);
      CHECK_INT(late.column[j].no_order, values[j % 4] <= 64);
    }
    CHECK_INT(mc_kendall_ranks_order(&late, 2, NULL), MC_OK);
    for (int64_t j = 0; j < columns; j++) {
      const int64_t at = j * now.stride * now.width;
      CHECK_INT(late.column[j].no_order, false);
      CHECK(memcmp((unsigned char *) now.order + at, (unsigned char *) late.order + at,
                   (size_t) (now.column[j].present * now.width)) == 0);
    }
    guard_arena_release(&arena);
    matrix_free(&x);
  }
}

static const check_test tests[] = {
  {"rows and values", test_sizes},   {"blocks of bits", test_blocks},
  {"super-tiles", test_super_tiles}, {"too many values", test_many_values},
  {"interrupts", test_interrupts},   {0}};
const check_suite suite_table = {"table", tests, true, NULL};

static const check_test few_tests[] = {{"few values", test_few_values},
                                       {"guesses", test_guesses},
                                       {"late orders", test_late_order},
                                       {0}};
const check_suite suite_few_values = {"few_values", few_tests, false, NULL};
