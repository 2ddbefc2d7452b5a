/* The flags of a comparison (all bits of a lane, or none) as bits of a number. NEON has no
   instruction for this. Each lane keeps a bit of its own, and the lanes are added up. */

/* In each group of 8 bytes, byte i has bit i. */
MC_INLINE uint8x16_t mc_flag_bits(void) {
  return vreinterpretq_u8_u64(vdupq_n_u64(UINT64_C(0x8040201008040201)));
}

/* 32 flags of one byte each become 16 sums of two bits. */
MC_INLINE uint8x16_t mc_flags_paired(uint8x16_t low, uint8x16_t high) {
  const uint8x16_t bits = mc_flag_bits();
  return vpaddq_u8(vandq_u8(low, bits), vandq_u8(high, bits));
}

/* 32 flags of one byte each: bit l for lane l. */
MC_INLINE uint32_t mc_flags32(uint8x16_t low, uint8x16_t high) {
  uint8x16_t sum = mc_flags_paired(low, high);
  sum = vpaddq_u8(sum, sum);
  sum = vpaddq_u8(sum, sum);
  return vgetq_lane_u32(vreinterpretq_u32_u8(sum), 0);
}

/* Flags of 16 bits become flags of 8 bits. */
MC_INLINE uint8x16_t mc_flags_narrow16(uint16x8_t low, uint16x8_t high) {
  return vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high));
}

/* Flags of 32 bits become flags of 16 bits, and flags of 64 bits flags of 32 bits. */
MC_INLINE uint16x8_t mc_flags_narrow32(uint32x4_t low, uint32x4_t high) {
  return vuzp1q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
}
MC_INLINE uint32x4_t mc_flags_narrow64(uint64x2_t low, uint64x2_t high) {
  return vuzp1q_u32(vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high));
}

/* 8 flags of 16 bits: bit l for lane l, and from bit 8 on the number of set flags. */
MC_INLINE unsigned mc_flags8_counted(uint16x8_t flag) {
  static const uint16_t bits[8] = {0x101, 0x102, 0x104, 0x108, 0x110, 0x120, 0x140, 0x180};
  return vaddvq_u16(vandq_u16(flag, vld1q_u16(bits)));
}

/* 4 flags of 32 bits: bit l for lane l, and from bit 4 on the number of set flags. */
MC_INLINE unsigned mc_flags4_counted(uint32x4_t flag) {
  static const uint32_t bits[4] = {0x11, 0x12, 0x14, 0x18};
  return vaddvq_u32(vandq_u32(flag, vld1q_u32(bits)));
}
