/* Unsigned 16-bit integers.

     MC_U16_LANES, mc_u16            a divisor of 32; the vector
     mc_u16_load(p), mc_u16_store(p, v)
                                     any alignment
     mc_u16_set(x)                   x in all lanes
     mc_u16_set_twice(x)             the same for x in both halves of 32 bits; if these are in
                                     memory, a load suffices
     mc_u16_add(a, b)                modulo 2^16
     mc_u16_min(a, b), mc_u16_max(a, b)
     mc_u16_signs(a, b)              1 if a > b, 0 if a = b, 2^16 - 1 if a < b; a and b have 15 bits
     mc_u16_high(a)                  the upper eight bits, a / 256
     mc_u16_transpose8(x, stride, to, apart)
                                     x[r * stride + c] goes to to[c * apart + r], r and c below 8 */

enum { MC_U16_LANES = 1 };
typedef uint16_t mc_u16;

#define TYPE uint16_t
#define WORD(name) mc_u16_##name
#include "simd/portable/one_lane_body.h"

MC_INLINE mc_u16 mc_u16_set_twice(uint32_t x) {
  return (uint16_t) x;
}

MC_INLINE mc_u16 mc_u16_add(mc_u16 a, mc_u16 b) {
  return (uint16_t) (a + b);
}

MC_INLINE mc_u16 mc_u16_signs(mc_u16 a, mc_u16 b) {
  return (uint16_t) ((a > b) - (a < b));
}

MC_INLINE mc_u16 mc_u16_high(mc_u16 a) {
  return (uint16_t) (a >> 8);
}

MC_INLINE void mc_u16_transpose8(const uint16_t *x, int64_t stride, uint16_t *to, int64_t apart) {
  for (int r = 0; r < 8; r++)
    for (int c = 0; c < 8; c++)
      to[c * apart + r] = x[r * stride + c];
}
