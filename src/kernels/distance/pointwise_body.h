/* The body of pointwise.h for one kind of kernels (kernels/for_f64.h). */

/* Adds the term of a difference to a sum. With `missing`, a constant: counts it, but does neither
   if the difference is NaN. */
MC_INLINE void METRIC_PART(add)(VEC_TYPE difference, bool missing, VEC_TYPE *sum,
                                VEC_TYPE *count) {
  if (missing)
    METRIC_PART(add_number)(difference, sum, count);
  else
    *sum = ADD_TERM(difference, *sum);
}

/* ---- algorithm 1 ---- */

#if !FUSED

/* `points` neighbours of b, a constant like `missing`. */
MC_INLINE void METRIC_PART(few)(const TYPE *a, const TYPE *b, int64_t d, int64_t fill,
                                  TYPE *sum, TYPE *count, int points, bool missing) {
  TYPE s[4] = {0}, c[4] = {0};
  for (int64_t k = 0; k < d; k++)
    MC_UNROLL for (int p = 0; p < points; p++) {
      const TYPE difference = a[k] - b[p * d + k];
      if (!missing || difference == difference)
        s[p] = ADD_NUMBER(difference, s[p]);
      if (missing)
        c[p] += difference == difference;
    }
  MC_UNROLL for (int p = 0; p < points; p++) {
    sum[p] = s[p];
    if (missing)
      count[p] = c[p] - (TYPE) fill;
  }
}

MC_INLINE void METRIC_PART(points)(const TYPE *a, const TYPE *b, int64_t d,
                                     int64_t fill, int64_t n, TYPE *sum,
                                     TYPE *count, bool missing) {
  int64_t j = 0;
  for (; j + 4 <= n; j += 4)
    METRIC_PART(few)(a, b + j * d, d, fill, sum + j, missing ? count + j : NULL, 4,
                       missing);
  for (; j < n; j++)
    METRIC_PART(few)(a, b + j * d, d, fill, sum + j, missing ? count + j : NULL, 1,
                       missing);
}

#else

MC_INLINE void METRIC_PART(points)(const TYPE *a, const TYPE *b, int64_t d,
                                     int64_t fill, int64_t n, TYPE *sum,
                                     TYPE *count, bool missing) {
  for (int64_t j = 0; j < n; j++, b += d) {
    VEC_TYPE s = VEC(set)(0), c = VEC(set)(0);
    for (int64_t k = 0; k < d; k += VEC_LANES)
      METRIC_PART(add)(VEC(sub)(VEC(load)(a + k), VEC(load)(b + k)), missing, &s, &c);
    sum[j] = VEC(total)(s);
    if (missing)
      count[j] = VEC(total)(c) - (TYPE) fill;
  }
}

#endif

static void METRIC_FN(straightforward)(const void *a, const void *b, int64_t d, int64_t n,
                                       void *sum) {
  METRIC_PART(points)(a, b, d, 0, n, sum, NULL, false);
}

static void METRIC_FN(straightforward_missing)(const void *a, const void *b, int64_t d,
                                               int64_t fill, int64_t n, void *sum,
                                               void *count) {
  METRIC_PART(points)(a, b, d, fill, n, sum, count, true);
}

/* ---- algorithm 2 ---- */

/* `vectors` of the block's points, with their sums in registers; constants are
   `vectors`, `missing` and `root`. */
MC_INLINE void METRIC_PART(block)(const TYPE *a, const TYPE *b, int64_t d,
                                    int64_t step, TYPE *sum, TYPE *count,
                                    int vectors, bool missing, bool root) {
  VEC_TYPE s[MC_BLOCK_VECTORS], c[MC_BLOCK_VECTORS];
  MC_UNROLL for (int v = 0; v < vectors; v++)
    s[v] = c[v] = VEC(set)(0);
  for (int64_t k = 0; k < d; k++, b += step) {
    const VEC_TYPE q = VEC(set)(a[k]);
    MC_UNROLL for (int v = 0; v < vectors; v++)
      METRIC_PART(add)(VEC(sub)(q, VEC(load)(b + v * VEC_LANES)), missing, &s[v], &c[v]);
  }
  MC_UNROLL for (int v = 0; v < vectors; v++) {
    VEC(store)(sum + v * VEC_LANES, root ? VEC(sqrt)(s[v]) : s[v]);
    if (missing)
      VEC(store)(count + v * VEC_LANES, c[v]);
  }
}

MC_INLINE void METRIC_PART(neighbours)(const TYPE *a, const TYPE *b, int64_t d,
                                         int64_t step, int64_t n, TYPE *sum,
                                         TYPE *count, bool missing, bool root) {
  enum { AT_ONCE = MC_BLOCK_VECTORS * VEC_LANES };
  int64_t l = 0;
  for (; l + AT_ONCE <= n; l += AT_ONCE)
    METRIC_PART(block)(a, b + l, d, step, sum + l, missing ? count + l : NULL,
                         MC_BLOCK_VECTORS, missing, root);
  for (; l < n; l += VEC_LANES)
    METRIC_PART(block)(a, b + l, d, step, sum + l, missing ? count + l : NULL, 1,
                         missing, root);
}

static void METRIC_FN(blockwise)(const void *a, const void *b, int64_t d, int64_t step,
                                 int64_t n, bool root, void *sum) {
  if (root)
    METRIC_PART(neighbours)(a, b, d, step, n, sum, NULL, false, true);
  else
    METRIC_PART(neighbours)(a, b, d, step, n, sum, NULL, false, false);
}

static void METRIC_FN(blockwise_missing)(const void *a, const void *b, int64_t d, int64_t step,
                                         int64_t n, void *sum, void *count) {
  METRIC_PART(neighbours)(a, b, d, step, n, sum, count, true, false);
}

#include "kernels/for_none.h"
