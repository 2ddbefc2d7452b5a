/* distance_roots: square roots of sums, correctly rounded on every path. */

static void MC_FN(distance_roots)(const double *sum, int64_t n, double *root) {
  int64_t i = 0;
  for (; i + MC_F64_LANES <= n; i += MC_F64_LANES)
    mc_f64_store(root + i, mc_f64_sqrt(mc_f64_load(sum + i)));
  if (i < n) {
    double rest[MC_F64_LANES] = {0};
    memcpy(rest, sum + i, (size_t) (n - i) * sizeof *rest);
    mc_f64_store(rest, mc_f64_sqrt(mc_f64_load(rest)));
    memcpy(root + i, rest, (size_t) (n - i) * sizeof *rest);
  }
}
