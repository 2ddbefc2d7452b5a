/* p-values from the table of the normal tail, against erfc(). */
#include "kendall/normal_tail.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "oracle.h"

static double defined(mc_kendall_alternative alternative, double z) {
  return alternative == MC_LESS      ? erfc(-z / sqrt(2)) / 2
         : alternative == MC_GREATER ? erfc(z / sqrt(2)) / 2
                                     : erfc(fabs(z) / sqrt(2));
}

static void test_values(void) {
  enum { COUNT = 16 };
  static const double edges[] = {0, -0.0, 8, -8, 1.0 / 64, 7.9999999999, 37, -37, 1e-300, 5};
  rng r = {1};
  guard_arena arena = guard_arena_make();
  mc_kendall_tail tail;
  CHECK_INT(mc_kendall_tail_make(&tail, &arena.arena), MC_OK);
  for (int turn = 0; turn < 3000; turn++) {
    const mc_kendall_alternative alternative = (mc_kendall_alternative) (turn % 3);
    const double range = turn % 5 == 0 ? 20 : turn % 5 == 1 ? 0.1 : 7.9;
    double z[COUNT], one[COUNT], all[COUNT];
    for (int k = 0; k < COUNT; k++) {
      z[k] = turn % 7 == 0 && k < 10 ? edges[k]
                                     : range * ((double) rng_below(&r, 2000001) / 1000000 - 1);
      one[k] = mc_kendall_tail_p(&tail, alternative, z[k]);
      const double p = defined(alternative, z[k]);
      check_note("z %.17g: %.17g %.17g", z[k], one[k], p);
      CHECK(fabs(one[k] - p) <= 1e-12 * p + 1e-320);
    }
    mc_kendall_tail_ps(&tail, alternative, z, all, COUNT);
    CHECK(oracle_same(all, one, COUNT));
  }
  CHECK(isnan(mc_kendall_tail_p(&tail, MC_TWO_SIDED, NAN)));
  guard_arena_release(&arena);
}

static const check_test tests[] = {{"values", test_values}, {0}};
const check_suite suite_kendall_normal_tail = {"kendall_normal_tail", tests, false, NULL};
