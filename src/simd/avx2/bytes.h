/* Contract: simd/portable/bytes.h. */

#include "simd/wrap_window.h"

enum { MC_NARROW = 64, MC_BYTES = 64 };
typedef struct {
  __m256i low, high;
} mc_bytes;
typedef mc_bytes mc_tally; /* 64 counters of one byte */

MC_INLINE void mc_narrow16(const uint16_t *v, uint8_t *out) {
  const __m128i low = _mm_set1_epi16(0xff);
  for (int i = 0; i < MC_NARROW; i += 16)
    _mm_storeu_si128(
      (__m128i *) (out + i),
      _mm_packus_epi16(_mm_and_si128(_mm_loadu_si128((const __m128i *) (v + i)), low),
                       _mm_and_si128(_mm_loadu_si128((const __m128i *) (v + i + 8)), low)));
}

MC_INLINE void mc_narrow32(const uint32_t *v, uint16_t *out) {
  const __m128i low = _mm_set1_epi32(0xffff);
  for (int i = 0; i < MC_NARROW; i += 8)
    _mm_storeu_si128(
      (__m128i *) (out + i),
      _mm_packus_epi32(_mm_and_si128(_mm_loadu_si128((const __m128i *) (v + i)), low),
                       _mm_and_si128(_mm_loadu_si128((const __m128i *) (v + i + 4)), low)));
}

MC_INLINE mc_bytes mc_bytes_load(const int8_t *p) {
  return (mc_bytes){_mm256_loadu_si256((const __m256i *) p),
                    _mm256_loadu_si256((const __m256i *) (p + 32))};
}

MC_INLINE void mc_bytes_store(int8_t *p, mc_bytes a) {
  _mm256_storeu_si256((__m256i *) p, a.low);
  _mm256_storeu_si256((__m256i *) (p + 32), a.high);
}

MC_INLINE mc_bytes mc_bytes_less_one(mc_bytes a) {
  const __m256i one = _mm256_set1_epi8(1);
  return (mc_bytes){_mm256_sub_epi8(a.low, one), _mm256_sub_epi8(a.high, one)};
}

MC_INLINE mc_bytes mc_bytes_few(const uint8_t *v, int n, int bits) {
  const __m256i last = _mm256_set1_epi8((char) ((1 << bits) - 1));
  const __m256i none = _mm256_set1_epi8(127);
  mc_bytes a = mc_bytes_load((const int8_t *) v);
  mc_bytes behind = mc_bytes_load(mc_wrap_window + MC_BYTES - n);
  __m256i low = _mm256_cmpgt_epi8(behind.low, _mm256_setzero_si256());
  __m256i high = _mm256_cmpgt_epi8(behind.high, _mm256_setzero_si256());
  return (mc_bytes){_mm256_blendv_epi8(_mm256_and_si256(a.low, last), none, low),
                    _mm256_blendv_epi8(_mm256_and_si256(a.high, last), none, high)};
}

MC_INLINE mc_tally mc_tally_zero(void) {
  return (mc_tally){_mm256_setzero_si256(), _mm256_setzero_si256()};
}

MC_INLINE __m256i mc_tally_add32(__m256i t, __m256i a, __m256i b, const int8_t *window) {
  __m256i wrapped = _mm256_loadu_si256((const __m256i *) window);
  __m256i greater = _mm256_abs_epi8(_mm256_cmpgt_epi8(a, b));
  return _mm256_add_epi8(t, _mm256_xor_si256(greater, wrapped));
}

MC_INLINE mc_tally mc_tally_add(mc_tally t, mc_bytes a, mc_bytes b, int wrap) {
  const int8_t *window = mc_wrap_window + MC_BYTES - wrap;
  return (mc_tally){mc_tally_add32(t.low, a.low, b.low, window),
                    mc_tally_add32(t.high, a.high, b.high, window + 32)};
}

MC_INLINE int64_t mc_tally_total(mc_tally t) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i sum = _mm256_add_epi64(_mm256_sad_epu8(t.low, zero), _mm256_sad_epu8(t.high, zero));
  int64_t lane[4];
  _mm256_storeu_si256((__m256i *) lane, sum);
  return lane[0] + lane[1] + lane[2] + lane[3];
}
