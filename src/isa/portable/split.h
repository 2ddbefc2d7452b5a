/* Splitting by a bit in plain C. MC_PORTABLE_SPLIT defines

   mc_split, mc_split_begin()   the state of a run of vectors
   mc_split16(s, v, count, bit, zeros, ones)
   mc_split32(...)              v[0, count) with the bit 0 go to zeros, the others
                                to ones, in their order; returns how many are
                                ones. Full vectors may be read and written.
                                zeros may be v or before it.
   mc_split_passed(s)           pairs of a one before a zero within a vector */
#ifndef MC_PORTABLE_SPLIT_H
#define MC_PORTABLE_SPLIT_H

#define MC_PORTABLE_SPLIT                                                      \
  typedef struct {                                                             \
    int64_t passed;                                                            \
    int vectors;                                                               \
  } mc_split;                                                                  \
  MC_INLINE mc_split mc_split_begin(void) {                                    \
    return (mc_split){0, 0};                                                   \
  }                                                                            \
  MC_INLINE int64_t mc_split_passed(mc_split s) {                              \
    return s.passed;                                                           \
  }                                                                            \
  MC_PORTABLE_SPLIT_OF(mc_split16, uint16_t)                                   \
  MC_PORTABLE_SPLIT_OF(mc_split32, uint32_t)

#define MC_PORTABLE_SPLIT_OF(NAME, T)                                          \
  MC_INLINE int NAME(mc_split *s, const T *v, int count, int bit, T *zeros,    \
                     T *ones) {                                                \
    int z = 0, o = 0;                                                          \
    int64_t passed = 0;                                                        \
    for (int l = 0; l < count; l++) {                                          \
      T x = v[l];                                                              \
      int one = (int) (x >> bit & 1);                                          \
      zeros[z] = x;                                                            \
      ones[o] = x;                                                             \
      passed += o & (one - 1);                                                 \
      z += 1 - one;                                                            \
      o += one;                                                                \
    }                                                                          \
    s->passed += passed;                                                       \
    return o;                                                                  \
  }

#endif
