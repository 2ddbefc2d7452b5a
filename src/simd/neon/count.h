/* Contract: simd/portable/count.h. */

/* Counters of 16 bits, two for each word of 64 bits; a vector adds up to 32 to a counter. */
enum { MC_COUNT_RUN = 2047 };
typedef uint16x8_t mc_count;

MC_INLINE mc_count mc_count_zero(void) {
  return vdupq_n_u16(0);
}

/* The ones of each byte; then sums of neighbouring bytes, which bring both registers together, word
   by word; then sums of neighbours of these. */
MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  const uint8x16_t low = vcntq_u8(vreinterpretq_u8_u64(v.low));
  const uint8x16_t high = vcntq_u8(vreinterpretq_u8_u64(v.high));
  return vpadalq_u8(count, vpaddq_u8(low, high));
}

MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1, mc_count c2, mc_count c3) {
  const uint32x4_t c01 = vpaddq_u32(vpaddlq_u16(c0), vpaddlq_u16(c1)); /* 0 0 1 1 */
  const uint32x4_t c23 = vpaddq_u32(vpaddlq_u16(c2), vpaddlq_u16(c3)); /* 2 2 3 3 */
  const int32x4_t all = vreinterpretq_s32_u32(vpaddq_u32(c01, c23));
  vst1q_s64(sum, vaddw_s32(vld1q_s64(sum), vget_low_s32(all)));
  vst1q_s64(sum + 2, vaddw_high_s32(vld1q_s64(sum + 2), all));
}

MC_INLINE mc_sums mc_count_sums(mc_count count) {
  const int32x4_t word = vreinterpretq_s32_u32(vpaddlq_u16(count));
  return (mc_sums){vmovl_s32(vget_low_s32(word)), vmovl_high_s32(word)};
}
