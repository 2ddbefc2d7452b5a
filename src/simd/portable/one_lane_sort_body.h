/* Words for sorting with vectors of one lane. The chapter defines TYPE and WORD(), which are
   undefined here. */

MC_INLINE TYPE WORD(load_upto)(const TYPE *p, int k, TYPE fill) {
  return k > 0 ? *p : fill;
}

MC_INLINE void WORD(store_upto)(TYPE *p, int k, TYPE v) {
  if (k > 0)
    *p = v;
}

MC_INLINE TYPE WORD(xor_lanes)(TYPE v, int c) {
  (void) c;
  return v;
}

MC_INLINE TYPE WORD(order)(TYPE a, TYPE b, int c) {
  (void) b;
  (void) c;
  return a;
}

MC_INLINE int WORD(split)(TYPE *left, TYPE *right, TYPE v, TYPE pivot, bool equal) {
  *left = v;
  right[-1] = v;
  return equal ? v <= pivot : v < pivot;
}

#undef TYPE
#undef WORD
