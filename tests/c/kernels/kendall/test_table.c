/* The kernels of tables, each against the plainest loops. */
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"
#include "oracle.h"

enum { GROUP = MC_TABLE_GROUP, CELL = GROUP * GROUP, P = MC_BITS_PANEL };

static int64_t words_of(int64_t n) {
  return (n + 63) / 64;
}

/* ---- kendall_table_bits16, kendall_table_bits32 ---- */

/* Words [first, last) of a column of a group that ends where the words do. */
static uint64_t *make_bits(const uint32_t *rank, int64_t n, int width, int64_t first, int64_t last,
                           int values, bool present) {
  const int64_t size = (last - first) * mc_kendall_table_rows(values, present) * GROUP;
  uint64_t *bits = GUARD_NEW(uint64_t, size);
  memset(bits, 0x5a, (size_t) size * sizeof *bits);
  uint64_t *to = size > 0 ? bits + GROUP - 1 : bits;
  if (width == 32) {
    mc_kernels_active()->kendall_table_bits32(rank, n, first, last, values, present, to);
    return bits;
  }
  uint16_t *narrow = GUARD_NEW(uint16_t, n);
  for (int64_t i = 0; i < n; i++)
    narrow[i] = (uint16_t) rank[i];
  mc_kernels_active()->kendall_table_bits16(narrow, n, first, last, values, present, to);
  guard_free(narrow);
  return bits;
}

static void check_bits(const uint32_t *rank, int64_t n, int64_t first, int64_t last, int values,
                       bool present, const uint64_t *bits) {
  const int rows = mc_kendall_table_rows(values, present);
  for (int64_t w = first; w < last; w++)
    for (int v = 0; v < rows; v++)
      for (int c = 0; c < GROUP; c++) {
        uint64_t expected = 0;
        for (int64_t i = 64 * w; i < n && i < 64 * w + 64; i++)
          expected |=
            (uint64_t) (rank[i] != MC_RANK32_NA && (v == values - 1 || rank[i] <= (uint32_t) v))
            << i % 64;
        if (c < GROUP - 1) /* other columns */
          expected = UINT64_C(0x5a5a5a5a5a5a5a5a);
        CHECK(bits[((w - first) * rows + v) * GROUP + c] == expected);
      }
}

static void test_bits(void) {
  rng r = {1};
  const int64_t most = check_fast() ? 70 : 200;
  for (int64_t n = 0; n <= most; n++)
    for (int round = 0; round < 6; round++) {
      const int width = round % 2 ? 16 : 32, values = 2 + (int) rng_below(&r, round < 4 ? 6 : 63);
      const bool present = rng_chance(&r, 0.5);
      uint32_t *rank = GUARD_NEW(uint32_t, n);
      for (int64_t i = 0; i < n; i++)
        rank[i] = rng_chance(&r, 0.2) ? MC_RANK32_NA : (uint32_t) rng_below(&r, values);
      const int64_t words = words_of(n), first = rng_below(&r, words + 1);
      check_note("n = %d, %d values, %d bits, from word %d", (int) n, values, width, (int) first);
      uint64_t *bits = make_bits(rank, n, width, first, words, values, present);
      check_bits(rank, n, first, words, values, present, bits);
      guard_free(bits);
      guard_free(rank);
    }
}

/* ---- kendall_table_counts, kendall_table_ones ---- */

static int ones(uint64_t v) {
  int count = 0;
  for (; v != 0; v &= v - 1)
    count++;
  return count;
}

static uint64_t *random_bits(rng *r, int64_t words, int rows, bool full) {
  const int64_t size = words * rows * GROUP;
  uint64_t *bits = GUARD_NEW(uint64_t, size);
  for (int64_t k = 0; k < size; k++)
    bits[k] = full ? UINT64_MAX : rng_next(r);
  return bits;
}

