/* 32-bit integers to be sorted.

     MC_I32_LANES, mc_i32            a power of two up to 16; the vector
     mc_i32_load(p), mc_i32_store(p, v)
                                     any alignment
     mc_i32_load_upto(p, k, fill)    lanes l < k from p, the others are `fill`; k is any int
     mc_i32_store_upto(p, k, v)      writes lanes l < k to p; k is any int. Memory of other lanes is
                                     neither read nor written
     mc_i32_set(x)                   x in all lanes
     mc_i32_min(a, b), mc_i32_max(a, b)
     mc_i32_xor_lanes(v, c)          lane l takes lane l ^ c, 0 < c < lanes, a constant
     mc_i32_order(a, b, c)           the lesser of a and b in lanes without the bit c, the
                                     greater in the others
     mc_i32_split(left, right, v, pivot, equal)
                                     writes the lanes less than the pivot, a vector, from `left`
                                     on, and the others so that they end before `right`, both in
                                     their order; returns the number of the former. With `equal`,
                                     a constant, lanes equal to the pivot go to the left, too. A
                                     full vector may be written from `left` on, and before
                                     `right`. Both may be the same memory: if `right` is `left` +
                                     lanes, both sides share one vector

   and of any integers

     mc_above16(p, x)                which of the 16 integers at p are above x, as bits; any
                                     alignment */

enum { MC_I32_LANES = 1 };
typedef int32_t mc_i32;

#define TYPE int32_t
#define WORD(name) mc_i32_##name
#include "simd/portable/one_lane_body.h"

#define TYPE int32_t
#define WORD(name) mc_i32_##name
#include "simd/portable/one_lane_sort_body.h"

MC_INLINE uint32_t mc_above16(const int32_t *p, int32_t x) {
  uint32_t bits = 0;
  for (int l = 0; l < 16; l++)
    bits |= (uint32_t) (p[l] > x) << l;
  return bits;
}
