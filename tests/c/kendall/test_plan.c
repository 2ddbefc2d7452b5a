/* The plan of a job: within its bound whatever the sizes, and sensible. */
#include "kendall/dense.h"

#include "base/threads.h"
#include "check.h"
#include "dispatch/dispatch.h"
#include "kendall/bitset.h"
#include "kendall/one_by_one.h"
#include "kendall/ranks.h"
#include "kendall/signs.h"
#include "kendall/sparse.h"
#include "kendall/table.h"

typedef struct {
  mc_kendall_algorithm algorithm;
  mc_kendall_extent extent;
  int64_t scratch;
} job;

static job job_of(int64_t n, int64_t mx, int64_t my) {
  return (job){
    .extent = {.n = n, .x_columns = mx, .y_columns = my == 0 ? mx : my, .symmetric = my == 0}};
}

static mc_kendall_dense plan_of(const job *j, int64_t row_bytes, int threads) {
  const mc_call call = mc_call_make(NULL, NULL, threads);
  return mc_kendall_dense_plan(j->algorithm, &j->extent,
                               j->scratch > 0 ? j->scratch : MC_KENDALL_SCRATCH, row_bytes, NULL,
                               &call);
}

static mc_kendall_algorithm choice(const mc_kendall_drivers *may, const mc_kendall_ranks *ranks,
                                   bool pairwise, const mc_kernels *kernels) {
  const mc_kendall_census census = mc_kendall_census_of(ranks, pairwise);
  return mc_kendall_choose(may, ranks->n, &census, NULL, NULL, kernels).algorithm;
}

/* Two columns at a time on one thread: no plan can need less. */
static int64_t least(const mc_kendall_dense *plan, int64_t n, int64_t row_bytes) {
  const mc_kendall_drivers *may = &plan->may;
  const int64_t bits =
    mc_kendall_bitset_bytes(n, 1, 1) + mc_kendall_signs_bytes(mc_kernels_active(), may->signs_side);
  int64_t kernel =
    (may->bits ? bits : 0) + (may->pairs ? mc_kendall_one_by_one_scratch(may->algorithm, n) : 0);
  const mc_kendall_ranks_extras extras = {.order =
                                            may->pairs && mc_kendall_ordered(may->algorithm)};
  if (may->tables)
    kernel += mc_kendall_table_bytes(n, 1, 1) + mc_kendall_table_scratch(n);
  return row_bytes + mc_kendall_rank_scratch_bytes(n) + kernel +
         2 * mc_kendall_ranks_column_bytes(n, extras);
}

static void test_bound(void) {
  const int64_t rows[] = {
    2, 100, 353, 5000, 65535, 65536, 200000, 1000000, 3000000, 20000000, MC_RANKS_MAX_ROWS};
  const int64_t columns[] = {1, 2, 13, 1000, 20000, 1000000, 2147483647};
  const int64_t scratch[] = {0, INT64_C(64) << 20, INT64_C(4) << 30};
  for (int r = 0; r < 11; r++)
    for (int c = 0; c < 7; c++)
      for (int d = -1; d < 7; d++)
        for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++)
          for (int b = 0; b < 3; b++) {
            job j = job_of(rows[r], columns[c], d < 0 ? 0 : columns[d]);
            j.algorithm = (mc_kendall_algorithm) k;
            j.scratch = scratch[b];
            check_note("n %g, m %g and %g, algorithm %d, scratch %g", (double) rows[r],
                       (double) columns[c], d < 0 ? 0 : (double) columns[d], k,
                       (double) scratch[b]);
            int64_t row_bytes = 5 * rows[r];
            mc_kendall_dense p = plan_of(&j, row_bytes, 64);
            int64_t bound = scratch[b] > 0 ? scratch[b] : MC_KENDALL_SCRATCH;
            int64_t single = least(&p, rows[r], row_bytes);
            CHECK(p.bytes > 0 && p.bytes <= (single > bound ? single : bound));
            CHECK(p.side >= 1 && p.threads >= 1 && p.sort_threads >= 1);
            CHECK(p.a_columns >= 1 && p.a_columns <= columns[c]);
            CHECK(j.extent.symmetric || p.b_columns >= 1);
          }
}

