/* The vector vocabulary (isa/portable/vec.h) in AVX-512 as of Ice Lake and
   Zen 4, which count the ones of 64-bit lanes in one instruction. */
#ifndef MC_VEC_AVX512ICL_H
#define MC_VEC_AVX512ICL_H

#include "../avx512/common.h"

enum { MC_COUNT_RUN = 1 << 30 };
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_KENDALL_CROSSOVER = 16000 }; /* rows; measured */

typedef __m512i mc_count; /* 8 counters of 64 bits */

MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  return _mm512_add_epi64(count, _mm512_popcnt_epi64(v));
}

MC_INLINE mc_sum mc_sum_add(mc_sum sum, mc_count count) {
  return _mm512_add_epi64(sum, count);
}

#endif
