/* The ceilings of the distance kernel on this machine: only operations on registers, with 16
   independent sums. Apart, as stats::dist rounds: subtraction, multiplication and addition. Half of
   the additions are fused products with one, so that adders and multipliers have the same amount of
   work.
   Fused: subtraction, and multiplication and addition in one operation.

   roofline(rounds, fused) does `rounds` times 16 x 16 vectors of 8 doubles. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

static double at[8] __attribute__((aligned(64)));

/* `fused` is a constant. */
__attribute__((target("avx512f"), always_inline))
static inline double loop512(int64_t rounds, int fused) {
  __m512d sum[16], x = _mm512_load_pd(at), one = _mm512_set1_pd(1);
  __asm__("" : "+v"(one)); /* hides the constant; otherwise compilers would use a plain sum */
#pragma GCC unroll 16
  for (int i = 0; i < 16; i++)
    sum[i] = _mm512_set1_pd(i);
  for (int64_t r = 0; r < rounds * 16; r++) {
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
      __m512d difference = _mm512_sub_pd(sum[i], x);
      if (fused) {
        sum[i] = _mm512_fmadd_pd(difference, x, sum[i]);
      } else {
        __m512d product = _mm512_mul_pd(difference, x);
        __asm__("" : "+v"(product)); /* keeps compilers from fusing */
        sum[i] = i % 2 == 0 ? _mm512_add_pd(sum[i], product)
                            : _mm512_fmadd_pd(product, one, sum[i]);
      }
    }
  }
  double total = 0;
#pragma GCC unroll 16
  for (int i = 0; i < 16; i++)
    total += _mm512_reduce_add_pd(sum[i]);
  return total;
}

__attribute__((target("avx512f"), noinline))
static double loop_apart(int64_t rounds) {
  return loop512(rounds, 0);
}

__attribute__((target("avx512f"), noinline))
static double loop_fused(int64_t rounds) {
  return loop512(rounds, 1);
}

SEXP roofline(SEXP rounds, SEXP fused) {
  if (!__builtin_cpu_supports("avx512f"))
    return R_NilValue;
  for (int i = 0; i < 8; i++)
    at[i] = 1e-9;
  const int64_t n = (int64_t) Rf_asReal(rounds);
  return Rf_ScalarReal(Rf_asLogical(fused) ? loop_fused(n) : loop_apart(n));
}
#else
SEXP roofline(SEXP rounds, SEXP fused) {
  (void) rounds;
  (void) fused;
  return R_NilValue;
}
#endif
