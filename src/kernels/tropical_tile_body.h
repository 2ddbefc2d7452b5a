/* The body of tropical_tile.h for one precision: REAL, FN(), PART(), VEC(), VEC_TYPE and
   VEC_LANES are defined by it and undefined here. */

enum {
  PART(TROPICAL_VECTORS) = MC_DISTANCE_VECTORS * VEC_LANES < MC_TROPICAL_LANES
                             ? MC_DISTANCE_VECTORS : MC_TROPICAL_LANES / VEC_LANES,
  PART(TROPICAL_WIDTH) = PART(TROPICAL_VECTORS) * VEC_LANES
};
typedef struct {
  VEC_TYPE best[MC_TROPICAL_ROWS][PART(TROPICAL_VECTORS)];
} PART(tropical_sums);

/* Defines the kernels for one (+): `min` or `max`, with the comparison that it wins by. */
#define TROPICAL(BEST)                                                                 \
  /* The best of `steps` sums. */                                                      \
  MC_INLINE PART(tropical_sums) PART(tropical_##BEST##_sums)(const REAL *a, const REAL *b, \
                                                             int64_t steps) {          \
    PART(tropical_sums) s;                                                             \
    MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)                               \
      MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++)                       \
        s.best[r][v] = VEC(add)(VEC(set)(a[r]), VEC(load)(b + v * VEC_LANES));         \
    for (int64_t k = 1; k < steps; k++) {                                              \
      a += MC_TROPICAL_LANES;                                                          \
      b += MC_TROPICAL_LANES;                                                          \
      VEC_TYPE p[PART(TROPICAL_VECTORS)];                                              \
      MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++)                       \
        p[v] = VEC(load)(b + v * VEC_LANES);                                           \
      MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++) {                           \
        const VEC_TYPE q = VEC(set)(a[r]);                                             \
        MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++)                     \
          s.best[r][v] = VEC(BEST)(VEC(add)(q, p[v]), s.best[r][v]);                   \
      }                                                                                \
    }                                                                                  \
    return s;                                                                          \
  }                                                                                    \
                                                                                       \
  static void FN(tropical_##BEST)(const void *a_, const void *b_, int64_t d, void *c_, \
                                  int64_t stride) {                                    \
    const REAL *a = a_, *b = b_;                                                       \
    REAL *c = c_;                                                                      \
    PART(tropical_fetch)(c, stride);                                                   \
    for (int at = 0; at < MC_TROPICAL_LANES; at += PART(TROPICAL_WIDTH)) {             \
      const PART(tropical_sums) s = PART(tropical_##BEST##_sums)(a, b + at, d);        \
      MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)                             \
        MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++) {                   \
          REAL *to = c + r * stride + at + v * VEC_LANES;                              \
          VEC(store)(to, VEC(BEST)(s.best[r][v], VEC(load)(to)));                      \
        }                                                                              \
    }                                                                                  \
  }                                                                                    \
                                                                                       \
  MC_INLINE void PART(tropical_##BEST##_group)(const REAL *a, const REAL *b, int64_t steps, \
                                               REAL *c, int32_t *via, int64_t stride,  \
                                               int32_t mark) {                         \
    const PART(tropical_sums) s = PART(tropical_##BEST##_sums)(a, b, steps);           \
    MC_UNROLL for (int r = 0; r < MC_TROPICAL_ROWS; r++)                               \
      MC_UNROLL for (int v = 0; v < PART(TROPICAL_VECTORS); v++)                       \
        VEC(put_##BEST)(c + r * stride + v * VEC_LANES, via + r * stride + v * VEC_LANES, \
                        s.best[r][v], mark);                                           \
  }                                                                                    \
                                                                                       \
  static void FN(tropical_##BEST##_via)(const void *a_, const void *b_, int64_t d,     \
                                        void *c_, int32_t *via, int64_t stride,        \
                                        int32_t first) {                               \
    const REAL *a = a_, *b = b_;                                                       \
    REAL *c = c_;                                                                      \
    PART(tropical_fetch)(c, stride);                                                   \
    const int64_t whole = d / MC_TROPICAL_STEPS, rest = d % MC_TROPICAL_STEPS;         \
    for (int at = 0; at < MC_TROPICAL_LANES; at += PART(TROPICAL_WIDTH)) {             \
      for (int64_t g = 0; g < whole; g++) {                                            \
        const int64_t k = g * MC_TROPICAL_STEPS * MC_TROPICAL_LANES;                   \
        PART(tropical_##BEST##_group)(a + k, b + k + at, MC_TROPICAL_STEPS, c + at,    \
                                      via + at, stride, INT32_MAX - (int32_t) g);      \
      }                                                                                \
      if (rest > 0) {                                                                  \
        const int64_t k = whole * MC_TROPICAL_STEPS * MC_TROPICAL_LANES;               \
        PART(tropical_##BEST##_group)(a + k, b + k + at, rest, c + at, via + at, stride, \
                                      INT32_MAX - (int32_t) whole);                    \
      }                                                                                \
    }                                                                                  \
    PART(tropical_find)(a, b, c, via, stride, first, INT32_MAX - (int32_t) d);         \
  }

/* The result's lines, on their way while sums are made. */
MC_INLINE void PART(tropical_fetch)(const REAL *c, int64_t stride) {
  enum { LINE = 64 / sizeof(REAL) };
  for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    for (int l = 0; l < MC_TROPICAL_LANES; l += LINE)
      __builtin_prefetch(c + r * stride + l, 1);
}

/* Groups of steps, marked by numbers above `limit`, to the first step that gives c. */
MC_INLINE void PART(tropical_find)(const REAL *a, const REAL *b, const REAL *c, int32_t *via,
                                   int64_t stride, int32_t first, int32_t limit) {
  for (int r = 0; r < MC_TROPICAL_ROWS; r++) {
    const int32_t *row = via + r * stride;
    uint32_t marked = mc_above16(row, limit) | mc_above16(row + 16, limit) << 16;
    for (; marked != 0; marked &= marked - 1) {
      const int l = __builtin_ctz(marked);
      const int64_t at = r * stride + l;
      int64_t k = (int64_t) (INT32_MAX - via[at]) * MC_TROPICAL_STEPS;
      while (a[k * MC_TROPICAL_LANES + r] + b[k * MC_TROPICAL_LANES + l] != c[at])
        k++;
      via[at] = first + (int32_t) k;
    }
  }
}

TROPICAL(min)
TROPICAL(max)

#undef TROPICAL
#undef REAL
#undef FN
#undef PART
#undef VEC
#undef VEC_TYPE
#undef VEC_LANES