/* More memory, fewer panels: with enough of it there is one. */
static void test_one_panel(void) {
  job j = job_of(1000000, 40, 0);
  j.algorithm = MC_KENDALL_RADIX;
  CHECK(plan_of(&j, 0, 0).side < 40);
  j.scratch = INT64_C(4) << 30;
  mc_kendall_dense p = plan_of(&j, 0, 0);
  CHECK_INT(p.side, 40);
  CHECK_INT(p.b_columns, 0);
}

/* Few columns of many rows are no work for bitset, many columns of
   few rows are. */
static void test_choice(void) {
  job j = job_of(200000, 1, 1);
  CHECK(!plan_of(&j, 0, 0).may.bits && plan_of(&j, 0, 0).may.pairs);
  j = job_of(40000, 1, 1);
  CHECK(!plan_of(&j, 0, 0).may.bits && plan_of(&j, 0, 0).may.pairs);
  j = job_of(100, 2000, 0);
  CHECK(plan_of(&j, 0, 0).may.bits && !plan_of(&j, 0, 0).may.pairs);
  for (int k = 1; k < MC_KENDALL_ALGORITHMS; k++) {
    j.algorithm = (mc_kendall_algorithm) k;
    CHECK_INT(plan_of(&j, 0, 0).may.algorithm, k);
  }
}

/* Between the two the columns are asked: masks make bitset slower,
   missing values hardly radix. */
static void test_choice_by_data(void) {
  int differ = 0;
  for (int64_t n = 100; n < 20000; n += n / 8) {
    job j = job_of(n, 100, 0);
    j.extent.pairwise = true;
    const mc_kendall_drivers plan = plan_of(&j, 0, 0).may;
    mc_kendall_ranked columns[100];
    mc_kendall_ranks ranks = {.n = n, .columns = 100, .column = columns};
    mc_kendall_algorithm chosen[2];
    for (int missing = 0; missing < 2; missing++) {
      for (int j = 0; j < 100; j++)
        columns[j] =
          (mc_kendall_ranked){.present = n - missing, .distinct = n - missing, .missing = missing};
      chosen[missing] = choice(&plan, &ranks, true, mc_kernels_active());
      check_note("n = %d, missing %d", (int) n, missing);
      CHECK(chosen[missing] == MC_KENDALL_BITSET || chosen[missing] == MC_KENDALL_RADIX);
      CHECK(plan.tables && (chosen[missing] == MC_KENDALL_BITSET ? plan.bits : plan.pairs));
    }
    CHECK(!(chosen[0] == MC_KENDALL_RADIX && chosen[1] == MC_KENDALL_BITSET));
    differ += chosen[0] != chosen[1];
    for (int j = 0; j < 100; j++)
      columns[j] = (mc_kendall_ranked){.present = n, .distinct = n / 2 + 64, .tied = true};
    mc_kendall_algorithm tied = choice(&plan, &ranks, true, mc_kernels_active());
    CHECK(tied == MC_KENDALL_BITSET ? plan.bits : plan.pairs);
    for (int j = 0; j < 100; j++)
      columns[j].distinct = 3;
    CHECK_INT(choice(&plan, &ranks, true, mc_kernels_active()), MC_KENDALL_TABLE);
    columns[99].distinct = n; /* one that has many */
    tied = choice(&plan, &ranks, true, mc_kernels_active());
    CHECK(tied == MC_KENDALL_BITSET ? plan.bits : tied == MC_KENDALL_RADIX && plan.pairs);
    for (int j = 0; j < 100; j++)
      columns[j] = (mc_kendall_ranked){.present = n, .distinct = n};
    CHECK(choice(&plan, &ranks, false, mc_kernels_active()) == chosen[0]);
  }
  CHECK(differ > 0);
}

static const mc_kendall_costs costs = {
#define MC_COST(name, picoseconds) .name = picoseconds,
#include "simd/avx512icl/costs.def"
#undef MC_COST
};

/* By the costs of one target, whichever runs: what was measured to be best there, by a quarter at
   least. */
