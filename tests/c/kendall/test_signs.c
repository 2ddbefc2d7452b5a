/* Tiles by products of comparisons (kendall/signs.h): the same counts as by bits. Run on each
   target, also on those that always count by bits. */
#include "kendall/signs.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"
#include "taus.h"

/* The active kernels; tiles by signs are counted, and those with four counts or products. */
static _Atomic int64_t tiles, fourfold;
static const mc_kernels *active;
static void count_signs(const mc_kendall_signs_job *job) {
  tiles++;
  for (int i = 0; i < job->a_panels; i += MC_SIGNS_COLUMNS / MC_BITS_PANEL)
    for (int j = 0; j < job->b_panels; j += MC_SIGNS_COLUMNS / MC_BITS_PANEL) {
      const int block = MC_SIGNS_COLUMNS / MC_BITS_PANEL;
      fourfold += job->products[i / block][j / block] == 4;
    }
  active->kendall_signs(job);
}
static void count_bits(const uint64_t *a, const uint64_t *b, int64_t units, int planes,
                       mc_kendall_bits_form form, int64_t *const *counts) {
  fourfold += form == MC_BITS_GENERAL;
  active->kendall_bits_tile(a, b, units, planes, form, counts);
}

/* With these costs of a comparison by bits and by signs. Two counts more for ties and missing rows
   cost nothing, so that all is counted by bits, or by signs. */
static mc_kernels kernels_with(double bits, double signs) {
  active = mc_kernels_active();
  mc_kernels kernels = *active;
  kernels.kendall_costs.bitset_pair = 1e9; /* so that threads pay */
  kernels.kendall_signs = count_signs;
  kernels.kendall_bits_tile = count_bits;
  for (int k = 0; k < MC_BITS_PLANES; k++) {
    kernels.kendall_costs.bitset_tile[k] = bits;
    kernels.kendall_costs.signs_tile[k] = signs;
  }
  return kernels;
}

/* The same where these two counts cost so much that they follow from the missing rows, and are
   never counted. */
static mc_kernels with_ties_by_rows(mc_kernels kernels) {
  kernels.kendall_costs.bitset_tile[2] = 1e12;
  kernels.kendall_costs.signs_tile[2] = 1e12;
  return kernels;
}

/* The job's result; *signs becomes the number of tiles by signs. */
static double *taus(mc_kendall_request job, const mc_kernels *kernels, int threads,
                    int64_t *signs) {
  double *tau = GUARD_NEW(double, taus_count(&job));
  guard_arena arena = guard_arena_make();
  mc_kendall_report report;
  mc_call call = mc_call_make(&arena.arena, NULL, threads);
  call.kernels = kernels;
  job.algorithm = MC_KENDALL_BITSET;
  tiles = fourfold = 0;
  CHECK_INT(mc_cor_kendall(&job, tau, &report, &call), MC_OK);
  *signs = tiles;
  guard_arena_release(&arena);
  return tau;
}

/* By signs as by bits, with ties by rows as without, for each coefficient, and tau-b as the oracle
   has it. In the fast mode ties by rows are beside signs in one thread and in three threads, in
   turn. */
static void try_all(mc_kendall_request job, bool ask_oracle) {
  static const mc_kendall_coefficient coefficients[] = {MC_KENDALL_B, MC_KENDALL_GAMMA,
                                                        MC_KENDALL_A};
  const mc_kernels never = kernels_with(1, 0), always = kernels_with(1e9, 1e-9);
  const mc_kernels never_by_rows = with_ties_by_rows(never);
  const mc_kernels always_by_rows = with_ties_by_rows(always);
  const int64_t count = taus_count(&job);
  static int turn;
  for (int k = 0; k < 3; k++, turn++) {
    job.coefficient = coefficients[k];
    int64_t signs;
    double *by_bits = taus(job, &never, 1, &signs);
    CHECK_INT(signs, 0);
    if (k == 0 && ask_oracle) {
      double *expected = GUARD_NEW(double, count);
      int64_t constant;
      CHECK_INT(oracle_cor(&job, expected, &constant), MC_OK);
      CHECK(oracle_same(by_bits, expected, count));
      guard_free(expected);
    }
    const bool general = fourfold > 0;
    double *by_rows = taus(job, &never_by_rows, 1 + 2 * (k % 2), &signs);
    check_note("%d x %d and %d, use %d, coefficient %d, by rows", (int) job.x.rows,
               (int) job.x.columns, job.symmetric ? -1 : (int) job.y.columns, (int) job.use, k);
    CHECK_INT(signs, 0);
    CHECK_INT(fourfold, 0);
    CHECK(oracle_same(by_rows, by_bits, count));
    guard_free(by_rows);
    for (int threads = 1; threads <= 3; threads += 2)
      for (int rows = 0; rows < 2; rows++) {
        if (rows && check_fast() && threads != 1 + 2 * (turn % 2))
          continue;
        double *by_signs = taus(job, rows ? &always_by_rows : &always, threads, &signs);
        check_note("%d x %d and %d, use %d, coefficient %d, %d threads%s", (int) job.x.rows,
                   (int) job.x.columns, job.symmetric ? -1 : (int) job.y.columns, (int) job.use, k,
                   threads, rows ? ", by rows" : "");
        CHECK(signs > 0);
        CHECK(rows ? fourfold == 0 : fourfold > 0 || !general);
        CHECK(oracle_same(by_signs, by_bits, count));
        guard_free(by_signs);
      }
    guard_free(by_bits);
  }
}

