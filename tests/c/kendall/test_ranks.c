/* The rank transform against ranks counted one by one. */
#include "kendall/ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"
#include "kernels/kendall/types.h"
#include "oracle.h"

static const mc_kendall_ranks_extras all_extras = {.order = true,
                                                   .present = true,
                                                   .groups = true,
                                                   .triples = true},
                                     no_extras = {0};

/* The sizes of the groups of column j, and the rows that it lacks. */
static void check_groups(const mc_kendall_ranks *ranks, int64_t j, const uint32_t *expected) {
  CHECK((ranks->groups == NULL) == (ranks->width == 4));
  if (ranks->groups == NULL)
    return;
  const uint16_t *lacking = mc_kendall_ranks_lacking(ranks, j);
  int64_t *rows = GUARD_NEW(int64_t, ranks->n);
  memset(rows, 0, (size_t) ranks->n * sizeof *rows);
  for (int64_t i = 0; i < ranks->n; i++)
    if (expected[i] == MC_RANK32_NA)
      CHECK_INT(*lacking++, i);
    else
      rows[expected[i]]++;
  CHECK(lacking == ranks->groups + (j + 1) * ranks->stride);
  for (int64_t rank = 0; rank < ranks->column[j].distinct; rank++)
    CHECK_INT(ranks->groups[j * ranks->stride + rank], rows[rank]);
  guard_free(rows);
}

/* The order of column j: the present rows, ascending, ties by row. */
static void check_order(const mc_kendall_ranks *ranks, int64_t j, const uint32_t *rank) {
  int64_t at = j * ranks->stride, before = -1;
  for (int64_t k = 0; k < ranks->column[j].present; k++) {
    int64_t row = ranks->width == 2 ? ((const uint16_t *) ranks->order)[at + k]
                                    : ((const uint32_t *) ranks->order)[at + k];
    CHECK(row < ranks->n && rank[row] != MC_RANK32_NA);
    CHECK(before < 0 || rank[before] < rank[row] || (rank[before] == rank[row] && before < row));
    before = row;
  }
}

/* Ranks columns [first, last) and compares every rank, order and summary. */
static void compare_by(const mc_kernels *kernels, const mc_matrix *x, const uint32_t *rows,
                       int64_t n, int64_t first, int64_t last, int threads) {
  guard_arena arena = guard_arena_make();
  mc_kendall_ranks ranks, more; /* the same columns twice, as two jobs */
  mc_kendall_rank_scratch scratch;
  CHECK_INT(mc_kendall_ranks_make(&ranks, n, last - first, all_extras, &arena.arena), MC_OK);
  CHECK_INT(mc_kendall_ranks_make(&more, n, last - first, no_extras, &arena.arena), MC_OK);
  CHECK_INT(mc_kendall_rank_scratch_make(&scratch, n, threads, &arena.arena), MC_OK);
  CHECK_INT(ranks.width, n <= 65535 ? 2 : 4);
  CHECK(ranks.stride >= n && ranks.stride * ranks.width % MC_ALIGN == 0);
  CHECK(mc_kendall_ranks_column_bytes(n, no_extras) >=
        ranks.stride * ranks.width + (int64_t) sizeof(mc_kendall_ranked));
  CHECK(mc_kendall_ranks_column_bytes(n, all_extras) >=
        2 * ranks.stride * ranks.width + (int64_t) sizeof(mc_kendall_ranked));
  const mc_columns columns = mc_columns_of_matrix(*x);
  const mc_kendall_rank_job jobs[] = {{&ranks, &columns, first, last},
                                      {&more, &columns, first, last}};
  mc_call call = mc_call_make(&arena.arena, NULL, threads);
  call.kernels = kernels;
  CHECK_INT(mc_kendall_ranks_fill(jobs, 2, rows, threads, &scratch, 0, &call), MC_OK);

  uint32_t *expected = GUARD_NEW(uint32_t, n);
  for (int64_t j = 0; j < last - first; j++) {
    int64_t pairs, present = 0;
    oracle_ranks(x, first + j, rows, n, expected, &pairs);
    for (int64_t i = 0; i < n; i++) {
      CHECK_INT(mc_kendall_rank_at(&ranks, j, i), expected[i]);
      CHECK_INT(mc_kendall_rank_at(&more, j, i), expected[i]);
      present += expected[i] != MC_RANK32_NA;
    }
    uint32_t distinct = 0;
    for (int64_t i = 0; i < n; i++)
      if (expected[i] != MC_RANK32_NA && expected[i] >= distinct)
        distinct = expected[i] + 1;
    check_order(&ranks, j, expected);
    check_groups(&ranks, j, expected);
    CHECK(more.present == NULL &&
          ((uintptr_t) mc_kendall_ranks_present(&ranks, j)) % MC_ALIGN == 0);
    for (int64_t i = 0; i < ranks.present_units * MC_ALIGN * 8; i++)
      CHECK_INT(mc_kendall_ranks_present(&ranks, j)[i / 64] >> i % 64 & 1,
                i < n && expected[i] != MC_RANK32_NA);
    CHECK_INT(ranks.column[j].distinct, distinct);
    CHECK_INT(ranks.column[j].present, present);
    CHECK_INT(ranks.column[j].pairs, pairs);
    CHECK_INT(ranks.column[j].missing, present < n);
    CHECK_INT(ranks.column[j].tied, pairs < present * (present - 1) / 2);
  }
  guard_free(expected);
  guard_arena_release(&arena);
}

