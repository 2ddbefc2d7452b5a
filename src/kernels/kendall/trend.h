/* kendall_slopes: the slopes between the points of a series, and the signs of their rises.

     for i = first .. last - 1
       for j = later(i) .. n - 1, a vector at a time
         d = x[j] - x[i]; count where d > 0 and where d < 0
         slope = d / (t[j] - t[i]), appended

   later(i) is the first point whose time is greater than t[i]: later[i], or i + 1 if `later` is
   NULL. So points of the same time have no slope. The difference of two equal infinities is 0.

   Contract. x has no NaN. t ascends and is finite, and t[n - 1] - t[0] is finite: so no slope is
   NaN. Behind the n points x has MC_TREND_PAD NaNs, and t has MC_TREND_PAD readable numbers.
   `slope` has room for all slopes and MC_TREND_PAD numbers more. Returns the number of slopes. *up
   and *down are increased by the numbers of rises and falls. O((last - first) n) time.

   kendall_lagged: sums of products of a sequence with itself, for the autocorrelation.

     sum[k] = r[0] r[k] + r[1] r[k + 1] + ... + r[n - 1 - k] r[n - 1], in this order, 0 <= k < n

   Each lane of a vector has a lag of its own, so all targets add in the same order.

   Contract. r is finite, and has MC_TREND_LAGS zeros behind its n numbers; `sum` has room for
   MC_TREND_LAGS numbers more than n. O(n^2) time. */

_Static_assert((int) MC_F64_LANES <= (int) MC_TREND_PAD &&
                 4 * (int) MC_F64_LANES <= (int) MC_TREND_LAGS,
               "the padding is too small");

static int64_t MC_FN(kendall_slopes)(const double *x, const double *t, const int32_t *later,
                                     int64_t first, int64_t last, int64_t n, double *slope,
                                     int64_t *up, int64_t *down) {
  const mc_f64 zero = mc_f64_set(0), one = mc_f64_set(1);
  mc_f64 ups = zero, downs = zero;
  double *to = slope;
  for (int64_t i = first; i < last; i++) {
    const int64_t j = later != NULL ? later[i] : i + 1;
    const mc_f64 xi = mc_f64_set(x[i]), ti = mc_f64_set(t[i]);
    for (int64_t k = 0; k < n - j; k += MC_F64_LANES) {
      const mc_f64 xj = mc_f64_load(x + j + k), d = mc_f64_sub(xj, xi);
      ups = mc_f64_add(ups, mc_f64_where_positive(d, one, zero));
      downs = mc_f64_add(downs, mc_f64_where_positive(mc_f64_sub(xi, xj), one, zero));
      mc_f64_store(to + k, mc_f64_div(mc_f64_where_number(d, d, zero),
                                      mc_f64_sub(mc_f64_load(t + j + k), ti)));
    }
    to += n - j;
  }
  *up += (int64_t) mc_f64_total(ups);
  *down += (int64_t) mc_f64_total(downs);
  return to - slope;
}

static void MC_FN(kendall_lagged)(const double *r, int64_t n, double *sum) {
  enum { VECTORS_AT_ONCE = 4 };
  for (int64_t k = 0; k < n; k += VECTORS_AT_ONCE * MC_F64_LANES) {
    mc_f64 s[VECTORS_AT_ONCE];
    MC_UNROLL for (int u = 0; u < VECTORS_AT_ONCE; u++)
      s[u] = mc_f64_set(0);
    for (int64_t i = 0; i < n - k; i++) {
      const mc_f64 ri = mc_f64_set(r[i]);
      MC_UNROLL for (int u = 0; u < VECTORS_AT_ONCE; u++)
        s[u] = mc_f64_add(s[u], mc_f64_mul(ri, mc_f64_load(r + i + k + u * MC_F64_LANES)));
    }
    MC_UNROLL for (int u = 0; u < VECTORS_AT_ONCE; u++)
      mc_f64_store(sum + k + u * MC_F64_LANES, s[u]);
  }
}