/* All pairs of the columns of v. */
static mc_kendall_request all_pairs(const double *v, int64_t rows, int64_t columns,
                                    mc_pairs_use use) {
  return (mc_kendall_request){.x = mc_columns_of_matrix((mc_matrix){v, MC_F64, rows, columns}),
                              .symmetric = true,
                              .use = use,
                              .na = oracle_na()};
}

/* A column with ties (kind & 1) or not, with NA (kind & 2) or not. Some columns with both have no
   value, or one. */
static void column_of_kind(rng *r, int kind, int64_t rows, double *v) {
  const bool odd = kind == 3 && rng_chance(r, 0.1);
  uint32_t *value = GUARD_NEW(uint32_t, rows);
  shape_fill(r, kind & 1 ? SHAPE_TIES : SHAPE_PERMUTATION, rows, value);
  for (int64_t i = 0; i < rows; i++)
    v[i] = odd || (kind & 2 && rng_chance(r, 0.1)) ? NAN : (double) value[i];
  if (odd && rows > 0 && rng_chance(r, 0.5))
    v[rng_below(r, rows)] = 1;
  guard_free(value);
}

/* Columns in runs of `run`, each of one kind. */
static mc_matrix matrix_of_runs(rng *r, int64_t rows, int64_t columns, int64_t run) {
  double *v = GUARD_NEW(double, rows *columns);
  int kind = 0;
  for (int64_t j = 0; j < columns; j++) {
    if (j % run == 0)
      kind = (int) rng_below(r, 4);
    column_of_kind(r, kind, rows, v + j * rows);
  }
  return (mc_matrix){v, MC_F64, rows, columns};
}

/* Few rows; columns up to and over the ends of panels, halves and blocks. */
static void test_columns(void) {
  rng r = {31};
  const int64_t columns[] = {3, 4, 15, 17, 32, 33, 64, 70};
  for (int k = check_fast() ? 5 : 0; k < 8; k++)
    for (int run = 1; run < 100; run *= 9)
      for (int use = MC_USE_PAIRWISE; use <= MC_USE_EVERYTHING; use++) {
        mc_kendall_request job = {
          .x = mc_columns_of_matrix(matrix_of_runs(&r, 20 + 13 * (k % 3), columns[k], run)),
          .symmetric = true,
          .use = (mc_pairs_use) use,
          .na = oracle_na()};
        try_all(job, true);
        job.symmetric = false;
        job.y = mc_columns_of_matrix(matrix_of_runs(&r, job.x.rows, 37, run));
        try_all(job, true);
        matrix_free(&job.x.matrix);
        matrix_free(&job.y.matrix);
      }
}

/* Every number of rows up to two blocks of bits, one plane: idle comparisons count as 1. */
static void test_rows(void) {
  rng r = {32};
  for (int64_t n = 2; n < 70; n += check_fast() ? 17 : 1) {
    double *v = GUARD_NEW(double, n * 5);
    uint32_t value[70];
    for (int64_t j = 0; j < 5; j++) {
      shape_fill(&r, SHAPE_PERMUTATION, n, value);
      for (int64_t i = 0; i < n; i++)
        v[j * n + i] = value[i];
    }
    try_all(all_pairs(v, n, 5, MC_USE_EVERYTHING), true);
    guard_free(v);
  }
}