static void compare(const mc_matrix *x, const uint32_t *rows, int64_t n, int64_t first,
                    int64_t last, int threads) {
  compare_by(mc_kernels_active(), x, rows, n, first, last, threads);
}

enum { MOST_KEYS = 8192 }; /* rows that a target sorts by keys */

static int64_t most_keys(void) {
  return MOST_KEYS;
}

/* One column of doubles, all rows. Each target sorts up to MOST_KEYS rows by keys, too. */
static void compare_doubles(const double *value, int64_t n) {
  const mc_matrix x = {value, MC_F64, n, 1};
  compare(&x, NULL, n, 0, 1, 1);
  mc_kernels kernels = *mc_kernels_active();
  if (n > MOST_KEYS || n <= kernels.column_keys_rows())
    return;
  kernels.column_keys_rows = most_keys;
  compare_by(&kernels, &x, NULL, n, 0, 1, 1);
}

/* The oracle by sorting against the oracle by counting. */
static void test_oracle(void) {
  rng r = {1};
  for (int64_t n = 0; n < 60; n++) {
    mc_matrix x = matrix_make(&r, n % 2 ? MC_F64 : MC_I32, n, 4, 0.3);
    uint32_t *a = GUARD_NEW(uint32_t, n), *b = GUARD_NEW(uint32_t, n);
    for (int64_t j = 0; j < 4; j++) {
      int64_t pairs;
      oracle_ranks(&x, j, NULL, n, a, &pairs);
      oracle_ranks_slow(&x, j, NULL, n, b);
      CHECK(memcmp(a, b, (size_t) n * sizeof *a) == 0);
      int64_t count = 0;
      for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < i; k++)
          count += b[i] != b[k] && b[i] != MC_RANK32_NA && b[k] != MC_RANK32_NA;
      CHECK_INT(pairs, count);
    }
    guard_free(a);
    guard_free(b);
    matrix_free(&x);
  }
}

static void test_random(void) {
  rng r = {2};
  for (int64_t n = 0; n <= 260; n++)
    for (int type = 0; type < 2; type++) {
      check_note("n = %d, %s", (int) n, type ? "integer" : "double");
      mc_matrix x = matrix_make(&r, type ? MC_I32 : MC_F64, n, 7, 0.3);
      compare(&x, NULL, n, 0, 7, 1 + (int) (n % 4));
      compare(&x, NULL, n, 2, 5, 1);
      matrix_free(&x);
    }
}

/* A subset of the rows, in order, as complete cases are. */
static void test_rows(void) {
  rng r = {3};
  for (int64_t n = 1; n <= 200; n += 7)
    for (int type = 0; type < 2; type++) {
      check_note("n = %d", (int) n);
      mc_matrix x = matrix_make(&r, type ? MC_I32 : MC_F64, n, 5, 0.5);
      uint32_t rows[200];
      int64_t count = 0;
      for (int64_t i = 0; i < n; i++)
        if (rng_chance(&r, 0.6))
          rows[count++] = (uint32_t) i;
      uint32_t *exact = GUARD_NEW(uint32_t, count);
      memcpy(exact, rows, (size_t) count * sizeof *rows);
      compare(&x, exact, count, 0, 5, 2);
      guard_free(exact);
      matrix_free(&x);
    }
}

/* Threads share nothing but the read-only matrix. */
static void test_threads(void) {
  rng r = {4};
  mc_matrix x = matrix_make(&r, MC_F64, 500, 60, 0.1);
  for (int threads = 1; threads <= 4; threads++)
    compare(&x, NULL, 500, 0, 60, threads);
  matrix_free(&x);
}