static void test_choice_by_costs(void) {
  static const struct {
    int64_t n, columns, distinct;
    bool missing;
    mc_kendall_algorithm best;
  } cases[] = {
    {353, 160, 17, false, MC_KENDALL_BITSET},  {353, 160, 17, true, MC_KENDALL_TABLE},
    {353, 160, 5, false, MC_KENDALL_TABLE},    {3000, 80, 300, false, MC_KENDALL_BITSET},
    {10000, 48, 300, false, MC_KENDALL_RADIX}, {10000, 48, 17, false, MC_KENDALL_TABLE},
    {353, 160, 64, false, MC_KENDALL_BITSET},  {100, 160, 17, false, MC_KENDALL_BITSET},
    {1000, 144, 17, true, MC_KENDALL_TABLE},
  };
  const mc_kendall_drivers plan = {.algorithm = MC_KENDALL_AUTO,
                                   .bits = true,
                                   .tables = true,
                                   .pairs = true,
                                   .threads = 1,
                                   .signs_side = MC_SIGNS_BLOCKS};
  mc_kernels kernels = *mc_kernels_active();
  kernels.kendall_costs = costs;
  mc_kendall_ranked columns[160];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const int64_t n = cases[k].n;
    const mc_kendall_ranks ranks = {.n = n, .columns = cases[k].columns, .column = columns};
    for (int j = 0; j < 160; j++)
      columns[j] = (mc_kendall_ranked){.present = n - n / 20 * cases[k].missing,
                                       .distinct = cases[k].distinct,
                                       .tied = true,
                                       .missing = cases[k].missing};
    check_note("%d values, n = %d", (int) cases[k].distinct, (int) n);
    CHECK_INT(choice(&plan, &ranks, true, &kernels), cases[k].best);
  }
}

/* Sparse or not, by the same costs: of columns with so many rows off their bases. */
static void test_sparse_by_costs(void) {
  static const struct {
    int64_t n, columns;
    double off, values;
    bool sparse;
  } cases[] = {
    {10000, 48, 500, 300, true}, {10000, 48, 95, 50, true},    {10000, 48, 2000, 17, false},
    {10000, 48, 400, 5, false},  {3000, 80, 600, 300, true},   {353, 160, 250, 300, false},
    {1000, 144, 40, 5, false},   {50000, 16, 2500, 300, true}, {50000, 16, 10000, 64, true},
  };
  mc_kernels kernels = *mc_kernels_active();
  kernels.kendall_costs = costs;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const double each = 2 / (double) (cases[k].columns + 1), off = cases[k].off;
    const double dense =
      mc_kendall_dense_seconds(cases[k].n, cases[k].values, cases[k].values, each, &kernels);
    check_note("n = %d, %g off, %g values", (int) cases[k].n, off, cases[k].values);
    CHECK((mc_kendall_sparse_seconds(cases[k].n, off, off, each, &kernels) < dense) ==
          cases[k].sparse);
  }
}

/* A part of the pairs of columns of x, each with `off` rows off its base. `scans` has room for all
   columns. */
static mc_kendall_sparse_part sparse_part(const mc_columns *x, mc_kendall_sparse_scan *scans,
                                          int64_t off, mc_pairs_part at) {
  for (int64_t j = 0; j < x->columns; j++)
    scans[j] = (mc_kendall_sparse_scan){.off = (int32_t) off};
  return (mc_kendall_sparse_part){.at = at, .x = x, .y = x, .x_scans = scans, .y_scans = scans};
}

/* Panels of sparse columns leave half of the bound to the scratch of threads, or less if all
   threads fit beside the panels. */
