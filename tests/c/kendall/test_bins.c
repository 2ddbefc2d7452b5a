/* Counts in bins, by threads. */
#include "kendall/bins.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"

static const int sizes[] = {1, 255, 256, 257, 10001};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void test_sums(void) {
  rng r = {1};
  for (int s = 0; s < SIZES; s++)
    for (int threads = 1; threads <= 5; threads++) {
      const int bins = sizes[s];
      guard_arena arena = guard_arena_make();
      int64_t *count = mc_kendall_bins_make(threads, bins, &arena.arena);
      int64_t *want = GUARD_NEW(int64_t, bins);
      for (int k = 0; k < bins; k++)
        want[k] = 0;
      for (int64_t k = 0; k < (int64_t) threads * bins; k++) {
        CHECK_INT(count[k], 0);
        count[k] = rng_below(&r, 1000);
        want[k % bins] += count[k];
      }
      mc_kendall_bins_sum(count, threads, bins);
      for (int k = 0; k < bins; k++)
        CHECK_INT(count[k], want[k]);
      guard_free(want);
      guard_arena_release(&arena);
    }
}

static void test_least(void) {
  rng r = {2};
  for (int s = 0; s < SIZES; s++)
    for (int threads = 1; threads <= 5; threads++) {
      const int bins = sizes[s];
      guard_arena arena = guard_arena_make();
      double *least = mc_kendall_least_make(threads, bins, &arena.arena);
      double *want = GUARD_NEW(double, bins);
      for (int k = 0; k < bins; k++)
        want[k] = (double) INFINITY;
      for (int64_t k = 0; k < (int64_t) threads * bins; k++) {
        CHECK(isinf(least[k]) && least[k] > 0);
        if (rng_chance(&r, 0.5))
          continue;
        least[k] = (double) rng_below(&r, 1000);
        want[k % bins] = fmin(want[k % bins], least[k]);
      }
      mc_kendall_least_of_all(least, threads, bins);
      for (int k = 0; k < bins; k++)
        CHECK(least[k] == want[k]);
      guard_free(want);
      guard_arena_release(&arena);
    }
}

static void test_refusal(void) {
  guard_arena arena = guard_arena_make();
  arena.refuse = 1;
  CHECK(mc_kendall_bins_make(2, 10, &arena.arena) == NULL);
  arena.refuse = arena.calls + 1;
  CHECK(mc_kendall_least_make(2, 10, &arena.arena) == NULL);
  guard_arena_release(&arena);
}

static const check_test tests[] = {
  {"sums", test_sums}, {"least numbers", test_least}, {"no memory", test_refusal}, {0}};
const check_suite suite_bins = {"bins", tests, false, NULL};
