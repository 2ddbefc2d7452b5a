/* Compares each emulated IMCI intrinsic with scalar code. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "simd/knc/emulation.h"

enum { LANES = 16 };

static __m512i any(rng *r) {
  __m512i v;
  for (int l = 0; l < LANES; l++) {
    v.lane[l] = (int32_t) (uint32_t) rng_next(r);
    if (rng_chance(r, 0.2))
      v.lane[l] = rng_chance(r, 0.5) ? INT32_MIN : INT32_MAX;
  }
  return v;
}

static bool same(__m512i a, __m512i b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

static void test_set(void) {
  __m512i v = _mm512_set1_epi32(-7);
  for (int l = 0; l < LANES; l++)
    CHECK_INT(v.lane[l], -7);
  v = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (int l = 0; l < LANES; l++)
    CHECK_INT(v.lane[l], l);
}

static void test_load_store(void) {
  rng r = {1};
  int32_t *memory = GUARD_NEW(int32_t, LANES);
  for (int round = 0; round < 100; round++) {
    __m512i v = any(&r), old = any(&r), expected = old;
    __mmask16 k = (__mmask16) rng_next(&r);
    _mm512_store_epi32(memory, v);
    CHECK(memcmp(memory, &v, sizeof v) == 0);
    CHECK(same(_mm512_load_epi32(memory), v));
    for (int l = 0; l < LANES; l++)
      if (k >> l & 1)
        expected.lane[l] = memory[l];
    CHECK(same(_mm512_mask_load_epi32(old, k, memory), expected));
    __m512i other = any(&r);
    for (int l = 0; l < LANES; l++)
      expected.lane[l] = k >> l & 1 ? other.lane[l] : v.lane[l];
    _mm512_mask_store_epi32(memory, k, other);
    CHECK(memcmp(memory, &expected, sizeof expected) == 0);
  }
  guard_free(memory);
}

/* Lanes outside of the mask are not read. */
static void test_short_load(void) {
  for (int count = 0; count <= LANES; count++) {
    int32_t *memory = GUARD_NEW(int32_t, count);
    for (int l = 0; l < count; l++)
      memory[l] = 100 + l;
    __mmask16 k = (__mmask16) ((UINT32_C(1) << count) - 1);
    __m512i v = _mm512_mask_load_epi32(_mm512_set1_epi32(-1), k, memory);
    for (int l = 0; l < LANES; l++)
      CHECK_INT(v.lane[l], l < count ? 100 + l : -1);
    _mm512_mask_store_epi32(memory, k, v);
    guard_free(memory);
  }
}

/* packstorelo and packstorehi together store the chosen lanes in order, from any address of an
   int32. Each stores only its own side of the boundary. */
static void packstore(const __m512i *v, __mmask16 k, int misfit) {
  enum { SPACE = 3 * LANES, EMPTY = 0x11223344 };
  int32_t *line = GUARD_NEW(int32_t, SPACE);
  int32_t expected[SPACE], low_only[SPACE];
  for (int i = 0; i < SPACE; i++)
    line[i] = expected[i] = low_only[i] = EMPTY;
  int at = misfit;
  for (int l = 0; l < LANES; l++)
    if (k >> l & 1) {
      expected[at] = v->lane[l];
      if (at < LANES) /* before the boundary */
        low_only[at] = v->lane[l];
      at++;
    }
  _mm512_mask_packstorelo_epi32(line + misfit, k, *v);
  CHECK(memcmp(line, low_only, sizeof expected) == 0);
  _mm512_mask_packstorehi_epi32(line + misfit + LANES, k, *v);
  CHECK(memcmp(line, expected, sizeof expected) == 0);
  guard_free(line);
}

static void test_packstore(void) {
  rng r = {2};
  for (int misfit = 0; misfit < LANES; misfit++) {
    check_note("%d lanes behind a boundary", misfit);
    for (int count = 0; count <= LANES; count++) {
      __m512i v = any(&r);
      packstore(&v, (__mmask16) ((UINT32_C(1) << count) - 1), misfit);
    }
    for (int round = 0; round < 100; round++) {
      __m512i v = any(&r);
      packstore(&v, (__mmask16) rng_next(&r), misfit);
    }
  }
}

/* Nothing is written behind the last chosen lane. */
static void test_short_packstore(void) {
  for (int misfit = 0; misfit < LANES; misfit++)
    for (int count = 0; count <= LANES; count++) {
      int32_t *line = GUARD_NEW(int32_t, misfit + count);
      __mmask16 k = (__mmask16) ((UINT32_C(1) << count) - 1);
      __m512i v = _mm512_set1_epi32(5);
      _mm512_mask_packstorelo_epi32(line + misfit, k, v);
      _mm512_mask_packstorehi_epi32(line + misfit + LANES, k, v);
      for (int i = 0; i < count; i++)
        CHECK_INT(line[misfit + i], 5);
      guard_free(line);
    }
}