static void try_counts(rng *r, int64_t words, int a_rows, int columns, int b_rows, bool full) {
  const int x_values = a_rows + (int) rng_below(r, 2), y_values = b_rows + (int) rng_below(r, 2);
  const int64_t size = (int64_t) x_values * y_values * CELL;
  uint64_t *a = random_bits(r, words, a_rows, full), *b = random_bits(r, words, b_rows, full);
  int64_t *counts = GUARD_NEW(int64_t, size), *sums = GUARD_NEW(int64_t, b_rows * GROUP);
  for (int64_t k = 0; k < size; k++)
    counts[k] = 1000 + k;
  for (int k = 0; k < b_rows * GROUP; k++)
    sums[k] = k;
  const mc_kernels *k = mc_kernels_active();
  check_note("%d words, %d rows of %d columns, %d rows", (int) words, a_rows, columns, b_rows);
  k->kendall_table_counts(a, b, words, a_rows, columns, b_rows, y_values, counts);
  k->kendall_table_ones(b, words, b_rows, sums);
  for (int64_t at = 0; at < size; at++) {
    const int j = (int) (at % GROUP), q = (int) (at / GROUP % y_values);
    const int i = (int) (at / GROUP / y_values % GROUP), p = (int) (at / GROUP / y_values / GROUP);
    int64_t expected = 1000 + at;
    for (int64_t w = 0; w < words && p < a_rows && q < b_rows && i < columns; w++)
      expected += ones(a[(w * a_rows + p) * GROUP + i] & b[(w * b_rows + q) * GROUP + j]);
    CHECK_INT(counts[at], expected);
  }
  for (int at = 0; at < b_rows * GROUP; at++) {
    int64_t expected = at;
    for (int64_t w = 0; w < words; w++)
      expected += ones(b[w * b_rows * GROUP + at]);
    CHECK_INT(sums[at], expected);
  }
  guard_free(a);
  guard_free(b);
  guard_free(counts);
  guard_free(sums);
}

static void test_counts(void) {
  rng r = {2};
  for (int columns = 1; columns <= GROUP; columns++)
    for (int rows = 1; rows <= 6; rows++)
      try_counts(&r, rng_below(&r, 5), rows, columns, 1 + (int) rng_below(&r, 5), false);
  /* around the ends of what byte counters take */
  for (int64_t words = 0; words <= (check_fast() ? 33 : 130); words++)
    try_counts(&r, words, 2, 3 + 5 * (int) rng_below(&r, 2), 3, words % 2);
}

/* ---- kendall_table_pairs ---- */

enum { MOST_ROWS = 60 };

/* Eight columns of ranks, and what is known of them. */
typedef struct {
  int values;
  bool present;
  uint32_t rank[GROUP][MOST_ROWS];
  int64_t margins[MC_TABLE_VALUES][GROUP];
} group;

static group group_make(rng *r, int64_t n, int values, bool present) {
  group g = {.values = values, .present = present};
  for (int c = 0; c < GROUP; c++) {
    const int mine = 1 + (int) rng_below(r, values); /* the last ones may be nobody's */
    for (int64_t i = 0; i < n; i++) {
      g.rank[c][i] = present && rng_chance(r, 0.2) ? MC_RANK32_NA : (uint32_t) rng_below(r, mine);
      for (int v = 0; v < values; v++)
        g.margins[v][c] += g.rank[c][i] <= (uint32_t) v;
    }
  }
  return g;
}

/* The row of bits `v` of a column: is row i in it? */
static bool is_in(const group *g, int c, int v, int64_t i) {
  return v == g->values - 1 ? g->rank[c][i] != MC_RANK32_NA : g->rank[c][i] <= (uint32_t) v;
}

/* Tables of what is counted; the rest is junk. */
static int64_t *tables_of(const group *x, const group *y, int64_t n) {
  const int64_t size = (int64_t) x->values * y->values * CELL;
  int64_t *table = GUARD_NEW(int64_t, size);
  for (int64_t at = 0; at < size; at++) {
    const int j = (int) (at % GROUP), q = (int) (at / GROUP % y->values);
    const int i = (int) (at / GROUP / y->values % GROUP);
    const int p = (int) (at / GROUP / y->values / GROUP);
    table[at] = -1;
    if (p == mc_kendall_table_rows(x->values, x->present) ||
        q == mc_kendall_table_rows(y->values, y->present))
      continue;
    table[at] = 0;
    for (int64_t k = 0; k < n; k++)
      table[at] += is_in(x, i, p, k) && is_in(y, j, q, k);
  }
  return table;
}

