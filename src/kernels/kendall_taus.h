/* kendall_taus and kendall_bits_taus: tau-b from counts (equation 3 of Liu et
   al.).

     tau = s / sqrt(x_pairs * y_pairs), clamped to [-1, 1]

   Counts are integers, exact in a double below 2^53. Product, root and quotient
   are rounded once each; and as the root of a rounded square is exact, tau is
   exactly 1 or -1 where it should be. No path fuses or reorders these
   operations, so all give the same bits. */

MC_INLINE mc_f64 taus_of(mc_f64 s, mc_f64 x_pairs, mc_f64 y_pairs) {
  return mc_f64_clamp1(mc_f64_div(s, mc_f64_sqrt(mc_f64_mul(x_pairs, y_pairs))));
}

/* Contract. `count` is a multiple of 8; x_pairs and y_pairs are positive. */
static void MC_FN(kendall_taus)(const double *s, const double *x_pairs,
                                const double *y_pairs, double *tau,
                                int64_t count) {
  for (int64_t i = 0; i < count; i += MC_F64_LANES)
    mc_f64_store(tau + i, taus_of(mc_f64_load(s + i), mc_f64_load(x_pairs + i),
                                  mc_f64_load(y_pairs + i)));
}

/* The taus of four columns against four from what kendall_bits_tile counted,
   in its order.

     form                x_pairs        y_pairs        s
     UNTIED              all            all            x_pairs - 2 d
     MASK_A              of column i    all            x_pairs - 2 d
     MASK_B              all            of column j    y_pairs - 2 d
     MASKED              of column i    of column j    t - 2 d
     MASKED, NA          t              t              t - 2 d
     GENERAL             counts[2]      counts[3]      t - 2 d

   A column without masks has no ties and all rows: over the other's rows it has
   all their pairs. Where rows are missing but none is tied (NA), t, the pairs
   that neither lacks, are both columns' pairs.

   Contract. Counts, and x's and y's numbers, are below 2^53; all have 16
   elements [4 i + j]. `na`, of MASKED only, says that rows are missing in some of
   the columns, and none tied. Returns false, and tau may be anything, where some
   tau has a zero under its root. */
MC_INLINE bool bits_form_taus(mc_bits_form form, bool na,
                              const mc_bits_columns *x, const mc_bits_columns *y,
                              const int64_t *const *counts, double *tau) {
  bool plain = true;
  const mc_f64 two = mc_f64_set(2);
  for (int k = 0; k < MC_BITS_PANEL * MC_BITS_PANEL; k += MC_F64_LANES) {
    mc_f64 twice = mc_f64_mul(two, mc_f64_from_i64(counts[0] + k)), p, q, t;
    if (form == MC_BITS_UNTIED) { /* the root of a square */
      p = mc_f64_load(x->all + k);
      plain &= mc_f64_positive(p);
      mc_f64_store(tau + k, mc_f64_clamp1(mc_f64_div(mc_f64_sub(p, twice), p)));
      continue;
    }
    if (form == MC_BITS_MASK_A) {
      t = p = mc_f64_load(x->pairs + k);
      q = mc_f64_load(x->all + k);
    } else if (form == MC_BITS_MASK_B) {
      t = q = mc_f64_load(y->pairs + k);
      p = mc_f64_load(y->all + k);
    } else {
      t = p = q = mc_f64_from_i64(counts[1] + k);
      if (form == MC_BITS_GENERAL) {
        p = mc_f64_from_i64(counts[2] + k);
        q = mc_f64_from_i64(counts[3] + k);
      } else if (!na) {
        p = mc_f64_load(x->pairs + k);
        q = mc_f64_load(y->pairs + k);
      }
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