static void test_permute(void) {
  rng r = {3};
  for (int round = 0; round < 200; round++) {
    __m512i v = any(&r), index = any(&r), expected;
    for (int l = 0; l < LANES; l++)
      expected.lane[l] = v.lane[(uint32_t) index.lane[l] % LANES];
    CHECK(same(_mm512_permutevar_epi32(index, v), expected));
  }
}

/* Sums of 32 bits wrap around. */
static void test_add(void) {
  rng r = {5};
  for (int round = 0; round < 500; round++) {
    const __m512i a = any(&r), b = any(&r), sum = _mm512_add_epi32(a, b);
    for (int l = 0; l < LANES; l++)
      CHECK_INT((uint32_t) sum.lane[l], (uint32_t) (a.lane[l] + (int64_t) b.lane[l]));
  }
}

static void test_min_max(void) {
  rng r = {4};
  for (int round = 0; round < 500; round++) {
    __m512i a = any(&r), b = any(&r), old = any(&r), low = old, high = old;
    __mmask16 k = round == 0 ? 0 : round == 1 ? 0xffff : (__mmask16) rng_next(&r);
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (int l = 0; l < LANES; l++) {
      bool less = a.lane[l] < b.lane[l];
      if (k >> l & 1) {
        low.lane[l] = less ? a.lane[l] : b.lane[l];
        high.lane[l] = less ? b.lane[l] : a.lane[l];
      }
      least = a.lane[l] < least ? a.lane[l] : least;
      most = a.lane[l] > most ? a.lane[l] : most;
    }
    CHECK(same(_mm512_mask_min_epi32(old, k, a, b), low));
    CHECK(same(_mm512_mask_max_epi32(old, k, a, b), high));
    CHECK(same(_mm512_min_epi32(a, b), _mm512_mask_min_epi32(old, 0xffff, a, b)));
    CHECK(same(_mm512_max_epi32(a, b), _mm512_mask_max_epi32(old, 0xffff, a, b)));
    CHECK_INT(_mm512_reduce_min_epi32(a), least);
    CHECK_INT(_mm512_reduce_max_epi32(a), most);
  }
}

/* ---- doubles, floats, unaligned vectors ---- */

/* loadunpacklo reads the elements before the boundary, loadunpackhi the others. The chosen lanes
   are packed in memory. The same for packstore. */
static void loadunpack(rng *r, __mmask16 k, int misfit) {
  enum { SPACE = 3 * LANES };
  int32_t *line = GUARD_NEW(int32_t, SPACE);
  for (int i = 0; i < SPACE; i++)
    line[i] = (int32_t) (uint32_t) rng_next(r);
  const __m512i old = any(r);
  __m512i low = old, both = old, high = old;
  int at = misfit;
  for (int l = 0; l < LANES; l++)
    if (k >> l & 1) {
      both.lane[l] = line[at];
      if (at < LANES)
        low.lane[l] = line[at];
      else
        high.lane[l] = line[at];
      at++;
    }
  const __m512i got = _mm512_mask_loadunpacklo_epi32(old, k, line + misfit);
  CHECK(same(got, low));
  CHECK(same(_mm512_mask_loadunpackhi_epi32(old, k, line + misfit + LANES), high));
  CHECK(same(_mm512_mask_loadunpackhi_epi32(got, k, line + misfit + LANES), both));
  guard_free(line);
}

static void test_loadunpack(void) {
  rng r = {5};
  for (int misfit = 0; misfit < LANES; misfit++) {
    check_note("%d lanes behind a boundary", misfit);
    for (int count = 0; count <= LANES; count++)
      loadunpack(&r, (__mmask16) ((UINT32_C(1) << count) - 1), misfit);
    for (int round = 0; round < 100; round++)
      loadunpack(&r, (__mmask16) rng_next(&r), misfit);
  }
}

/* Nothing is read behind the last chosen lane. */
static void test_short_loadunpack(void) {
  for (int misfit = 0; misfit < LANES; misfit++)
    for (int count = 0; count <= LANES; count++) {
      int32_t *line = GUARD_NEW(int32_t, misfit + count);
      for (int i = 0; i < count; i++)
        line[misfit + i] = 7;
      const __mmask16 k = (__mmask16) ((UINT32_C(1) << count) - 1);
      __m512i v = _mm512_mask_loadunpacklo_epi32(_mm512_set1_epi32(-1), k, line + misfit);
      v = _mm512_mask_loadunpackhi_epi32(v, k, line + misfit + LANES);
      for (int l = 0; l < LANES; l++)
        CHECK_INT(v.lane[l], l < count ? 7 : -1);
      guard_free(line);
    }
}

