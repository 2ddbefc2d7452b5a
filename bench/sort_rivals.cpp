// Sorts that bench/sort.R and bench/paper_sort.R time outside of R: qsort() of C, std::sort, the
// parallel mode of libstdc++, and mc_qsort() and mc_sort_f64() and its like, called as another
// package calls them. With HAS_VQSORT Highway's vqsort (its library chooses the instruction set),
// with HAS_X86_SIMD_SORT x86-simd-sort (bench/sort_vectors.cpp).
//
// sort_seconds() sorts a copy that is made before the clock starts, so that its memory already
// exists. It returns the seconds of the sort alone, including its scratch.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#ifdef _OPENMP
#include <omp.h>
#ifdef __GLIBCXX__
#include <parallel/algorithm>
#define HAS_GNU_PARALLEL
#endif
#endif

#ifdef HAS_VQSORT
#include <hwy/contrib/sort/vqsort.h>
#endif

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

#include "manycore.h"

#ifdef HAS_X86_SIMD_SORT
void x86_simd_sort(int32_t *a, size_t n, int threads);
void x86_simd_sort(uint32_t *a, size_t n, int threads);
void x86_simd_sort(uint64_t *a, size_t n, int threads);
void x86_simd_sort(double *a, size_t n, int threads);
#endif

namespace {

typedef std::chrono::steady_clock watch;

double since(watch::time_point start) {
  return std::chrono::duration<double>(watch::now() - start).count();
}

struct release {
  void operator()(void *p) const { std::free(p); }
};
typedef std::unique_ptr<void, release> memory;

// ---- data ----

// A hash of a number.
uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 31)) * UINT64_C(0x7fb5d329728ea185);
  x = (x ^ (x >> 27)) * UINT64_C(0x81dadef4bc2dd44d);
  return x ^ (x >> 33);
}

// uniform(): a uniform random number from 64 random bits. step(): the i-th of n ascending numbers.
uint32_t uniform(uint64_t bits, uint32_t) { return (uint32_t) (bits >> 32); }
uint64_t uniform(uint64_t bits, uint64_t) { return bits; }
double uniform(uint64_t bits, double) { return (double) (bits >> 11) / 9007199254740992.0; }
uint32_t step(size_t i, size_t n, uint32_t) { return (uint32_t) (i * (UINT32_MAX / n)); }
uint64_t step(size_t i, size_t n, uint64_t) { return i * (UINT64_MAX / n); }
double step(size_t i, size_t n, double) { return (double) i / (double) n; }

// "random", "descending", or "swapped": descending, but 1 % of the elements have changed places at
// random.
template <class T> void fill(T *a, size_t n, const std::string &kind) {
  if (kind == "random") {
    for (size_t i = 0; i < n; i++)
      a[i] = uniform(mixed(i + 1), T());
    return;
  }
  for (size_t i = 0; i < n; i++)
    a[i] = step(n - 1 - i, n, T());
  if (kind == "swapped")
    for (size_t i = 0; i < n / 200; i++)
      std::swap(a[mixed(2 * i + 1) % n], a[mixed(2 * i + 2) % n]);
}

// ---- sorting ----

template <class T> int compare(const void *x_, const void *y_) {
  const T x = *static_cast<const T *>(x_), y = *static_cast<const T *>(y_);
  return (x > y) - (x < y);
}

void sort_numbers(int32_t *a, size_t n, int threads) { mc_sort_i32(a, n, threads, 0); }
void sort_numbers(uint32_t *a, size_t n, int threads) { mc_sort_u32(a, n, threads, 0); }
void sort_numbers(uint64_t *a, size_t n, int threads) { mc_sort_u64(a, n, threads, 0); }
void sort_numbers(double *a, size_t n, int threads) { mc_sort_f64(a, n, threads, 0); }

// Returns false if this machine lacks the algorithm.
template <class T>
bool sort_by(const std::string &algorithm, T *a, size_t n, int threads, size_t cutoff) {
  if (algorithm == "qsort") {
    std::qsort(a, n, sizeof(T), compare<T>);
  } else if (algorithm == "std::sort") {
    std::sort(a, a + n);
  } else if (algorithm == "mc_qsort") {
    mc_qsort(a, n, sizeof(T), compare<T>, threads, cutoff);
  } else if (algorithm == "mc_sort") {
    sort_numbers(a, n, threads);
#ifdef HAS_VQSORT
  } else if (algorithm == "vqsort") {
    hwy::Sorter()(a, n, hwy::SortAscending());
#endif
#ifdef HAS_X86_SIMD_SORT
  } else if (algorithm == "x86-simd-sort") {
    x86_simd_sort(a, n, threads);
#endif
#ifdef HAS_GNU_PARALLEL
  } else if (algorithm == "__gnu_parallel::sort, mergesort") {
    __gnu_parallel::sort(a, a + n, __gnu_parallel::multiway_mergesort_tag(threads));
  } else if (algorithm == "__gnu_parallel::sort, quicksort") {
    __gnu_parallel::sort(a, a + n, __gnu_parallel::balanced_quicksort_tag(threads));
#endif
  } else {
    return false;
  }
  return true;
}

