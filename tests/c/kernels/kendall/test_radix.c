/* The radix kernel of one pair of columns, the counting of inversions below
   it, and the step from counts to taus. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"
#include "oracle.h"

/* ---- inversions16, inversions32 ---- */

static int bits_for(uint32_t most) {
  int bits = 0;
  while (bits < 32 && most >> bits != 0)
    bits++;
  return bits;
}

/* Both widths, with as many bits as the values need and with all. */
static void try_inversions(const uint32_t *value, int64_t n) {
  const mc_kernels *k = mc_kernels_active();
  const int64_t expected = oracle_inversions(value, n), room = n + MC_INVERSIONS_PAD;
  uint32_t most = 0;
  for (int64_t i = 0; i < n; i++)
    most = value[i] > most ? value[i] : most;
  for (int all = 0; all < 2; all++) {
    uint32_t *v = GUARD_NEW(uint32_t, room), *scratch = GUARD_NEW(uint32_t, room);
    memcpy(v, value, (size_t) n * sizeof *v);
    CHECK_INT(k->inversions32(v, n, all ? 32 : bits_for(most), scratch), expected);
    guard_free(v);
    guard_free(scratch);
    if (most > UINT16_MAX)
      continue;
    uint16_t *w = GUARD_NEW(uint16_t, room), *spare = GUARD_NEW(uint16_t, room);
    for (int64_t i = 0; i < n; i++)
      w[i] = (uint16_t) value[i];
    CHECK_INT(k->inversions16(w, n, all ? 16 : bits_for(most), spare), expected);
    guard_free(w);
    guard_free(spare);
  }
}

static void try_shape(rng *r, int64_t n, shape s, uint32_t limit, uint32_t offset) {
  check_note("n = %d, %s, below %u, from %u", (int) n, shape_names[s], limit, offset);
  uint32_t *value = GUARD_NEW(uint32_t, n);
  shape_fill(r, s, n, value);
  for (int64_t i = 0; i < n; i++)
    value[i] = value[i] % limit + offset;
  try_inversions(value, n);
  guard_free(value);
}

static void test_oracle(void) {
  rng r = {1};
  for (int64_t n = 0; n < 80; n++)
    for (int s = 0; s < SHAPES; s++) {
      uint32_t *value = GUARD_NEW(uint32_t, n);
      int64_t count = 0;
      shape_fill(&r, (shape) s, n, value);
      for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < i; j++)
          count += value[j] > value[i];
      CHECK_INT(oracle_inversions(value, n), count);
      guard_free(value);
    }
}

static void test_inversions(void) {
  rng r = {2};
  const uint32_t limits[] = {UINT32_MAX, 7, 1024, 1025};
  for (int64_t n = 0; n <= (check_fast() ? 70 : 300); n++)
    for (int s = 0; s < SHAPES; s++) {
      uint32_t limit = limits[rng_below(&r, 4)];
      try_shape(&r, n, (shape) s, limit, 0);
      try_shape(&r, n, (shape) s, limit, UINT16_MAX - 400);
      try_shape(&r, n, (shape) s, limit, UINT32_MAX - 400);
    }
  const int64_t sizes[] = {1000, 1023, 1024, 1025, 4097, 33333};
  for (int k = 0; k < (check_fast() ? 1 : 6); k++)
    for (int s = 0; s < SHAPES; s++) {
      try_shape(&r, sizes[k], (shape) s, UINT32_MAX, 0);
      try_shape(&r, sizes[k], (shape) s, 50, 0);
    }
}

/* Values that differ in leading bits only, or in any bits. */
static void test_any_bits(void) {
  rng r = {3};
  for (int round = 0; round < 300; round++) {
    int64_t n = rng_below(&r, 200);
    uint32_t *value = GUARD_NEW(uint32_t, n);
    int width = round % 2 ? 32 : 16, shift = (int) rng_below(&r, width);
    uint32_t mask = (width == 16 ? UINT16_MAX : UINT32_MAX) >> shift << shift;
    for (int64_t i = 0; i < n; i++)
      value[i] = (uint32_t) rng_next(&r) & mask;
    check_note("n = %d, bits of %x", (int) n, mask);
    try_inversions(value, n);
    guard_free(value);
  }
}

/* More vectors than the splitting's counters take before they are read
   (MC_SPLIT_RUN), with a zero or a one in every lane. */