static void try_pairs(rng *r, int64_t n, int columns, bool total, bool own) {
  const bool gaps = own; /* without them the margins are the columns' own */
  const group x = group_make(r, n, 2 + (int) rng_below(r, 8), gaps && rng_chance(r, 0.6));
  const group y = group_make(r, n, 2 + (int) rng_below(r, 8), gaps && rng_chance(r, 0.6));
  int64_t *margins[2] = {GUARD_NEW(int64_t, x.values * GROUP),
                         GUARD_NEW(int64_t, y.values * GROUP)};
  memcpy(margins[0], x.margins, (size_t) x.values * GROUP * sizeof(int64_t));
  memcpy(margins[1], y.margins, (size_t) y.values * GROUP * sizeof(int64_t));
  const mc_kendall_table_side a = {margins[0], x.values, x.present},
                              b = {margins[1], y.values, y.present};
  int64_t *table = tables_of(&x, &y, n);
  int64_t(*out)[MC_TABLE_PAIRS] = guard_alloc(4 * sizeof *out);
  mc_kernels_active()->kendall_table_pairs(&a, &b, columns, total, own, table, out);
  check_note("n = %d, %d and %d values, %d columns, gaps %d and %d", (int) n, x.values, y.values,
             columns, x.present, y.present);
  for (int i = 0; i < columns; i++)
    for (int j = 0; j < GROUP; j++) {
      uint32_t u[MOST_ROWS], v[MOST_ROWS];
      int64_t common = 0;
      for (int64_t k = 0; k < n; k++)
        if (x.rank[i][k] != MC_RANK32_NA && y.rank[j][k] != MC_RANK32_NA) {
          u[common] = x.rank[i][k];
          v[common++] = y.rank[j][k];
        }
      const mc_kendall_pair_counts expected = oracle_counts(u, v, common);
      const int at = (2 * (i / P) + j / P) * P * P + i % P * P + j % P;
      CHECK_INT(out[0][at], expected.s);
      if (total)
        CHECK_INT(out[1][at], expected.total);
      if (own) {
        CHECK_INT(out[2][at], expected.x_pairs);
        CHECK_INT(out[3][at], expected.y_pairs);
      }
    }
  guard_free(margins[0]);
  guard_free(margins[1]);
  guard_free(table);
  guard_free(out);
}

static void test_pairs(void) {
  rng r = {3};
  for (int round = 0; round < (check_fast() ? 20 : 200); round++)
    try_pairs(&r, rng_below(&r, MOST_ROWS + 1), 1 + round % GROUP, round / 2 % 2, round % 2);
}

/* Two columns of two values and a thousand million rows: products of 62 bits. */
static void test_large(void) {
  const int64_t n = INT64_C(2147483647), half = n / 2;
  _Alignas(64) int64_t margins[2][GROUP], table[4 * CELL] = {0}, out[4][MC_TABLE_PAIRS];
  for (int c = 0; c < GROUP; c++) {
    margins[0][c] = half;
    margins[1][c] = n;
  }
  for (int k = 0; k < 2 * CELL; k++) /* [x 0][i][y][j]: y equals x, or is its opposite */
    table[k] = k / GROUP % 2 == 0 && k % GROUP < P ? half : 0;
  const mc_kendall_table_side side = {margins[0], 2, false};
  mc_kernels_active()->kendall_table_pairs(&side, &side, GROUP, true, false, table, out);
  for (int i = 0; i < GROUP; i++)
    for (int j = 0; j < GROUP; j++) {
      const int at = (2 * (i / P) + j / P) * P * P + i % P * P + j % P;
      const int64_t between = half * (n - half);
      CHECK_INT(out[0][at], j < P ? between : -half * half);
      CHECK_INT(out[1][at], j < P ? between : half * half);
    }
}

static const check_test tests[] = {{"bits of few values", test_bits},
                                   {"counts of tables", test_counts},
                                   {"tables to counts of pairs", test_pairs},
                                   {"products of 62 bits", test_large},
                                   {0}};
const check_suite suite_table_kernels = {"table_kernels", tests, true, NULL};
