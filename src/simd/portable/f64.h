/* Doubles.

     MC_F64_LANES, mc_f64            a divisor of 8; the vector
     mc_f64_load(p), mc_f64_store(p, v)
                                     any alignment
     mc_f64_store_wide(p, v)         the same, as f32.h has it
     mc_f64_set(x)                   x in all lanes
     mc_f64_from_i64(p), mc_f64_from_f32(p)
                                     integers, rounded; floats
     mc_f64_add(a, b), _sub, _mul, _div, _sqrt(v)
                                     rounded once
     mc_f64_one(), mc_f64_add_beside(a, one, b)
                                     a + b, as a one + b where a target has multipliers that
                                     add, which on some processors are beside the adders: for
                                     kernels of more sums than products. The bits are those of
                                     mc_f64_add(), as a product with one is exact
     mc_f64_fma(a, b, c)             a b + c, rounded once where that is fast, or twice
     mc_f64_min(a, b), mc_f64_max(a, b)
                                     the lesser, the greater; b where one of them is NaN, or
                                     both are equal
     mc_f64_spread(v, lane)          one lane in all lanes; `lane` is a constant
     mc_f64_where_number(v, yes, no) yes where v is not NaN, else no
     mc_f64_where_positive(v, yes, no)
                                     yes where v is above 0, else (and where it is NaN) no
     mc_f64_numbers(v)               how many lanes are not NaN
     mc_f64_positive(v)              are all lanes above 0?
     mc_f64_clamp1(v)                to [-1, 1]; v is not NaN
     mc_f64_total(v)                 the sum of the lanes, in any order

   and those for sorting, of numbers that are not NaN, as i32.h has them:

     mc_f64_xor_lanes(v, c), mc_f64_order(a, b, c), mc_f64_split(left, right, v, pivot, equal) */

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

MC_INLINE mc_f64 mc_f64_add_beside(mc_f64 a, mc_f64 one, mc_f64 b) {
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
