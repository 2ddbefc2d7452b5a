/* The body of tile.h for one kind of kernels (kernels/for_f64.h). */

/* Lanes [at, at + vectors * VEC_LANES) of the panel. Constants: `vectors`, `root`, and whether
   `before` is NULL. */
MC_INLINE void METRIC_PART(registers)(const TYPE *a, const TYPE *b, int64_t d,
                                        bool first, TYPE *sum, int64_t width,
                                        const mc_distance_finish *before, bool root, int at,
                                        int vectors) {
  VEC_TYPE s[MC_DISTANCE_ROWS][MC_DISTANCE_LANES / VEC_LANES];
  const VEC_TYPE one = VEC(one)();
  (void) one;
  b += at;
  sum += at;
  MC_UNROLL for (int r = 0; r < MC_DISTANCE_ROWS; r++)
    MC_UNROLL for (int v = 0; v < vectors; v++)
      s[r][v] = first ? VEC(set)(0) : VEC(load)(sum + r * width + v * VEC_LANES);
  const int parts = before == NULL ? 1 : MC_DISTANCE_ROWS * vectors;
  const int64_t share = d / parts, rest = d % parts;
  for (int part = 0; part < parts; part++) {
    if (before != NULL) {
      const int r = part / vectors, l = at + part % vectors * VEC_LANES;
      VEC_TYPE t = VEC(load)((const TYPE *) before->sum + r * before->width + l);
      VEC(store_wide)(before->out[r] + l, root ? VEC(sqrt)(t) : t);
    }
    for (int64_t k = share + (part < rest); k > 0; k--) {
      VEC_TYPE p[MC_DISTANCE_LANES / VEC_LANES];
      MC_UNROLL for (int v = 0; v < vectors; v++)
        p[v] = VEC(load)(b + v * VEC_LANES);
      MC_UNROLL for (int r = 0; r < MC_DISTANCE_ROWS; r++) {
        const VEC_TYPE q = VEC(set)(a[r]);
        MC_UNROLL for (int v = 0; v < vectors; v++) {
          const VEC_TYPE difference = VEC(sub)(q, p[v]);
          s[r][v] = v % 2 == 0 ? ADD_TERM(difference, s[r][v])
                               : ADD_TERM_BY_FMA(difference, one, s[r][v]);
        }
      }
      a += MC_DISTANCE_LANES;
      b += MC_DISTANCE_LANES;
    }
  }
  MC_UNROLL for (int r = 0; r < MC_DISTANCE_ROWS; r++)
    MC_UNROLL for (int v = 0; v < vectors; v++)
      VEC(store)(sum + r * width + v * VEC_LANES, s[r][v]);
}

static void METRIC_FN(tile)(const void *a_, const void *b_, int64_t d, bool first,
                            void *sum_, int64_t width, const mc_distance_finish *before) {
  const TYPE *a = a_, *b = b_;
  TYPE *sum = sum_;
  enum {
    VECTORS = MC_TILE_VECTORS * VEC_LANES < MC_DISTANCE_LANES
                ? MC_TILE_VECTORS : MC_DISTANCE_LANES / VEC_LANES
  };
  for (int at = 0; at < MC_DISTANCE_LANES; at += VECTORS * VEC_LANES)
    if (before == NULL)
      METRIC_PART(registers)(a, b, d, first, sum, width, NULL, false, at, VECTORS);
    else if (before->root)
      METRIC_PART(registers)(a, b, d, first, sum, width, before, true, at, VECTORS);
    else
      METRIC_PART(registers)(a, b, d, first, sum, width, before, false, at, VECTORS);
}

/* Adds the term of a difference to a sum; counts it. If the difference is NaN, neither. */
MC_INLINE void METRIC_PART(add_number)(VEC_TYPE difference, VEC_TYPE *sum, VEC_TYPE *count) {
  const VEC_TYPE one = VEC(set)(1), zero = VEC(set)(0);
  *count = VEC(add)(*count, VEC(where_number)(difference, one, zero));
  difference = VEC(where_number)(difference, difference, zero);
  *sum = ADD_TERM(difference, *sum);
}

/* Counts take registers, too: so it is two rows (`rows`, a constant) at a time. */
MC_INLINE void METRIC_PART(registers_missing)(const TYPE *a, const TYPE *b,
                                                int64_t d, bool first, TYPE *sum,
                                                TYPE *count, int64_t width, int rows,
                                                int vectors) {
  VEC_TYPE s[MC_DISTANCE_ROWS][MC_DISTANCE_LANES / VEC_LANES];
  VEC_TYPE c[MC_DISTANCE_ROWS][MC_DISTANCE_LANES / VEC_LANES];
  MC_UNROLL for (int r = 0; r < rows; r++)
    MC_UNROLL for (int v = 0; v < vectors; v++) {
      s[r][v] = first ? VEC(set)(0) : VEC(load)(sum + r * width + v * VEC_LANES);
      c[r][v] = first ? VEC(set)(0) : VEC(load)(count + r * width + v * VEC_LANES);
    }
  for (int64_t k = 0; k < d; k++)
    MC_UNROLL for (int r = 0; r < rows; r++) {
      const VEC_TYPE q = VEC(set)(a[k * MC_DISTANCE_LANES + r]);
      MC_UNROLL for (int v = 0; v < vectors; v++) {
        VEC_TYPE p = VEC(load)(b + k * MC_DISTANCE_LANES + v * VEC_LANES);
        METRIC_PART(add_number)(VEC(sub)(q, p), &s[r][v], &c[r][v]);
      }
    }
  MC_UNROLL for (int r = 0; r < rows; r++)
    MC_UNROLL for (int v = 0; v < vectors; v++) {
      VEC(store)(sum + r * width + v * VEC_LANES, s[r][v]);
      VEC(store)(count + r * width + v * VEC_LANES, c[r][v]);
    }
}

static void METRIC_FN(tile_missing)(const void *a_, const void *b_, int64_t d, bool first,
                                    void *sum_, void *count_, int64_t width) {
  const TYPE *a = a_, *b = b_;
  TYPE *sum = sum_, *count = count_;
  enum {
    VECTORS = MC_TILE_VECTORS * VEC_LANES < MC_DISTANCE_LANES
                ? MC_TILE_VECTORS : MC_DISTANCE_LANES / VEC_LANES,
    PAIR = 2
  };
  for (int r = 0; r < MC_DISTANCE_ROWS; r += PAIR)
    for (int at = 0; at < MC_DISTANCE_LANES; at += VECTORS * VEC_LANES)
      METRIC_PART(registers_missing)(a + r, b + at, d, first, sum + r * width + at,
                                       count + r * width + at, width, PAIR, VECTORS);
}

#include "kernels/for_none.h"
