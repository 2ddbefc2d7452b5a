/* distance_roots of finish.h for one type (kernels/for_f64.h). Roots are correctly rounded on every
   target. `root` may be `sum`. */

static void FN(distance_roots)(const TYPE *sum, int64_t n, TYPE *root) {
  int64_t i = 0;
  for (; i + VEC_LANES <= n; i += VEC_LANES)
    VEC(store)(root + i, VEC(sqrt)(VEC(load)(sum + i)));
  if (i < n) {
    TYPE rest[VEC_LANES] = {0};
    memcpy(rest, sum + i, (size_t) (n - i) * sizeof *rest);
    VEC(store)(rest, VEC(sqrt)(VEC(load)(rest)));
    memcpy(root + i, rest, (size_t) (n - i) * sizeof *rest);
  }
}

#include "kernels/for_none.h"
