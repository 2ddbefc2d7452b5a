/* The ceiling of the distance kernel on this machine: subtraction and fused
   multiplication and addition on registers, 16 independent sums, nothing else.

   roofline(rounds) does `rounds` times 16 x 16 vectors of 8 doubles. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

static double at[8] __attribute__((aligned(64)));

__attribute__((target("avx512f"), noinline))
static double loop512(int64_t rounds) {
  __m512d sum[16], x = _mm512_load_pd(at);
#pragma GCC unroll 16
  for (int i = 0; i < 16; i++)
    sum[i] = _mm512_set1_pd(i);
  for (int64_t r = 0; r < rounds * 16; r++) {
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
      __m512d difference = _mm512_sub_pd(sum[i], x);
      sum[i] = _mm512_fmadd_pd(difference, x, sum[i]);
    }
  }
  double total = 0;
#pragma GCC unroll 16
  for (int i = 0; i < 16; i++)
    total += _mm512_reduce_add_pd(sum[i]);
  return total;
}

SEXP roofline(SEXP rounds) {
  if (!__builtin_cpu_supports("avx512f"))
    return R_NilValue;
  for (int i = 0; i < 8; i++)
    at[i] = 1e-9;
  return Rf_ScalarReal(loop512((int64_t) Rf_asReal(rounds)));
}
#else
SEXP roofline(SEXP rounds) {
  (void) rounds;
  return R_NilValue;
}
#endif
