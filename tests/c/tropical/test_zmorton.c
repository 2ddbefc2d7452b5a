/* The Z-Morton layout against figure 4 of Tithi et al., laid out element by element. */
#include "tropical/zmorton.h"

#include <stdbool.h>

#include "check.h"
#include "guard.h"

static int64_t least(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static int64_t rest(int64_t a, int64_t b) {
  return a > b ? a - b : 0;
}

/* A matrix of which `place` says where each element is; rows are `width` apart. */
typedef struct {
  int64_t *place, width, base, next;
} layout;

/* Puts the m x n elements from (row, column) on behind those that have been put. */
static void lay_out(layout *x, int64_t row, int64_t column, int64_t m, int64_t n) {
  if (m <= x->base && n <= x->base) {
    for (int64_t i = 0; i < m; i++)
      for (int64_t j = 0; j < n; j++)
        x->place[(row + i) * x->width + column + j] = x->next++;
    return;
  }
  const int64_t most = m > n ? m : n;
  int64_t c = 1;
  while (2 * c < most)
    c *= 2;
  const int64_t m1 = least(c, m), n1 = least(c, n), m2 = rest(m, c), n2 = rest(n, c);
  lay_out(x, row, column, m1, n1);
  lay_out(x, row, column + c, m1, n2);
  lay_out(x, row + c, column, m2, n1);
  lay_out(x, row + c, column + c, m2, n2);
}

static void try_index(int64_t m, int64_t n, int64_t base) {
  check_note("%d x %d, base %d", (int) m, (int) n, (int) base);
  layout x = {GUARD_NEW(int64_t, m * n), n, base, 0};
  bool *taken = GUARD_NEW(bool, m *n);
  for (int64_t at = 0; at < m * n; at++)
    taken[at] = false;
  lay_out(&x, 0, 0, m, n);
  CHECK_INT(x.next, m * n);
  bool same = true;
  for (int64_t i = 0; i < m; i++)
    for (int64_t j = 0; j < n; j++) {
      const int64_t at = mc_tropical_zmorton_index(m, n, base, i, j);
      if (at >= 0 && at < m * n)
        taken[at] = true;
      same = same && at == x.place[i * n + j];
    }
  CHECK(same);
  for (int64_t at = 0; at < m * n; at++)
    same = same && taken[at];
  CHECK(same);
  guard_free(x.place);
  guard_free(taken);
}

/* All sizes up to one above 32, then some up to 64. */
static void test_index(void) {
  const int64_t most = check_fast() ? 33 : 64;
  for (int64_t m = 1; m <= most; m += m < 34 ? 1 : 5)
    for (int64_t n = 1; n <= most; n += n < 34 ? 1 : 5) {
      try_index(m, n, 1);
      try_index(m, n, 2);
      try_index(m, n, 4);
      try_index(m, n, 16);
    }
}

/* Every block once, by its first element; its rows follow each other. */
static void try_blocks(int64_t m, int64_t n, int64_t base) {
  check_note("%d x %d, base %d", (int) m, (int) n, (int) base);
  int64_t elements = 0;
  for (int64_t i = 0; i < m; i += base)
    for (int64_t j = 0; j < n; j += base) {
      const mc_tropical_zmorton x = mc_tropical_zmorton_block(m, n, base, i, j);
      CHECK_INT(x.row, i);
      CHECK_INT(x.column, j);
      CHECK_INT(x.rows, least(base, m - i));
      CHECK_INT(x.columns, least(base, n - j));
      elements += x.rows * x.columns;
      const mc_tropical_zmorton same =
        mc_tropical_zmorton_block(m, n, base, i + x.rows - 1, j + x.columns - 1);
      CHECK(same.row == i && same.column == j && same.offset == x.offset);
      for (int64_t row = 0; row < x.rows; row++) {
        const int64_t at = mc_tropical_zmorton_index(m, n, base, i + row, j);
        CHECK_INT(at, x.offset + row * x.columns);
        CHECK_INT(mc_tropical_zmorton_index(m, n, base, i + row, j + x.columns - 1),
                  at + x.columns - 1);
      }
    }
  CHECK_INT(elements, m * n);
}

static void test_blocks(void) {
  for (int64_t m = 1; m <= 64; m += 1 + m / 16)
    for (int64_t n = 1; n <= 64; n += 1 + n / 16)
      for (int64_t base = 1; base <= 64; base *= 2)
        try_blocks(m, n, base);
}

static void test_large(void) {
  const int64_t m = (INT64_C(1) << 30) - 1, n = (INT64_C(1) << 30) + 1;
  CHECK_INT(mc_tropical_zmorton_index(m, n, 128, 0, 0), 0);
  CHECK_INT(mc_tropical_zmorton_index(m, n, 128, m - 1, n - 2), m * (n - 1) - 1);
  CHECK_INT(mc_tropical_zmorton_index(m, n, 128, m - 1, n - 1), m * n - 1);
}

static void test_quadrants(void) {
  for (int64_t m = 1; m <= 64; m++)
    for (int64_t n = m == 1 ? 2 : 1; n <= 64; n++) {
      check_note("%d x %d", (int) m, (int) n);
      const mc_tropical_zmorton x = {5, 7, 11, m, n};
      const int64_t c = mc_tropical_zmorton_cut(m > n ? m : n);
      mc_tropical_zmorton q[4];
      mc_tropical_zmorton_quadrants(&x, q);
      int64_t offset = 11;
      for (int k = 0; k < 4; k++) {
        CHECK_INT(q[k].row, k < 2 ? 5 : 5 + c);
        CHECK_INT(q[k].column, k % 2 == 0 ? 7 : 7 + c);
        CHECK_INT(q[k].offset, offset);
        offset += q[k].rows * q[k].columns;
      }
      CHECK_INT(offset, 11 + m * n);
      CHECK_INT(q[0].rows, least(c, m));
      CHECK_INT(q[0].columns, least(c, n));
      CHECK(q[1].rows == q[0].rows && q[2].columns == q[0].columns);
      CHECK(q[3].rows == q[2].rows && q[3].columns == q[1].columns);
      CHECK(q[0].rows + q[2].rows == m && q[0].columns + q[1].columns == n);
    }
}

static void try_cut(int64_t n) {
  const int64_t c = mc_tropical_zmorton_cut(n);
  check_note("n %.0f", (double) n);
  CHECK(c > 0 && (c & (c - 1)) == 0);
  CHECK(c < n && c >= n - c);
}

static void test_cut(void) {
  for (int64_t n = 2; n < 5000; n++)
    try_cut(n);
  for (int k = 2; k < 62; k++)
    for (int64_t n = (INT64_C(1) << k) - 1; n <= (INT64_C(1) << k) + 1; n++)
      try_cut(n);
}

static const check_test tests[] = {
  {"cuts", test_cut},      {"quadrants", test_quadrants},  {"indices", test_index},
  {"blocks", test_blocks}, {"large matrices", test_large}, {0}};
const check_suite suite_zmorton = {"zmorton", tests, false, NULL};