static void test_special_values(void) {
  compare_doubles(nasty_doubles, NASTY);
  double v[3 * NASTY];
  rng r = {5};
  for (int round = 0; round < 50; round++) {
    for (int i = 0; i < 3 * NASTY; i++)
      v[i] = rng_chance(&r, 0.1) ? NAN : nasty_doubles[rng_below(&r, NASTY)];
    compare_doubles(v, 3 * NASTY);
  }
  /* any bits at all, so NaNs of every payload and sign too */
  for (int round = 0; round < 50; round++) {
    for (int i = 0; i < 3 * NASTY; i++) {
      uint64_t bits = rng_next(&r);
      if (rng_chance(&r, 0.2))
        bits |= UINT64_C(0x7ff) << 52;
      memcpy(&v[i], &bits, sizeof bits);
    }
    compare_doubles(v, 3 * NASTY);
  }
  const double zeros[] = {0.0, -0.0, 0.0, -0.0, 0x1p-1074, -0x1p-1074};
  compare_doubles(zeros, 6);

  const int32_t ints[] = {INT32_MAX, INT32_MIN + 1, INT32_MIN,     0, -1, 1,
                          INT32_MIN, INT32_MAX,     INT32_MAX - 1, 0, -1};
  compare(&(mc_matrix){ints, MC_I32, 11, 1}, NULL, 11, 0, 1, 1);
}

/* Data whose leading bits say nothing: the leading-bits pass must give up and
   the full sort take over. `far` values lie far out. */
static void crowded(rng *r, int64_t n, int64_t far, double step) {
  check_note("n = %d, %d far out, step %g", (int) n, (int) far, step);
  double *v = GUARD_NEW(double, n);
  uint32_t *order = GUARD_NEW(uint32_t, n);
  shape_fill(r, SHAPE_PERMUTATION, n, order);
  for (int64_t i = 0; i < n; i++)
    v[i] = order[i] < far ? (i % 2 ? -1e300 : 1e300) : 1 + order[i] * step;
  compare_doubles(v, n);
  guard_free(order);
  guard_free(v);
}

static void test_crowded(void) {
  rng r = {6};
  const int64_t sizes[] = {20, 127, 128, 256, 257, 639, 640, 4095, 4096, 4097, 8192, 8193, 20000};
  for (int k = 0; k < 13; k++)
    for (int64_t far = 0; far <= 2; far++) {
      crowded(&r, sizes[k], far, 0x1p-52);
      crowded(&r, sizes[k], far, 0x1p-30);
    }
}

/* Different values, but for a group of two or three, at each place: equal values, or values that
   differ by little and are in descending order. The sort looks for equal leading bits block by
   block; the group may lie across the border of two blocks. */
static void test_one_group(void) {
  const int64_t sizes[] = {2, 3, 63, 64, 65, 66, 128, 129, 130, 194, 257, 600};
  for (int k = 0; k < 12; k++)
    for (int64_t group = 2; group <= 3; group++)
      for (int64_t at = 0; at + group <= sizes[k]; at++)
        for (int tied = 0; tied < 2; tied++) {
          const int64_t n = sizes[k];
          double *v = GUARD_NEW(double, n);
          for (int64_t i = 0; i < n; i++)
            v[i] = (double) i;
          for (int64_t i = 1; i < group; i++)
            v[at + i] = (double) at - (tied ? 0 : 1e-9 * (double) i);
          check_note("n = %d, %d from %d on", (int) n, (int) group, (int) at);
          compare_doubles(v, n);
          guard_free(v);
        }
}

/* Groups of values that differ by little: equal leading bits, in any order, with some ties. */
static void test_close(void) {
  rng r = {8};
  const int64_t sizes[] = {63, 64, 65, 66, 128, 129, 193, 256, 257, 1000, 4096, 8000, 9000};
  for (int k = 0; k < 13; k++)
    for (int64_t group = 2; group <= 18; group += 8) {
      const int64_t n = sizes[k];
      double *v = GUARD_NEW(double, n);
      uint32_t *place = GUARD_NEW(uint32_t, n);
      shape_fill(&r, SHAPE_PERMUTATION, n, place);
      for (int64_t i = 0; i < n; i++)
        v[place[i]] = (double) (i / group) + 0x1p-36 * (double) rng_below(&r, group);
      check_note("n = %d, groups of %d", (int) n, (int) group);
      compare_doubles(v, n);
      guard_free(place);
      guard_free(v);
    }
}

