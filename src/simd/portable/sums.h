/* Sums: signed integers of 64 bits in the words of a vector of bits (bits.h). All arithmetic is
   modulo 2^64.

     MC_SUMS_LANES                   MC_BITS_BYTES / 8
     mc_sums                         the vector
     mc_sums_load(p), mc_sums_store(p, v)
                                     p aligned to 64 bytes
     mc_sums_set(x)                  x in all lanes
     mc_sums_add(a, b), mc_sums_sub(a, b)
     mc_sums_mul(a, b)               each factor must fit into 32 bits */

enum { MC_SUMS_LANES = MC_BITS_BYTES / 8 };
typedef struct {
  int64_t lane[MC_SUMS_LANES];
} mc_sums;

MC_INLINE mc_sums mc_sums_load(const int64_t *p) {
  mc_sums v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE void mc_sums_store(int64_t *p, mc_sums v) {
  memcpy(p, &v, sizeof v);
}

MC_INLINE mc_sums mc_sums_set(int64_t x) {
  mc_sums v;
  for (int l = 0; l < MC_SUMS_LANES; l++)
    v.lane[l] = x;
  return v;
}

MC_INLINE mc_sums mc_sums_add(mc_sums a, mc_sums b) {
  for (int l = 0; l < MC_SUMS_LANES; l++)
    a.lane[l] = (int64_t) ((uint64_t) a.lane[l] + (uint64_t) b.lane[l]);
  return a;
}

MC_INLINE mc_sums mc_sums_sub(mc_sums a, mc_sums b) {
  for (int l = 0; l < MC_SUMS_LANES; l++)
    a.lane[l] = (int64_t) ((uint64_t) a.lane[l] - (uint64_t) b.lane[l]);
  return a;
}

MC_INLINE mc_sums mc_sums_mul(mc_sums a, mc_sums b) {
  for (int l = 0; l < MC_SUMS_LANES; l++)
    a.lane[l] = (int64_t) ((uint64_t) a.lane[l] * (uint64_t) b.lane[l]);
  return a;
}
