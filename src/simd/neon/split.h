/* Contract: simd/portable/split.h. */

#include "simd/neon/compress.h"

typedef uint16x8_t mc_lanes; /* sums of lane numbers: 2048 (14 + 15) < 2^16 */

enum { MC_SPLIT8_LANES = 16, MC_SPLIT16_LANES = 8, MC_SPLIT32_LANES = 8, MC_SPLIT_RUN = 2048 };

MC_INLINE mc_lanes mc_lanes_zero(void) {
  return vdupq_n_u16(0);
}

MC_INLINE int64_t mc_lanes_total16(mc_lanes sum) {
  return vaddlvq_u16(sum);
}

MC_INLINE int64_t mc_lanes_total8(mc_lanes sum) {
  return mc_lanes_total16(sum);
}

MC_INLINE int64_t mc_lanes_total32(mc_lanes sum) {
  return mc_lanes_total16(sum);
}

/* Writes one half of 16 bytes, compressed by a mask of 8 bits. */
MC_INLINE void mc_split_half(uint8_t *to, uint8x8_t half, unsigned mask) {
  vst1_u8(to, vtbl1_u8(half, vld1_u8(mc_split_table8[mask])));
}

/* The masks of the ones of both halves, and their counts, are bytes of one number. */
MC_INLINE int mc_split8(const uint8_t *v, int count, int bit, uint8_t *zeros, uint8_t *ones,
                        mc_lanes *sum) {
  static const uint8_t lane_number[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const uint8x16_t lane = vld1q_u8(lane_number);
  const uint8x16_t x = vld1q_u8(v);
  uint8x16_t one = vtstq_u8(x, vdupq_n_u8((uint8_t) (1 << bit)));
  if (count < 16) /* lanes from `count` on go with the ones */
    one = vorrq_u8(one, vcgeq_u8(lane, vdupq_n_u8((uint8_t) count)));
  *sum = vpadalq_u8(*sum, vbicq_u8(lane, one));
  uint8x16_t mask = vandq_u8(one, mc_flag_bits());
  mask = vpaddq_u8(mask, mask);
  mask = vpaddq_u8(mask, mask);
  mask = vpaddq_u8(mask, mask);
  const uint32_t both = vgetq_lane_u32(vreinterpretq_u32_u8(vzip1q_u8(mask, vcntq_u8(mask))), 0);
  const unsigned low = both & 0xff, high = both >> 16 & 0xff;
  const int ones_low = (int) (both >> 8 & 0xff), ones_high = (int) (both >> 24);
  mc_split_half(zeros, vget_low_u8(x), low ^ 0xff);
  mc_split_half(zeros + (8 - ones_low), vget_high_u8(x), high ^ 0xff);
  mc_split_half(ones, vget_low_u8(x), low);
  mc_split_half(ones + ones_low, vget_high_u8(x), high);
  return 16 - ones_low - ones_high;
}

/* The flags of the ones of 8 lanes, and their count; lanes from `count` on go with the ones. */
MC_INLINE unsigned mc_split_ones(uint16x8_t one, int count, mc_lanes *sum) {
  static const uint16_t lane_number[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const uint16x8_t lane = vld1q_u16(lane_number);
  if (count < 8)
    one = vorrq_u16(one, vcgeq_u16(lane, vdupq_n_u16((uint16_t) count)));
  *sum = vaddq_u16(*sum, vbicq_u16(lane, one));
  return mc_flags8_counted(one);
}

MC_INLINE int mc_split16(const uint16_t *v, int count, int bit, uint16_t *zeros, uint16_t *ones,
                         mc_lanes *sum) {
  const uint16x8_t x = vld1q_u16(v);
  const uint16x8_t one = vtstq_u16(x, vdupq_n_u16((uint16_t) (1 << bit)));
  const unsigned flags = mc_split_ones(one, count, sum), mask = flags & 0xff;
  const uint8x16_t bytes = vreinterpretq_u8_u16(x);
  vst1q_u8((uint8_t *) zeros, vqtbl1q_u8(bytes, vld1q_u8(mc_split_table16[mask ^ 0xff])));
  vst1q_u8((uint8_t *) ones, vqtbl1q_u8(bytes, vld1q_u8(mc_split_table16[mask])));
  return 8 - (int) (flags >> 8);
}

MC_INLINE int mc_split32(const uint32_t *v, int count, int bit, uint32_t *zeros, uint32_t *ones,
                         mc_lanes *sum) {
  const uint32x4_t low = vld1q_u32(v), high = vld1q_u32(v + 4);
  const uint32x4_t test = vdupq_n_u32(UINT32_C(1) << bit);
  const uint16x8_t one = mc_flags_narrow32(vtstq_u32(low, test), vtstq_u32(high, test));
  const unsigned flags = mc_split_ones(one, count, sum), mask = flags & 0xff;
  const uint8x16_t a = vreinterpretq_u8_u32(low), b = vreinterpretq_u8_u32(high);
  mc_two_bytes_store(zeros, mc_compress32(a, b, mc_split_table32[mask ^ 0xff]));
  mc_two_bytes_store(ones, mc_compress32(a, b, mc_split_table32[mask]));
  return 8 - (int) (flags >> 8);
}
