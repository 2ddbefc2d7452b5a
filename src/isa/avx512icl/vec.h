/* The vector vocabulary (isa/portable/vec.h) in AVX-512 as of Ice Lake and
   Zen 4, which count the ones of 64-bit lanes in one instruction. */
#ifndef MC_VEC_AVX512ICL_H
#define MC_VEC_AVX512ICL_H

#include "../avx512/common.h"

enum { MC_COUNT_RUN = 1 << 20 };
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
enum { MC_KENDALL_CROSSOVER = 16000 }; /* rows; measured */

typedef __m512i mc_count; /* 8 counters of 64 bits */

MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  return _mm512_add_epi64(count, _mm512_popcnt_epi64(v));
}

/* sum[j] += the total of count j */
MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1,
                               mc_count c2, mc_count c3) {
  mc_flush_lanes4(sum, c0, c1, c2, c3);
}

#endif
