/* The distribution of S against counts of all orders. */
#include "kendall/exact.h"

#include <float.h>
#include <math.h>

#include "check.h"
#include "guard.h"
#include "kernels/kendall/types.h"

/* at_most[q], 0 <= q < room: of all orders of n rows, the share with at most q concordant pairs.
   The window is added up anew for each q, in long doubles. */
static void define(int64_t n, int64_t room, long double *at_most) {
  long double *before = GUARD_NEW(long double, room), sum = 0;
  for (int64_t q = 0; q < room; q++)
    at_most[q] = q == 0;
  for (int64_t k = 2; k <= n; k++) {
    for (int64_t q = 0; q < room; q++)
      before[q] = at_most[q];
    for (int64_t q = 0; q < room; q++) {
      at_most[q] = 0;
      for (int64_t j = 0; j < k && j <= q; j++)
        at_most[q] += before[q - j] / k;
    }
  }
  for (int64_t q = 0; q < room; q++)
    at_most[q] = sum += at_most[q];
  guard_free(before);
}

static void test_small(void) {
  enum { LAST = 80 };
  double *table[LAST + 1] = {NULL};
  guard_arena arena = guard_arena_make();
  CHECK_INT(mc_kendall_exact_tables(table, 2, LAST, &arena.arena), MC_OK);
  CHECK(table[1] == NULL);
  long double *expected = GUARD_NEW(long double, mc_kendall_pairs_among(LAST) + 1);
  for (int64_t n = 2; n <= LAST; n += n < 20 ? 1 : 20) {
    check_note("%d rows", (int) n);
    define(n, mc_kendall_pairs_among(n) + 1, expected);
    for (int64_t q = 0; q <= mc_kendall_pairs_among(n); q++)
      CHECK(fabsl(table[n][q] - expected[q]) <= 1e-13L * expected[q]);
  }
  /* 10 rows in reversed order: one of 10! */
  CHECK(fabs(table[10][0] * 3628800 - 1) < 1e-14);
  guard_free(expected);
  guard_arena_release(&arena);
}

/* Far out among more rows: p-values down to 1e-290, where that of one order is none of a double. */
static void test_tail(void) {
  enum { N = 220, ROOM = 2500 };
  double *table[N + 1] = {NULL};
  if (check_fast())
    return;
  guard_arena arena = guard_arena_make();
  CHECK_INT(mc_kendall_exact_tables(table, N, N, &arena.arena), MC_OK);
  long double *expected = GUARD_NEW(long double, ROOM);
  define(N, ROOM, expected);
  int64_t compared = 0;
  for (int64_t q = 0; q < ROOM; q++) {
    compared += expected[q] > 1e-290L;
    CHECK(fabsl(table[N][q] - expected[q]) <= 1e-12L * expected[q] || expected[q] <= 1e-290L);
  }
#if LDBL_MIN_10_EXP < -400
  CHECK(expected[0] <= 1e-400L); /* less than a double can be; valgrind has doubles only */
#else
  CHECK(expected[0] == 0); /* long double has a double's exponents (POWER) */
#endif
  CHECK(table[N][0] == 0 && compared > ROOM / 2);
  guard_free(expected);
  guard_arena_release(&arena);
}

/* The longest: all add up to 1, the variance is that of the formula, and what was there stays. */
static void test_longest(void) {
  enum { N = MC_EXACT_MAX_ROWS };
  double mark = 0, *table[N + 1] = {[N - 1] = &mark};
  guard_arena arena = guard_arena_make();
  CHECK_INT(mc_kendall_exact_tables(table, N - 2, N, &arena.arena), MC_OK);
  CHECK(table[N - 3] == NULL && table[N - 2] != NULL && table[N - 1] == &mark);
  const int64_t all = mc_kendall_pairs_among(N);
  double variance = 0;
  for (int64_t q = 0; q <= all; q++) {
    const double p = table[N][q] - (q > 0 ? table[N][q - 1] : 0),
                 s = 2.0 * (double) q - (double) all;
    variance += p * s * s;
    CHECK(p >= 0);
  }
  CHECK(fabs(table[N][all] - 1) < 1e-12);
  CHECK(fabs(variance / (N * (N - 1.0) * (2 * N + 5.0) / 18) - 1) < 1e-10);
  guard_arena_release(&arena);
}

static void test_no_memory(void) {
  double *table[31] = {NULL};
  for (int64_t refuse = 1; refuse <= 4; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    CHECK_INT(mc_kendall_exact_tables(table, 29, 30, &arena.arena), MC_ERR_MEMORY);
    table[29] = table[30] = NULL;
    guard_arena_release(&arena);
  }
}

static const check_test tests[] = {{"against sums of windows", test_small},
                                   {"far out", test_tail},
                                   {"the longest table", test_longest},
                                   {"no memory", test_no_memory},
                                   {0}};
const check_suite suite_exact = {"exact", tests, false, NULL};
