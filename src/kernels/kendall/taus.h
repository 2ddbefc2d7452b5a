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

/* The taus of four columns against four from what kendall_bits_tile counted,
   in its order.

     form                x_pairs        y_pairs        s
     UNTIED              of column i    all            x_pairs - 2 d
     MASK_A              of column i    all            x_pairs - 2 d
     MASK_B              all            of column j    y_pairs - 2 d
     MASKED              of column i    of column j    t - 2 d
     MASKED, NA          t              t              t - 2 d
     GENERAL             counts[2]      counts[3]      t - 2 d

   A column without masks has no ties and all rows: over the other's rows it has
   all their pairs. Where rows are missing but none is tied (NA), t, the pairs
   that neither lacks, are both columns' pairs. Roots are at hand where they are of a
   column, and those of long doubles where rows are missing.

   Contract. Counts, and x's and y's numbers, are below 2^53; all have 16
   elements [4 i + j]. `na`, of MASKED only, says that rows are missing in some of
   the columns, and none tied. Returns false, and tau may be anything, where some
   root is zero. */
MC_INLINE bool bits_form_taus(mc_bits_form form, bool na,
                              const mc_bits_columns *x, const mc_bits_columns *y,
                              const int64_t *const *counts, double *tau) {
  bool plain = true;
  const mc_f64 two = mc_f64_set(2);
  for (int k = 0; k < MC_BITS_PANEL * MC_BITS_PANEL; k += MC_F64_LANES) {
    mc_f64 twice = mc_f64_mul(two, mc_f64_from_i64(counts[0] + k)), p, q, t;
    switch (form) {
    case MC_BITS_UNTIED:
    case MC_BITS_MASK_A:
      t = mc_f64_load(x->pairs + k);
      p = mc_f64_load(x->root + k);
      q = mc_f64_load(x->root_all + k);
      break;
    case MC_BITS_MASK_B:
      t = mc_f64_load(y->pairs + k);
      p = mc_f64_load(y->root_all + k);
      q = mc_f64_load(y->root + k);
      break;
    case MC_BITS_MASKED:
      t = mc_f64_from_i64(counts[1] + k);
      p = na ? long_roots(mc_f64_add(t, t)) : mc_f64_load(x->root + k);
      q = na ? p : mc_f64_load(y->root + k);
      break;
    default:
      t = mc_f64_from_i64(counts[1] + k);
      p = long_roots(mc_f64_mul(two, mc_f64_from_i64(counts[2] + k)));
      q = long_roots(mc_f64_mul(two, mc_f64_from_i64(counts[3] + k)));
    }
    plain &= mc_f64_positive(p) && mc_f64_positive(q);
    mc_f64_store(tau + k, taus_of(mc_f64_sub(t, twice), p, q));
  }
  return plain;
}

static bool MC_FN(kendall_bits_taus)(mc_bits_form form, bool na,
                                     const mc_bits_columns *x,
                                     const mc_bits_columns *y,
                                     const int64_t *const *counts, double *tau) {
  switch (form) {
  case MC_BITS_UNTIED:
    return bits_form_taus(MC_BITS_UNTIED, na, x, y, counts, tau);
  case MC_BITS_MASK_A:
    return bits_form_taus(MC_BITS_MASK_A, na, x, y, counts, tau);
  case MC_BITS_MASK_B:
    return bits_form_taus(MC_BITS_MASK_B, na, x, y, counts, tau);
  case MC_BITS_MASKED:
    return bits_form_taus(MC_BITS_MASKED, na, x, y, counts, tau);
  default:
    return bits_form_taus(MC_BITS_GENERAL, na, x, y, counts, tau);
  }
}
