/* Contract: simd/portable/i32x16.h. */

typedef struct {
  int32x4_t part[4];
} mc_i32x16;

MC_INLINE mc_i32x16 mc_i32x16_load(const int32_t *p) {
  mc_i32x16 v;
  MC_UNROLL for (int i = 0; i < 4; i++) v.part[i] = vld1q_s32(p + 4 * i);
  return v;
}

MC_INLINE void mc_i32x16_store(int32_t *p, mc_i32x16 v) {
  MC_UNROLL for (int i = 0; i < 4; i++) vst1q_s32(p + 4 * i, v.part[i]);
}

MC_INLINE mc_i32x16 mc_i32x16_load_upto(const int32_t *p, int64_t k, int32_t fill) {
  int32_t lane[16];
  const int32x4_t f = vdupq_n_s32(fill);
  mc_i32x16_store(lane, (mc_i32x16){{f, f, f, f}});
  memcpy(lane, p, (size_t) k * sizeof *p);
  return mc_i32x16_load(lane);
}

MC_INLINE void mc_i32x16_store_upto(int32_t *p, int64_t k, mc_i32x16 v) {
  int32_t lane[16];
  mc_i32x16_store(lane, v);
  memcpy(p, lane, (size_t) k * sizeof *p);
}

/* Lane l takes lane l ^ c, c < 4: within one register. */
MC_INLINE int32x4_t mc_xor_lanes4(int32x4_t v, int c) {
  switch (c) {
  case 0: return v;
  case 1: return vrev64q_s32(v);
  case 2: return vextq_s32(v, v, 2);
  default: v = vrev64q_s32(v); return vextq_s32(v, v, 2);
  }
}

MC_INLINE mc_i32x16 mc_i32x16_xor_lanes(mc_i32x16 v, int c) {
  mc_i32x16 out;
  MC_UNROLL for (int i = 0; i < 4; i++) out.part[i] = mc_xor_lanes4(v.part[i ^ c / 4], c % 4);
  return out;
}

MC_INLINE mc_i32x16 mc_i32x16_min(mc_i32x16 a, mc_i32x16 b) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = vminq_s32(a.part[i], b.part[i]);
  return a;
}

MC_INLINE mc_i32x16 mc_i32x16_max(mc_i32x16 a, mc_i32x16 b) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = vmaxq_s32(a.part[i], b.part[i]);
  return a;
}

/* Lanes whose number has the bit c < 4 come from `high`, the others from `low`. */
MC_INLINE int32x4_t mc_blend_lanes4(int32x4_t low, int32x4_t high, int c) {
  return vbslq_s32(c == 1 ? vreinterpretq_u32_u64(vdupq_n_u64(UINT64_C(0xffffffff00000000)))
                          : vcombine_u32(vdup_n_u32(0), vdup_n_u32(UINT32_MAX)),
                   high, low);
}

MC_INLINE int32x4_t mc_order4(int32x4_t a, int32x4_t b, int c) {
  return mc_blend_lanes4(vminq_s32(a, b), vmaxq_s32(a, b), c);
}

MC_INLINE mc_i32x16 mc_i32x16_order(mc_i32x16 a, mc_i32x16 b, int c) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = c < 4 ? mc_order4(a.part[i], b.part[i], c)
                                                    : i & (c / 4) ? vmaxq_s32(a.part[i], b.part[i])
                                                                  : vminq_s32(a.part[i], b.part[i]);
  return a;
}

MC_INLINE int32_t mc_i32x16_first(mc_i32x16 v) {
  return vgetq_lane_s32(v.part[0], 0);
}

MC_INLINE int32_t mc_i32x16_last(mc_i32x16 v) {
  return vgetq_lane_s32(v.part[3], 3);
}
