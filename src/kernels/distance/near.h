/* distance_at_most: which of n sums are at most `limit`? Their numbers go into `which`, ascending,
   which has room for n. Returns how many there are. A sum that is NaN is not one of them. */

static int64_t MC_FN(distance_at_most)(const double *sum, int64_t n, double limit,
                                       int32_t *which) {
  const mc_f64 most = mc_f64_set(limit);
  int64_t found = 0, i = 0;
  while (i < n) {
    int64_t end = n;
    if (i + MC_F64_LANES <= n) {
      end = i + MC_F64_LANES;
      if (mc_f64_positive(mc_f64_sub(mc_f64_load(sum + i), most))) {
        i = end;
        continue;
      }
    }
    for (; i < end; i++) {
      which[found] = (int32_t) i;
      found += sum[i] <= limit;
    }
  }
  return found;
}
