/* distance_points_copy: copies numbers into a layout, and finds out whether they are finite.

     to[i] = from[i],  nothing[i] += from[i] - from[i]

   nothing[i] is 0 as long as all numbers were finite, and NaN from then on. Any alignment; `to` may
   be `from`. */

static void MC_FN(distance_points_copy)(const double *from, int64_t n, double *to,
                               double *nothing) {
  int64_t i = 0;
  for (; i + MC_F64_LANES <= n; i += MC_F64_LANES) {
    const mc_f64 v = mc_f64_load(from + i);
    mc_f64_store(to + i, v);
    mc_f64_store(nothing + i, mc_f64_add(mc_f64_load(nothing + i), mc_f64_sub(v, v)));
  }
  for (; i < n; i++) {
    to[i] = from[i];
    nothing[i] += from[i] - from[i];
  }
}
