/* Contract: simd/portable/i64x8.h. */

typedef struct {
  int64x2_t part[4];
} mc_i64x8;

MC_INLINE mc_i64x8 mc_i64x8_load(const int64_t *p) {
  mc_i64x8 v;
  MC_UNROLL for (int i = 0; i < 4; i++) v.part[i] = vld1q_s64(p + 2 * i);
  return v;
}

MC_INLINE void mc_i64x8_store(int64_t *p, mc_i64x8 v) {
  MC_UNROLL for (int i = 0; i < 4; i++) vst1q_s64(p + 2 * i, v.part[i]);
}

MC_INLINE mc_i64x8 mc_i64x8_load_upto(const int64_t *p, int64_t k, int64_t fill) {
  int64_t lane[8];
  const int64x2_t f = vdupq_n_s64(fill);
  mc_i64x8_store(lane, (mc_i64x8){{f, f, f, f}});
  memcpy(lane, p, (size_t) k * sizeof *p);
  return mc_i64x8_load(lane);
}

MC_INLINE void mc_i64x8_store_upto(int64_t *p, int64_t k, mc_i64x8 v) {
  int64_t lane[8];
  mc_i64x8_store(lane, v);
  memcpy(p, lane, (size_t) k * sizeof *p);
}

/* Lane l takes lane l ^ c, c < 2: within one register. */
MC_INLINE int64x2_t mc_xor_lanes2(int64x2_t v, int c) {
  return c == 0 ? v : vextq_s64(v, v, 1);
}

MC_INLINE mc_i64x8 mc_i64x8_xor_lanes(mc_i64x8 v, int c) {
  mc_i64x8 out;
  MC_UNROLL for (int i = 0; i < 4; i++) out.part[i] = mc_xor_lanes2(v.part[i ^ c / 2], c % 2);
  return out;
}

/* NEON has no minimum of 64-bit lanes. */
MC_INLINE int64x2_t mc_min2(int64x2_t a, int64x2_t b) {
  return vbslq_s64(vcgtq_s64(b, a), a, b);
}

MC_INLINE int64x2_t mc_max2(int64x2_t a, int64x2_t b) {
  return vbslq_s64(vcgtq_s64(b, a), b, a);
}

MC_INLINE mc_i64x8 mc_i64x8_min(mc_i64x8 a, mc_i64x8 b) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = mc_min2(a.part[i], b.part[i]);
  return a;
}

MC_INLINE mc_i64x8 mc_i64x8_max(mc_i64x8 a, mc_i64x8 b) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = mc_max2(a.part[i], b.part[i]);
  return a;
}

/* The lesser of a and b in lane 0, the greater in lane 1. */
MC_INLINE int64x2_t mc_order2(int64x2_t a, int64x2_t b) {
  return vcopyq_laneq_s64(mc_min2(a, b), 1, mc_max2(a, b), 1);
}

MC_INLINE mc_i64x8 mc_i64x8_order(mc_i64x8 a, mc_i64x8 b, int c) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = c == 1        ? mc_order2(a.part[i], b.part[i])
                                                    : i & (c / 2) ? mc_max2(a.part[i], b.part[i])
                                                                  : mc_min2(a.part[i], b.part[i]);
  return a;
}

MC_INLINE int64_t mc_i64x8_first(mc_i64x8 v) {
  return vgetq_lane_s64(v.part[0], 0);
}

MC_INLINE int64_t mc_i64x8_last(mc_i64x8 v) {
  return vgetq_lane_s64(v.part[3], 1);
}