/* More than one block of bits, in one, two and three planes; a last run of one unit. */
static void test_blocks(void) {
  rng r = {33};
  for (int planes = 1; planes <= 3; planes++) {
    if (check_fast() && planes == 2)
      continue;
    const int64_t n = planes == 1 ? 370 : 270, m = 6;
    double *v = GUARD_NEW(double, n *m);
    uint32_t *value = GUARD_NEW(uint32_t, n);
    for (int64_t j = 0; j < m; j++) {
      shape_fill(&r, planes > 1 ? SHAPE_TIES : SHAPE_PERMUTATION, n, value);
      for (int64_t i = 0; i < n; i++)
        v[j * n + i] = planes == 3 && rng_chance(&r, 0.1) ? NAN : (double) value[i];
    }
    try_all(all_pairs(v, n, m, MC_USE_PAIRWISE), true);
    guard_free(v);
    guard_free(value);
  }
}

/* More rows than sums of 16 bits count, and columns in opposite orders, whose comparisons all
   differ. The last column has ties, or none. */
static void test_sums(void) {
  const int64_t n = 700, m = 4;
  rng r = {37};
  for (int ties = 0; ties < 2; ties++) {
    double *v = GUARD_NEW(double, n *m);
    for (int64_t i = 0; i < n; i++) {
      v[i] = (double) i;
      v[n + i] = (double) -i;
    }
    column_of_kind(&r, 0, n, v + 2 * n);
    column_of_kind(&r, ties, n, v + 3 * n);
    try_all(all_pairs(v, n, m, MC_USE_EVERYTHING), true);
    guard_free(v);
  }
}

/* Blocks without ties and missing rows beside blocks of each other kind, and between them. Their
   masks are not read, so idle comparisons must be left out another way. Unless rows are left out
   pairwise, such a block may have columns that lack rows, which have no counts. */
static void test_plain(void) {
  enum { COLUMNS = 175 };
  /* Units of bits: 1, 2, 4, and 5 or 23; lookups take two at once. */
  const int64_t rows[] = {2, 33, 64, check_fast() ? 70 : 150};
  rng r = {36};
  for (int k = 0; k < 4; k++)
    for (int other = 1; other < 4; other++) {
      if (check_fast() && (k != 1 || other != 3))
        continue;
      double *v = GUARD_NEW(double, rows[k] * COLUMNS);
      for (int64_t j = 0; j < COLUMNS; j++)
        column_of_kind(&r, j / 35 % 2 == 0 ? 0 : other, rows[k], v + j * rows[k]);
      mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_F64, rows[k], COLUMNS}),
                                .symmetric = true,
                                .use = MC_USE_PAIRWISE,
                                .na = oracle_na()};
      try_all(job, true);
      job.symmetric = false;
      job.y = mc_columns_of_matrix((mc_matrix){v + 35 * rows[k], MC_F64, rows[k], 105});
      try_all(job, true);
      for (int64_t j = 0; j < COLUMNS; j += 32) /* the first column of a block, or the second */
        v[(j + k % 2) * rows[k] + 1] = NAN;
      job.use = MC_USE_EVERYTHING;
      try_all(job, true);
      job.symmetric = true;
      try_all(job, true);
      guard_free(v);
    }
}

/* More than a tile of 256 x 256 columns, and more than a super-tile. */
static void test_tiles(void) {
  if (check_fast())
    return;
  rng r = {34};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_of_runs(&r, 6, 1030, 40)),
                            .symmetric = true,
                            .use = MC_USE_PAIRWISE,
                            .na = oracle_na()};
  try_all(job, false);
  matrix_free(&job.x.matrix);
}

/* Every `each`-th column has ties. */
static mc_matrix matrix_with_ties(rng *r, int64_t rows, int64_t columns, int64_t each) {
  double *v = GUARD_NEW(double, rows *columns);
  for (int64_t j = 0; j < columns; j++)
    column_of_kind(r, each > 0 && j % each == 0, rows, v + j * rows);
  return (mc_matrix){v, MC_F64, rows, columns};
}

/* Signs are chosen where whole blocks of them are cheaper, and never where a cost of 0 says that
   the target has none. A block with one column with ties has the cost of ties; a pair of panels by
   bits only if both have ties. Threads that would wait for each other count by bits. */
