/* Contract: simd/portable/lookups.h. */
#include "simd/nibbles.h"

enum { MC_LOOKUP_LANES = 32, MC_LOOKUP_STEP = 3, MC_LOOKUP_RUN = 21 };
typedef __m256i mc_nibbles;
typedef __m256i mc_lookup_row;

MC_INLINE mc_nibbles mc_nibbles_load(const uint8_t *p) {
  return _mm256_load_si256((const __m256i *) p);
}

MC_INLINE mc_lookup_row mc_lookup_row_load(const uint8_t *p) {
  return _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *) p));
}

MC_INLINE mc_nibbles mc_lookup(mc_lookup_row row, mc_nibbles v) {
  return _mm256_shuffle_epi8(row, v);
}

MC_INLINE mc_nibbles mc_nibbles_add(mc_nibbles a, mc_nibbles b) {
  return _mm256_add_epi8(a, b);
}

/* Two sums for each byte, without a mask for either half. Of bytes 16 h + l:

     bytes    the sum of 16 h + l, modulo 256
     shifted  the sum of the same, as numbers of 16 bits, shifted by 4 bits and added as bytes: h in
              an odd byte, and in an even byte h + 16 l', modulo 256, with the l' of the odd byte
              behind it

   Both sums of h and l are less than 256. So all follow from each other: h of an odd byte is there,
   l of that byte is bytes - 16 h, h of the even byte is shifted - 16 l', and l is bytes - 16 h. */
typedef struct {
  __m256i bytes, shifted;
} mc_lookup_sums;

MC_INLINE mc_lookup_sums mc_lookup_sums_zero(void) {
  return (mc_lookup_sums){_mm256_setzero_si256(), _mm256_setzero_si256()};
}

MC_INLINE mc_lookup_sums mc_lookup_sums_add(mc_lookup_sums sums, mc_nibbles v) {
  return (mc_lookup_sums){_mm256_add_epi8(sums.bytes, v),
                          _mm256_add_epi8(sums.shifted, _mm256_srli_epi16(v, 4))};
}

/* a - 16 b, modulo 256, in lanes of 16 bits. */
MC_INLINE __m256i mc_lookup_less_sixteen(__m256i a, __m256i b) {
  return _mm256_and_si256(_mm256_sub_epi16(a, _mm256_slli_epi16(b, 4)), _mm256_set1_epi16(255));
}

MC_INLINE void mc_lookup_add16(uint16_t *to, __m256i v) {
  __m256i *p = (__m256i *) to;
  _mm256_store_si256(p, _mm256_add_epi16(_mm256_load_si256(p), v));
}

/* The even lanes, then the odd ones. */
MC_INLINE void mc_lookup_sums_flush(mc_lookup_sums sums, uint16_t *low, uint16_t *high) {
  __m256i odd_high = _mm256_srli_epi16(sums.shifted, 8);
  __m256i odd_low = mc_lookup_less_sixteen(_mm256_srli_epi16(sums.bytes, 8), odd_high);
  __m256i even_high = mc_lookup_less_sixteen(sums.shifted, odd_low);
  __m256i even_low = mc_lookup_less_sixteen(sums.bytes, even_high);
  mc_lookup_add16(low, even_low);
  mc_lookup_add16(low + 16, odd_low);
  mc_lookup_add16(high, even_high);
  mc_lookup_add16(high + 16, odd_high);
}

MC_INLINE void mc_lookup_add32(int32_t *to, __m128i v, int times) {
  __m256i *p = (__m256i *) to;
  __m256i sum = _mm256_mullo_epi32(_mm256_cvtepu16_epi32(v), _mm256_set1_epi32(times));
  _mm256_storeu_si256(p, _mm256_add_epi32(_mm256_loadu_si256(p), sum));
}

MC_INLINE void mc_lookup_accumulate(int32_t *to, const uint16_t *sums, int part, int times) {
  __m128i even = _mm_load_si128((const __m128i *) (sums + 8 * part));
  __m128i odd = _mm_load_si128((const __m128i *) (sums + 16 + 8 * part));
  mc_lookup_add32(to, _mm_unpacklo_epi16(even, odd), times);
  mc_lookup_add32(to + 8, _mm_unpackhi_epi16(even, odd), times);
}

/* Transposes 16 rows of 16 bytes in each half of the vectors: four perfect shuffles. */
MC_INLINE void mc_nibbles_transpose(__m256i *v) {
  MC_UNROLL for (int round = 0; round < 4; round++) {
    __m256i from[16];
    MC_UNROLL for (int i = 0; i < 16; i++) from[i] = v[i];
    MC_UNROLL for (int i = 0; i < 8; i++) {
      v[2 * i] = _mm256_unpacklo_epi8(from[i], from[i + 8]);
      v[2 * i + 1] = _mm256_unpackhi_epi8(from[i], from[i + 8]);
    }
  }
}

MC_INLINE void mc_nibbles_put(uint8_t *to, int64_t stride, __m256i bytes) {
  const __m256i nibble = _mm256_set1_epi8(15);
  _mm256_store_si256((__m256i *) to, _mm256_and_si256(bytes, nibble));
  _mm256_store_si256((__m256i *) (to + stride),
                     _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble));
}

MC_INLINE void mc_nibbles_make(const uint8_t *const *column, uint8_t *to, int64_t stride) {
  __m256i v[2][16];
  MC_UNROLL for (int half = 0; half < 2; half++) {
    MC_UNROLL for (int c = 0; c < 16; c++) v[half][c] =
      _mm256_loadu_si256((const __m256i *) column[16 * half + c]);
    mc_nibbles_transpose(v[half]);
  }
  for (int t = 0; t < 16; t++) {
    mc_nibbles_put(to + 2 * t * stride, stride, _mm256_permute2x128_si256(v[0][t], v[1][t], 0x20));
    mc_nibbles_put(to + 2 * (t + 16) * stride, stride,
                   _mm256_permute2x128_si256(v[0][t], v[1][t], 0x31));
  }
}
