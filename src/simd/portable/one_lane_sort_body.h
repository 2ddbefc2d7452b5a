/* Words for sorting with vectors of one lane. The chapter defines TYPE and WORD(), which are
   undefined here. */

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
