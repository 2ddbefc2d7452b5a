/* Contract: simd/portable/bytes.h. */

enum { MC_NARROW = 64, MC_BYTES = 64 };
typedef struct {
  int8x16_t part[4];
} mc_bytes;
typedef mc_bytes mc_tally; /* 64 counters of one byte */

MC_INLINE void mc_narrow16(const uint16_t *v, uint8_t *out) {
  for (int i = 0; i < MC_NARROW; i += 16)
    vst1q_u8(out + i, vuzp1q_u8(vreinterpretq_u8_u16(vld1q_u16(v + i)),
                                vreinterpretq_u8_u16(vld1q_u16(v + i + 8))));
}

MC_INLINE void mc_narrow32(const uint32_t *v, uint16_t *out) {
  for (int i = 0; i < MC_NARROW; i += 8)
    vst1q_u16(out + i, vuzp1q_u16(vreinterpretq_u16_u32(vld1q_u32(v + i)),
                                  vreinterpretq_u16_u32(vld1q_u32(v + i + 4))));
}

MC_INLINE mc_bytes mc_bytes_load(const int8_t *p) {
  mc_bytes a;
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = vld1q_s8(p + 16 * i);
  return a;
}

MC_INLINE void mc_bytes_store(int8_t *p, mc_bytes a) {
  MC_UNROLL for (int i = 0; i < 4; i++) vst1q_s8(p + 16 * i, a.part[i]);
}

MC_INLINE mc_bytes mc_bytes_less_one(mc_bytes a) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = vsubq_s8(a.part[i], vdupq_n_s8(1));
  return a;
}

/* A mask: all bits of the first n lanes of a register. */
MC_INLINE uint8x16_t mc_first_bytes(int n) {
  static const int8_t lane[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return vcltq_s8(vld1q_s8(lane), vdupq_n_s8((int8_t) n));
}

MC_INLINE mc_bytes mc_bytes_few(const uint8_t *v, int n, int bits) {
  const int8x16_t last = vdupq_n_s8((int8_t) ((1 << bits) - 1)), none = vdupq_n_s8(127);
  mc_bytes a = mc_bytes_load((const int8_t *) v);
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] =
    vbslq_s8(mc_first_bytes(n - 16 * i), vandq_s8(a.part[i], last), none);
  return a;
}

MC_INLINE mc_tally mc_tally_zero(void) {
  const int8x16_t zero = vdupq_n_s8(0);
  return (mc_tally){{zero, zero, zero, zero}};
}

/* A true comparison is -1. `wrap` is a constant in kernels; so at most one of the four registers
   needs both kinds of lanes. */
MC_INLINE mc_tally mc_tally_add(mc_tally t, mc_bytes a, mc_bytes b, int wrap) {
  MC_UNROLL for (int i = 0; i < 4; i++) {
    const int8x16_t x = a.part[i], y = b.part[i];
    uint8x16_t counted = wrap >= 16 * i + 16 ? vcgtq_s8(x, y) : vcleq_s8(x, y);
    if (wrap > 16 * i && wrap < 16 * i + 16)
      counted = veorq_u8(counted, mc_first_bytes(wrap - 16 * i));
    t.part[i] = vsubq_s8(t.part[i], vreinterpretq_s8_u8(counted));
  }
  return t;
}

MC_INLINE int64_t mc_tally_total(mc_tally t) {
  uint16x8_t sum = vdupq_n_u16(0);
  MC_UNROLL for (int i = 0; i < 4; i++) sum = vpadalq_u8(sum, vreinterpretq_u8_s8(t.part[i]));
  return vaddlvq_u16(sum);
}
