/* The ceiling of the kernel of xi on this machine: the loads alone. The rows of a panel of 64 columns
   of 16-bit ranks, 128 bytes each, are loaded in a random order, which is an array of 16-bit
   integers; the operation that uses a load is one exclusive or.

   roofline(rounds, n) goes through n rows until `rounds` thousand rows are read. Returns the seconds
   for a pair of columns, which is one 64th of n rows. */
#include <R.h>
#include <Rinternals.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

__attribute__((target("avx512f"), noinline))
static int64_t walk(const char *panel, const uint16_t *order, int64_t n, int64_t times) {
  __m512i low = _mm512_setzero_si512(), high = low;
  for (int64_t t = 0; t < times; t++)
    for (int64_t k = 0; k < n; k++) {
      const char *row = panel + 128 * (int64_t) order[k];
      low = _mm512_xor_si512(low, _mm512_load_si512(row));
      high = _mm512_xor_si512(high, _mm512_load_si512(row + 64));
    }
  return _mm512_reduce_add_epi64(_mm512_xor_si512(low, high));
}

SEXP roofline(SEXP rounds, SEXP rows) {
  const int64_t n = Rf_asInteger(rows), times = 1 + (int64_t) (Rf_asReal(rounds) * 1000) / n;
  if (!__builtin_cpu_supports("avx512f"))
    return R_NilValue;
  char *panel = aligned_alloc(64, (size_t) (128 * n));
  uint16_t *order = malloc((size_t) n * sizeof *order);
  if (panel == NULL || order == NULL)
    Rf_error("no memory");
  uint64_t state = 1;
  for (int64_t i = 0; i < 128 * n; i++)
    panel[i] = (char) (i % 251);
  for (int64_t i = 0; i < n; i++) { /* a random order */
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    const int64_t j = (int64_t) (state >> 33) % (i + 1);
    order[i] = order[j];
    order[j] = (uint16_t) i;
  }
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  volatile int64_t sum = walk(panel, order, n, times);
  clock_gettime(CLOCK_MONOTONIC, &end);
  (void) sum;
  free(panel);
  free(order);
  const double seconds =
    (double) (end.tv_sec - begin.tv_sec) + 1e-9 * (double) (end.tv_nsec - begin.tv_nsec);
  return Rf_ScalarReal(seconds / (double) times / 64);
}
#else
SEXP roofline(SEXP rounds, SEXP rows) {
  (void) rounds;
  (void) rows;
  return R_NilValue;
}
#endif
