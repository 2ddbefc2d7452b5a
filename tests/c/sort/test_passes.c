/* Passes over numbers, against plain loops, for arrays of any alignment of their type. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "sort/passes.h"

/* The words that a pass may get wrong: the bits of NaN of both signs, infinities, zeros, the least
   denormals, and the least and greatest integers. */
static const uint64_t words64[] = {0,
                                   UINT64_C(1) << 63,
                                   1,
                                   (UINT64_C(1) << 63) + 1,
                                   UINT64_C(0x7ff0000000000000),
                                   UINT64_C(0xfff0000000000000),
                                   UINT64_C(0x7ff0000000000001),
                                   UINT64_C(0xfff0000000000001),
                                   UINT64_C(0x7ff00000000007a2), /* NA of R */
                                   UINT64_C(0x3ff0000000000000),
                                   UINT64_MAX,
                                   INT64_MAX};
static const uint32_t words32[] = {0,          0x80000000, 1,          0x80000001,
                                   0x7f800000, 0xff800000, 0x7f800001, 0xff800001,
                                   0x3f800000, UINT32_MAX, INT32_MAX};
enum { WORDS64 = sizeof words64 / sizeof *words64, WORDS32 = sizeof words32 / sizeof *words32 };

static const mc_sort_type types[] = {MC_SORT_I32, MC_SORT_U32, MC_SORT_I64,
                                     MC_SORT_U64, MC_SORT_F32, MC_SORT_F64};
enum { TYPES = sizeof types / sizeof *types };

static bool is_wide(mc_sort_type type) {
  return type == MC_SORT_I64 || type == MC_SORT_U64 || type == MC_SORT_F64;
}

/* Numbers at `at`, some numbers behind the beginning of their memory. */
typedef struct {
  void *memory, *at;
} numbers;

/* n words. Unless `odd`, no word is missing or -0 as a number of the type. */
static numbers any_words(rng *r, mc_sort_type type, int64_t n, bool odd) {
  const int64_t shift = rng_below(r, 4);
  void *memory = guard_alloc((size_t) (n + shift) * (is_wide(type) ? 8 : 4));
  uint64_t *wide = is_wide(type) ? (uint64_t *) memory + shift : NULL;
  uint32_t *narrow = is_wide(type) ? NULL : (uint32_t *) memory + shift;
  for (int64_t i = 0; i < n; i++)
    if (is_wide(type))
      wide[i] = !odd ? 9 : rng_chance(r, 0.5) ? words64[rng_below(r, WORDS64)] : rng_next(r);
    else
      narrow[i] = !odd                 ? 9
                  : rng_chance(r, 0.5) ? words32[rng_below(r, WORDS32)]
                                       : (uint32_t) rng_next(r);
  return (numbers){memory, is_wide(type) ? (void *) wide : (void *) narrow};
}

/* Number i of a, which holds words. */
static int64_t integer_at(mc_sort_type type, const void *a, int64_t i) {
  int32_t narrow;
  int64_t wide;
  if (is_wide(type)) {
    memcpy(&wide, (const char *) a + 8 * i, sizeof wide);
    return wide;
  }
  memcpy(&narrow, (const char *) a + 4 * i, sizeof narrow);
  return narrow;
}

static double real_at(mc_sort_type type, const void *a, int64_t i) {
  float narrow;
  double wide;
  if (is_wide(type)) {
    memcpy(&wide, (const char *) a + 8 * i, sizeof wide);
    return wide;
  }
  memcpy(&narrow, (const char *) a + 4 * i, sizeof narrow);
  return narrow;
}

static mc_sort_counts count_loop(mc_sort_type type, const void *a, int64_t n) {
  mc_sort_counts counts = {0};
  for (int64_t i = 0; i < n; i++) {
    const int64_t word = integer_at(type, a, i);
    const double x = real_at(type, a, i);
    counts.missing += (type == MC_SORT_I32 && word == INT32_MIN) ||
                      (type == MC_SORT_I64 && word == INT64_MIN) ||
                      ((type == MC_SORT_F32 || type == MC_SORT_F64) && isnan(x));
    counts.negative_zeros += type == MC_SORT_F64 && word == INT64_MIN;
  }
  return counts;
}

static void try_count(rng *r, mc_sort_type type, int64_t n, bool odd, int threads) {
  check_note("type %d, n %d, odd %d, %d threads", type, (int) n, odd, threads);
  const numbers x = any_words(r, type, n, odd);
  const mc_sort_counts counts = mc_sort_count(type, x.at, n, threads),
                       want = count_loop(type, x.at, n);
  CHECK_INT(counts.missing, want.missing);
  CHECK_INT(counts.negative_zeros, want.negative_zeros);
  guard_free(x.memory);
}

static void test_counts(void) {
  rng r = {1};
  for (int t = 0; t < TYPES; t++) {
    for (int64_t n = 0; n < 40; n++)
      for (int odd = 0; odd < 2; odd++)
        try_count(&r, types[t], n, odd, 1);
    for (int threads = 1; threads <= 4; threads++)
      try_count(&r, types[t], 100000 + rng_below(&r, 10), true, threads);
    try_count(&r, types[t], 400000 + rng_below(&r, 10), true, 2);
  }
}

