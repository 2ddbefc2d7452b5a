/* The words of tropical.h for steps, in vectors of one lane. tropical.h defines TYPE and WORD(),
   which this file undefines. */

typedef int32_t WORD(step);

MC_INLINE int32_t WORD(step_load)(const int32_t *p) {
  return *p;
}

MC_INLINE void WORD(step_store)(int32_t *p, int32_t v) {
  *p = v;
}

MC_INLINE int32_t WORD(step_set)(int32_t x) {
  return x;
}

MC_INLINE int32_t WORD(step_add)(int32_t v, int32_t w) {
  return v + w;
}

MC_INLINE void WORD(take_min)(TYPE *c, int32_t *via, TYPE t, int32_t step) {
  if (t < *c) {
    *c = t;
    *via = step;
  }
}

MC_INLINE void WORD(take_max)(TYPE *c, int32_t *via, TYPE t, int32_t step) {
  if (t > *c) {
    *c = t;
    *via = step;
  }
}

#undef TYPE
#undef WORD
