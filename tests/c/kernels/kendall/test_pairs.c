/* The kernels of one pair of columns against the definition. */
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"
#include "kendall/one_by_one.h"
#include "oracle.h"

/* Rows in two arrays, each rounded up to whole vectors of 64 bytes. */
static size_t two_arrays(int64_t n, size_t row) {
  return 2 * (((size_t) n * row + 63) / 64 * 64);
}

typedef mc_kendall_pair_counts (*pair_kernel)(const uint32_t *x, const uint32_t *y, int64_t n,
                                              void *scratch);

static void try(const char *name, pair_kernel kernel, size_t bytes, const uint32_t *x,
                const uint32_t *y, int64_t n, const mc_kendall_pair_counts *expected) {
  void *scratch = guard_alloc(bytes);
  mc_kendall_pair_counts c = kernel(x, y, n, scratch);
  if (memcmp(&c, expected, sizeof c) != 0)
    check_failed(name, __FILE__, __LINE__);
  guard_free(scratch);
}

/* The naive kernel by ranges of rows, whose counts add up. */
static mc_kendall_pair_counts naive(const uint32_t *x, const uint32_t *y, int64_t n,
                                    void *scratch) {
  const int64_t cut[] = {0, n / 3, n / 3, n - n / 4, n};
  mc_kendall_pair_counts all = {0, 0, 0, 0};
  (void) scratch;
  for (int i = 0; i < 4; i++) {
    const mc_kendall_pair_counts c = mc_kernels_active()->kendall_naive(x, y, cut[i], cut[i + 1]);
    all.s += c.s;
    all.x_pairs += c.x_pairs;
    all.y_pairs += c.y_pairs;
    all.total += c.total;
  }
  return all;
}

/* All four kernels; vse32 if the ranks are small enough for it. */
static void try_all(const uint32_t *x, const uint32_t *y, int64_t n) {
  const mc_kernels *k = mc_kernels_active();
  mc_kendall_pair_counts expected = oracle_counts(x, y, n);
  uint32_t most = 0;
  for (int64_t i = 0; i < n; i++) {
    most = x[i] > most ? x[i] : most;
    most = y[i] > most ? y[i] : most;
  }
  try("naive", naive, 0, x, y, n, &expected);
  try("gse", k->kendall_gse, 2 * (size_t) n * 8, x, y, n, &expected);
  try("vse64", k->kendall_vse64, two_arrays(n, 8), x, y, n, &expected);
  if (most < 1 << 15)
    try("vse32", k->kendall_vse32, two_arrays(n, 4), x, y, n, &expected);
}

static void try_shapes(rng *r, int64_t n, shape sx, shape sy) {
  check_note("n = %d, %s, %s", (int) n, shape_names[sx], shape_names[sy]);
  uint32_t *x = GUARD_NEW(uint32_t, n), *y = GUARD_NEW(uint32_t, n);
  shape_fill(r, sx, n, x);
  shape_fill(r, sy, n, y);
  try_all(x, y, n);
  guard_free(x);
  guard_free(y);
}

/* Every size up to two vectors and more, every pair of shapes. */
static void test_small(void) {
  rng r = {1};
  int64_t most = check_fast() ? 20 : 70;
  for (int64_t n = 0; n <= most; n++)
    for (int sx = 0; sx < SHAPES; sx++)
      for (int sy = 0; sy < SHAPES; sy++)
        try_shapes(&r, n, (shape) sx, (shape) sy);
}

/* Sizes around multiples of the vectors, so with every kind of leftover. */
static void test_edges(void) {
  rng r = {2};
  int64_t most = check_fast() ? 130 : 520;
  for (int64_t n = 72; n <= most; n += 8)
    for (int64_t off = -1; off <= 1; off++)
      for (int k = 0; k < 3; k++)
        try_shapes(&r, n + off, (shape) rng_below(&r, SHAPES),
                   k == 0 ? SHAPE_PERMUTATION : (shape) rng_below(&r, SHAPES));
}

static void test_long(void) {
  rng r = {3};
  const int64_t sizes[] = {1025, 2047};
  for (int k = 0; k < (check_fast() ? 1 : 2); k++)
    for (int s = 0; s < SHAPES; s++) {
      try_shapes(&r, sizes[k], (shape) s, SHAPE_PERMUTATION);
      try_shapes(&r, sizes[k], SHAPE_TIES, (shape) s);
    }
}