/* More numbers than a lane counts at once, all of them missing or -0. */
static void test_many(void) {
  const int64_t n = (INT64_C(1) << 22) + 5;
  uint32_t *narrow = GUARD_NEW(uint32_t, n);
  for (int64_t i = 0; i < n; i++)
    narrow[i] = UINT32_C(1) << 31;
  CHECK_INT(mc_sort_count(MC_SORT_I32, narrow, n, 1).missing, n);
  guard_free(narrow);
  uint64_t *wide = GUARD_NEW(uint64_t, n);
  for (int64_t i = 0; i < n; i++)
    wide[i] = UINT64_C(1) << 63;
  CHECK_INT(mc_sort_count(MC_SORT_I64, wide, n, 1).missing, n);
  CHECK_INT(mc_sort_count(MC_SORT_F64, wide, n, 1).negative_zeros, n);
  guard_free(wide);
}

/* One number in each place. */
static void test_places(void) {
  enum { N = 9 };
  for (int place = 0; place < N; place++) {
    check_note("place %d", place);
    double *x = GUARD_NEW(double, N);
    for (int i = 0; i < N; i++)
      x[i] = i == place ? -0.0 : i % 2 == 0 ? 0.0 : -1;
    mc_sort_counts counts = mc_sort_count(MC_SORT_F64, x, N, 1);
    CHECK_INT(counts.missing, 0);
    CHECK_INT(counts.negative_zeros, 1);
    x[place] = NAN;
    counts = mc_sort_count(MC_SORT_F64, x, N, 1);
    CHECK_INT(counts.missing, 1);
    CHECK_INT(counts.negative_zeros, 0);
    guard_free(x);
  }
}

static bool comes_before(mc_sort_type type, const void *a, int64_t i, int64_t j) {
  const int64_t x = integer_at(type, a, i), y = integer_at(type, a, j);
  switch (type) {
  case MC_SORT_U32: return (uint32_t) x < (uint32_t) y;
  case MC_SORT_U64: return (uint64_t) x < (uint64_t) y;
  case MC_SORT_I32:
  case MC_SORT_I64: return x < y;
  default: return real_at(type, a, i) < real_at(type, a, j);
  }
}

/* Turned numbers have the same order as signed integers. Turned twice, they are the numbers. */
static void try_turn(rng *r, mc_sort_type type, int64_t n, int threads) {
  check_note("type %d, n %d, %d threads", type, (int) n, threads);
  const size_t size = is_wide(type) ? 8 : 4, bytes = (size_t) n * size;
  const numbers x = any_words(r, type, n, true);
  void *a = x.at, *before = guard_alloc(bytes);
  for (int64_t i = 0; type == MC_SORT_F32 && i < n; i++)
    if (isnan(real_at(type, a, i)))
      memcpy((char *) a + 4 * i, &(float){-1.5F}, 4);
  memcpy(before, a, bytes);
  mc_sort_turn(type, a, n, threads);
  if (type == MC_SORT_U32 || type == MC_SORT_U64 || type == MC_SORT_F32)
    for (int64_t i = 1; i < n; i++) {
      const mc_sort_type as = is_wide(type) ? MC_SORT_I64 : MC_SORT_I32;
      if (comes_before(type, before, i - 1, i))
        CHECK(comes_before(as, a, i - 1, i));
      if (comes_before(type, before, i, i - 1))
        CHECK(comes_before(as, a, i, i - 1));
    }
  else
    CHECK(memcmp(a, before, bytes) == 0);
  mc_sort_turn(type, a, n, threads);
  CHECK(memcmp(a, before, bytes) == 0);
  guard_free(x.memory);
  guard_free(before);
}

static void test_turns(void) {
  rng r = {2};
  for (int t = 0; t < TYPES; t++) {
    for (int64_t n = 0; n < 40; n++)
      try_turn(&r, types[t], n, 1);
    for (int threads = 1; threads <= 4; threads++)
      try_turn(&r, types[t], 100000 + rng_below(&r, 10), threads);
  }
}

static void try_reversal(rng *r, mc_sort_type type, int64_t n, int threads) {
  check_note("type %d, n %d, %d threads", type, (int) n, threads);
  const size_t size = is_wide(type) ? 8 : 4;
  const numbers x = any_words(r, type, n, true);
  unsigned char *a = x.at, *before = guard_alloc((size_t) n * size);
  memcpy(before, a, (size_t) n * size);
  mc_sort_reverse(a, n, (int64_t) size, threads);
  bool right = true;
  for (int64_t i = 0; i < n; i++)
    right = right && memcmp(a + (size_t) i * size, before + (size_t) (n - 1 - i) * size, size) == 0;
  CHECK(right);
  guard_free(x.memory);
  guard_free(before);
}

static void test_reversals(void) {
  rng r = {3};
  for (int t = 0; t < TYPES; t++) {
    for (int64_t n = 0; n < 40; n++)
      try_reversal(&r, types[t], n, 1);
    for (int threads = 1; threads <= 4; threads++)
      try_reversal(&r, types[t], 100000 + rng_below(&r, 10), threads);
  }
}

static const check_test tests[] = {
  {"counts", test_counts}, {"many numbers", test_many},   {"one number in each place", test_places},
  {"turns", test_turns},   {"reversals", test_reversals}, {0}};
const check_suite suite_passes = {"passes", tests, false, NULL};
