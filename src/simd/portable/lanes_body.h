/* Lanes for sorting in plain C. i32x16.h and i64x8.h define TYPE, LANES, VECTOR and WORD(), which
   are undefined here. */

typedef struct {
  TYPE lane[LANES];
} VECTOR;

MC_INLINE VECTOR WORD(load)(const TYPE *p) {
  VECTOR v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE void WORD(store)(TYPE *p, VECTOR v) {
  memcpy(p, &v, sizeof v);
}

MC_INLINE VECTOR WORD(load_upto)(const TYPE *p, int64_t k, TYPE fill) {
  VECTOR v;
  for (int l = 0; l < LANES; l++)
    v.lane[l] = l < k ? p[l] : fill;
  return v;
}

MC_INLINE void WORD(store_upto)(TYPE *p, int64_t k, VECTOR v) {
  for (int l = 0; l < k; l++)
    p[l] = v.lane[l];
}

MC_INLINE VECTOR WORD(xor_lanes)(VECTOR v, int c) {
  VECTOR out;
  for (int l = 0; l < LANES; l++)
    out.lane[l] = v.lane[l ^ c];
  return out;
}

MC_INLINE VECTOR WORD(min)(VECTOR a, VECTOR b) {
  for (int l = 0; l < LANES; l++)
    a.lane[l] = a.lane[l] < b.lane[l] ? a.lane[l] : b.lane[l];
  return a;
}

MC_INLINE VECTOR WORD(max)(VECTOR a, VECTOR b) {
  for (int l = 0; l < LANES; l++)
    a.lane[l] = a.lane[l] > b.lane[l] ? a.lane[l] : b.lane[l];
  return a;
}

MC_INLINE VECTOR WORD(order)(VECTOR a, VECTOR b, int c) {
  VECTOR low = WORD(min)(a, b), high = WORD(max)(a, b);
  for (int l = 0; l < LANES; l++)
    if (l & c)
      low.lane[l] = high.lane[l];
  return low;
}

MC_INLINE TYPE WORD(first)(VECTOR v) {
  return v.lane[0];
}

MC_INLINE TYPE WORD(last)(VECTOR v) {
  return v.lane[LANES - 1];
}

#undef TYPE
#undef LANES
#undef VECTOR
#undef WORD
