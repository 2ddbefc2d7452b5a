/* Passes over numbers, against plain loops, for ranges that begin and end anywhere. */
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

/* n words. Unless `odd`, no word is missing or -0 as a number of the type. */
static void *any_words(rng *r, mc_sort_type type, int64_t n, bool odd) {
  uint64_t *wide = is_wide(type) ? GUARD_NEW(uint64_t, n) : NULL;
  uint32_t *narrow = is_wide(type) ? NULL : GUARD_NEW(uint32_t, n);
  for (int64_t i = 0; i < n; i++)
    if (is_wide(type))
      wide[i] = !odd ? 9 : rng_chance(r, 0.5) ? words64[rng_below(r, WORDS64)] : rng_next(r);
    else
      narrow[i] = !odd                 ? 9
                  : rng_chance(r, 0.5) ? words32[rng_below(r, WORDS32)]
                                       : (uint32_t) rng_next(r);
  return is_wide(type) ? (void *) wide : (void *) narrow;
}

static mc_sort_counts count_loop(mc_sort_type type, const void *a, int64_t n) {
  mc_sort_counts counts = {0};
  for (int64_t i = 0; i < n; i++)
    switch (type) {
    case MC_SORT_I32: counts.missing += ((const int32_t *) a)[i] == INT32_MIN; break;
    case MC_SORT_I64: counts.missing += ((const int64_t *) a)[i] == INT64_MIN; break;
    case MC_SORT_F32: counts.missing += isnan(((const float *) a)[i]) != 0; break;
    case MC_SORT_F64: {
      const double x = ((const double *) a)[i];
      counts.missing += isnan(x) != 0;
      counts.negative_zeros += x == 0 && signbit(x) != 0;
      break;
    }
    default:;
    }
  return counts;
}

static void try_count(rng *r, mc_sort_type type, int64_t n, bool odd, int threads) {
  check_note("type %d, n %d, odd %d, %d threads", type, (int) n, odd, threads);
  void *a = any_words(r, type, n, odd);
  const mc_sort_counts counts = mc_sort_count(type, a, n, threads), want = count_loop(type, a, n);
  CHECK_INT(counts.missing, want.missing);
  CHECK_INT(counts.negative_zeros, want.negative_zeros);
  guard_free(a);
}

static void test_counts(void) {
  rng r = {1};
  for (int t = 0; t < TYPES; t++) {
    for (int64_t n = 0; n < 40; n++)
      for (int odd = 0; odd < 2; odd++)
        try_count(&r, types[t], n, odd, 1);
    for (int threads = 1; threads <= 4; threads++)
      try_count(&r, types[t], 100000 + rng_below(&r, 10), true, threads);
  }
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
  switch (type) {
  case MC_SORT_U32: return ((const uint32_t *) a)[i] < ((const uint32_t *) a)[j];
  case MC_SORT_U64: return ((const uint64_t *) a)[i] < ((const uint64_t *) a)[j];
  case MC_SORT_F32: return ((const float *) a)[i] < ((const float *) a)[j];
  case MC_SORT_I32: return ((const int32_t *) a)[i] < ((const int32_t *) a)[j];
  case MC_SORT_I64: return ((const int64_t *) a)[i] < ((const int64_t *) a)[j];
  default: return ((const double *) a)[i] < ((const double *) a)[j];
  }
}

/* Turned numbers have the same order as signed integers. Turned twice, they are the numbers. */
static void try_turn(rng *r, mc_sort_type type, int64_t n, int threads) {
  check_note("type %d, n %d, %d threads", type, (int) n, threads);
  const size_t size = is_wide(type) ? 8 : 4, bytes = (size_t) n * size;
  void *a = any_words(r, type, n, true), *before = guard_alloc(bytes);
  if (type == MC_SORT_F32)
    for (int64_t i = 0; i < n; i++)
      if (isnan(((float *) a)[i]))
        ((float *) a)[i] = -1.5F;
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
  guard_free(a);
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

static void test_reversals(void) {
  rng r = {3};
  for (int64_t n = 0; n < 200000; n = n < 40 ? n + 1 : 5 * n)
    for (int t = 0; t < TYPES; t++) {
      check_note("type %d, n %d", types[t], (int) n);
      const size_t size = is_wide(types[t]) ? 8 : 4;
      unsigned char *a = any_words(&r, types[t], n, true), *before = guard_alloc((size_t) n * size);
      memcpy(before, a, (size_t) n * size);
      mc_sort_reverse(a, n, (int64_t) size, 1 + (int) (n % 4));
      bool right = true;
      for (int64_t i = 0; i < n; i++)
        right =
          right && memcmp(a + (size_t) i * size, before + (size_t) (n - 1 - i) * size, size) == 0;
      CHECK(right);
      guard_free(a);
      guard_free(before);
    }
}

static const check_test tests[] = {{"counts", test_counts},
                                   {"one number in each place", test_places},
                                   {"turns", test_turns},
                                   {"reversals", test_reversals},
                                   {0}};
const check_suite suite_passes = {"passes", tests, false, NULL};
