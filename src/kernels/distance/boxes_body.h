/* boxes.h for one kind of kernels (kernels/for_f64.h). */

/* `vectors` of boxes, a constant, with their sums in registers. */
MC_INLINE void METRIC_PART(some_boxes)(const TYPE *a_low, const TYPE *a_high, int64_t a_step,
                                         const TYPE *low, const TYPE *high, int64_t step,
                                         int64_t d, TYPE *sum, int vectors) {
  const VEC_TYPE zero = VEC(set)(0);
  VEC_TYPE s[4];
  MC_UNROLL for (int v = 0; v < vectors; v++)
    s[v] = zero;
  for (int64_t k = 0; k < d; k++, low += step, high += step) {
    const VEC_TYPE from = VEC(set)(a_low[k * a_step]), to = VEC(set)(a_high[k * a_step]);
    MC_UNROLL for (int v = 0; v < vectors; v++) {
      const VEC_TYPE above = VEC(sub)(VEC(load)(low + v * VEC_LANES), to);
      const VEC_TYPE below = VEC(sub)(from, VEC(load)(high + v * VEC_LANES));
      const VEC_TYPE gap = VEC(max)(VEC(max)(above, below), zero);
      s[v] = ADD_TERM(gap, s[v]);
    }
  }
  MC_UNROLL for (int v = 0; v < vectors; v++)
    VEC(store)(sum + v * VEC_LANES, s[v]);
}

static void METRIC_FN(boxes)(const TYPE *a_low, const TYPE *a_high, int64_t a_step,
                               const TYPE *low, const TYPE *high, int64_t step, int64_t d,
                               int64_t n, TYPE *sum) {
  enum { VECTORS = 4, AT_ONCE = VECTORS * VEC_LANES };
  int64_t l = 0;
  for (; l + AT_ONCE <= n; l += AT_ONCE)
    METRIC_PART(some_boxes)(a_low, a_high, a_step, low + l, high + l, step, d, sum + l, VECTORS);
  for (; l < n; l += VEC_LANES)
    METRIC_PART(some_boxes)(a_low, a_high, a_step, low + l, high + l, step, d, sum + l, 1);
}

#include "kernels/for_none.h"
