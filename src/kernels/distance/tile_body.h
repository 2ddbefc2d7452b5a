/* The body of tile.h for one kind of kernels (kernels/for_f64.h). */

/* Lanes [at, at + vectors * VEC_LANES) of the panel; `vectors`, whether there is
   something to finish, and `root`, are constants. */
MC_INLINE void PART(distance_registers)(const TYPE *a, const TYPE *b, int64_t d,
                                        bool first, TYPE *sum, int64_t width,
                                        const mc_finish *before, bool root, int at,
                                        int vectors) {
  VEC_TYPE s[MC_DISTANCE_ROWS][MC_DISTANCE_LANES / VEC_LANES];
  const VEC_TYPE one = VEC(one)();
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
          s[r][v] = v % 2 == 0 ? PART(distance_square)(difference, s[r][v])
                               : PART(distance_square_beside)(difference, one, s[r][v]);
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

static void FN(distance_tile)(const TYPE *a, const TYPE *b, int64_t d,
                                       bool first, TYPE *sum, int64_t width,
                                       const mc_finish *before) {
  enum {
    VECTORS = MC_TILE_VECTORS * VEC_LANES < MC_DISTANCE_LANES
                ? MC_TILE_VECTORS : MC_DISTANCE_LANES / VEC_LANES
  };
  for (int at = 0; at < MC_DISTANCE_LANES; at += VECTORS * VEC_LANES)
    if (before == NULL)
      PART(distance_registers)(a, b, d, first, sum, width, NULL, false, at, VECTORS);
    else if (before->root)
      PART(distance_registers)(a, b, d, first, sum, width, before, true, at, VECTORS);
    else
      PART(distance_registers)(a, b, d, first, sum, width, before, false, at, VECTORS);
}

/* The same for data with NaN and infinite values, as stats::dist has it: a
   coordinate whose difference is NaN is left out; the others are counted. Counts
   take registers, too: so it is two rows (a constant) at a time. */
MC_INLINE void PART(distance_registers_missing)(const TYPE *a, const TYPE *b,
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
        PART(distance_add)(q, p, true, &s[r][v], &c[r][v]);
      }
    }
  MC_UNROLL for (int r = 0; r < rows; r++)
    MC_UNROLL for (int v = 0; v < vectors; v++) {
      VEC(store)(sum + r * width + v * VEC_LANES, s[r][v]);
      VEC(store)(count + r * width + v * VEC_LANES, c[r][v]);
    }
}

static void FN(distance_tile_missing)(const TYPE *a, const TYPE *b,
                                               int64_t d, bool first, TYPE *sum,
                                               TYPE *count, int64_t width) {
  enum {
    VECTORS = MC_TILE_VECTORS * VEC_LANES < MC_DISTANCE_LANES
                ? MC_TILE_VECTORS : MC_DISTANCE_LANES / VEC_LANES,
    PAIR = 2
  };
  for (int r = 0; r < MC_DISTANCE_ROWS; r += PAIR)
    for (int at = 0; at < MC_DISTANCE_LANES; at += VECTORS * VEC_LANES)
      PART(distance_registers_missing)(a + r, b + at, d, first, sum + r * width + at,
                                       count + r * width + at, width, PAIR, VECTORS);
}

#include "kernels/for_none.h"