// A fingerprint that does not depend on the order of the numbers.
template <class T> uint64_t fingerprint(const T *a, size_t n) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t bits = 0;
    std::memcpy(&bits, a + i, sizeof(T));
    sum += mixed(bits + 1);
  }
  return sum;
}

enum { NOT_HERE = -1, NO_MEMORY = -2, WRONG = -3 }; // instead of seconds

template <class T>
double seconds_of(const void *data, size_t n, const std::string &algorithm, int threads,
                  size_t cutoff) {
  memory kept(std::malloc(n * sizeof(T) + 1));
  T *a = static_cast<T *>(kept.get());
  if (a == NULL)
    return NO_MEMORY;
  std::memcpy(a, data, n * sizeof(T));
  const uint64_t before = fingerprint(a, n);
  const watch::time_point start = watch::now();
  if (!sort_by(algorithm, a, n, threads, cutoff))
    return NOT_HERE;
  const double seconds = since(start);
  return std::is_sorted(a, a + n) && fingerprint(a, n) == before ? seconds : WRONG;
}

double copy_seconds_of(const char *from, size_t bytes, int threads) {
  memory kept(std::malloc(bytes + 1));
  char *to = static_cast<char *>(kept.get());
  if (to == NULL)
    return NO_MEMORY;
  std::memset(to, 1, bytes);
  const size_t share = (bytes + threads - 1) / threads;
  const watch::time_point start = watch::now();
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads)
#endif
  for (int i = 0; i < threads; i++) {
    const size_t first = std::min(bytes, share * i), last = std::min(bytes, first + share);
    std::memcpy(to + first, from + first, last - first);
  }
  const double seconds = since(start);
  return std::memcmp(from, to, bytes) == 0 ? seconds : WRONG;
}

SEXP answer(double seconds) {
  if (seconds == NO_MEMORY)
    Rf_error("no memory for a copy of the data");
  if (seconds == WRONG)
    Rf_error("the result is wrong");
  return seconds == NOT_HERE ? R_NilValue : Rf_ScalarReal(seconds);
}

const char *string(SEXP x) { return CHAR(STRING_ELT(x, 0)); }

const char *bytes_of(SEXP x) {
  switch (TYPEOF(x)) {
  case REALSXP: return (const char *) REAL(x);
  case INTSXP: return (const char *) INTEGER(x);
  default: return (const char *) RAW(x);
  }
}

size_t size_of(const char *type) {
  return std::strcmp(type, "u32") == 0 || std::strcmp(type, "i32") == 0 ? 4 : 8;
}

size_t total_of(SEXP x) {
  return (size_t) XLENGTH(x) * (TYPEOF(x) == REALSXP ? 8 : TYPEOF(x) == INTSXP ? 4 : 1);
}

double sort_seconds_of(SEXP data, const char *type_, const char *algorithm, int threads,
                       size_t cutoff) {
  const std::string type(type_);
  const void *a = bytes_of(data);
  const size_t n = total_of(data) / size_of(type_);
  if (type == "u32")
    return seconds_of<uint32_t>(a, n, algorithm, threads, cutoff);
  if (type == "i32")
    return seconds_of<int32_t>(a, n, algorithm, threads, cutoff);
  if (type == "u64")
    return seconds_of<uint64_t>(a, n, algorithm, threads, cutoff);
  return seconds_of<double>(a, n, algorithm, threads, cutoff);
}

void fill_by_type(SEXP x, const char *type_, const char *kind, size_t n) {
  const std::string type(type_);
  if (type == "u32")
    fill(reinterpret_cast<uint32_t *>(RAW(x)), n, kind);
  else if (type == "u64")
    fill(reinterpret_cast<uint64_t *>(RAW(x)), n, kind);
  else
    fill(REAL(x), n, kind);
}

} // namespace

extern "C" {

// n numbers: doubles for the type "f64", otherwise their bytes.
SEXP make_data(SEXP type, SEXP kind, SEXP n_) {
  const size_t n = (size_t) Rf_asReal(n_), size = size_of(string(type));
  const bool doubles = std::strcmp(string(type), "f64") == 0;
  SEXP x = PROTECT(doubles ? Rf_allocVector(REALSXP, (R_xlen_t) n)
                           : Rf_allocVector(RAWSXP, (R_xlen_t) (n * size)));
  fill_by_type(x, string(type), string(kind), n);
  UNPROTECT(1);
  return x;
}

// Seconds, or NULL if this machine lacks the algorithm. A wrong result is an error.
SEXP sort_seconds(SEXP data, SEXP type, SEXP algorithm, SEXP threads, SEXP cutoff) {
  return answer(sort_seconds_of(data, string(type), string(algorithm), Rf_asInteger(threads),
                                (size_t) Rf_asReal(cutoff)));
}

// The seconds for copying the data once, to existing memory.
SEXP copy_seconds(SEXP data, SEXP threads) {
  return answer(copy_seconds_of(bytes_of(data), total_of(data), Rf_asInteger(threads)));
}

} // extern "C"
