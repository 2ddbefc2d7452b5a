#ifndef MC_DISTANCE_ADD_H
#define MC_DISTANCE_ADD_H

/* What the distance kernels are made of, in three kinds: doubles, whose squares are
   rounded before they are added, as stats::dist has it (dispatch/begin.h keeps the compiler
   from fusing them); doubles and floats with fused multiply-add.

   distance_square: the square of a difference to a sum. distance_add: (a - b)^2 to a
   sum, the difference first. With `missing`, a constant, lanes in which it is NaN are
   left out, and the others counted. */
MC_INLINE mc_f64 distance_square_f64(mc_f64 difference, mc_f64 sum) {
  return mc_f64_add(sum, mc_f64_mul(difference, difference));
}

MC_INLINE mc_f64 distance_square_f64_fused(mc_f64 difference, mc_f64 sum) {
  return mc_f64_fma(difference, difference, sum);
}

MC_INLINE mc_f32 distance_square_f32(mc_f32 difference, mc_f32 sum) {
  return mc_f32_fma(difference, difference, sum);
}

/* distance_square_beside: the same, with the sum of doubles where the multipliers are
   (mc_f64_add_beside(), for which `one` is). Of the three operations two are for adders and one for
   multipliers; where this makes half of a kernel's sums both have as much to do. */
MC_INLINE mc_f64 distance_square_beside_f64(mc_f64 difference, mc_f64 one, mc_f64 sum) {
  return mc_f64_add_beside(mc_f64_mul(difference, difference), one, sum);
}

MC_INLINE mc_f64 distance_square_beside_f64_fused(mc_f64 difference, mc_f64 one, mc_f64 sum) {
  (void) one;
  return distance_square_f64_fused(difference, sum);
}

MC_INLINE mc_f32 distance_square_beside_f32(mc_f32 difference, mc_f32 one, mc_f32 sum) {
  (void) one;
  return distance_square_f32(difference, sum);
}

#define DISTANCE_ADD(VEC, KIND)                                                \
  MC_INLINE void distance_add_##KIND(mc_##VEC a, mc_##VEC b, bool missing,     \
                                     mc_##VEC *sum, mc_##VEC *count) {         \
    mc_##VEC difference = mc_##VEC##_sub(a, b);                                \
    if (missing) {                                                             \
      const mc_##VEC one = mc_##VEC##_set(1), zero = mc_##VEC##_set(0);        \
      *count = mc_##VEC##_add(                                                 \
        *count, mc_##VEC##_where_number(difference, one, zero));               \
      difference = mc_##VEC##_where_number(difference, difference, zero);      \
    }                                                                          \
    *sum = distance_square_##KIND(difference, *sum);                           \
  }
DISTANCE_ADD(f64, f64)
DISTANCE_ADD(f64, f64_fused)
DISTANCE_ADD(f32, f32)
#undef DISTANCE_ADD

#endif