/* Where the sort (4,096 or 8,192), the digits (128, 640, 4,096, 65,536) and the width of ranks
   (65,536) change. */
static void test_switches(void) {
  rng r = {7};
  const int64_t sizes[] = {127,  128,  255,  256,  257,   639,   640,   4095,
                           4096, 4097, 8192, 8193, 65534, 65535, 65536, 65537};
  uint32_t *value = GUARD_NEW(uint32_t, 65537);
  double *v = GUARD_NEW(double, 65537);
  for (int k = 0; k < 16; k++)
    for (int s = 0; s < SHAPES; s++) {
      int64_t n = sizes[k];
      check_note("n = %d, %s", (int) n, shape_names[s]);
      shape_fill(&r, (shape) s, n, value);
      for (int64_t i = 0; i < n; i++)
        v[i] = s % 2 ? (double) value[i] : exp(-1e-3 * value[i]);
      compare_doubles(v, n);
      if (s != SHAPE_PERMUTATION)
        continue;
      v[rng_below(&r, n)] = NAN; /* all ranks are taken, and one is missing */
      compare_doubles(v, n);
    }
  guard_free(v);
  guard_free(value);
}

/* Where rows and digits stop fitting into 32 bits between the sort's passes. */
static void test_many_rows(void) {
  if (check_fast() || guard_poisons())
    return;
  rng r = {10};
  for (int64_t n = (1 << 20) - 1; n <= (1 << 20) + 1; n++) {
    double *v = GUARD_NEW(double, n);
    for (int64_t i = 0; i < n; i++)
      v[i] = rng_chance(&r, 0.01) ? NAN : (double) rng_below(&r, i % 2 ? 1000 : INT64_C(1) << 40);
    check_note("n = %d", (int) n);
    compare_doubles(v, n);
    guard_free(v);
  }
}

/* The least and the greatest, wherever they and NaN stand. */
static void test_range(void) {
  rng r = {11};
  const double special[] = {NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0, 1e308, -5e-324};
  for (int64_t n = 0; n < 80; n++)
    for (int round = 0; round < 40; round++) {
      double *v = GUARD_NEW(double, n), least = INFINITY, most = -INFINITY;
      int64_t present = 0;
      for (int64_t i = 0; i < n; i++) {
        v[i] = round == 0            ? (double) NAN
               : rng_chance(&r, 0.2) ? special[rng_below(&r, 8)]
                                     : (double) rng_below(&r, 1000) - 500;
        if (isnan(v[i]))
          continue;
        present++;
        least = v[i] < least ? v[i] : least;
        most = v[i] > most ? v[i] : most;
      }
      mc_column_range got = mc_kernels_active()->column_range(v, n);
      CHECK(got.least == least && got.most == most);
      CHECK_INT(got.present, present);
      guard_free(v);
    }
}

static void test_limits(void) {
  guard_arena arena = guard_arena_make();
  mc_kendall_ranks ranks;
  CHECK_INT(mc_kendall_ranks_make(&ranks, MC_RANKS_MAX_ROWS + 1, 1, no_extras, &arena.arena),
            MC_ERR_SIZE);
  CHECK_INT(mc_kendall_ranks_make(&ranks, INT64_MAX, 1, all_extras, &arena.arena), MC_ERR_SIZE);
  CHECK_INT(
    mc_kendall_ranks_make(&ranks, MC_RANKS_MAX_ROWS, INT64_MAX / 1000, all_extras, &arena.arena),
    MC_ERR_SIZE);
  CHECK_INT(arena.calls, 0);
  arena.most = 1 << 20;
  CHECK_INT(mc_kendall_ranks_make(&ranks, MC_RANKS_MAX_ROWS, 1 << 20, all_extras, &arena.arena),
            MC_ERR_MEMORY);
  CHECK_INT(mc_kendall_ranks_make(&ranks, 1 << 20, 1, no_extras, &arena.arena), MC_ERR_MEMORY);
  mc_kendall_rank_scratch scratch;
  CHECK_INT(mc_kendall_rank_scratch_make(&scratch, 1 << 20, 1, &arena.arena), MC_ERR_MEMORY);
  guard_arena_release(&arena);
}

