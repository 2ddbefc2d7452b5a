/* mc_u16_transpose8() of x86-64: eight vectors of 128 bits, whatever the target's own width. */

MC_INLINE void mc_u16_transpose8(const uint16_t *x, int64_t stride, uint16_t *to, int64_t apart) {
  __m128i row[8], pair[8], four[8];
  MC_UNROLL for (int r = 0; r < 8; r++) row[r] =
    _mm_loadu_si128((const __m128i *) (x + r * stride));
  MC_UNROLL for (int r = 0; r < 4; r++) { /* rows 2 r and 2 r + 1 */
    pair[r] = _mm_unpacklo_epi16(row[2 * r], row[2 * r + 1]);
    pair[4 + r] = _mm_unpackhi_epi16(row[2 * r], row[2 * r + 1]);
  }
  MC_UNROLL for (int h = 0; h < 4; h++) { /* columns 2 h and 2 h + 1 */
    const int at = h / 2 * 4;
    four[2 * h] = h % 2 == 0 ? _mm_unpacklo_epi32(pair[at], pair[at + 1])
                             : _mm_unpackhi_epi32(pair[at], pair[at + 1]);
    four[2 * h + 1] = h % 2 == 0 ? _mm_unpacklo_epi32(pair[at + 2], pair[at + 3])
                                 : _mm_unpackhi_epi32(pair[at + 2], pair[at + 3]);
  }
  MC_UNROLL for (int h = 0; h < 4; h++) {
    _mm_storeu_si128((__m128i *) (to + 2 * h * apart),
                     _mm_unpacklo_epi64(four[2 * h], four[2 * h + 1]));
    _mm_storeu_si128((__m128i *) (to + (2 * h + 1) * apart),
                     _mm_unpackhi_epi64(four[2 * h], four[2 * h + 1]));
  }
}
