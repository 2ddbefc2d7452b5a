/* The body of chain.h: OP and EXACT are defined by it and undefined here. */
#define HELPER(name) MC_JOIN(dynprog_##name, OP)

enum {
  HELPER(VECTORS) = MC_TILE_VECTORS * VEC_LANES < MC_TROPICAL_LANES ? MC_TILE_VECTORS
                                                                  : MC_TROPICAL_LANES / VEC_LANES,
  HELPER(WIDTH) = HELPER(VECTORS) * VEC_LANES
};

static void MC_FN(HELPER(tile))(const double *a, const double *b, int64_t d, double *c,
                                int64_t stride, const double *p_row, const double *p_step,
                                const double *p_column) {
  const VEC_TYPE one = VEC(one)();
  double q[MC_TROPICAL_ROWS][HELPER(WIDTH)];
  for (int at = 0; at < MC_TROPICAL_LANES; at += HELPER(WIDTH)) {
    VEC_TYPE best[MC_TROPICAL_ROWS][HELPER(VECTORS)];
    MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
      MC_UNROLL for (int v = 0; v < HELPER(VECTORS); v++) {
        best[r][v] = VEC(load)(c + r * stride + at + v * VEC_LANES);
        const VEC_TYPE p = VEC(load)(p_column + at + v * VEC_LANES);
        VEC(store)(q[r] + v * VEC_LANES, VEC(mul)(VEC(set)(p_row[r]), p));
      }
    for (int64_t k = 0; k < d; k++) {
      const double *from_a = a + k * MC_TROPICAL_LANES, *from_b = b + k * MC_TROPICAL_LANES + at;
      const VEC_TYPE p = VEC(set)(p_step[k]);
      VEC_TYPE from[HELPER(VECTORS)];
      MC_UNROLL for (int v = 0; v < HELPER(VECTORS); v++)
        from[v] = VEC(load)(from_b + v * VEC_LANES);
      MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++) {
        const VEC_TYPE to = VEC(set)(from_a[r]);
        MC_UNROLL for (int v = 0; v < HELPER(VECTORS); v++) {
          const VEC_TYPE of = VEC(load)(q[r] + v * VEC_LANES);
          VEC_TYPE s = v % 2 ? VEC(add)(to, from[v]) : VEC(add_beside)(to, one, from[v]);
          s = EXACT ? VEC(fma)(of, p, s) : VEC(add)(s, VEC(mul)(of, p));
          best[r][v] = VEC(min)(s, best[r][v]);
        }
      }
    }
    MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
      MC_UNROLL for (int v = 0; v < HELPER(VECTORS); v++)
        VEC(store)(c + r * stride + at + v * VEC_LANES, best[r][v]);
  }
}

#undef HELPER
#undef OP
#undef EXACT
