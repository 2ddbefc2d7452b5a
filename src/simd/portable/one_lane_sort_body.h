/* Words for sorting numbers by vectors of one lane, which has no other to be compared with:
   TYPE and WORD() are defined by their chapter and undefined here. */

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
