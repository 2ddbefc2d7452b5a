/* The speed of memory with several threads, for bench/manycore.R: seconds of each of `rounds` runs.
   */
#define _DEFAULT_SOURCE
#include <omp.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include <Rinternals.h>

/* The triad a = b + s c of McCalpin's STREAM over three arrays of n doubles. The same threads first
   wrote the arrays. */
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

/* The first touch of `bytes` bytes of fresh memory, in large pages, as in src/base/first_touch.c.
   NA without madvise(). */
SEXP stream_fresh(SEXP bytes_, SEXP threads_, SEXP rounds_) {
  const int threads = Rf_asInteger(threads_), rounds = Rf_asInteger(rounds_);
  SEXP seconds = PROTECT(Rf_allocVector(REALSXP, rounds));
  for (int round = 0; round < rounds; round++) {
    REAL(seconds)[round] = NA_REAL;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    enum { PAGE = 4096, LARGE = 2 << 20 };
    const long bytes = (long) Rf_asReal(bytes_) / LARGE * LARGE;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    char *all = mmap(NULL, (size_t) bytes + LARGE, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (all == MAP_FAILED)
      Rf_error("no fresh memory");
    char *p = all + (LARGE - (long) ((size_t) all % LARGE)) % LARGE;
    madvise(p, (size_t) bytes, MADV_HUGEPAGE);
    const double start = omp_get_wtime();
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (long page = 0; page < bytes; page += LARGE)
      for (long at = page; at < page + LARGE; at += PAGE)
        *(volatile char *) (p + at) = 0;
    REAL(seconds)[round] = omp_get_wtime() - start;
    munmap(all, (size_t) bytes + LARGE);
#endif
  }
  UNPROTECT(1);
  return seconds;
}
