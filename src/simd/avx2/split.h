/* Contract: simd/portable/split.h. */

#include "simd/avx2/compress.h"

typedef __m128i mc_lanes; /* sums of lane numbers, of 16 bits */

enum { MC_SPLIT8_LANES = 8, MC_SPLIT16_LANES = 8, MC_SPLIT32_LANES = 8, MC_SPLIT_RUN = 2048 };

MC_INLINE mc_lanes mc_lanes_zero(void) {
  return _mm_setzero_si128();
}

MC_INLINE int64_t mc_lanes_total16(mc_lanes sum) {
  uint16_t lane[8];
  _mm_storeu_si128((__m128i *) lane, sum);
  int64_t total = 0;
  for (int l = 0; l < 8; l++)
    total += lane[l];
  return total;
}

MC_INLINE int64_t mc_lanes_total8(mc_lanes sum) {
  return mc_lanes_total16(sum);
}

MC_INLINE int64_t mc_lanes_total32(mc_lanes sum) {
  return mc_lanes_total16(sum);
}

/* The mask of the lanes below `count` whose bit in `one` is 0. Adds the numbers of these lanes to
   *sum. */
MC_INLINE unsigned mc_split_zeros(unsigned one, int count, mc_lanes *sum) {
  const __m128i lane = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
  const __m128i bit = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
  unsigned zero = ~one & 0xff;
  if (count < 8)
    zero = _bzhi_u32(zero, (unsigned) count);
  __m128i is_zero = _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16((int16_t) zero), bit), bit);
  *sum = _mm_add_epi16(*sum, _mm_and_si128(is_zero, lane));
  return zero;
}

/* Shifts the bit to the sign, and takes the mask of signs. */
MC_INLINE int mc_split8(const uint8_t *v, int count, int bit, uint8_t *zeros, uint8_t *ones,
                        mc_lanes *sum) {
  __m128i x = _mm_loadl_epi64((const __m128i *) v);
  unsigned one = 0xff & (unsigned) _mm_movemask_epi8(_mm_sll_epi16(x, _mm_cvtsi32_si128(7 - bit)));
  unsigned zero = mc_split_zeros(one, count, sum);
  _mm_storel_epi64((__m128i *) zeros, mc_compress8_bytes(x, zero));
  _mm_storel_epi64((__m128i *) ones, mc_compress8_bytes(x, one));
  return _mm_popcnt_u32(zero);
}

MC_INLINE int mc_split16(const uint16_t *v, int count, int bit, uint16_t *zeros, uint16_t *ones,
                         mc_lanes *sum) {
  __m128i x = _mm_loadu_si128((const __m128i *) v);
  __m128i sign = _mm_sll_epi16(x, _mm_cvtsi32_si128(15 - bit));
  unsigned one = (unsigned) _mm_movemask_epi8(_mm_packs_epi16(sign, _mm_setzero_si128()));
  unsigned zero = mc_split_zeros(one, count, sum);
  _mm_storeu_si128((__m128i *) zeros, mc_compress8(x, zero));
  _mm_storeu_si128((__m128i *) ones, mc_compress8(x, one));
  return _mm_popcnt_u32(zero);
}

/* The entries of the table become numbers of 32-bit lanes. */
MC_INLINE int mc_split32(const uint32_t *v, int count, int bit, uint32_t *zeros, uint32_t *ones,
                         mc_lanes *sum) {
  __m256i x = _mm256_loadu_si256((const __m256i *) v);
  __m256i sign = _mm256_sll_epi32(x, _mm_cvtsi32_si128(31 - bit));
  unsigned one = (unsigned) _mm256_movemask_ps(_mm256_castsi256_ps(sign));
  unsigned zero = mc_split_zeros(one, count, sum);
  const uint64_t *table = mc_compress8_table;
  __m256i to_zeros =
    _mm256_srli_epi32(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *) (table + zero))), 1);
  __m256i to_ones =
    _mm256_srli_epi32(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *) (table + one))), 1);
  _mm256_storeu_si256((__m256i *) zeros, _mm256_permutevar8x32_epi32(x, to_zeros));
  _mm256_storeu_si256((__m256i *) ones, _mm256_permutevar8x32_epi32(x, to_ones));
  return _mm_popcnt_u32(zero);
}
