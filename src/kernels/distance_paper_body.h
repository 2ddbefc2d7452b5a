/* The body of distance_paper.h for one precision: REAL, TILE(), VEC(), VEC_TYPE
   and VEC_LANES are defined by it and undefined here. */

/* Adds (a - b)^2 to *sum, or with `missing`, a constant, leaves out and counts. */
MC_INLINE void TILE(distance_add)(VEC_TYPE a, VEC_TYPE b, bool missing,
                                  VEC_TYPE *sum, VEC_TYPE *count) {
  VEC_TYPE difference = VEC(sub)(a, b);
  if (missing) {
    const VEC_TYPE one = VEC(set)(1), zero = VEC(set)(0);
    *count = VEC(add)(*count, VEC(where_number)(difference, one, zero));
    difference = VEC(where_number)(difference, difference, zero);
  }
  *sum = VEC(fma)(difference, difference, *sum);
}

/* ---- algorithm 1 ---- */

MC_INLINE void TILE(distance_points)(const REAL *a, const REAL *b, int64_t d,
                                     int64_t n, REAL *sum, REAL *count,
                                     bool missing) {
  for (int64_t j = 0; j < n; j++, b += d) {
    VEC_TYPE s = VEC(set)(0), c = VEC(set)(0);
    for (int64_t k = 0; k < d; k += VEC_LANES)
      TILE(distance_add)(VEC(load)(a + k), VEC(load)(b + k), missing, &s, &c);
    sum[j] = VEC(total)(s);
    if (missing)
      count[j] = VEC(total)(c);
  }
}

static void MC_FN(TILE(distance_straightforward))(const REAL *a, const REAL *b,
                                                  int64_t d, int64_t n, REAL *sum) {
  TILE(distance_points)(a, b, d, n, sum, NULL, false);
}

static void MC_FN(TILE(distance_straightforward_missing))(const REAL *a,
                                                          const REAL *b, int64_t d,
                                                          int64_t n, REAL *sum,
                                                          REAL *count) {
  TILE(distance_points)(a, b, d, n, sum, count, true);
}

/* ---- algorithm 2 ---- */

MC_INLINE void TILE(distance_block)(const REAL *a, const REAL *b, int64_t d,
                                    int64_t coordinate_step, int64_t point_step,
                                    int64_t n, REAL *sum, REAL *count,
                                    bool missing) {
  for (int64_t k = 0; k < d; k++, b += coordinate_step) {
    if (point_step == 1) {
      const VEC_TYPE q = VEC(set)(a[k]);
      for (int64_t l = 0; l < n; l += VEC_LANES) {
        VEC_TYPE s = VEC(load)(sum + l);
        VEC_TYPE c = missing ? VEC(load)(count + l) : s;
        TILE(distance_add)(q, VEC(load)(b + l), missing, &s, &c);
        VEC(store)(sum + l, s);
        if (missing)
          VEC(store)(count + l, c);
      }
    } else {
      for (int64_t l = 0; l < n; l++) {
        const REAL difference = a[k] - b[l * point_step];
        if (!missing || difference == difference)
          sum[l] += difference * difference;
        if (missing)
          count[l] += difference == difference;
      }
    }
  }
}

static void MC_FN(TILE(distance_blockwise))(const REAL *a, const REAL *b, int64_t d,
                                            int64_t coordinate_step,
                                            int64_t point_step, int64_t n,
                                            REAL *sum) {
  TILE(distance_block)(a, b, d, coordinate_step, point_step, n, sum, NULL, false);
}

static void MC_FN(TILE(distance_blockwise_missing))(const REAL *a, const REAL *b,
                                                    int64_t d,
                                                    int64_t coordinate_step,
                                                    int64_t point_step, int64_t n,
                                                    REAL *sum, REAL *count) {
  TILE(distance_block)(a, b, d, coordinate_step, point_step, n, sum, count, true);
}

#undef REAL
#undef TILE
#undef VEC
#undef VEC_TYPE
#undef VEC_LANES
