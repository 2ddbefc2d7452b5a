/* The body of chain.h, which defines OP and EXACT; this file undefines them. */
#define HELPER(name) MC_JOIN(dynprog_##name, OP)

enum {
  HELPER(VECTORS) = MC_TILE_VECTORS * VEC_LANES < MC_TROPICAL_LANES ? MC_TILE_VECTORS
                                                                  : MC_TROPICAL_LANES / VEC_LANES,
  HELPER(WIDTH) = HELPER(VECTORS) * VEC_LANES
};

/* The products of two numbers that a tile needs: p_row p_step (chain) or p_row p_column (apart). */
MC_INLINE void HELPER(products)(double (*q)[MC_DYNPROG_SIDE], const double *p_row,
                                const double *p_step, const double *p_column, int64_t steps) {
  const double *p = EXACT ? p_step : p_column;
  MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    for (int64_t i = 0; i < (EXACT ? steps : HELPER(WIDTH)); i += VEC_LANES)
      VEC(store)(q[r] + i, VEC(mul)(VEC(set)(p_row[r]), VEC(load)(p + i)));
}

/* A register tile of the square, from its rows of a and its columns of b. */
MC_INLINE void HELPER(tile)(const double *a, const double *b, double *c, int64_t steps,
                            const double *p_row, const double *p_step, const double *p_column) {
  enum { SIDE = MC_DYNPROG_SIDE, ROWS = MC_TROPICAL_ROWS, VECTORS = HELPER(VECTORS) };
  const VEC_TYPE one = VEC(one)();
  double q[ROWS][SIDE];
  VEC_TYPE best[ROWS][VECTORS], p[VECTORS];
  HELPER(products)(q, p_row, p_step, p_column, steps);
  MC_UNROLL for (int v = 0; v < VECTORS; v++)
    p[v] = VEC(load)(p_column + v * VEC_LANES);
  MC_UNROLL for (int r = 0; r < ROWS; r++)
    MC_UNROLL for (int v = 0; v < VECTORS; v++)
      best[r][v] = VEC(load)(c + r * SIDE + v * VEC_LANES);
  for (int64_t k = 0; k < steps; k++) {
    VEC_TYPE from[VECTORS];
    MC_UNROLL for (int v = 0; v < VECTORS; v++)
      from[v] = VEC(load)(b + k * SIDE + v * VEC_LANES);
    MC_UNROLL for (int r = 0; r < ROWS; r++) {
      const VEC_TYPE to = VEC(set)(a[r * SIDE + k]), by = VEC(set)(EXACT ? q[r][k] : p_step[k]);
      MC_UNROLL for (int v = 0; v < VECTORS; v++) {
        const VEC_TYPE of = EXACT ? p[v] : VEC(load)(q[r] + v * VEC_LANES);
        VEC_TYPE s = v % 2 ? VEC(add)(to, from[v]) : VEC(add_by_fma)(to, one, from[v]);
        s = EXACT ? VEC(fma)(of, by, s) : VEC(add)(s, VEC(mul)(of, by));
        best[r][v] = VEC(min)(s, best[r][v]);
      }
    }
  }
  MC_UNROLL for (int r = 0; r < ROWS; r++)
    MC_UNROLL for (int v = 0; v < VECTORS; v++)
      VEC(store)(c + r * SIDE + v * VEC_LANES, best[r][v]);
}

static void MC_FN(HELPER(square))(const double *a, const double *b, double *c, int64_t rows,
                                  int64_t steps, const double *p_row, const double *p_step,
                                  const double *p_column) {
  enum { SIDE = MC_DYNPROG_SIDE };
  for (int at = 0; at < SIDE; at += HELPER(WIDTH))
    for (int64_t row = 0; row < rows; row += MC_TROPICAL_ROWS)
      HELPER(tile)(a + row * SIDE, b + at, c + row * SIDE + at, steps, p_row + row, p_step,
                   p_column + at);
}

#undef HELPER
#undef OP
#undef EXACT
