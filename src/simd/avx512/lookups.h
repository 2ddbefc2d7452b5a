/* Contract: simd/portable/lookups.h. */
#include "simd/nibbles.h"

enum { MC_LOOKUP_LANES = 64, MC_LOOKUP_STEP = 3, MC_LOOKUP_RUN = 21 };
typedef __m512i mc_nibbles;
typedef __m512i mc_lookup_row;

MC_INLINE mc_nibbles mc_nibbles_load(const uint8_t *p) {
  return _mm512_load_si512(p);
}

MC_INLINE mc_lookup_row mc_lookup_row_load(const uint8_t *p) {
  return _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *) p));
}

MC_INLINE mc_nibbles mc_lookup(mc_lookup_row row, mc_nibbles v) {
  return _mm512_shuffle_epi8(row, v);
}

MC_INLINE mc_nibbles mc_nibbles_add(mc_nibbles a, mc_nibbles b) {
  return _mm512_add_epi8(a, b);
}

/* The sums of simd/avx2/lookups.h. */
typedef struct {
  __m512i bytes, shifted;
} mc_lookup_sums;

MC_INLINE mc_lookup_sums mc_lookup_sums_zero(void) {
  return (mc_lookup_sums){_mm512_setzero_si512(), _mm512_setzero_si512()};
}

MC_INLINE mc_lookup_sums mc_lookup_sums_add(mc_lookup_sums sums, mc_nibbles v) {
  return (mc_lookup_sums){_mm512_add_epi8(sums.bytes, v),
                          _mm512_add_epi8(sums.shifted, _mm512_srli_epi16(v, 4))};
}

/* a - 16 b, modulo 256, in lanes of 16 bits. */
MC_INLINE __m512i mc_lookup_less_sixteen(__m512i a, __m512i b) {
  return _mm512_and_si512(_mm512_sub_epi16(a, _mm512_slli_epi16(b, 4)), _mm512_set1_epi16(255));
}

MC_INLINE void mc_lookup_add16(uint16_t *to, __m512i v) {
  _mm512_store_si512(to, _mm512_add_epi16(_mm512_load_si512(to), v));
}

/* The even lanes, then the odd ones. */
MC_INLINE void mc_lookup_sums_flush(mc_lookup_sums sums, uint16_t *low, uint16_t *high) {
  __m512i odd_high = _mm512_srli_epi16(sums.shifted, 8);
  __m512i odd_low = mc_lookup_less_sixteen(_mm512_srli_epi16(sums.bytes, 8), odd_high);
  __m512i even_high = mc_lookup_less_sixteen(sums.shifted, odd_low);
  __m512i even_low = mc_lookup_less_sixteen(sums.bytes, even_high);
  mc_lookup_add16(low, even_low);
  mc_lookup_add16(low + 32, odd_low);
  mc_lookup_add16(high, even_high);
  mc_lookup_add16(high + 32, odd_high);
}

MC_INLINE void mc_lookup_accumulate(int32_t *to, const uint16_t *sums, int part, int times) {
  __m128i even = _mm_load_si128((const __m128i *) (sums + 8 * part));
  __m128i odd = _mm_load_si128((const __m128i *) (sums + 32 + 8 * part));
  __m256i all = _mm256_set_m128i(_mm_unpackhi_epi16(even, odd), _mm_unpacklo_epi16(even, odd));
  __m512i sum = _mm512_mullo_epi32(_mm512_cvtepu16_epi32(all), _mm512_set1_epi32(times));
  _mm512_storeu_si512(to, _mm512_add_epi32(_mm512_loadu_si512(to), sum));
}

/* Transposes 16 rows of 16 bytes in each quarter of the vectors: four perfect shuffles. */
MC_INLINE void mc_nibbles_transpose(__m512i *v) {
  MC_UNROLL for (int round = 0; round < 4; round++) {
    __m512i from[16];
    MC_UNROLL for (int i = 0; i < 16; i++) from[i] = v[i];
    MC_UNROLL for (int i = 0; i < 8; i++) {
      v[2 * i] = _mm512_unpacklo_epi8(from[i], from[i + 8]);
      v[2 * i + 1] = _mm512_unpackhi_epi8(from[i], from[i + 8]);
    }
  }
}

MC_INLINE void mc_nibbles_put(uint8_t *to, int64_t stride, __m512i bytes) {
  const __m512i nibble = _mm512_set1_epi8(15);
  _mm512_store_si512(to, _mm512_and_si512(bytes, nibble));
  _mm512_store_si512(to + stride, _mm512_and_si512(_mm512_srli_epi16(bytes, 4), nibble));
}

MC_INLINE __m512i mc_nibbles_of_columns(const uint8_t *first, const uint8_t *second) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *) first)),
                            _mm256_loadu_si256((const __m256i *) second), 1);
}

/* Quarters 0 and 1 of a transposed vector t have bytes t and 16 + t of 16 columns, quarters 2 and 3
   those of 16 columns more. */
MC_INLINE void mc_nibbles_make(const uint8_t *const *column, uint8_t *to, int64_t stride) {
  __m512i v[2][16];
  MC_UNROLL for (int half = 0; half < 2; half++) {
    MC_UNROLL for (int c = 0; c < 16; c++) v[half][c] =
      mc_nibbles_of_columns(column[32 * half + c], column[32 * half + 16 + c]);
    mc_nibbles_transpose(v[half]);
  }
  for (int t = 0; t < 16; t++) {
    mc_nibbles_put(to + 2 * t * stride, stride, _mm512_shuffle_i64x2(v[0][t], v[1][t], 0x88));
    mc_nibbles_put(to + 2 * (t + 16) * stride, stride,
                   _mm512_shuffle_i64x2(v[0][t], v[1][t], 0xdd));
  }
}
