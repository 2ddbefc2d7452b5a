/* The body of pointwise.h for one kind of kernels: REAL, TILE(), VEC(), VEC_TYPE,
   VEC_LANES, and IN_ORDER or not, are defined by it and undefined here. */

/* ---- algorithm 1 ---- */

#ifdef IN_ORDER

/* `points` neighbours of b, a constant like `missing`. */
MC_INLINE void TILE(distance_few)(const REAL *a, const REAL *b, int64_t d, int64_t fill,
                                  REAL *sum, REAL *count, int points, bool missing) {
  REAL s[4] = {0}, c[4] = {0};
  for (int64_t k = 0; k < d; k++)
    MC_UNROLL for (int p = 0; p < points; p++) {
      const REAL difference = a[k] - b[p * d + k];
      if (!missing || difference == difference)
        s[p] += difference * difference;
      if (missing)
        c[p] += difference == difference;
    }
  MC_UNROLL for (int p = 0; p < points; p++) {
    sum[p] = s[p];
    if (missing)
      count[p] = c[p] - (REAL) fill;
  }
}

MC_INLINE void TILE(distance_points)(const REAL *a, const REAL *b, int64_t d,
                                     int64_t fill, int64_t n, REAL *sum,
                                     REAL *count, bool missing) {
  int64_t j = 0;
  for (; j + 4 <= n; j += 4)
    TILE(distance_few)(a, b + j * d, d, fill, sum + j, missing ? count + j : NULL, 4,
                       missing);
  for (; j < n; j++)
    TILE(distance_few)(a, b + j * d, d, fill, sum + j, missing ? count + j : NULL, 1,
                       missing);
}

#else

MC_INLINE void TILE(distance_points)(const REAL *a, const REAL *b, int64_t d,
                                     int64_t fill, int64_t n, REAL *sum,
                                     REAL *count, bool missing) {
  for (int64_t j = 0; j < n; j++, b += d) {
    VEC_TYPE s = VEC(set)(0), c = VEC(set)(0);
    for (int64_t k = 0; k < d; k += VEC_LANES)
      TILE(distance_add)(VEC(load)(a + k), VEC(load)(b + k), missing, &s, &c);
    sum[j] = VEC(total)(s);
    if (missing)
      count[j] = VEC(total)(c) - (REAL) fill;
  }
}

#endif

static void MC_FN(TILE(distance_straightforward))(const REAL *a, const REAL *b,
                                                  int64_t d, int64_t n, REAL *sum) {
  TILE(distance_points)(a, b, d, 0, n, sum, NULL, false);
}

static void MC_FN(TILE(distance_straightforward_missing))(const REAL *a,
                                                          const REAL *b, int64_t d,
                                                          int64_t fill, int64_t n,
                                                          REAL *sum, REAL *count) {
  TILE(distance_points)(a, b, d, fill, n, sum, count, true);
}

/* ---- algorithm 2 ---- */

/* `vectors` of the block's points, with their sums in registers; constants are
   `vectors`, `missing` and `root`. */
MC_INLINE void TILE(distance_block)(const REAL *a, const REAL *b, int64_t d,
                                    int64_t step, REAL *sum, REAL *count,
                                    int vectors, bool missing, bool root) {
  VEC_TYPE s[MC_BLOCK_VECTORS], c[MC_BLOCK_VECTORS];
  MC_UNROLL for (int v = 0; v < vectors; v++)
    s[v] = c[v] = VEC(set)(0);
  for (int64_t k = 0; k < d; k++, b += step) {
    const VEC_TYPE q = VEC(set)(a[k]);
    MC_UNROLL for (int v = 0; v < vectors; v++)
      TILE(distance_add)(q, VEC(load)(b + v * VEC_LANES), missing, &s[v], &c[v]);
  }
  MC_UNROLL for (int v = 0; v < vectors; v++) {
    VEC(store)(sum + v * VEC_LANES, root ? VEC(sqrt)(s[v]) : s[v]);
    if (missing)
      VEC(store)(count + v * VEC_LANES, c[v]);
  }
}

MC_INLINE void TILE(distance_neighbours)(const REAL *a, const REAL *b, int64_t d,
                                         int64_t step, int64_t n, REAL *sum,
                                         REAL *count, bool missing, bool root) {
  enum { AT_ONCE = MC_BLOCK_VECTORS * VEC_LANES };
  int64_t l = 0;
  for (; l + AT_ONCE <= n; l += AT_ONCE)
    TILE(distance_block)(a, b + l, d, step, sum + l, missing ? count + l : NULL,
                         MC_BLOCK_VECTORS, missing, root);
  for (; l < n; l += VEC_LANES)
    TILE(distance_block)(a, b + l, d, step, sum + l, missing ? count + l : NULL, 1,
                         missing, root);
}

static void MC_FN(TILE(distance_blockwise))(const REAL *a, const REAL *b, int64_t d,
                                            int64_t step, int64_t n, bool root,
                                            REAL *sum) {
  if (root)
    TILE(distance_neighbours)(a, b, d, step, n, sum, NULL, false, true);
  else
    TILE(distance_neighbours)(a, b, d, step, n, sum, NULL, false, false);
}

static void MC_FN(TILE(distance_blockwise_missing))(const REAL *a, const REAL *b,
                                                    int64_t d, int64_t step,
                                                    int64_t n, REAL *sum,
                                                    REAL *count) {
  TILE(distance_neighbours)(a, b, d, step, n, sum, count, true, false);
}

#undef REAL
#undef TILE
#undef VEC
#undef VEC_TYPE
#undef VEC_LANES
#undef IN_ORDER
