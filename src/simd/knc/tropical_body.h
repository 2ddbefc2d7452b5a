/* The words for doubles or floats. tropical.h defines TYPE, LANES, VECTOR, MASK, WORD(), and the
   intrinsics IMCI() and BELOW. They are undefined here. */

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

MC_INLINE void WORD(put_min)(TYPE *c, int32_t *via, VECTOR t, int32_t mark) {
  const VECTOR old = WORD(load)(c);
  const MASK where = BELOW(t, old);
  WORD(store)(c, IMCI(mask_mov)(old, where, t));
  WORD(mark)(via, where, mark);
}

MC_INLINE void WORD(put_max)(TYPE *c, int32_t *via, VECTOR t, int32_t mark) {
  const VECTOR old = WORD(load)(c);
  const MASK where = BELOW(old, t);
  WORD(store)(c, IMCI(mask_mov)(old, where, t));
  WORD(mark)(via, where, mark);
}

#undef TYPE
#undef LANES
#undef VECTOR
#undef MASK
#undef WORD
#undef IMCI
#undef BELOW
