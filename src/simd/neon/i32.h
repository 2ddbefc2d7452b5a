/* Contract: simd/portable/i32.h. */

enum { MC_I32_LANES = 8 };
typedef struct {
  int32x4_t low, high;
} mc_i32;

MC_INLINE mc_i32 mc_i32_load(const int32_t *p) {
  return (mc_i32){vld1q_s32(p), vld1q_s32(p + 4)};
}

MC_INLINE void mc_i32_store(int32_t *p, mc_i32 v) {
  vst1q_s32(p, v.low);
  vst1q_s32(p + 4, v.high);
}

MC_INLINE mc_i32 mc_i32_set(int32_t x) {
  const int32x4_t v = vdupq_n_s32(x);
  return (mc_i32){v, v};
}

MC_INLINE mc_i32 mc_i32_min(mc_i32 a, mc_i32 b) {
  return (mc_i32){vminq_s32(a.low, b.low), vminq_s32(a.high, b.high)};
}

MC_INLINE mc_i32 mc_i32_max(mc_i32 a, mc_i32 b) {
  return (mc_i32){vmaxq_s32(a.low, b.low), vmaxq_s32(a.high, b.high)};
}

#define TYPE int32_t
#define LANES MC_I32_LANES
#define VECTOR mc_i32
#define WORD(name) mc_i32_##name
#include "simd/neon/upto_body.h"

MC_INLINE mc_i32 mc_i32_xor_lanes(mc_i32 v, int c) {
  const int32x4_t low = mc_xor_lanes4(v.low, c & 3), high = mc_xor_lanes4(v.high, c & 3);
  return c & 4 ? (mc_i32){high, low} : (mc_i32){low, high};
}

MC_INLINE mc_i32 mc_i32_order(mc_i32 a, mc_i32 b, int c) {
  if (c == 4)
    return (mc_i32){vminq_s32(a.low, b.low), vmaxq_s32(a.high, b.high)};
  return (mc_i32){mc_order4(a.low, b.low, c), mc_order4(a.high, b.high, c)};
}

MC_INLINE int mc_i32_split(int32_t *left, int32_t *right, mc_i32 v, mc_i32 pivot, bool equal) {
  const uint32x4_t low = equal ? vcleq_s32(v.low, pivot.low) : vcltq_s32(v.low, pivot.low);
  const uint32x4_t high = equal ? vcleq_s32(v.high, pivot.high) : vcltq_s32(v.high, pivot.high);
  const unsigned less = mc_flags8_counted(mc_flags_narrow32(low, high));
  const mc_two_bytes split = mc_compress32(
    vreinterpretq_u8_s32(v.low), vreinterpretq_u8_s32(v.high), mc_split_table32[less & 0xff]);
  mc_two_bytes_store(left, split);
  mc_two_bytes_store((char *) right - 32, split);
  return (int) (less >> 8);
}

MC_INLINE uint32_t mc_above16(const int32_t *p, int32_t x) {
  const int32x4_t limit = vdupq_n_s32(x);
  uint32x4_t above[4];
  MC_UNROLL for (int i = 0; i < 4; i++) above[i] = vcgtq_s32(vld1q_s32(p + 4 * i), limit);
  const uint8x16_t flag =
    mc_flags_narrow16(mc_flags_narrow32(above[0], above[1]), mc_flags_narrow32(above[2], above[3]));
  return mc_flags32(flag, flag) & 0xffff;
}
