/* Splitting by a bit, and comparing a few, in plain C. MC_PORTABLE_SPLIT
   defines

   mc_split8(v, count, bit, zeros, ones, sum)
   mc_split16(...), mc_split32(...)
                     v[0, count) with the bit 0 go to zeros, the others to
                     ones, in their order; returns how many are zeros. Full
                     vectors may be read and written. zeros may be v or before
                     it. The zeros' lanes are added to *sum.
   mc_lanes_zero(), mc_lanes_total8(sum), ...16, ...32
                     the sum of at most MC_SPLIT_RUN vectors
   mc_narrow16(v, out), mc_narrow32(v, out)
                     the lower halves of MC_NARROW elements

   and MC_PORTABLE_FEW, for 64 lanes of signed bytes,

   mc_bytes_few(v, n, bits)     the last bits <= 7 of v[0, n), n <= 64; 127 behind;
                                all 64 bytes are read
   mc_bytes_load, _store        any alignment
   mc_bytes_less_one(a)         less one in each lane
   mc_tally_add(t, a, b, wrap)  adds 1 for each lane l < wrap with a > b and
                                each l >= wrap with a <= b; at most 127 times
   mc_tally_zero(), mc_tally_total(t) */
#ifndef MC_PORTABLE_SPLIT_H
#define MC_PORTABLE_SPLIT_H

enum { MC_NARROW = 64, MC_BYTES = 64 };

#define MC_PORTABLE_SPLIT                                                      \
  typedef int64_t mc_lanes;                                                    \
  MC_INLINE mc_lanes mc_lanes_zero(void) {                                     \
    return 0;                                                                  \
  }                                                                            \
  MC_PORTABLE_SPLIT_OF(8, uint8_t)                                             \
  MC_PORTABLE_SPLIT_OF(16, uint16_t)                                           \
  MC_PORTABLE_SPLIT_OF(32, uint32_t)                                           \
  MC_INLINE void mc_narrow16(const uint16_t *v, uint8_t *out) {                \
    for (int i = 0; i < MC_NARROW; i++)                                        \
      out[i] = (uint8_t) v[i];                                                 \
  }                                                                            \
  MC_INLINE void mc_narrow32(const uint32_t *v, uint16_t *out) {               \
    for (int i = 0; i < MC_NARROW; i++)                                        \
      out[i] = (uint16_t) v[i];                                                \
  }

#define MC_PORTABLE_SPLIT_OF(W, T)                                             \
  MC_INLINE int64_t mc_lanes_total##W(mc_lanes sum) {                          \
    return sum;                                                                \
  }                                                                            \
  MC_INLINE int mc_split##W(const T *v, int count, int bit, T *zeros, T *ones, \
                            mc_lanes *sum) {                                   \
    int z = 0, o = 0, lanes = 0;                                               \
    for (int l = 0; l < count; l++) {                                          \
      T x = v[l];                                                              \
      int one = (int) (x >> bit & 1);                                          \
      zeros[z] = x;                                                            \
      ones[o] = x;                                                             \
      lanes += l & (one - 1);                                                  \
      z += 1 - one;                                                            \
      o += one;                                                                \
    }                                                                          \
    *sum += lanes;                                                             \
    return z;                                                                  \
  }

/* mc_wrap_window + MC_BYTES - wrap is 1 from lane `wrap` on. */
#define MC_EIGHT(x) x, x, x, x, x, x, x, x
#define MC_64(x) MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x), \
                 MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x), MC_EIGHT(x)
static const int8_t mc_wrap_window[2 * MC_BYTES]
  __attribute__((unused, aligned(64))) = {MC_64(0), MC_64(1)};

#define MC_PORTABLE_FEW                                                        \
  typedef struct { int8_t lane[MC_BYTES]; } mc_bytes;                          \
  typedef mc_bytes mc_tally;                                                   \
  MC_INLINE mc_bytes mc_bytes_load(const int8_t *p) {                          \
    mc_bytes a;                                                                \
    memcpy(&a, p, sizeof a);                                                   \
    return a;                                                                  \
  }                                                                            \
  MC_INLINE void mc_bytes_store(int8_t *p, mc_bytes a) {                       \
    memcpy(p, &a, sizeof a);                                                   \
  }                                                                            \
  MC_INLINE mc_bytes mc_bytes_less_one(mc_bytes a) {                           \
    for (int l = 0; l < MC_BYTES; l++)                                         \
      a.lane[l] = (int8_t) (a.lane[l] - 1);                                    \
    return a;                                                                  \
  }                                                                            \
  MC_INLINE mc_tally mc_tally_zero(void) {                                     \
    return (mc_tally){{0}};                                                    \
  }                                                                            \
  MC_INLINE mc_tally mc_tally_add(mc_tally t, mc_bytes a, mc_bytes b, int wrap) { \
    const int8_t *window = mc_wrap_window + MC_BYTES - wrap;                   \
    for (int l = 0; l < MC_BYTES; l++)                                         \
      t.lane[l] = (int8_t) (t.lane[l] + ((a.lane[l] > b.lane[l]) ^ window[l])); \
    return t;                                                                  \
  }                                                                            \
  MC_INLINE int64_t mc_tally_total(mc_tally t) {                               \
    int total = 0;                                                             \
    for (int l = 0; l < MC_BYTES; l++)                                         \
      total += t.lane[l];                                                      \
    return total;                                                              \
  }                                                                            \
  MC_INLINE mc_bytes mc_bytes_few(const uint8_t *v, int n, int bits) {         \
    mc_bytes a;                                                                \
    for (int l = 0; l < MC_BYTES; l++)                                         \
      a.lane[l] = l < n ? (int8_t) (v[l] & ((1 << bits) - 1)) : 127;           \
    return a;                                                                  \
  }

#endif