static void test_long_runs(void) {
  if (check_fast())
    return;
  const int64_t n = 150000;
  uint32_t *value = GUARD_NEW(uint32_t, n);
  for (int kind = 0; kind < 4; kind++) {
    check_note("kind %d", kind);
    for (int64_t i = 0; i < n; i++)
      value[i] = kind == 0   ? 0x8000u * (i == 0) /* a one, then zeros */
                 : kind == 1 ? 0x8000u * (i < n / 2)
                 : kind == 2 ? (uint32_t) (n - i)
                             : 0x8000u * (uint32_t) (i % 32 < 16);
    try_inversions(value, n);
  }
  guard_free(value);
}

/* ---- kendall_radix16, kendall_radix32 ---- */

/* A ranked column with its order, in both widths. */
typedef struct {
  uint32_t *rank32, *order32;
  uint16_t *rank16, *order16;
  mc_kendall_ordered_column as32, as16;
} ordered;

static ordered ordered_make(rng *r, int64_t n, shape s, double missing) {
  ordered o = {GUARD_NEW(uint32_t, n),
               GUARD_NEW(uint32_t, n),
               GUARD_NEW(uint16_t, n),
               GUARD_NEW(uint16_t, n),
               {0},
               {0}};
  double *value = GUARD_NEW(double, n);
  shape_fill(r, s, n, o.rank32);
  for (int64_t i = 0; i < n; i++)
    value[i] = rng_chance(r, missing) ? NAN : (double) o.rank32[i];
  mc_kendall_ordered_column c = {0};
  oracle_ranks(&(mc_matrix){value, MC_F64, n, 1}, 0, NULL, n, o.rank32, &c.pairs);
  for (int64_t i = 0; i < n; i++) {
    o.rank16[i] = (uint16_t) o.rank32[i];
    if (o.rank32[i] != MC_RANK32_NA && o.rank32[i] >= c.distinct)
      c.distinct = (int64_t) o.rank32[i] + 1;
  }
  for (int64_t rank = 0; rank < c.distinct; rank++)
    for (int64_t i = 0; i < n; i++)
      if (o.rank32[i] == rank) {
        o.order16[c.present] = (uint16_t) i;
        o.order32[c.present++] = (uint32_t) i;
      }
  c.missing = c.present < n;
  c.tied = c.pairs < c.present * (c.present - 1) / 2;
  o.as16 = o.as32 = c;
  o.as16.rank = o.rank16;
  o.as16.order = o.order16;
  o.as32.rank = o.rank32;
  o.as32.order = o.order32;
  guard_free(value);
  return o;
}

static void ordered_free(ordered *o) {
  guard_free(o->rank16);
  guard_free(o->rank32);
  guard_free(o->order16);
  guard_free(o->order32);
}

static void try_pair(rng *r, int64_t n, shape sx, shape sy, double missing) {
  const mc_kernels *k = mc_kernels_active();
  ordered x = ordered_make(r, n, sx, rng_chance(r, 0.5) ? missing : 0);
  ordered y = ordered_make(r, n, sy, rng_chance(r, 0.5) ? missing : 0);
  check_note("n = %d, %s, %s, %d and %d present", (int) n, shape_names[sx], shape_names[sy],
             (int) x.as32.present, (int) y.as32.present);
  uint32_t *u = GUARD_NEW(uint32_t, n), *v = GUARD_NEW(uint32_t, n);
  int64_t common = 0;
  for (int64_t i = 0; i < n; i++)
    if (x.rank32[i] != MC_RANK32_NA && y.rank32[i] != MC_RANK32_NA) {
      u[common] = x.rank32[i];
      v[common++] = y.rank32[i];
    }
  mc_kendall_pair_counts expected = oracle_counts(u, v, common);
  for (int width = 16; width <= 32; width += 16) {
    void *scratch = guard_alloc((size_t) mc_kendall_radix_scratch(n));
    mc_kendall_pair_counts c = width == 16 ? k->kendall_radix16(&x.as16, &y.as16, n, scratch)
                                           : k->kendall_radix32(&x.as32, &y.as32, n, scratch);
    CHECK_INT(c.s, expected.s);
    CHECK_INT(c.x_pairs, expected.x_pairs);
    CHECK_INT(c.y_pairs, expected.y_pairs);
    CHECK_INT(c.total, expected.total);
    guard_free(scratch);
  }
  void *scratch = guard_alloc((size_t) mc_kendall_radix_scratch(n));
  mc_kendall_inversions half[2];
  mc_kendall_pair_counts c = k->kendall_radix32_halves(&x.as32, &y.as32, n, scratch, half);
  for (int h = 1; h >= 0; h--)
    c.s -= 2 * k->inversions32(half[h].v, half[h].n, half[h].bits, half[h].scratch);
  CHECK_INT(c.s, expected.s);
  CHECK_INT(c.x_pairs, expected.x_pairs);
  CHECK_INT(c.y_pairs, expected.y_pairs);
  CHECK_INT(c.total, expected.total);
  guard_free(scratch);
  guard_free(u);
  guard_free(v);
  ordered_free(&x);
  ordered_free(&y);
}

