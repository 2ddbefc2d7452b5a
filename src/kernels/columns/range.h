/* column_range: the least and the greatest of a column's values, and how many are not NaN.

   Contract. If all are NaN, least is Inf and most -Inf. O(n). */

static mc_column_range MC_FN(column_range)(const double *value, int64_t n) {
  enum { CHAINS = 4 }; /* as one would wait for itself */
  mc_f64 least[CHAINS], most[CHAINS];
  MC_UNROLL for (int c = 0; c < CHAINS; c++) {
    least[c] = mc_f64_set(INFINITY);
    most[c] = mc_f64_set(-INFINITY);
  }
  int64_t present = 0, i = 0;
  for (; i + CHAINS * MC_F64_LANES <= n; i += CHAINS * MC_F64_LANES)
    MC_UNROLL for (int c = 0; c < CHAINS; c++) {
      mc_f64 v = mc_f64_load(value + i + c * MC_F64_LANES);
      least[c] = mc_f64_min(v, least[c]);
      most[c] = mc_f64_max(v, most[c]);
      present += mc_f64_numbers(v);
    }
  double low[MC_F64_LANES], high[MC_F64_LANES];
  mc_f64_store(low, mc_f64_min(mc_f64_min(least[0], least[1]),
                               mc_f64_min(least[2], least[3])));
  mc_f64_store(high, mc_f64_max(mc_f64_max(most[0], most[1]),
                                mc_f64_max(most[2], most[3])));
  for (int l = 1; l < MC_F64_LANES; l++) {
    low[0] = low[l] < low[0] ? low[l] : low[0];
    high[0] = high[l] > high[0] ? high[l] : high[0];
  }
  for (; i < n; i++) {
    low[0] = value[i] < low[0] ? value[i] : low[0];
    high[0] = value[i] > high[0] ? value[i] : high[0];
    present += value[i] == value[i];
  }
  return (mc_column_range){low[0], high[0], present};
}
