/* Contract: simd/portable/signs.h. The four quarters of the sums are tile registers 0 to 3.
   Registers 4 and 5 take a step of a, registers 6 and 7 a step of b. */

#include "simd/amx/intrinsics.h"

enum { MC_SIGNS_HALF = 16, MC_SIGNS_WORD = 64 };
typedef struct {
  char in_registers;
} mc_signs;

/* All tile registers have 16 rows of 64 bytes: palette 1, then at byte 16 the bytes of a row, at
   byte 48 the rows. */
MC_INLINE void mc_signs_begin(void) {
  uint8_t shape[64] = {1};
  for (int t = 0; t < 8; t++) {
    shape[16 + 2 * t] = MC_SIGNS_WORD;
    shape[48 + t] = MC_SIGNS_HALF;
  }
  mc_amx_fence();
  _tile_loadconfig(shape);
}

MC_INLINE void mc_signs_end(void) {
  _tile_release();
}

/* The bytes of 64 comparisons. */
MC_INLINE __m512i mc_signs_of(__mmask64 g, __mmask64 m, bool masked) {
  const __m512i one = _mm512_set1_epi8(1), minus = _mm512_set1_epi8(-1);
  const __m512i sign = _mm512_mask_blend_epi8(g, minus, one);
  return masked ? _mm512_maskz_mov_epi8(m, sign) : sign;
}

MC_INLINE void mc_signs_rows(int8_t *to, const uint64_t *g, const uint64_t *m, const int64_t *at,
                             bool masked) {
  MC_UNROLL for (int c = 0; c < MC_SIGNS_HALF; c++) _mm512_store_si512(
    to + MC_SIGNS_WORD * c, mc_signs_of(g[at[c]], masked ? m[at[c]] : 0, masked));
}

/* The words of the even columns, and of the odd ones. */
typedef struct {
  __m512i even, odd;
} mc_signs_words;

MC_INLINE mc_signs_words mc_signs_gather(const uint64_t *from, const int64_t *at) {
  const __m512i low = _mm512_loadu_si512(at), high = _mm512_loadu_si512(at + 8);
  const __m512i first = _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0);
  const __m512i even = _mm512_permutex2var_epi64(low, first, high);
  const __m512i odd =
    _mm512_permutex2var_epi64(low, _mm512_add_epi64(first, _mm512_set1_epi64(1)), high);
  return (mc_signs_words){_mm512_i64gather_epi64(even, from, 8),
                          _mm512_i64gather_epi64(odd, from, 8)};
}

/* The four bits that `four` names, of columns 0 to 15 in turn. */
MC_INLINE __mmask64 mc_signs_mask(mc_signs_words v, __m512i four) {
  const __mmask64 evens = UINT64_C(0x0f0f0f0f0f0f0f0f);
  return _kor_mask64(_mm512_mask_bitshuffle_epi64_mask(evens, v.even, four),
                     _mm512_mask_bitshuffle_epi64_mask(~evens, v.odd, four));
}

MC_INLINE void mc_signs_fours(int8_t *to, const uint64_t *g, const uint64_t *m, const int64_t *at,
                              bool masked) {
  const mc_signs_words gs = mc_signs_gather(g, at);
  const mc_signs_words ms = masked ? mc_signs_gather(m, at) : gs;
  __m512i four = _mm512_set1_epi32(0x03020100); /* numbers of bits */
  for (int r = 0; r < MC_SIGNS_WORD / 4; r++) {
    const __mmask64 mask = masked ? mc_signs_mask(ms, four) : 0;
    _mm512_store_si512(to + MC_SIGNS_WORD * r, mc_signs_of(mc_signs_mask(gs, four), mask, masked));
    four = _mm512_add_epi8(four, _mm512_set1_epi8(4));
  }
}

MC_INLINE void mc_signs_zero(mc_signs *sums) {
  (void) sums;
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
}

MC_INLINE void mc_signs_load(mc_signs *sums, const int32_t *from) {
  (void) sums;
  mc_amx_fence();
  _tile_loadd(0, from, 64);
  _tile_loadd(1, from + 256, 64);
  _tile_loadd(2, from + 512, 64);
  _tile_loadd(3, from + 768, 64);
}

MC_INLINE void mc_signs_store(int32_t *to, const mc_signs *sums) {
  (void) sums;
  _tile_stored(0, to, 64);
  _tile_stored(1, to + 256, 64);
  _tile_stored(2, to + 512, 64);
  _tile_stored(3, to + 768, 64);
  mc_amx_fence();
}

/* b stays in the nearest cache from tile to tile, so a is loaded without a place there. */
MC_INLINE void mc_signs_step(mc_signs *sums, const int8_t *a, const int8_t *b) {
  (void) sums;
  mc_amx_fence();
  _tile_stream_loadd(4, a, 64);
  _tile_loadd(6, b, 64);
  _tile_dpbssd(0, 4, 6);
  _tile_loadd(7, b + 1024, 64);
  _tile_dpbssd(1, 4, 7);
  _tile_stream_loadd(5, a + 1024, 64);
  _tile_dpbssd(2, 5, 6);
  _tile_dpbssd(3, 5, 7);
}
