/* kendall_taus: tau-b from counts (equation 3 of Liu et al.).

     tau = s / sqrt(x_pairs * y_pairs), clamped to [-1, 1]

   Counts are integers, exact in a double below 2^53. Product, root and quotient
   are rounded once each; and as the root of a rounded square is exact, tau is
   exactly 1 or -1 where it should be. No path fuses or reorders these
   operations, so all give the same bits.

   Contract. `count` is a multiple of 8; x_pairs and y_pairs are positive. */

static void MC_FN(kendall_taus)(const double *s, const double *x_pairs,
                                const double *y_pairs, double *tau,
                                int64_t count) {
  for (int64_t i = 0; i < count; i += MC_F64_LANES)
    mc_f64_store(tau + i, mc_f64_clamp1(mc_f64_div(
      mc_f64_load(s + i),
      mc_f64_sqrt(mc_f64_mul(mc_f64_load(x_pairs + i),
                             mc_f64_load(y_pairs + i))))));
}