/* Whole vectors at each address of an element, in memory of exactly their size. */
#define TEST_UNALIGNED(name, vector, type, lanes, suffix)                           \
  static void name(void) {                                                          \
    for (int misfit = 0; misfit < lanes; misfit++) {                                \
      check_note("%d lanes behind a boundary", misfit);                             \
      const int low = lanes - misfit; /* before the boundary */                     \
      type *line = GUARD_NEW(type, misfit + lanes), expected[2 * lanes];            \
      for (int i = 0; i < misfit + lanes; i++)                                      \
        line[i] = expected[i] = (type) (100 + i);                                   \
      vector v, old;                                                                \
      for (int l = 0; l < lanes; l++)                                               \
        old.lane[l] = (type) -l;                                                    \
      v = _mm512_loadunpacklo_##suffix(old, line + misfit);                         \
      for (int l = 0; l < lanes; l++)                                               \
        CHECK(v.lane[l] == (l < low ? line[misfit + l] : (type) -l));               \
      v = _mm512_loadunpackhi_##suffix(old, line + misfit + lanes);                 \
      for (int l = 0; l < lanes; l++)                                               \
        CHECK(v.lane[l] == (l < low ? (type) -l : line[misfit + l]));               \
      _mm512_packstorelo_##suffix(line + misfit, old);                              \
      for (int l = 0; l < low; l++)                                                 \
        expected[misfit + l] = (type) -l;                                           \
      CHECK(memcmp(line, expected, (size_t) (misfit + lanes) * sizeof *line) == 0); \
      for (int l = 0; l < lanes; l++)                                               \
        v.lane[l] = (type) (50 + l);                                                \
      _mm512_packstorehi_##suffix(line + misfit + lanes, v);                        \
      for (int l = low; l < lanes; l++)                                             \
        expected[misfit + l] = (type) (50 + l);                                     \
      CHECK(memcmp(line, expected, (size_t) (misfit + lanes) * sizeof *line) == 0); \
      guard_free(line);                                                             \
    }                                                                               \
  }
TEST_UNALIGNED(test_unaligned_integers, __m512i, int32_t, 16, epi32)
TEST_UNALIGNED(test_unaligned_doubles, __m512d, double, 8, pd)
TEST_UNALIGNED(test_unaligned_floats, __m512, float, 16, ps)

static void test_move(void) {
  rng r = {6};
  for (int round = 0; round < 200; round++) {
    const __m512i v = any(&r), old = any(&r);
    const __mmask16 k = (__mmask16) rng_next(&r);
    __m512i expected = old;
    for (int l = 0; l < LANES; l++)
      if (k >> l & 1)
        expected.lane[l] = v.lane[l];
    CHECK(same(_mm512_mask_mov_epi32(old, k, v), expected));
  }
}

#define TEST_REALS(name, vector, type, lanes, mask, suffix)                                  \
  static void name(void) {                                                                   \
    rng r = {7};                                                                             \
    for (int round = 0; round < 500; round++) {                                              \
      vector a, b;                                                                           \
      for (int l = 0; l < lanes; l++) {                                                      \
        a.lane[l] = (type) nasty_doubles[rng_below(&r, NASTY)];                              \
        b.lane[l] =                                                                          \
          (type) (rng_chance(&r, 0.1) ? (double) NAN : nasty_doubles[rng_below(&r, NASTY)]); \
      }                                                                                      \
      const mask less = _mm512_cmplt_##suffix##_mask(a, b);                                  \
      const mask more = _mm512_cmplt_##suffix##_mask(b, a);                                  \
      const mask k = (mask) rng_next(&r);                                                    \
      const vector moved = _mm512_mask_mov_##suffix(a, k, b);                                \
      const vector sum = _mm512_add_##suffix(a, b);                                          \
      const vector equal = _mm512_set1_##suffix(b.lane[0]);                                  \
      for (int l = 0; l < lanes; l++) {                                                      \
        const type want = a.lane[l] + b.lane[l];                                             \
        CHECK_INT(less >> l & 1, a.lane[l] < b.lane[l]);                                     \
        CHECK_INT(more >> l & 1, b.lane[l] < a.lane[l]);                                     \
        const type *from = k >> l & 1 ? &b.lane[l] : &a.lane[l];                             \
        CHECK(memcmp(&moved.lane[l], from, sizeof *from) == 0);                              \
        CHECK(sum.lane[l] == want || (isnan(sum.lane[l]) && isnan(want)));                   \
        CHECK(memcmp(&equal.lane[l], &b.lane[0], sizeof *from) == 0);                        \
      }                                                                                      \
    }                                                                                        \
  }
TEST_REALS(test_doubles, __m512d, double, 8, __mmask8, pd)
TEST_REALS(test_floats, __m512, float, 16, __mmask16, ps)

static const check_test tests[] = {{"set", test_set},
                                   {"load and store", test_load_store},
                                   {"masked access touches no more", test_short_load},
                                   {"packstore", test_packstore},
                                   {"packstore touches no more", test_short_packstore},
                                   {"permute", test_permute},
                                   {"minimum and maximum", test_min_max},
                                   {"sums", test_add},
                                   {"loadunpack", test_loadunpack},
                                   {"loadunpack touches no more", test_short_loadunpack},
                                   {"integers at any address", test_unaligned_integers},
                                   {"doubles at any address", test_unaligned_doubles},
                                   {"floats at any address", test_unaligned_floats},
                                   {"masked moves", test_move},
                                   {"doubles", test_doubles},
                                   {"floats", test_floats},
                                   {0}};
const check_suite suite_emulation = {"emulation", tests, false, NULL};
