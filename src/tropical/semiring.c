#include "tropical/semiring.h"

#include <math.h>

#define SEMIRING(BEST, SUFFIX, size, identity)                                        \
  (mc_tropical_semiring) {                                                            \
    size, identity, k->tropical_##BEST##_##SUFFIX, k->tropical_##BEST##_via_##SUFFIX, \
      k->tropical_##BEST##_square_##SUFFIX                                            \
  }

mc_tropical_semiring mc_tropical_semiring_make(const mc_kernels *k, mc_tropical_best best,
                                               bool single) {
  const double inf = (double) INFINITY;
  const int64_t wide = sizeof(double), narrow = sizeof(float);
  if (best == MC_TROPICAL_MAX)
    return single ? SEMIRING(max, f32, narrow, -inf) : SEMIRING(max, f64, wide, -inf);
  return single ? SEMIRING(min, f32, narrow, inf) : SEMIRING(min, f64, wide, inf);
}

void mc_tropical_fill(const mc_tropical_semiring *t, void *to, int64_t count) {
  if (t->size == sizeof(double))
    for (int64_t i = 0; i < count; i++)
      ((double *) to)[i] = t->identity;
  else
    for (int64_t i = 0; i < count; i++)
      ((float *) to)[i] = (float) t->identity;
}
