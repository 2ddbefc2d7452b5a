#include "tropical/semiring.h"

#include <math.h>

mc_tropical mc_tropical_make(const mc_kernels *k, mc_tropical_best best, bool single) {
  const double inf = (double) INFINITY;
  const int64_t wide = sizeof(double), narrow = sizeof(float);
  if (best == MC_TROPICAL_MAX)
    return single ? (mc_tropical){narrow, -inf, k->tropical_max_f32, k->tropical_max_via_f32}
                  : (mc_tropical){wide, -inf, k->tropical_max_f64, k->tropical_max_via_f64};
  return single ? (mc_tropical){narrow, inf, k->tropical_min_f32, k->tropical_min_via_f32}
                : (mc_tropical){wide, inf, k->tropical_min_f64, k->tropical_min_via_f64};
}

void mc_tropical_fill(const mc_tropical *t, void *to, int64_t count) {
  if (t->size == sizeof(double))
    for (int64_t i = 0; i < count; i++)
      ((double *) to)[i] = t->none;
  else
    for (int64_t i = 0; i < count; i++)
      ((float *) to)[i] = (float) t->none;
}
