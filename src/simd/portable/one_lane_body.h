/* Words that all vectors of one lane share. The chapter defines TYPE and WORD(), which are
   undefined here. */

MC_INLINE TYPE WORD(load)(const TYPE *p) {
  return *p;
}

MC_INLINE void WORD(store)(TYPE *p, TYPE v) {
  *p = v;
}

MC_INLINE TYPE WORD(set)(TYPE x) {
  return x;
}

MC_INLINE TYPE WORD(min)(TYPE a, TYPE b) {
  return a < b ? a : b;
}

MC_INLINE TYPE WORD(max)(TYPE a, TYPE b) {
  return a > b ? a : b;
}

#undef TYPE
#undef WORD
