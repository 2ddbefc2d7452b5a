/* kendall_taus and kendall_bits_taus: tau-b from counts (equation 3 of Liu et
   al.), to the bit as stats::cor computes it.

     tau = 2 s / (sqrt(2 x_pairs) sqrt(2 y_pairs)), clamped to [-1, 1]

   Counts are integers, exact in a double below 2^53; it counts pairs of rows in both
   orders, hence the factors. Roots, their product and the quotient are rounded once each.
   No target fuses or reorders these operations, so all give the same bits.

   Where two columns are given to it, and not one matrix, stats::cor takes a root of a long
   double, and rounds it to a double then. With 64 bits (x86) that is not the same as the
   root of a double: it can fall on the middle between two doubles, and once in some
   thousands goes to the other one. So it is for rows that are missing pairwise. */
#include <float.h>

/* Long doubles of 2 * 53 + 2 bits or more give the same root by either way. */
#define LONG_ROOTS_DIFFER (LDBL_MANT_DIG > 53 && LDBL_MANT_DIG < 108)

/* (double) sqrtl() of each lane; it has integers below 2^54.

   A root r lies delta = (v - r^2) / (2 r) beside the true one; only where that is all but
   half a unit in the last place of r can another rounding before have a say. Where
   delta and some thousandths more take r nowhere, it is right; the others, one in five
   hundred, are done by the definition. (v - r^2 is exact, since targets with more than
   one lane fuse.) */
MC_INLINE mc_f64 long_roots(mc_f64 v) {
  mc_f64 r = mc_f64_sqrt(v);
#if LONG_ROOTS_DIFFER
  const mc_f64 rest = mc_f64_fma(mc_f64_sub(mc_f64_set(0), r), r, v);
  const mc_f64 delta = mc_f64_div(mc_f64_mul(rest, mc_f64_set(0.501)), r);
  const mc_f64 moved = mc_f64_sub(mc_f64_add(r, delta), r);
  /* above 0 where nothing moved */
  if (MC_F64_LANES == 1 ||
      !mc_f64_positive(mc_f64_sub(mc_f64_set(1e-300), mc_f64_mul(moved, moved)))) {
    double lane[MC_F64_LANES];
    mc_f64_store(lane, v);
    for (int l = 0; l < MC_F64_LANES; l++)
      lane[l] = (double) sqrtl(lane[l]);
    r = mc_f64_load(lane);
  }
#endif
  return r;
}

MC_INLINE mc_f64 taus_of(mc_f64 s, mc_f64 x_root, mc_f64 y_root) {
  const mc_f64 twice = mc_f64_add(s, s);
  return mc_f64_clamp1(mc_f64_div(twice, mc_f64_mul(x_root, y_root)));
}

/* Contract. `count` is a multiple of 8; the roots, of 2 x_pairs and 2 y_pairs, are
   positive. */
static void MC_FN(kendall_taus)(const double *s, const double *x_root,
                                const double *y_root, double *tau,
                                int64_t count) {
  for (int64_t i = 0; i < count; i += MC_F64_LANES)
    mc_f64_store(tau + i, taus_of(mc_f64_load(s + i), mc_f64_load(x_root + i),
                                  mc_f64_load(y_root + i)));
}

/* Pairs of rows, and the roots of twice as many, of four columns against four, from k on. */
MC_INLINE mc_f64 bits_pairs(mc_kendall_bits_source from, const mc_kendall_bits_columns *x,
                            const mc_kendall_bits_columns *y, const int64_t *const *counts, int k) {
  switch (from) {
  case MC_FROM_X: return mc_f64_load(x->pairs + k);
  case MC_FROM_Y: return mc_f64_load(y->pairs + k);
  default: return mc_f64_from_i64(counts[from - MC_FROM_1 + 1] + k);
  }
}
MC_INLINE mc_f64 bits_root(mc_kendall_bits_source from, const mc_kendall_bits_columns *x,
                           const mc_kendall_bits_columns *y, const int64_t *const *counts, int k) {
  switch (from) {
  case MC_FROM_X: return mc_f64_load(x->root + k);
  case MC_FROM_ALL_X: return mc_f64_load(x->root_all + k);
  case MC_FROM_Y: return mc_f64_load(y->root + k);
  case MC_FROM_ALL_Y: return mc_f64_load(y->root_all + k);
  default: {
    const mc_f64 pairs = bits_pairs(from, x, y, counts, k);
    return long_roots(mc_f64_add(pairs, pairs));
  }
  }
}

/* The taus of four columns against four from what kendall_bits_tile or kendall_table_pairs
   counted, in their order: what comes from where is forms.def's to say. Roots are at hand where
   they are of a column, and those of long doubles where rows are missing.

   Contract. Counts, and x's and y's numbers, are below 2^53; all have 16
   elements [4 i + j]. Returns false, and tau may be anything, where some
   root is zero. */
MC_INLINE bool bits_form_taus(mc_kendall_bits_form form, const mc_kendall_bits_columns *x,
                              const mc_kendall_bits_columns *y, const int64_t *const *counts,
                              double *tau) {
  const mc_kendall_bits_needs needs = mc_kendall_bits_needs_of(form);
  bool plain = true;
  for (int k = 0; k < MC_BITS_PANEL * MC_BITS_PANEL; k += MC_F64_LANES) {
    mc_f64 s = mc_f64_from_i64(counts[0] + k);
    if (!needs.s) /* they are discordant pairs */
      s = mc_f64_sub(bits_pairs(needs.total, x, y, counts, k), mc_f64_add(s, s));
    const mc_f64 p = bits_root(needs.x_pairs, x, y, counts, k);
    const mc_f64 q =
      needs.y_pairs == needs.x_pairs ? p : bits_root(needs.y_pairs, x, y, counts, k);
    plain &= mc_f64_positive(p) && mc_f64_positive(q);
    mc_f64_store(tau + k, taus_of(s, p, q));
  }
  return plain;
}

static bool MC_FN(kendall_bits_taus)(mc_kendall_bits_form form, const mc_kendall_bits_columns *x,
                                     const mc_kendall_bits_columns *y, const int64_t *const *counts,
                                     double *tau) {
  switch (form) {
#define MC_BITS_FORM(name, ...)                                                \
  case MC_BITS_##name: return bits_form_taus(MC_BITS_##name, x, y, counts, tau);
#include "kernels/kendall/forms.def"
#undef MC_BITS_FORM
  default: return false;
  }
}
