/* Floats. The words mean the same as for doubles (f64.h).

     MC_F32_LANES, mc_f32            a divisor of 16; the vector
     mc_f32_load(p), mc_f32_store(p, v)
     mc_f32_store_wide(p, v)         stores the lanes as doubles
     mc_f32_set(x)
     mc_f32_add(a, b), _sub, _sqrt(v), _fma(a, b, c)
     mc_f32_one(), mc_f32_add_by_fma(a, one, b)
     mc_f32_min(a, b), mc_f32_max(a, b)
     mc_f32_where_number(v, yes, no)
     mc_f32_total(v)
     mc_f32_not_below(a, b)          bit l is 0 if lane l of a is less than that of b, else 1; 1 if
                                     one of them is NaN */

enum { MC_F32_LANES = 1 };
typedef float mc_f32;

#define TYPE float
#define WORD(name) mc_f32_##name
#include "simd/portable/one_lane_body.h"

MC_INLINE void mc_f32_store_wide(double *p, mc_f32 v) {
  *p = v;
}

MC_INLINE mc_f32 mc_f32_add(mc_f32 a, mc_f32 b) {
  return a + b;
}

MC_INLINE mc_f32 mc_f32_one(void) {
  return 1;
}

MC_INLINE mc_f32 mc_f32_add_by_fma(mc_f32 a, mc_f32 one, mc_f32 b) {
  (void) one;
  return a + b;
}

MC_INLINE mc_f32 mc_f32_sub(mc_f32 a, mc_f32 b) {
  return a - b;
}

MC_INLINE mc_f32 mc_f32_fma(mc_f32 a, mc_f32 b, mc_f32 c) {
#ifdef FP_FAST_FMAF
  return fmaf(a, b, c);
#else
  return a * b + c;
#endif
}

MC_INLINE mc_f32 mc_f32_sqrt(mc_f32 v) {
  return sqrtf(v);
}

MC_INLINE mc_f32 mc_f32_where_number(mc_f32 v, mc_f32 yes, mc_f32 no) {
  return v == v ? yes : no;
}

MC_INLINE float mc_f32_total(mc_f32 v) {
  return v;
}

MC_INLINE uint32_t mc_f32_not_below(mc_f32 a, mc_f32 b) {
  return !(a < b);
}