static void test_sparse_threads(void) {
  enum { GENES = 2000, CELLS = 50000 };
  static const int threads[] = {1, 2, 8, 24};
  mc_kendall_sparse_scan scans[GENES];
  const mc_columns x = {.rows = CELLS, .columns = GENES};
  const mc_kendall_sparse_part part =
    sparse_part(&x, scans, CELLS / 10, (mc_pairs_part){.x1 = GENES, .y1 = GENES, .triangle = true});
  const mc_kendall_sparse_panels one = mc_kendall_sparse_plan(&part, 1, CELLS, true, INT64_MAX, 1);
  const mc_kendall_sparse_panels two = mc_kendall_sparse_plan(&part, 1, CELLS, true, INT64_MAX, 2);
  CHECK(one.side == GENES && two.side == GENES && two.threads == 2);
  const int64_t each = two.bytes - one.bytes;
  for (int t = 0; t < 4; t++)
    for (int64_t bound = 2 * each * threads[t]; bound < INT64_C(1) << 30; bound += bound / 40) {
      const mc_kendall_sparse_panels p =
        mc_kendall_sparse_plan(&part, 1, CELLS, true, bound, threads[t]);
      check_note("bound %g, %d threads", (double) bound, threads[t]);
      CHECK_INT(p.threads, threads[t]);
      CHECK(p.bytes <= bound);
      CHECK(p.side == GENES || 4 * p.bytes > bound); /* no smaller than needed */
      CHECK(p.side < GENES || p.bytes == one.bytes + (threads[t] - 1) * each);
    }
}

/* Each part has buffers of its own. If panels have fewer columns than the triangle, the triangle
   takes as much memory as a square. */
static void test_sparse_parts(void) {
  enum { GENES = 1000, CELLS = 20000 };
  mc_kendall_sparse_scan scans[GENES];
  const mc_columns x = {.rows = CELLS, .columns = GENES};
  mc_kendall_sparse_part parts[2];
  for (int k = 0; k < 2; k++)
    parts[k] = sparse_part(&x, scans, CELLS / 10,
                           (mc_pairs_part){.x1 = GENES, .y1 = GENES, .triangle = k == 0});
  int smaller = 0;
  for (int64_t bound = 1 << 23; bound < INT64_C(1) << 30; bound += bound / 20 * 2) {
    const mc_kendall_sparse_panels both = mc_kendall_sparse_plan(parts, 2, CELLS, true, bound, 2);
    const mc_kendall_sparse_panels square =
      mc_kendall_sparse_plan(parts + 1, 1, CELLS, true, bound / 2, 2);
    check_note("bound %g", (double) bound);
    CHECK(both.bytes <= bound);
    if (both.side == GENES)
      continue;
    smaller++;
    CHECK_INT(both.side, square.side);
    CHECK_INT(both.threads, square.threads);
    CHECK_INT(both.bytes, 2 * square.bytes);
  }
  CHECK(smaller > 5);
}

/* A part of few columns does not make the panels of the other part smaller. */
static void test_unequal_parts(void) {
  enum { FEW = 5, GENES = 1000, CELLS = 20000 };
  mc_kendall_sparse_scan scans[GENES];
  const mc_columns x = {.rows = CELLS, .columns = GENES};
  const mc_pairs_part at[2] = {{.x1 = FEW, .y1 = FEW, .triangle = true},
                               {.x1 = FEW, .y0 = FEW, .y1 = GENES}};
  mc_kendall_sparse_part parts[2];
  for (int k = 0; k < 2; k++)
    parts[k] = sparse_part(&x, scans, CELLS / 10, at[k]);
  const mc_kendall_sparse_panels all = mc_kendall_sparse_plan(parts, 2, CELLS, true, INT64_MAX, 2);
  CHECK_INT(all.side, GENES - FEW);
  for (int64_t bound = 1 << 23; bound < INT64_C(1) << 30; bound += bound / 20) {
    const mc_kendall_sparse_panels p = mc_kendall_sparse_plan(parts, 2, CELLS, true, bound, 2);
    check_note("bound %g, side %d", (double) bound, (int) p.side);
    CHECK(p.bytes <= bound);
    CHECK(p.side == all.side || 4 * p.bytes > bound); /* no smaller than needed */
  }
}

/* If rows are left out, each part has a table of all rows. */
static void test_left_out_rows(void) {
  enum { COLUMNS = 20, CELLS = 20000, ALL = 1000000 };
  mc_kendall_sparse_scan scans[COLUMNS];
  int64_t bytes[2];
  for (int k = 0; k < 2; k++) {
    const mc_columns x = {.rows = k == 0 ? CELLS : ALL, .columns = COLUMNS};
    const mc_kendall_sparse_part part = sparse_part(
      &x, scans, CELLS / 10, (mc_pairs_part){.x1 = COLUMNS, .y1 = COLUMNS, .triangle = true});
    bytes[k] = mc_kendall_sparse_plan(&part, 1, CELLS, true, INT64_MAX, 1).bytes;
  }
  CHECK_INT(bytes[1] - bytes[0], 4 * ALL);
}

