/* Contract: simd/portable/i64.h. */

enum { MC_I64_LANES = 4 };
typedef struct {
  int64x2_t low, high;
} mc_i64;

MC_INLINE mc_i64 mc_i64_load(const int64_t *p) {
  return (mc_i64){vld1q_s64(p), vld1q_s64(p + 2)};
}

MC_INLINE void mc_i64_store(int64_t *p, mc_i64 v) {
  vst1q_s64(p, v.low);
  vst1q_s64(p + 2, v.high);
}

MC_INLINE mc_i64 mc_i64_set(int64_t x) {
  const int64x2_t v = vdupq_n_s64(x);
  return (mc_i64){v, v};
}

MC_INLINE mc_i64 mc_i64_min(mc_i64 a, mc_i64 b) {
  return (mc_i64){mc_min2(a.low, b.low), mc_min2(a.high, b.high)};
}

MC_INLINE mc_i64 mc_i64_max(mc_i64 a, mc_i64 b) {
  return (mc_i64){mc_max2(a.low, b.low), mc_max2(a.high, b.high)};
}

#define TYPE int64_t
#define LANES MC_I64_LANES
#define VECTOR mc_i64
#define WORD(name) mc_i64_##name
#include "simd/neon/upto_body.h"

MC_INLINE mc_i64 mc_i64_xor_lanes(mc_i64 v, int c) {
  const int64x2_t low = mc_xor_lanes2(v.low, c & 1), high = mc_xor_lanes2(v.high, c & 1);
  return c & 2 ? (mc_i64){high, low} : (mc_i64){low, high};
}

MC_INLINE mc_i64 mc_i64_order(mc_i64 a, mc_i64 b, int c) {
  if (c == 2)
    return (mc_i64){mc_min2(a.low, b.low), mc_max2(a.high, b.high)};
  return (mc_i64){mc_order2(a.low, b.low), mc_order2(a.high, b.high)};
}

/* Splits four lanes of 64 bits by flags. */
MC_INLINE int mc_split4_lanes(void *left, void *right, uint8x16_t low, uint8x16_t high,
                              uint32x4_t flag) {
  const unsigned less = mc_flags4_counted(flag);
  const mc_two_bytes split = mc_compress32(low, high, mc_split_table64[less & 0xf]);
  mc_two_bytes_store(left, split);
  mc_two_bytes_store((char *) right - 32, split);
  return (int) (less >> 4);
}

MC_INLINE int mc_i64_split(int64_t *left, int64_t *right, mc_i64 v, mc_i64 pivot, bool equal) {
  const uint64x2_t low = equal ? vcleq_s64(v.low, pivot.low) : vcltq_s64(v.low, pivot.low);
  const uint64x2_t high = equal ? vcleq_s64(v.high, pivot.high) : vcltq_s64(v.high, pivot.high);
  return mc_split4_lanes(left, right, vreinterpretq_u8_s64(v.low), vreinterpretq_u8_s64(v.high),
                         mc_flags_narrow64(low, high));
}