/* Late ranks: those of column 0 if it has no ties and no missing values. They are the others'. */
static void test_late_ranks(void) {
  enum { COLUMNS = 2, KINDS = 4 };
  rng r = {12};
  const int64_t sizes[] = {100, 65535, 65536, 70000};
  for (int s = 0; s < 4; s++)
    for (int k = 0; k < KINDS; k++) {
      const int64_t n = sizes[s];
      double *value = GUARD_NEW(double, COLUMNS *n);
      for (int64_t i = 0; i < COLUMNS * n; i++)
        value[i] = k == 2 ? (double) (rng_next(&r) % 30000) : (double) rng_next(&r);
      if (k == 1)
        value[n / 2] = NAN;
      for (int64_t i = 0; i < n && k == 3; i++)
        value[i] = i % 3;
      guard_arena arena = guard_arena_make();
      mc_kendall_ranks late, ranks;
      mc_kendall_rank_scratch scratch;
      mc_kendall_ranks_make(&ranks, n, COLUMNS, (mc_kendall_ranks_extras){.order = true},
                            &arena.arena);
      mc_kendall_ranks_make(&late, n, COLUMNS,
                            (mc_kendall_ranks_extras){.order = true, .late_rank = true},
                            &arena.arena);
      mc_kendall_rank_scratch_make(&scratch, n, 2, &arena.arena);
      const mc_columns columns = mc_columns_of_matrix((mc_matrix){value, MC_F64, n, COLUMNS});
      const mc_kendall_rank_job jobs[] = {{&ranks, &columns, 0, COLUMNS},
                                          {&late, &columns, 0, COLUMNS}};
      const mc_call call = mc_call_make(&arena.arena, NULL, 2);
      CHECK_INT(mc_kendall_ranks_fill(jobs, 2, NULL, 2, &scratch, 0, &call), MC_OK);
      check_note("n = %d, kind %d", (int) n, k);
      CHECK_INT(late.column[0].no_rank, k == 0 && n > 65535);
      CHECK(!late.column[1].no_rank && !ranks.column[0].no_rank);
      for (int again = 0; again < 2; again++) {
        mc_kendall_ranks_rank(&late);
        CHECK(!late.column[0].no_rank);
        for (int64_t j = 0; j < COLUMNS; j++)
          for (int64_t i = 0; i < n; i++)
            CHECK_INT(mc_kendall_rank_at(&late, j, i), mc_kendall_rank_at(&ranks, j, i));
      }
      guard_arena_release(&arena);
      guard_free(value);
    }
}

static bool stop(void *data, double done) {
  (void) done;
  return --*(int *) data == 0;
}

static void test_interrupt(void) {
  rng r = {9};
  mc_matrix x = matrix_make(&r, MC_I32, 50, 40, 0);
  guard_arena arena = guard_arena_make();
  mc_kendall_ranks ranks;
  mc_kendall_rank_scratch scratch;
  mc_kendall_ranks_make(&ranks, 50, 40, no_extras, &arena.arena);
  mc_kendall_rank_scratch_make(&scratch, 50, 2, &arena.arena);
  int left = 1;
  mc_monitor monitor = {.poll = stop, .data = &left, .pass = 1e-9, .total = 40};
  const mc_call call = mc_call_make(&arena.arena, &monitor, 2);
  const mc_columns columns = mc_columns_of_matrix(x);
  const mc_kendall_rank_job job = {&ranks, &columns, 0, 40};
  CHECK_INT(mc_kendall_ranks_fill(&job, 1, NULL, 2, &scratch, 1, &call), MC_INTERRUPTED);
  left = -1;
  monitor.done = 0;
  CHECK_INT(mc_kendall_ranks_fill(&job, 1, NULL, 2, &scratch, 1, &call), MC_OK);
  CHECK(fabs(monitor.done - 40) < 1e-9);
  guard_arena_release(&arena);
  matrix_free(&x);
}

static const check_test tests[] = {{"the two oracles agree", test_oracle},
                                   {"random columns", test_random},
                                   {"a subset of rows", test_rows},
                                   {"threads", test_threads},
                                   {"special values", test_special_values},
                                   {"values crowded in the last bits", test_crowded},
                                   {"one group of close values", test_one_group},
                                   {"groups of close values", test_close},
                                   {"switches of digits and width", test_switches},
                                   {"many rows", test_many_rows},
                                   {"the range of a column", test_range},
                                   {"limits", test_limits},
                                   {"late ranks", test_late_ranks},
                                   {"interrupt", test_interrupt},
                                   {0}};
const check_suite suite_ranks = {"ranks", tests, true, NULL};