/* The row table of a long column may take more than half of the bound. Panels keep some columns. */
static void test_sparse_long(void) {
  enum { ROWS = 600000, COLUMNS = 100 };
  mc_kendall_sparse_scan scans[COLUMNS];
  const mc_columns x = {.rows = ROWS, .columns = COLUMNS};
  const mc_kendall_sparse_part part = sparse_part(
    &x, scans, ROWS / 100, (mc_pairs_part){.x1 = COLUMNS, .y1 = COLUMNS, .triangle = true});
  const int64_t bound = 4 << 20;
  const mc_kendall_sparse_panels one = mc_kendall_sparse_plan(&part, 1, ROWS, true, bound, 1);
  const mc_kendall_sparse_panels eight = mc_kendall_sparse_plan(&part, 1, ROWS, true, bound, 8);
  check_note("%d and %d columns", (int) one.side, (int) eight.side);
  CHECK(one.side > 1 && one.bytes <= bound);
  CHECK(eight.side > 1 && eight.bytes <= bound);
}

/* Threads share the blocks of rows of the naive kernel, so they work at one pair, too. */
static void test_naive(void) {
  for (int my = 0; my < 2; my++) {
    job j = job_of(100000, 2 - my, my);
    j.algorithm = MC_KENDALL_NAIVE;
    CHECK_INT(plan_of(&j, 0, 3).threads, mc_threads(3, 1));
    j = job_of(100, 2 - my, my);
    j.algorithm = MC_KENDALL_NAIVE;
    CHECK_INT(plan_of(&j, 0, 3).threads, 1);
  }
}

/* A pair of long columns is shared by two threads, also if it is the only pair of different columns
   of one matrix. A pair of short columns is not. */
static void test_shared(void) {
  for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
    job j = job_of(100000, 1, 1);
    j.algorithm = (mc_kendall_algorithm) k;
    mc_kendall_dense p = plan_of(&j, 0, 3);
    bool radix = mc_kendall_ordered(p.may.algorithm);
    if (p.may.algorithm != MC_KENDALL_BITSET && p.may.algorithm != MC_KENDALL_NAIVE)
      CHECK_INT(p.threads, radix && mc_threads(3, 1) > 1 ? 2 : 1);
    if (radix)
      CHECK_INT(p.pair_bytes, mc_kendall_one_by_one_scratch(p.may.algorithm, 100000));
    j = job_of(100000, 2, 0);
    j.algorithm = (mc_kendall_algorithm) k;
    p = plan_of(&j, 0, 3);
    if (mc_kendall_ordered(p.may.algorithm)) {
      CHECK_INT(p.threads, mc_threads(3, 1) > 1 ? 2 : 1);
      CHECK_INT(p.pair_bytes, mc_kendall_one_by_one_scratch(p.may.algorithm, 100000));
    }
    for (int my = 0; my < 2; my++) {
      j = job_of(60000, 2 - my, my);
      j.algorithm = MC_KENDALL_RADIX;
      CHECK_INT(plan_of(&j, 0, 3).threads, 1);
    }
  }
}

static const check_test tests[] = {{"the bound", test_bound},
                                   {"one panel", test_one_panel},
                                   {"the choice of an algorithm", test_choice},
                                   {"the choice by ties and NA", test_choice_by_data},
                                   {"the choice by costs", test_choice_by_costs},
                                   {"sparse or not, by costs", test_sparse_by_costs},
                                   {"threads of sparse panels", test_sparse_threads},
                                   {"several sparse parts", test_sparse_parts},
                                   {"a sparse part of few columns", test_unequal_parts},
                                   {"rows that are left out", test_left_out_rows},
                                   {"sparse panels of long columns", test_sparse_long},
                                   {"the naive kernel at one pair", test_naive},
                                   {"a shared pair", test_shared},
                                   {0}};
const check_suite suite_plan = {"plan", tests, true, NULL};
