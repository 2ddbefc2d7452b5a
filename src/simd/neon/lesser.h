/* Contract: simd/portable/lesser.h. fmin and fmax, which tell -0 from 0, take one instruction
   each. The minimum and the maximum of f64.h take two. */

#define mc_i32_lesser mc_i32_min
#define mc_i32_greater(a, b, lesser) mc_i32_max(a, b)
#define mc_i64_lesser mc_i64_min
#define mc_i64_greater(a, b, lesser) mc_i64_max(a, b)

MC_INLINE mc_f64 mc_f64_lesser(mc_f64 a, mc_f64 b) {
  return (mc_f64){vminq_f64(a.low, b.low), vminq_f64(a.high, b.high)};
}

MC_INLINE mc_f64 mc_f64_greater(mc_f64 a, mc_f64 b, mc_f64 lesser) {
  (void) lesser;
  return (mc_f64){vmaxq_f64(a.low, b.low), vmaxq_f64(a.high, b.high)};
}