static void test_pairs(void) {
  rng r = {4};
  for (int64_t n = 0; n <= (check_fast() ? 20 : 70); n++)
    for (int sx = 0; sx < SHAPES; sx++)
      for (int sy = 0; sy < SHAPES; sy++)
        try_pair(&r, n, (shape) sx, (shape) sy, 0.2);
  for (int64_t n = 71; n < (check_fast() ? 130 : 800); n += 1 + n / 16)
    for (int round = 0; round < 20; round++)
      try_pair(&r, n, (shape) rng_below(&r, SHAPES), (shape) rng_below(&r, SHAPES),
               round % 2 ? 0.1 : 0.9);
}

/* Two threads may count the halves at the same time: what they read and write,
   padding included, does not overlap. */
static void test_halves_apart(void) {
  rng r = {6};
  for (int64_t n = 2; n < 400; n += 1 + n / 9) {
    ordered x = ordered_make(&r, n, (shape) rng_below(&r, SHAPES), 0);
    ordered y = ordered_make(&r, n, (shape) rng_below(&r, SHAPES), 0);
    void *scratch = guard_alloc((size_t) mc_kendall_radix_scratch(n));
    mc_kendall_inversions half[2];
    mc_kernels_active()->kendall_radix32_halves(&x.as32, &y.as32, n, scratch, half);
    const uint32_t *begin[4] = {half[0].v, half[0].scratch, half[1].v, half[1].scratch};
    for (int i = 0; i < 2; i++)
      for (int j = 2; j < 4; j++) {
        const uint32_t *low = begin[i] < begin[j] ? begin[i] : begin[j];
        const uint32_t *high = begin[i] < begin[j] ? begin[j] : begin[i];
        int64_t length = low == begin[i] ? half[0].n : half[1].n;
        check_note("n = %d, areas %d and %d", (int) n, i, j);
        CHECK(half[0].n + half[1].n == 0 || low + length + MC_INVERSIONS_PAD <= high);
      }
    guard_free(scratch);
    ordered_free(&x);
    ordered_free(&y);
  }
}

/* ---- kendall_taus ---- */

static void test_taus(void) {
  rng r = {5};
  for (int64_t count = 0; count <= 64; count += 8)
    for (int round = 0; round < 200; round++) {
      double *s = GUARD_NEW(double, count), *p = GUARD_NEW(double, count);
      double *q = GUARD_NEW(double, count), *tau = GUARD_NEW(double, count);
      for (int64_t i = 0; i < count; i++) {
        int64_t limit = INT64_C(1) << (1 + rng_below(&r, 53));
        p[i] = (double) (1 + rng_below(&r, limit));
        q[i] = rng_chance(&r, 0.3) ? p[i] : (double) (1 + rng_below(&r, limit));
        double most = p[i] < q[i] ? p[i] : q[i];
        s[i] = rng_chance(&r, 0.3) ? most : (double) rng_below(&r, (int64_t) most + 1);
        s[i] = rng_chance(&r, 0.5) ? -s[i] : s[i];
      }
      mc_kernels_active()->kendall_taus(s, p, q, tau, count);
      for (int64_t i = 0; i < count; i++) {
        volatile double product = p[i] * q[i];
        double expected = 2 * s[i] / product;
        CHECK(tau[i] == (expected > 1 ? 1 : expected < -1 ? -1 : expected));
      }
      guard_free(s);
      guard_free(p);
      guard_free(q);
      guard_free(tau);
    }
}

