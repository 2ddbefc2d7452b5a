/* Putting what is better, with its mark, by vectors of one lane: TYPE and WORD() are defined
   by tropical.h and undefined here. */

MC_INLINE void WORD(put_min)(TYPE *c, int32_t *via, TYPE t, int32_t mark) {
  if (t < *c) {
    *c = t;
    *via = mark;
  }
}

MC_INLINE void WORD(put_max)(TYPE *c, int32_t *via, TYPE t, int32_t mark) {
  if (t > *c) {
    *c = t;
    *via = mark;
  }
}

#undef TYPE
#undef WORD
