/* Shared by split.h of both AVX-512 targets: sums of lane numbers, and splits of 32 bits. */

/* Sums of lane numbers, in lanes of 16 bits (for splits of 16 bits) or 32 bits. */
typedef __m512i mc_lanes;
enum { MC_SPLIT32_LANES = 16, MC_SPLIT_RUN = 2048 }; /* 31 * 2048 < 2^16 */

MC_INLINE mc_lanes mc_lanes_zero(void) {
  return _mm512_setzero_si512();
}

MC_INLINE int64_t mc_lanes_total32(mc_lanes sum) {
  return _mm512_reduce_add_epi32(sum);
}

/* Compressed in registers: compressing to memory is slow on Zen 4. */
MC_INLINE int mc_split_lanes32(__m512i x, int count, int bit, mc_lanes *sum, __m512i *zeros,
                               __m512i *ones) {
  const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i test = _mm512_set1_epi32((int32_t) (UINT32_C(1) << bit));
  __mmask16 one = _mm512_test_epi32_mask(x, test), zero = (__mmask16) ~one;
  if (count < 16)
    zero &= (__mmask16) _bzhi_u32(0xffff, (unsigned) count);
  *zeros = _mm512_maskz_compress_epi32(zero, x);
  *ones = _mm512_maskz_compress_epi32(one, x);
  *sum = _mm512_mask_add_epi32(*sum, zero, *sum, lane);
  return _mm_popcnt_u32(zero);
}

MC_INLINE int mc_split32(const uint32_t *v, int count, int bit, uint32_t *zeros, uint32_t *ones,
                         mc_lanes *sum) {
  __m512i zero, one;
  int z = mc_split_lanes32(_mm512_loadu_si512(v), count, bit, sum, &zero, &one);
  _mm512_storeu_si512(zeros, zero);
  _mm512_storeu_si512(ones, one);
  return z;
}