/* kendall_bits_taus: each form against kendall_taus. */
static void test_bits_taus(void) {
  enum { CELLS = MC_BITS_PANEL * MC_BITS_PANEL };
  rng r = {7};
  const mc_kernels *k = mc_kernels_active();
  for (int round = 0; round < 4000; round++) {
    const mc_kendall_bits_form form = (mc_kendall_bits_form) (round % MC_BITS_FORMS);
    const int64_t most = INT64_C(1) << (1 + rng_below(&r, 50));
    mc_kendall_bits_columns x, y;
    int64_t count[4][CELLS], *counts[4] = {count[0], count[1], count[2], count[3]};
    double s[CELLS], p[CELLS], q[CELLS], tau[CELLS], expected[CELLS];
    bool plain = true;
    for (int i = 0; i < CELLS; i++) {
      x.pairs[i] = form == MC_BITS_UNTIED ? (double) most : (double) (1 + rng_below(&r, most));
      y.pairs[i] = form == MC_BITS_UNTIED ? (double) most : (double) (1 + rng_below(&r, most));
      for (int c = 0; c < 4; c++)
        count[c][i] = 1 + rng_below(&r, most);
    }
    if (rng_chance(&r, 0.3)) { /* a pair without a tau */
      int at = (int) rng_below(&r, CELLS);
      x.pairs[at] = y.pairs[at] = 0;
      count[1][at] = count[2 + rng_below(&r, 2)][at] = 0;
    }
    for (int i = 0; i < CELLS; i++) {
      x.root[i] = sqrt(2 * x.pairs[i]);
      y.root[i] = sqrt(2 * y.pairs[i]);
      x.root_all[i] = y.root_all[i] = sqrt(2 * (double) (most + 1));
      double t = form == MC_BITS_MASK_B ? y.pairs[i] : x.pairs[i];
      p[i] = form == MC_BITS_MASK_B ? y.root_all[i] : x.root[i];
      q[i] = form == MC_BITS_MASK_A || form == MC_BITS_UNTIED ? x.root_all[i] : y.root[i];
      if (form >= MC_BITS_MASKED)
        t = (double) count[1][i];
      if (form == MC_BITS_MISSING)
        p[i] = q[i] = (double) sqrtl(2 * (long double) t);
      if (form == MC_BITS_GENERAL) {
        p[i] = (double) sqrtl(2 * (long double) count[2][i]);
        q[i] = (double) sqrtl(2 * (long double) count[3][i]);
      }
      if (form == MC_BITS_TABLE) {
        p[i] = x.root[i];
        q[i] = y.root[i];
      }
      if (form == MC_BITS_TABLE_MISSING) {
        p[i] = (double) sqrtl(2 * (long double) count[2][i]);
        q[i] = (double) sqrtl(2 * (long double) count[3][i]);
      }
      s[i] = form >= MC_BITS_TABLE ? (double) count[0][i] : t - 2 * (double) count[0][i];
      plain &= p[i] > 0 && q[i] > 0;
    }
    check_note("form %d, round %d", (int) form, round);
    CHECK_INT(k->kendall_bits_taus(form, &x, &y, (const int64_t *const *) counts, tau), plain);
    if (!plain)
      continue;
    k->kendall_taus(s, p, q, expected, CELLS);
    for (int i = 0; i < CELLS; i++)
      CHECK(tau[i] == expected[i]);
  }
}

/* Roots of long doubles, of every count up to some and where they are known to be others
   than those of doubles: their squares lie at the middle between two doubles. */
static void test_long_roots(void) {
  enum { CELLS = MC_BITS_PANEL * MC_BITS_PANEL };
  const mc_kernels *k = mc_kernels_active();
  rng r = {8};
  int64_t others = 0;
  const mc_kendall_bits_columns none = {{0}, {0}, {0}};
  for (int64_t round = 0; round < (check_fast() ? 2000 : 20000); round++) {
    int64_t count[2][CELLS], *counts[4] = {count[0], count[1], NULL, NULL};
    double tau[CELLS];
    for (int i = 0; i < CELLS; i++) {
      const int64_t middle = (INT64_C(1) << 25) + 2 * rng_below(&r, 1 << 24) + 1;
      count[0][i] = 0; /* so that tau is 2 t / root^2 */
      count[1][i] =
        round % 2 == 0 ? round * CELLS + i + 1 : middle * middle / 4 + rng_below(&r, 3) - 1;
    }
    CHECK(
      k->kendall_bits_taus(MC_BITS_MISSING, &none, &none, (const int64_t *const *) counts, tau));
    for (int i = 0; i < CELLS; i++) {
      const double v = 2 * (double) count[1][i];
      const double root = (double) sqrtl(v);
      volatile double square = root * root;
      const double want = v / square;
      CHECK(tau[i] == (want > 1 ? 1 : want));
      others += root != sqrt(v);
    }
  }
  CHECK(LDBL_MANT_DIG != 64 || others > 0);
}

static const check_test tests[] = {{"the oracle of inversions", test_oracle},
                                   {"inversions of all shapes", test_inversions},
                                   {"inversions of any bits", test_any_bits},
                                   {"more vectors than counters take", test_long_runs},
                                   {"pairs of columns", test_pairs},
                                   {"halves of a pair lie apart", test_halves_apart},
                                   {"counts to taus", test_taus},
                                   {"counts of panels to taus", test_bits_taus},
                                   {"roots of long doubles", test_long_roots},
                                   {0}};
const check_suite suite_radix = {"radix", tests, true, NULL};
