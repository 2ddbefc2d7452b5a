/* What configure compiles to see whether a path can be built: its region with
   one instruction of its newest feature in it. */
#if defined(MC_HAVE_AVX2)
#define MC_ISA avx2
#define MC_ISA_AVX2
#elif defined(MC_HAVE_AVX512)
#define MC_ISA avx512
#define MC_ISA_AVX512
#elif defined(MC_HAVE_AVX512ICL)
#define MC_ISA avx512icl
#define MC_ISA_AVX512ICL
#elif defined(MC_HAVE_KNC)
#define MC_ISA knc
#define MC_ISA_KNC
#endif

#include "begin.h"

#if defined(MC_ISA_AVX2)
__m256i mc_probe(__m256i v) {
  return _mm256_shuffle_epi8(v, v);
}
#elif defined(MC_ISA_AVX512)
__m512i mc_probe(__m512i v) {
  return _mm512_maskz_mov_epi16(_mm512_cmpgt_epu16_mask(v, v), v);
}
#elif defined(MC_ISA_AVX512ICL)
__m512i mc_probe(__m512i v) {
  return _mm512_maskz_compress_epi16(1, _mm512_popcnt_epi64(v));
}
#elif defined(MC_ISA_KNC)
#include "knc/intrinsics.h"
int mc_probe(void) {
  return 0;
}
#else
#error "no probe for this path"
#endif

#if defined(__clang__) && defined(MC_TARGET)
#pragma clang attribute pop
#endif
