/* Doubles.

     MC_F64_LANES, mc_f64            a divisor of 8; the vector
     mc_f64_load(p), mc_f64_store(p, v)
                                     any alignment
     mc_f64_store_wide(p, v)         mc_f64_store(), under the name of f32.h
     mc_f64_set(x)                   x in all lanes
     mc_f64_from_i64(p), mc_f64_from_f32(p)
                                     loads 64-bit integers, rounded; loads floats
     mc_f64_add(a, b), _sub, _mul, _div, _sqrt(v)
                                     rounded once
     mc_f64_one(), mc_f64_add_by_fma(a, one, b)
                                     a + b, as the fused a * one + b if the target has fused
                                     operations. Some processors do these on other units than
                                     sums; so this word is for kernels with more sums than
                                     products. The bits are those of mc_f64_add(), because a
                                     product with one is exact
     mc_f64_fma(a, b, c)             a b + c, rounded once if the target is fast at that, or twice
     mc_f64_min(a, b), mc_f64_max(a, b)
                                     the lesser, the greater; b if one of them is NaN, or if
                                     both are equal
     mc_f64_spread(v, lane)          one lane of v in all lanes; `lane` is a constant
     mc_f64_where_number(v, yes, no) lane by lane: `yes` if v is not NaN, else `no`
     mc_f64_where_positive(v, yes, no)
                                     lane by lane: `yes` if v is above 0, else (also for NaN) `no`
     mc_f64_numbers(v)               how many lanes are not NaN
     mc_f64_positive(v)              are all lanes above 0?
     mc_f64_clamp1(v)                clamps to [-1, 1]; no lane may be NaN
     mc_f64_total(v)                 the sum of the lanes, in any order

   and the words of i32.h for sorting numbers that are not NaN:

     mc_f64_load_upto(p, k, fill), mc_f64_store_upto(p, k, v), mc_f64_xor_lanes(v, c),
     mc_f64_order(a, b, c), mc_f64_split(left, right, v, pivot, equal) */

enum { MC_F64_LANES = 1 };
typedef double mc_f64;

#define TYPE double
#define WORD(name) mc_f64_##name
#include "simd/portable/one_lane_body.h"

#define TYPE double
#define WORD(name) mc_f64_##name
#include "simd/portable/one_lane_sort_body.h"

MC_INLINE void mc_f64_store_wide(double *p, mc_f64 v) {
  mc_f64_store(p, v);
}

MC_INLINE mc_f64 mc_f64_add(mc_f64 a, mc_f64 b) {
  return a + b;
}

MC_INLINE mc_f64 mc_f64_one(void) {
  return 1;
}

MC_INLINE mc_f64 mc_f64_add_by_fma(mc_f64 a, mc_f64 one, mc_f64 b) {
  (void) one;
  return a + b;
}

MC_INLINE mc_f64 mc_f64_sub(mc_f64 a, mc_f64 b) {
  return a - b;
}

MC_INLINE mc_f64 mc_f64_fma(mc_f64 a, mc_f64 b, mc_f64 c) {
#ifdef FP_FAST_FMA
  return fma(a, b, c);
#else
  return a * b + c;
#endif
}

MC_INLINE mc_f64 mc_f64_mul(mc_f64 a, mc_f64 b) {
  return a * b;
}

MC_INLINE mc_f64 mc_f64_div(mc_f64 a, mc_f64 b) {
  return a / b;
}

MC_INLINE mc_f64 mc_f64_sqrt(mc_f64 v) {
  return sqrt(v);
}

MC_INLINE mc_f64 mc_f64_spread(mc_f64 v, int lane) {
  (void) lane;
  return v;
}

MC_INLINE mc_f64 mc_f64_where_number(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return v == v ? yes : no;
}

MC_INLINE mc_f64 mc_f64_where_positive(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return v > 0 ? yes : no;
}

MC_INLINE int mc_f64_numbers(mc_f64 v) {
  return v == v;
}

MC_INLINE bool mc_f64_positive(mc_f64 v) {
  return v > 0;
}

MC_INLINE mc_f64 mc_f64_clamp1(mc_f64 v) {
  return v > 1 ? 1 : v < -1 ? -1 : v;
}

MC_INLINE double mc_f64_total(mc_f64 v) {
  return v;
}

MC_INLINE mc_f64 mc_f64_from_i64(const int64_t *p) {
  return (double) *p;
}

MC_INLINE mc_f64 mc_f64_from_f32(const float *p) {
  return *p;
}
