/* From sums to distances: distance_roots takes square roots, distance_widen makes doubles of
   floats, distance_product_sums makes squared distances from inner products. */

#include "kernels/for_f64.h"
#include "kernels/distance/roots_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/roots_body.h"

static void MC_FN(distance_widen)(const float *sum, int64_t n, double *wide) {
  int64_t i = 0;
  for (; i + MC_F64_LANES <= n; i += MC_F64_LANES)
    mc_f64_store(wide + i, mc_f64_from_f32(sum + i));
  for (; i < n; i++)
    wide[i] = sum[i];
}

/* sum = |a|^2 + |b|^2 - 2 a b, the squared distance of one point a and each of n points b. A sum
   becomes NaN unless it can be trusted: it has to be more than `least` of |a|^2 + |b|^2, so that
   cancellation has cost log2(1 / least) bits at most, and so large that no square that matters has
   underflown. Returns whether a sum may be NaN, by this or by infinite values or NaN.

   Contract. norms, products and sum have room for a multiple of 8 numbers; products and sum may be
   the same. norms are not negative. */
static bool MC_FN(distance_product_sums)(double norm, const double *norms,
                                         const double *products, int64_t n,
                                         double least, double *sum) {
  const mc_f64 a = mc_f64_set(norm), share = mc_f64_set(least), two = mc_f64_set(-2);
  const mc_f64 nothing = mc_f64_set((double) NAN), tiny = mc_f64_set(1e-280);
  bool trustworthy = true;
  for (int64_t i = 0; i < n; i += MC_F64_LANES) {
    mc_f64 both = mc_f64_add(a, mc_f64_load(norms + i));
    mc_f64 s = mc_f64_fma(two, mc_f64_load(products + i), both);
    mc_f64 margin = mc_f64_sub(s, mc_f64_max(mc_f64_mul(share, both), tiny));
    mc_f64_store(sum + i, mc_f64_where_positive(margin, s, nothing));
    trustworthy &= mc_f64_positive(margin);
  }
  return !trustworthy;
}
