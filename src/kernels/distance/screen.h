/* distance_screen: which points of a panel may be near enough to each query of a panel? A filter in
   single precision for searches of neighbours; exact sums follow for those that pass
   (distance/screen.h: what `least` has to be).

     |a - b|^2 = |a|^2 - 2 (a b - |b|^2 / 2)

     for each query r and each point l
       t = start[l]
       for each coordinate k
         t = t + a[k][r] b[k][l]
       bit l of which[r] = not t < least[r]

   Contract. a and b are panels, [coordinate][32 lanes]; start, least and which have 32 elements.
   Any alignment. The order of the coordinates is kept. A product and its sum are rounded once or
   twice. */

enum { MC_SCREEN_VECTORS = 2 };

/* MC_SCREEN_ROWS queries against the points of two vectors, from lane `at` on. */
MC_INLINE void distance_screen_tile(const float *a, const float *b, int64_t d, const float *start,
                                    const float *least, int at, uint32_t *which) {
  mc_f32 t[MC_SCREEN_ROWS][MC_SCREEN_VECTORS];
  MC_UNROLL for (int r = 0; r < MC_SCREEN_ROWS; r++)
    MC_UNROLL for (int v = 0; v < MC_SCREEN_VECTORS; v++)
      t[r][v] = mc_f32_load(start + at + v * MC_F32_LANES);
  b += at;
  for (int64_t k = 0; k < d; k++, a += MC_DISTANCE_LANES, b += MC_DISTANCE_LANES) {
    mc_f32 p[MC_SCREEN_VECTORS];
    MC_UNROLL for (int v = 0; v < MC_SCREEN_VECTORS; v++)
      p[v] = mc_f32_load(b + v * MC_F32_LANES);
    MC_UNROLL for (int r = 0; r < MC_SCREEN_ROWS; r++) {
      const mc_f32 q = mc_f32_set(a[r]);
      MC_UNROLL for (int v = 0; v < MC_SCREEN_VECTORS; v++)
        t[r][v] = mc_f32_fma(q, p[v], t[r][v]);
    }
  }
  MC_UNROLL for (int r = 0; r < MC_SCREEN_ROWS; r++)
    MC_UNROLL for (int v = 0; v < MC_SCREEN_VECTORS; v++)
      which[r] |= mc_f32_not_below(t[r][v], mc_f32_set(least[r])) << (at + v * MC_F32_LANES);
}

static void MC_FN(distance_screen)(const float *a, const float *b, int64_t d, const float *start,
                                   const float *least, uint32_t *which) {
  memset(which, 0, MC_DISTANCE_LANES * sizeof *which);
  for (int r = 0; r < MC_DISTANCE_LANES; r += MC_SCREEN_ROWS)
    for (int at = 0; at < MC_DISTANCE_LANES; at += MC_SCREEN_VECTORS * MC_F32_LANES)
      distance_screen_tile(a + r, b, d, start, least + r, at, which + r);
}
