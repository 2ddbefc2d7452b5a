/* Sorting lanes of any width in plain C, for targets (or widths) without such
   vectors. MC_PORTABLE_LANES(V, T, N) defines, for vectors V of N lanes of T:

   V_load(p), V_store(p, v)    all lanes, p aligned to the vector
   V_load_upto(p, k, fill)     k < N lanes from p, aligned; the others are fill
   V_store_upto(p, k, v)       the first k <= N lanes to p, any alignment
   V_xor_lanes(v, c)           lane l takes lane l ^ c; c a constant
   V_order(a, b, c)            min(a, b) in lanes with l & c == 0, else max
   V_min(a, b), V_max(a, b)    lane by lane
   V_first(v), V_last(v)       lane 0, lane N - 1 */
#ifndef MC_PORTABLE_LANES_H
#define MC_PORTABLE_LANES_H

#define MC_PORTABLE_LANES(V, T, N)                                             \
  typedef struct { T lane[N]; } V;                                             \
  MC_INLINE V V##_load(const T *p) {                                           \
    V v;                                                                       \
    memcpy(&v, p, sizeof v);                                                   \
    return v;                                                                  \
  }                                                                            \
  MC_INLINE void V##_store(T *p, V v) {                                        \
    memcpy(p, &v, sizeof v);                                                   \
  }                                                                            \
  MC_INLINE V V##_load_upto(const T *p, int64_t k, T fill) {                   \
    V v;                                                                       \
    for (int l = 0; l < N; l++)                                                \
      v.lane[l] = l < k ? p[l] : fill;                                         \
    return v;                                                                  \
  }                                                                            \
  MC_INLINE void V##_store_upto(T *p, int64_t k, V v) {                        \
    for (int l = 0; l < k; l++)                                                \
      p[l] = v.lane[l];                                                        \
  }                                                                            \
  MC_INLINE V V##_xor_lanes(V v, int c) {                                      \
    V out;                                                                     \
    for (int l = 0; l < N; l++)                                                \
      out.lane[l] = v.lane[l ^ c];                                             \
    return out;                                                                \
  }                                                                            \
  MC_INLINE V V##_min(V a, V b) {                                              \
    for (int l = 0; l < N; l++)                                                \
      a.lane[l] = a.lane[l] < b.lane[l] ? a.lane[l] : b.lane[l];               \
    return a;                                                                  \
  }                                                                            \
  MC_INLINE V V##_max(V a, V b) {                                              \
    for (int l = 0; l < N; l++)                                                \
      a.lane[l] = a.lane[l] > b.lane[l] ? a.lane[l] : b.lane[l];               \
    return a;                                                                  \
  }                                                                            \
  MC_INLINE V V##_order(V a, V b, int c) {                                     \
    V low = V##_min(a, b), high = V##_max(a, b);                               \
    for (int l = 0; l < N; l++)                                                \
      if (l & c)                                                               \
        low.lane[l] = high.lane[l];                                            \
    return low;                                                                \
  }                                                                            \
  MC_INLINE T V##_first(V v) {                                                 \
    return v.lane[0];                                                          \
  }                                                                            \
  MC_INLINE T V##_last(V v) {                                                  \
    return v.lane[N - 1];                                                      \
  }

#endif
