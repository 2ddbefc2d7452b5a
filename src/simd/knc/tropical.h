/* Contract: simd/portable/tropical.h.

   A comparison gives a mask. By this mask sum and vertex replace the old ones (algorithm 3 of Hou
   et al.). IMCI stores with a mask only at aligned addresses, or packed. So registers are moved
   with the mask, and whole vectors are stored. */
#define MC_TROPICAL_F64(operation) mc_knc_f64_##operation
#define MC_TROPICAL_F64_TYPE __m512d
#define MC_TROPICAL_F64_LANES 8
#define MC_TROPICAL_F32(operation) mc_knc_f32_##operation
#define MC_TROPICAL_F32_TYPE __m512
#define MC_TROPICAL_F32_LANES 16

/* Marks as many vertices as a vector of doubles, or floats, has lanes. */
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

#define TYPE double
#define LANES 8
#define VECTOR __m512d
#define MASK __mmask8
#define WORD(name) mc_knc_f64_##name
#define IMCI(name) _mm512_##name##_pd
#define BELOW _mm512_cmplt_pd_mask
#include "simd/knc/tropical_body.h"

#define TYPE float
#define LANES 16
#define VECTOR __m512
#define MASK __mmask16
#define WORD(name) mc_knc_f32_##name
#define IMCI(name) _mm512_##name##_ps
#define BELOW _mm512_cmplt_ps_mask
#include "simd/knc/tropical_body.h"