static void test_choice(void) {
  static const struct {
    int64_t columns, each;
    double plain, tied; /* cost by signs, if those by bits are 1 and 2 */
    int threads;
    bool chosen;
  } cases[] = {
    {128, 0, 0.4, 9, 1, true},   {128, 0, 0.7, 9, 1, false},  {128, 0, 0, 0, 1, false},
    {12, 0, 0.4, 9, 1, false},   {129, 0, 0.58, 9, 1, false}, {160, 0, 0.58, 9, 1, true},
    {256, 1, 0.6, 1.3, 1, true}, {256, 0, 0.6, 1.3, 1, true}, {256, 32, 0.6, 1.3, 1, false},
    {64, 0, 0.4, 9, 2, false},   {64, 0, 0.4, 9, 1, true}};
  rng r = {35};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    if (mc_threads(cases[k].threads, 1) < cases[k].threads) /* built without threads */
      continue;
    mc_kernels kernels = kernels_with(100, 100 * cases[k].plain); /* so that threads pay */
    kernels.kendall_costs.bitset_tile[1] = 200;
    kernels.kendall_costs.signs_tile[1] = 100 * cases[k].tied;
    mc_kendall_request job = {
      .x = mc_columns_of_matrix(matrix_with_ties(&r, 500, cases[k].columns, cases[k].each)),
      .symmetric = true,
      .use = MC_USE_EVERYTHING,
      .na = oracle_na()};
    int64_t signs;
    check_note("%d columns, ties in each %d, costs %g and %g, %d threads", (int) cases[k].columns,
               (int) cases[k].each, cases[k].plain, cases[k].tied, cases[k].threads);
    guard_free(taus(job, &kernels, cases[k].threads, &signs));
    CHECK((signs > 0) == cases[k].chosen);
    CHECK((mc_kendall_signs_bytes(&kernels, 1) > 0) == (cases[k].plain > 0));
    matrix_free(&job.x.matrix);
  }
}

/* Ties follow from the missing rows where two counts more cost more than these rows. Else four
   numbers are counted. */
static void test_ties_by_rows(void) {
  enum { ROWS = 300, COLUMNS = 40 };
  static const struct {
    double missing, cost; /* share of rows; picoseconds of a comparison for two counts more */
    bool by_rows;
  } cases[] = {{0.01, 1, true}, {0.01, 0.1, false}, {0.3, 1, false}, {0.3, 20, true}};
  rng r = {38};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    double *v = GUARD_NEW(double, ROWS *COLUMNS);
    for (int64_t j = 0; j < COLUMNS; j++) {
      column_of_kind(&r, 1, ROWS, v + j * ROWS);
      for (int64_t i = 0; i < ROWS; i++)
        if (rng_chance(&r, cases[k].missing))
          v[j * ROWS + i] = NAN;
    }
    mc_kernels kernels = kernels_with(1, 0);
    kernels.kendall_costs.bitset_tile[2] = 1 + cases[k].cost;
    int64_t signs;
    check_note("%g of the rows are missing, cost %g", cases[k].missing, cases[k].cost);
    guard_free(taus(all_pairs(v, ROWS, COLUMNS, MC_USE_PAIRWISE), &kernels, 1, &signs));
    CHECK((fourfold == 0) == cases[k].by_rows);
    guard_free(v);
  }
}

/* The comparisons of the first words of bits are the ones of plane m of a column without ties. */
static void test_comparisons(void) {
  for (int64_t n = 0; n < 140; n += n < 70 ? 1 : 13) {
    const int64_t all = mc_kendall_bits_masks(n);
    const int64_t words = (all + MC_BITS_UNIT - 1) / MC_BITS_UNIT * MC_BITS_UNIT;
    uint16_t *rank = GUARD_NEW(uint16_t, (n + 31) / 32 * 32);
    uint32_t *bits = GUARD_NEW(uint32_t, 2 * words * MC_BITS_PANEL);
    for (int64_t i = 0; i < n; i++)
      rank[i] = (uint16_t) i;
    memset(bits, 0, (size_t) (2 * words * MC_BITS_PANEL) * sizeof *bits);
    mc_kernels_active()->kendall_bits16(rank, n, 0, all, 2, bits);
    int64_t expected = 0;
    for (int64_t w = 0; w <= all; w++) {
      check_note("%d rows, %d words", (int) n, (int) w);
      CHECK_INT(mc_kendall_bits_comparisons(n, w), expected);
      const int64_t unit = w / MC_BITS_UNIT * 2 + 1; /* of plane m */
      for (uint32_t m = w < all ? bits[unit * MC_BITS_PANEL * MC_BITS_UNIT + w % MC_BITS_UNIT] : 0;
           m != 0; m &= m - 1)
        expected++;
    }
    CHECK_INT(expected, n * (n - 1) / 2);
    CHECK_INT(mc_kendall_bits_comparisons(n, words + 5), expected);
    guard_free(rank);
    guard_free(bits);
  }
}

static const check_test tests[] = {
  {"columns", test_columns},         {"rows", test_rows},
  {"blocks of bits", test_blocks},   {"sums of 16 bits", test_sums},
  {"plain blocks", test_plain},      {"tiles", test_tiles},
  {"choice", test_choice},           {"ties by rows", test_ties_by_rows},
  {"comparisons", test_comparisons}, {0}};
const check_suite suite_signs = {"signs", tests, true, "kendall"};
