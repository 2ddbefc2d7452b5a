/* The body of kernels/tropical/tile.h for one precision: REAL, FN(), PART(), VEC(), VEC_TYPE and
   VEC_LANES are defined by it and undefined here. */

enum {
  PART(TROPICAL_VECTORS) = MC_TILE_VECTORS * VEC_LANES < MC_TROPICAL_LANES
                             ? MC_TILE_VECTORS : MC_TROPICAL_LANES / VEC_LANES,
  PART(TROPICAL_WIDTH) = PART(TROPICAL_VECTORS) * VEC_LANES
};
typedef struct {
  VEC_TYPE best[MC_TROPICAL_ROWS][PART(TROPICAL_VECTORS)];
} PART(tropical_sums);

/* Defines the kernels for one (+): `min` or `max`, with the comparison that it wins by. */
#define TROPICAL(BEST, REACHES)                                                        \
  /* The best of `steps` sums. */                                                      \
  MC_INLINE PART(tropical_sums) PART(tropical_##BEST##_sums)(const REAL *a, const REAL *b, \
                                                             int64_t steps) {          \
    PART(tropical_sums) s;                                                             \
    const VEC_TYPE one = VEC(one)();                                                   \
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
          s.best[r][v] = VEC(BEST)(VEC(add_beside)(q, one, p[v]), s.best[r][v]);       \
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
  MC_INLINE void PART(tropical_##BEST##_group)(const REAL *a, const REAL *b, REAL *c,  \
                                               int32_t *via, int64_t stride,           \
                                               int32_t mark) {                         \
    const PART(tropical_sums) s =                                                      \
      PART(tropical_##BEST##_sums)(a, b, MC_TROPICAL_STEPS);                           \
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
    for (int at = 0; at < MC_TROPICAL_LANES; at += PART(TROPICAL_WIDTH))               \
      for (int64_t k = 0; k < d; k += MC_TROPICAL_STEPS)                               \
        PART(tropical_##BEST##_group)(a + k * MC_TROPICAL_LANES,                       \
                                      b + k * MC_TROPICAL_LANES + at, c + at, via + at, \
                                      stride, INT32_MAX - (int32_t) k);                \
    for (int r = 0; r < MC_TROPICAL_ROWS; r++) {                                       \
      int32_t *row = via + r * stride;                                                 \
      const int32_t limit = INT32_MAX - (int32_t) d;                                   \
      uint32_t marked = mc_above16(row, limit) | mc_above16(row + 16, limit) << 16;    \
      for (; marked != 0; marked &= marked - 1) {                                      \
        const int l = __builtin_ctz(marked);                                           \
        const int64_t k = INT32_MAX - row[l];                                          \
        const REAL *p = a + k * MC_TROPICAL_LANES + r;                                 \
        const REAL *q = b + k * MC_TROPICAL_LANES + l;                                 \
        const REAL best = c[r * stride + l];                                           \
        int step = MC_TROPICAL_STEPS - 1; /* the last one if no other reaches it */    \
        MC_UNROLL for (int s = MC_TROPICAL_STEPS - 2; s >= 0; s--) {                   \
          const REAL sum = p[s * MC_TROPICAL_LANES] + q[s * MC_TROPICAL_LANES];        \
          step = sum REACHES best ? s : step;                                          \
        }                                                                              \
        row[l] = first + (int32_t) k + step;                                           \
      }                                                                                \
    }                                                                                  \
  }

/* The result's lines, on their way while sums are made. */
MC_INLINE void PART(tropical_fetch)(const REAL *c, int64_t stride) {
  enum { LINE = 64 / sizeof(REAL) };
  for (int r = 0; r < MC_TROPICAL_ROWS; r++)
    for (int l = 0; l < MC_TROPICAL_LANES; l += LINE)
      __builtin_prefetch(c + r * stride + l, 1);
}

TROPICAL(min, <=)
TROPICAL(max, >=)

#undef TROPICAL
#undef REAL
#undef FN
#undef PART
#undef VEC
#undef VEC_TYPE
#undef VEC_LANES
