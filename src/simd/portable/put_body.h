/* put_min and put_max of tropical.h for vectors of one lane. tropical.h defines TYPE and WORD(),
   which are undefined here. */

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
