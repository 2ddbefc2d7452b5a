/* Narrowing ranks, and comparing 64 signed bytes at once.

     MC_NARROW                       64, ranks that are narrowed at once
     mc_narrow16(v, out), mc_narrow32(v, out)
                                     the lower halves of MC_NARROW ranks go to `out`

     MC_BYTES, mc_bytes              64, the lanes of a vector; the vector
     mc_bytes_load(p), mc_bytes_store(p, a)
                                     any alignment
     mc_bytes_few(v, n, bits)        lanes l < n <= 64: the lowest `bits` <= 7 bits of v[l]; other
                                     lanes: 127. Reads all 64 bytes
     mc_bytes_less_one(a)            subtracts 1 in each lane; no lane may be -128
     mc_tally, mc_tally_zero()       counts of comparisons, one count in each lane
     mc_tally_add(t, a, b, wrap)     adds 1 in each lane l < wrap with a > b, and in each lane
                                     l >= wrap with a <= b; wrap < 64; at most 127 calls
     mc_tally_total(t)               the sum of all lanes */

#include "simd/wrap_window.h"

enum { MC_NARROW = 64, MC_BYTES = 64 };
typedef struct {
  int8_t lane[MC_BYTES];
} mc_bytes;
typedef mc_bytes mc_tally;

MC_INLINE void mc_narrow16(const uint16_t *v, uint8_t *out) {
  for (int i = 0; i < MC_NARROW; i++)
    out[i] = (uint8_t) v[i];
}

MC_INLINE void mc_narrow32(const uint32_t *v, uint16_t *out) {
  for (int i = 0; i < MC_NARROW; i++)
    out[i] = (uint16_t) v[i];
}

MC_INLINE mc_bytes mc_bytes_load(const int8_t *p) {
  mc_bytes a;
  memcpy(&a, p, sizeof a);
  return a;
}

MC_INLINE void mc_bytes_store(int8_t *p, mc_bytes a) {
  memcpy(p, &a, sizeof a);
}

MC_INLINE mc_bytes mc_bytes_few(const uint8_t *v, int n, int bits) {
  mc_bytes a;
  for (int l = 0; l < MC_BYTES; l++)
    a.lane[l] = l < n ? (int8_t) (v[l] & ((1 << bits) - 1)) : 127;
  return a;
}

MC_INLINE mc_bytes mc_bytes_less_one(mc_bytes a) {
  for (int l = 0; l < MC_BYTES; l++)
    a.lane[l] = (int8_t) (a.lane[l] - 1);
  return a;
}

MC_INLINE mc_tally mc_tally_zero(void) {
  return (mc_tally){{0}};
}

MC_INLINE mc_tally mc_tally_add(mc_tally t, mc_bytes a, mc_bytes b, int wrap) {
  const int8_t *window = mc_wrap_window + MC_BYTES - wrap;
  for (int l = 0; l < MC_BYTES; l++)
    t.lane[l] = (int8_t) (t.lane[l] + ((a.lane[l] > b.lane[l]) ^ window[l]));
  return t;
}

MC_INLINE int64_t mc_tally_total(mc_tally t) {
  int total = 0;
  for (int l = 0; l < MC_BYTES; l++)
    total += t.lane[l];
  return total;
}
