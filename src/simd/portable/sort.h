/* Vectors of numbers to be sorted, for T of i32, i64 and f64 (no NaN among them). Where
   mc_f64 has the word already it is its own.

     MC_<T>_LANES, mc_T         a power of two up to 16, its vector
     mc_T_load, _store, _set    of any alignment
     mc_T_min, _max
     mc_T_xor_lanes(v, c)       lane l takes lane l ^ c, 0 < c < lanes, a constant
     mc_T_order(a, b, c)        the lesser of a and b in lanes without the bit c, the greater
                                in the others
     mc_T_split(left, right, v, pivot, equal)
                                the lanes less than the pivot (or equal to it, if `equal`, a
                                constant) to left on, the others up to right, each in their
                                order; returns how many were the former. A full vector may
                                be written from left on, and up to right */
#ifndef MC_SORT_PORTABLE_H
#define MC_SORT_PORTABLE_H

enum { MC_I32_LANES = 1, MC_I64_LANES = 1 };

#define MC_PORTABLE_SORT_WORDS(T, type)                                         \
  typedef type mc_##T;                                                          \
  MC_INLINE type mc_##T##_load(const type *p) {                                 \
    return *p;                                                                  \
  }                                                                             \
  MC_INLINE void mc_##T##_store(type *p, type v) {                              \
    *p = v;                                                                     \
  }                                                                             \
  MC_INLINE type mc_##T##_set(type x) {                                         \
    return x;                                                                   \
  }                                                                             \
  MC_INLINE type mc_##T##_min(type a, type b) {                                 \
    return a < b ? a : b;                                                       \
  }                                                                             \
  MC_INLINE type mc_##T##_max(type a, type b) {                                 \
    return a > b ? a : b;                                                       \
  }
MC_PORTABLE_SORT_WORDS(i32, int32_t)
MC_PORTABLE_SORT_WORDS(i64, int64_t)
#undef MC_PORTABLE_SORT_WORDS

/* One lane has no other to be compared with. */
#define MC_PORTABLE_SORT(T, type)                                                       \
  MC_INLINE type mc_##T##_xor_lanes(type v, int c) {                                    \
    (void) c;                                                                           \
    return v;                                                                           \
  }                                                                                     \
  MC_INLINE type mc_##T##_order(type a, type b, int c) {                                \
    (void) b;                                                                           \
    (void) c;                                                                           \
    return a;                                                                           \
  }                                                                                     \
  MC_INLINE int mc_##T##_split(type *left, type *right, type v, type pivot, bool equal) {\
    *left = v;                                                                          \
    right[-1] = v;                                                                      \
    return equal ? v <= pivot : v < pivot;                                              \
  }
MC_PORTABLE_SORT(i32, int32_t)
MC_PORTABLE_SORT(i64, int64_t)
MC_PORTABLE_SORT(f64, double)
#undef MC_PORTABLE_SORT

/* Rows of the largest network, and vectors that the partition reads at once. */
#define MC_SORT_ROWS 8
enum { MC_SORT_RUN = 8 };

#endif
