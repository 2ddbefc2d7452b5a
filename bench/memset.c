/* What a new result takes by plain means: it is allocated, and memset() writes it. The system's
   pages are taken as they come. A function that asks for large pages, as ours do, may be faster.

   roofline(rounds, numbers, threads) returns a new vector of doubles. Each of `threads` threads
   fills an equal share by memset(); NULL if there is no OpenMP for several threads. `rounds` is
   ignored. */
#include <R.h>
#include <Rinternals.h>
#include <string.h>

SEXP roofline(SEXP rounds, SEXP numbers, SEXP threads) {
  (void) rounds;
  const R_xlen_t n = (R_xlen_t) Rf_asReal(numbers);
  const int count = Rf_asInteger(threads);
#ifndef _OPENMP
  if (count > 1)
    return R_NilValue;
#endif
  SEXP result = PROTECT(Rf_allocVector(REALSXP, n));
  double *to = REAL(result);
#ifdef _OPENMP
#pragma omp parallel for num_threads(count) schedule(static, 1)
#endif
  for (int t = 0; t < count; t++) {
    const R_xlen_t first = n / count * t, last = t + 1 < count ? first + n / count : n;
    memset(to + first, 0, (size_t) (last - first) * sizeof *to);
  }
  UNPROTECT(1);
  return result;
}
