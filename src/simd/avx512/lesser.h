/* Contract: simd/portable/lesser.h. The greater of two integers is a ^ b ^ lesser. That takes any
   port for vectors of 512 bits. On Intel's processors only one port takes minima and maxima of
   integers, and a minimum of 64-bit integers takes the port twice. */

MC_INLINE mc_i32 mc_i32_greater(mc_i32 a, mc_i32 b, mc_i32 lesser) {
  return _mm512_ternarylogic_epi32(a, b, lesser, 0x96);
}

MC_INLINE mc_i64 mc_i64_greater(mc_i64 a, mc_i64 b, mc_i64 lesser) {
  return _mm512_ternarylogic_epi64(a, b, lesser, 0x96);
}

#define mc_i32_lesser mc_i32_min
#define mc_i64_lesser mc_i64_min
#define mc_f64_lesser mc_f64_min
#define mc_f64_greater(a, b, lesser) mc_f64_max(a, b)
