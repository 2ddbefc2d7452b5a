/* load_upto and store_upto for one type, by way of memory. The chapter defines TYPE, LANES, VECTOR
   and WORD(), which are undefined here. */

MC_INLINE VECTOR WORD(load_upto)(const TYPE *p, int k, TYPE fill) {
  TYPE lane[LANES];
  if (k >= LANES)
    return WORD(load)(p);
  WORD(store)(lane, WORD(set)(fill));
  if (k > 0)
    memcpy(lane, p, (size_t) k * sizeof *p);
  return WORD(load)(lane);
}

MC_INLINE void WORD(store_upto)(TYPE *p, int k, VECTOR v) {
  TYPE lane[LANES];
  if (k >= LANES) {
    WORD(store)(p, v);
  } else if (k > 0) {
    WORD(store)(lane, v);
    memcpy(p, lane, (size_t) k * sizeof *p);
  }
}

#undef TYPE
#undef LANES
#undef VECTOR
#undef WORD