/* Adds a constant, so that the greatest rank is the greatest allowed. */
static void shift(uint32_t *v, int64_t n, uint32_t limit) {
  uint32_t most = 0;
  for (int64_t i = 0; i < n; i++)
    most = v[i] > most ? v[i] : most;
  for (int64_t i = 0; i < n; i++)
    v[i] += limit - most;
}

/* The greatest ranks that a packing takes: their neighbour fills vectors up. */
static void test_greatest_ranks(void) {
  rng r = {4};
  const uint32_t limits[] = {32767, 2147483646};
  for (int64_t n = 1; n <= 150; n += 1)
    for (int k = 0; k < 2; k++)
      for (int round = 0; round < 4; round++) {
        uint32_t *x = GUARD_NEW(uint32_t, n), *y = GUARD_NEW(uint32_t, n);
        shape sx = (shape) rng_below(&r, SHAPES), sy = (shape) rng_below(&r, SHAPES);
        check_note("n = %d, up to %u, %s, %s", (int) n, limits[k], shape_names[sx],
                   shape_names[sy]);
        shape_fill(&r, sx, n, x);
        shape_fill(&r, sy, n, y);
        shift(x, n, limits[k]);
        shift(y, n, limits[k]);
        try_all(x, y, n);
        guard_free(x);
        guard_free(y);
      }
}

/* Where the driver changes from 32 to 64 bits; too long for the oracle, but a
   rotation by d passes d (n - d) pairs. */
static void test_widest(void) {
  const mc_kernels *k = mc_kernels_active();
  const int64_t n = INT16_MAX + 1;
  const int64_t turns[] = {0, 1, 12345, n - 1};
  uint32_t *x = GUARD_NEW(uint32_t, n), *y = GUARD_NEW(uint32_t, n);
  for (int t = 0; t < 4; t++) {
    check_note("rotation by %d of %d", (int) turns[t], (int) n);
    for (int64_t i = 0; i < n; i++) {
      x[i] = (uint32_t) i;
      y[i] = (uint32_t) ((i + turns[t]) % n);
    }
    int64_t all = n * (n - 1) / 2;
    mc_kendall_pair_counts c = {all - 2 * turns[t] * (n - turns[t]), all, all, all};
    try("gse", k->kendall_gse, 2 * (size_t) n * 8, x, y, n, &c);
    try("vse32", k->kendall_vse32, two_arrays(n, 4), x, y, n, &c);
    try("vse64", k->kendall_vse64, two_arrays(n, 8), x, y, n, &c);
  }
  guard_free(x);
  guard_free(y);
}

/* Kernels do not change their input. */
static void test_input_stays(void) {
  const mc_kernels *k = mc_kernels_active();
  enum { N = 77 };
  rng r = {5};
  uint32_t x[N], y[N], before_x[N], before_y[N];
  shape_fill(&r, SHAPE_PERMUTATION, N, x);
  shape_fill(&r, SHAPE_TIES, N, y);
  memcpy(before_x, x, sizeof x);
  memcpy(before_y, y, sizeof y);
  void *scratch = guard_alloc(4096);
  pair_kernel all[] = {naive, k->kendall_gse, k->kendall_vse32, k->kendall_vse64};
  for (int i = 0; i < 4; i++) {
    all[i](x, y, N, scratch);
    CHECK(memcmp(x, before_x, sizeof x) == 0);
    CHECK(memcmp(y, before_y, sizeof y) == 0);
  }
  guard_free(scratch);
}

/* The driver gives each thread the columns and what the kernel needs. */
static void test_scratch(void) {
  for (int64_t n = 0; n < 70000; n = n * 9 / 8 + 1) {
    int64_t columns = 2 * ((4 * n + 63) / 64 * 64);
    CHECK(mc_kendall_one_by_one_scratch(MC_KENDALL_NAIVE, n) >= columns);
    CHECK(mc_kendall_one_by_one_scratch(MC_KENDALL_GSE, n) >= columns + 16 * n);
    CHECK(mc_kendall_one_by_one_scratch(MC_KENDALL_VSE, n) >= columns + (int64_t) two_arrays(n, 8));
  }
}

static const check_test tests[] = {{"all shapes up to 70 rows", test_small},
                                   {"sizes around vectors", test_edges},
                                   {"longer columns", test_long},
                                   {"the greatest ranks", test_greatest_ranks},
                                   {"32,768 rows", test_widest},
                                   {"input stays", test_input_stays},
                                   {"scratch", test_scratch},
                                   {0}};
const check_suite suite_pairs = {"pairs", tests, true, NULL};
