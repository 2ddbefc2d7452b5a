/* The triad a = b + s c of McCalpin's STREAM, for bench/manycore.R: seconds of each of `rounds` runs
   over three arrays of n doubles, by so many threads, which wrote the arrays first. */
#include <omp.h>
#include <stdlib.h>

#include <Rinternals.h>

SEXP stream_triad(SEXP n_, SEXP threads_, SEXP rounds_) {
  const long n = (long) Rf_asReal(n_);
  const int threads = Rf_asInteger(threads_), rounds = Rf_asInteger(rounds_);
  double *a = malloc((size_t) n * 3 * sizeof *a);
  if (a == NULL)
    Rf_error("no memory for the triad");
  double *b = a + n, *c = b + n;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (long i = 0; i < n; i++) {
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
  SEXP seconds = PROTECT(Rf_allocVector(REALSXP, rounds));
  for (int round = 0; round < rounds; round++) {
    const double start = omp_get_wtime();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (long i = 0; i < n; i++)
      a[i] = b[i] + 3 * c[i];
    REAL(seconds)[round] = omp_get_wtime() - start;
  }
  free(a);
  UNPROTECT(1);
  return seconds;
}
