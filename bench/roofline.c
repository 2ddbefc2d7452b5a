/* The ceiling of the bitset kernel on this machine: only exclusive or, popcount and addition, on
   vectors in the first-level cache, with 16 independent counters.

   roofline(rounds) does `rounds` times 16 x 16 vectors of 512 bits. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

enum { DEPTH = 16 };
static uint64_t a[DEPTH * 32] __attribute__((aligned(64)));
static uint64_t b[DEPTH * 32] __attribute__((aligned(64)));

__attribute__((target("avx512f,avx512vpopcntdq"), noinline))
static int64_t loop(int64_t rounds) {
  __m512i count[4][4];
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
#pragma GCC unroll 4
    for (int j = 0; j < 4; j++)
      count[i][j] = _mm512_setzero_si512();
  for (int64_t r = 0; r < rounds; r++)
    for (int k = 0; k < DEPTH; k++) {
      __m512i x[4];
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++)
        x[i] = _mm512_load_si512(a + k * 32 + 8 * i);
#pragma GCC unroll 4
      for (int j = 0; j < 4; j++) {
        __m512i y = _mm512_load_si512(b + k * 32 + 8 * j);
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
          count[i][j] = _mm512_add_epi64(
            count[i][j], _mm512_popcnt_epi64(_mm512_xor_si512(x[i], y)));
      }
    }
  int64_t sum = 0;
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
#pragma GCC unroll 4
    for (int j = 0; j < 4; j++)
      sum += _mm512_reduce_add_epi64(count[i][j]);
  return sum;
}

SEXP roofline(SEXP rounds) {
  if (!__builtin_cpu_supports("avx512vpopcntdq"))
    return R_NilValue;
  for (int i = 0; i < DEPTH * 32; i++) {
    a[i] = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t) (i + 1);
    b[i] = UINT64_C(0xc2b2ae3d27d4eb4f) * (uint64_t) (i + 7);
  }
  return Rf_ScalarReal((double) loop((int64_t) Rf_asReal(rounds)));
}
#else
SEXP roofline(SEXP rounds) {
  (void) rounds;
  return R_NilValue;
}
#endif
