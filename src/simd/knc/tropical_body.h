/* The words for doubles or floats. tropical.h defines TYPE, LANES, VECTOR, MASK, ALL, WORD(),
   and the intrinsics IMCI() and BELOW. They are undefined here. */

MC_INLINE VECTOR WORD(set)(TYPE x) {
  return IMCI(set1)(x);
}

MC_INLINE VECTOR WORD(load)(const TYPE *p) {
  const VECTOR low = IMCI(loadunpacklo)(IMCI(set1)(0), p);
  return IMCI(loadunpackhi)(low, p + LANES);
}

MC_INLINE void WORD(store)(TYPE *p, VECTOR v) {
  IMCI(packstorelo)(p, v);
  IMCI(packstorehi)(p + LANES, v);
}

MC_INLINE VECTOR WORD(add)(VECTOR a, VECTOR b) {
  return IMCI(add)(a, b);
}

MC_INLINE VECTOR WORD(one)(void) {
  return IMCI(set1)(1);
}

MC_INLINE VECTOR WORD(add_by_fma)(VECTOR a, VECTOR one, VECTOR b) {
  (void) one;
  return IMCI(add)(a, b);
}

MC_INLINE VECTOR WORD(min)(VECTOR a, VECTOR b) {
  return IMCI(mask_mov)(b, BELOW(a, b), a);
}

MC_INLINE VECTOR WORD(max)(VECTOR a, VECTOR b) {
  return IMCI(mask_mov)(b, BELOW(b, a), a);
}

MC_INLINE __m512i WORD(step_load)(const int32_t *p) {
  const __m512i low = _mm512_mask_loadunpacklo_epi32(_mm512_set1_epi32(0), ALL, p);
  return _mm512_mask_loadunpackhi_epi32(low, ALL, p + 16);
}

MC_INLINE void WORD(step_store)(int32_t *p, __m512i v) {
  _mm512_mask_packstorelo_epi32(p, ALL, v);
  _mm512_mask_packstorehi_epi32(p + 16, ALL, v);
}

MC_INLINE __m512i WORD(step_set)(int32_t x) {
  return _mm512_set1_epi32(x);
}

MC_INLINE __m512i WORD(step_add)(__m512i v, __m512i w) {
  return _mm512_add_epi32(v, w);
}

MC_INLINE void WORD(take_min)(VECTOR *c, __m512i *via, VECTOR t, __m512i step) {
  const MASK where = BELOW(t, *c);
  *c = IMCI(mask_mov)(*c, where, t);
  *via = _mm512_mask_mov_epi32(*via, (__mmask16) where, step);
}

MC_INLINE void WORD(take_max)(VECTOR *c, __m512i *via, VECTOR t, __m512i step) {
  const MASK where = BELOW(*c, t);
  *c = IMCI(mask_mov)(*c, where, t);
  *via = _mm512_mask_mov_epi32(*via, (__mmask16) where, step);
}

#undef TYPE
#undef LANES
#undef VECTOR
#undef MASK
#undef ALL
#undef WORD
#undef IMCI
#undef BELOW
