/* Vectors of doubles and floats for the tropical kernels (kernels/tropical/tile.h), with
   the meaning of simd/portable/vec.h.

   A comparison gives a mask, by which sum and vertex are moved over the old ones
   (algorithm 3 of Hou et al.). IMCI stores with a mask only at aligned addresses, or
   packed; so the moves are between registers, and whole vectors are stored. */
#ifndef MC_TROPICAL_KNC_H
#define MC_TROPICAL_KNC_H

#define MC_TROPICAL_F64(operation) mc_knc_f64_##operation
#define MC_TROPICAL_F64_TYPE __m512d
#define MC_TROPICAL_F64_LANES 8
#define MC_TROPICAL_F32(operation) mc_knc_f32_##operation
#define MC_TROPICAL_F32_TYPE __m512
#define MC_TROPICAL_F32_LANES 16

/* As many vertices as the vector that goes with them has lanes. */
MC_INLINE void mc_knc_f64_mark(int32_t *via, __mmask8 where, int32_t mark) {
  const __mmask16 eight = 0x00ff;
  __m512i v = _mm512_set1_epi32(mark);
  __m512i old = _mm512_mask_loadunpacklo_epi32(v, eight, via);
  old = _mm512_mask_loadunpackhi_epi32(old, eight, via + 16);
  v = _mm512_mask_mov_epi32(old, (__mmask16) where, v);
  _mm512_mask_packstorelo_epi32(via, eight, v);
  _mm512_mask_packstorehi_epi32(via + 16, eight, v);
}

MC_INLINE void mc_knc_f32_mark(int32_t *via, __mmask16 where, int32_t mark) {
  __m512i v = _mm512_set1_epi32(mark);
  __m512i old = _mm512_loadunpacklo_epi32(v, via);
  old = _mm512_loadunpackhi_epi32(old, via + 16);
  v = _mm512_mask_mov_epi32(old, where, v);
  _mm512_packstorelo_epi32(via, v);
  _mm512_packstorehi_epi32(via + 16, v);
}

#define MC_KNC_TROPICAL(vec, vector, type, lanes, mask, suffix)                        \
  MC_INLINE vector mc_knc_##vec##_set(type x) {                                        \
    return _mm512_set1_##suffix(x);                                                    \
  }                                                                                    \
  MC_INLINE vector mc_knc_##vec##_load(const type *p) {                                \
    const vector low = _mm512_loadunpacklo_##suffix(_mm512_set1_##suffix(0), p);       \
    return _mm512_loadunpackhi_##suffix(low, p + lanes);                               \
  }                                                                                    \
  MC_INLINE void mc_knc_##vec##_store(type *p, vector v) {                             \
    _mm512_packstorelo_##suffix(p, v);                                                 \
    _mm512_packstorehi_##suffix(p + lanes, v);                                         \
  }                                                                                    \
  MC_INLINE vector mc_knc_##vec##_add(vector a, vector b) {                            \
    return _mm512_add_##suffix(a, b);                                                  \
  }                                                                                    \
  MC_INLINE vector mc_knc_##vec##_one(void) {                                          \
    return _mm512_set1_##suffix(1);                                                    \
  }                                                                                    \
  MC_INLINE vector mc_knc_##vec##_add_beside(vector a, vector one, vector b) {         \
    (void) one;                                                                        \
    return _mm512_add_##suffix(a, b);                                                  \
  }                                                                                    \
  MC_INLINE vector mc_knc_##vec##_min(vector a, vector b) {                            \
    return _mm512_mask_mov_##suffix(b, _mm512_cmplt_##suffix##_mask(a, b), a);         \
  }                                                                                    \
  MC_INLINE vector mc_knc_##vec##_max(vector a, vector b) {                            \
    return _mm512_mask_mov_##suffix(b, _mm512_cmplt_##suffix##_mask(b, a), a);         \
  }                                                                                    \
  MC_INLINE void mc_knc_##vec##_put_min(type *c, int32_t *via, vector t, int32_t mark) { \
    const vector old = mc_knc_##vec##_load(c);                                         \
    const mask where = _mm512_cmplt_##suffix##_mask(t, old);                           \
    mc_knc_##vec##_store(c, _mm512_mask_mov_##suffix(old, where, t));                  \
    mc_knc_##vec##_mark(via, where, mark);                                             \
  }                                                                                    \
  MC_INLINE void mc_knc_##vec##_put_max(type *c, int32_t *via, vector t, int32_t mark) { \
    const vector old = mc_knc_##vec##_load(c);                                         \
    const mask where = _mm512_cmplt_##suffix##_mask(old, t);                           \
    mc_knc_##vec##_store(c, _mm512_mask_mov_##suffix(old, where, t));                  \
    mc_knc_##vec##_mark(via, where, mark);                                             \
  }
MC_KNC_TROPICAL(f64, __m512d, double, 8, __mmask8, pd)
MC_KNC_TROPICAL(f32, __m512, float, 16, __mmask16, ps)
#undef MC_KNC_TROPICAL

#endif
