/* kendall_common_rows against a loop over bits. */
#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"

static void test_common(void) {
  rng r = {1};
  for (int64_t units = 0; units <= 70; units++)
    for (int kind = 0; kind < 3; kind++) {
      const int64_t words = units * MC_BITS_UNIT_WORDS64;
      uint64_t *a = GUARD_NEW(uint64_t, words), *b = GUARD_NEW(uint64_t, words);
      int64_t expected = 0;
      for (int64_t k = 0; k < words; k++) {
        a[k] = kind == 2 ? UINT64_MAX : rng_next(&r);
        b[k] = kind == 2 ? UINT64_MAX : kind == 1 ? 0 : rng_next(&r);
        for (int bit = 0; bit < 64; bit++)
          expected += (int64_t) (a[k] & b[k]) >> bit & 1;
      }
      check_note("%d units, kind %d", (int) units, kind);
      CHECK_INT(mc_kernels_active()->kendall_common_rows(a, b, units), expected);
      guard_free(a);
      guard_free(b);
    }
}

static const check_test tests[] = {{"rows that both have", test_common}, {0}};
const check_suite suite_common = {"common", tests, true, NULL};
