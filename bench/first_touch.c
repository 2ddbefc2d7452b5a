/* What the first access to fresh memory costs. roofline(rounds, bytes, populate, large) maps so
   many bytes anew 15 times (`rounds` is not used). It asks for all pages of each 2 MiB in one call
   (`populate`) or not, in large pages (`large`) or not, and writes to each 4 KiB. It returns the
   least seconds; NULL if the system cannot do this. */
#ifdef __linux__
#define _GNU_SOURCE
#include <sys/mman.h>
#include <time.h>
#endif

#include <R.h>
#include <Rinternals.h>
#include <stdint.h>

#ifdef __linux__

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

SEXP roofline(SEXP rounds, SEXP bytes_, SEXP populate, SEXP large) {
  enum { LARGE = 2 << 20, ROUNDS = 15 };
  (void) rounds;
  const size_t bytes = (size_t) Rf_asReal(bytes_);
  double least = R_PosInf;
  for (int round = 0; round < ROUNDS; round++) {
    unsigned char *all =
      mmap(NULL, bytes + LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
      return R_NilValue;
    unsigned char *p = all + (LARGE - (uintptr_t) all % LARGE) % LARGE;
    const double start = now();
    madvise(p, bytes, Rf_asLogical(large) ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    for (size_t at = 0; Rf_asLogical(populate) && at < bytes; at += LARGE)
      if (madvise(p + at, bytes - at < LARGE ? bytes - at : LARGE, MADV_POPULATE_WRITE) != 0)
        least = NA_REAL;
    for (size_t at = 0; at < bytes; at += 4096)
      *(volatile unsigned char *) (p + at) = 0;
    const double seconds = now() - start;
    least = seconds < least ? seconds : least;
    munmap(all, bytes + LARGE);
  }
  return ISNA(least) ? R_NilValue : Rf_ScalarReal(least);
}

#else

SEXP roofline(SEXP rounds, SEXP bytes, SEXP populate, SEXP large) {
  return R_NilValue;
}

#endif
