/* The emulated IMCI intrinsics, each against a scalar description. */
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "isa/knc/emulation.h"

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

/* Lanes that the mask leaves out are not read. */
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

/* packstorelo and packstorehi together store the chosen lanes one after the
   other from any address of an int32, and each its own side of the boundary. */
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

static const check_test tests[] = {
  {"set", test_set},
  {"load and store", test_load_store},
  {"masked access touches no more", test_short_load},
  {"packstore", test_packstore},
  {"packstore touches no more", test_short_packstore},
  {"permute", test_permute},
  {"minimum and maximum", test_min_max},
  {0}};
const check_suite suite_emulation = {"emulation", tests, false};
