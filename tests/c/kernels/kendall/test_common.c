/* Rows that two columns have against a loop over bits. */
#include <string.h>

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

/* Of four columns and four, also if there are fewer: nothing behind the last one is read. */
static void test_fours(void) {
  enum { FOUR = MC_BITS_PANEL };
  rng r = {2};
  for (int64_t units = 0; units <= 40; units += units < 3 ? 1 : 9)
    for (int columns = 1; columns <= FOUR; columns++) {
      const int64_t words = units * MC_BITS_UNIT_WORDS64;
      const int others = 1 + (int) rng_below(&r, FOUR);
      uint64_t *a = GUARD_NEW(uint64_t, words * columns), *b = GUARD_NEW(uint64_t, words * others);
      for (int64_t k = 0; k < words * columns; k++)
        a[k] = rng_chance(&r, 0.5) ? UINT64_MAX : rng_next(&r);
      for (int64_t k = 0; k < words * others; k++)
        b[k] = rng_chance(&r, 0.5) ? UINT64_MAX : rng_next(&r);
      int64_t rows[FOUR * FOUR];
      memset(rows, 99, sizeof rows); /* they are set, not added to */
      mc_kernels_active()->kendall_common_fours(a, b, units, columns, others, rows);
      check_note("%d units, %d and %d columns", (int) units, columns, others);
      for (int i = 0; i < FOUR; i++)
        for (int j = 0; j < FOUR; j++) {
          const int64_t x = i < columns ? i : columns - 1, y = j < others ? j : others - 1;
          CHECK_INT(rows[FOUR * i + j],
                    mc_kernels_active()->kendall_common_rows(a + x * words, b + y * words, units));
        }
      guard_free(a);
      guard_free(b);
    }
}

static const check_test tests[] = {
  {"rows that both have", test_common}, {"of four columns and four", test_fours}, {0}};
const check_suite suite_common = {"common", tests, true, NULL};
