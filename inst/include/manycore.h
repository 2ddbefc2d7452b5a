/* For C code of other packages: parallel quicksort with the contract of qsort(), sorts of numbers
   by vectors, and the counts of concordant and discordant rows of all pairs of columns.

   In DESCRIPTION:  LinkingTo: manycore   and   Imports: manycore
   In NAMESPACE:    import(manycore), or importFrom(manycore, manycore_threads), so that
                    it is loaded

   Call from the main thread of R only, outside of parallel regions. Sorts do not call R, allocate
   no memory (but for threads), and cannot be interrupted. mc_count_pairs() calls R, allocates
   memory, and can be interrupted.

   MANYCORE_API is the version of this interface: it grows by one when a routine is added, and no
   routine changes or goes. A package that asks for more than the installed manycore has ends with
   R's error that the routine is not available, when it is first called. 2: mc_count_pairs().

   threads: at most as many, or 0 for as many as manycore_threads() says. cutoff: no range of
   fewer elements is divided among tasks; 0 for a good choice. */
#ifndef MANYCORE_H
#define MANYCORE_H

#define MANYCORE_API 2

#include <stddef.h>
#include <stdint.h>

#include <R_ext/Rdynload.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MANYCORE_ROUTINE(type, name, arguments, values)                                \
  static inline void mc_##name arguments {                                             \
    static type routine = NULL;                                                        \
    if (routine == NULL)                                                               \
      routine = (type) (void (*)(void)) R_GetCCallable("manycore", "mc_" #name);       \
    routine values;                                                                    \
  }

/* Sorts `nmemb` elements of `size` bytes at `base` as qsort() does. `compar` is called by
   several threads at once: it must not write to memory that they share, call R, or jump.
   Equal elements come in any order, which may differ from run to run. At most c n log n
   comparisons, whatever the data. */
typedef void (*manycore_qsort)(void *, size_t, size_t, int (*)(const void *, const void *), int,
                               size_t);
MANYCORE_ROUTINE(manycore_qsort, qsort,
                 (void *base, size_t nmemb, size_t size,
                  int (*compar)(const void *, const void *), int threads, size_t cutoff),
                 (base, nmemb, size, compar, threads, cutoff))

/* The same, with tasks for the swaps between the parts of a partition, too (PPPMQSort). */
MANYCORE_ROUTINE(manycore_qsort, qsort_merging,
                 (void *base, size_t nmemb, size_t size,
                  int (*compar)(const void *, const void *), int threads, size_t cutoff),
                 (base, nmemb, size, compar, threads, cutoff))

/* Sort numbers, ascending. NaN come last, in any order; -0 comes before 0. R's NA_integer_ is the
   least int32_t, so mc_sort_i32() puts NA first. */
#define MANYCORE_SORT(T, type)                                                         \
  typedef void (*manycore_sort_##T)(type *, size_t, int, size_t);                      \
  MANYCORE_ROUTINE(manycore_sort_##T, sort_##T,                                        \
                   (type * a, size_t n, int threads, size_t cutoff), (a, n, threads, cutoff))
MANYCORE_SORT(i32, int32_t)
MANYCORE_SORT(u32, uint32_t)
MANYCORE_SORT(i64, int64_t)
MANYCORE_SORT(u64, uint64_t)
MANYCORE_SORT(f32, float)
MANYCORE_SORT(f64, double)

#undef MANYCORE_SORT
#undef MANYCORE_ROUTINE

/* ---- all pairs of columns ---- */

/* The counts of a tile: of the pairs of column row + i of x and column column + j of y (without y,
   of x), 0 <= i < rows, 0 <= j < columns. Columns are numbered from 0 on. [stride * i + j] is

     s         concordant less discordant pairs of rows, n_c - n_d
     x_pairs   pairs of rows that are not tied in the column of x
     y_pairs   pairs of rows that are not tied in the column of y
     total     pairs of rows that are tied in neither column, n_c + n_d
     n         rows that both columns have

   All counts are over the n rows, so there are n (n - 1) / 2 pairs of rows. Tau-b is
   s / sqrt(x_pairs y_pairs). Without y each pair of columns comes once, with row + i <= column + j:
   the pair in the other order has the same s, total and n, and x_pairs and y_pairs exchanged. If
   `diagonal` is not 0, only elements with i <= j are set.

   Later versions append elements. The installed manycore makes the struct, and may be older than
   the header: MANYCORE_HAS(counts, element) tells whether the struct has the element. The elements
   of MANYCORE_API 2 need no check. */
typedef struct {
  size_t size; /* bytes of the struct of the installed manycore */
  int64_t row, column;
  int rows, columns, stride, diagonal;
  int thread;   /* the number of the thread that calls: 0, ..., threads - 1 */
  int reserved; /* 0 */
  const int64_t *s, *x_pairs, *y_pairs, *total, *n;
} manycore_counts;

#define MANYCORE_HAS(counts, element) (offsetof(manycore_counts, element) < (counts)->size)

/* A job: all pairs of columns of x and columns of y, or of x. Elements that are not set are 0:
   manycore_count_job job = {.x = x, ...}; Later versions append elements, whose 0 is what this
   version does. They append multiples of 8 bytes, and the struct has no padding, so an older
   manycore sees each new element that is not 0. */
typedef struct {
  /* Column-major matrices, as in R. NaN and NA are missing. y NULL: x against itself. */
  const double *x, *y;
  int64_t rows, x_columns, y_columns;
  /* 0: a missing value is MANYCORE_MISSING. 1: each pair of columns has the rows in which both
     columns have values. */
  int pairwise;
  int threads; /* at most as many; 0: as manycore_threads() says */
  /* NULL, or called once, before the first tile, by the main thread while no other thread works.
     May allocate memory, call R and jump (by an error of R): the memory of mc_count_pairs() is
     freed. put() is called by at most `threads` threads. */
  void (*begin)(void *data, int threads);
  /* Called for each tile, by several threads at once, for different pairs, in any order. Must not
     write to memory that threads share without protection, allocate, call R or jump. The counts are
     valid until put() returns. */
  void (*put)(void *data, const manycore_counts *counts);
  /* NULL: R's interrupts are checked about ten times a second, and leave by a jump, as
     R_CheckUserInterrupt() does; the memory of mc_count_pairs() is freed. Otherwise called instead,
     by the main thread while no other thread works, with the share of the work that is done: an
     answer other than 0 ends the call with MANYCORE_STOPPED. May call R and jump, as begin() may.
     (C++ code should give a poll() that does not jump.) */
  int (*poll)(void *data, double done);
  void *data; /* for begin(), put() and poll() */
} manycore_count_job;

/* All but MANYCORE_DONE mean that the counts are incomplete. */
enum {
  MANYCORE_DONE = 0,
  MANYCORE_STOPPED = 1,  /* by poll() */
  MANYCORE_MEMORY = 2,   /* working memory could not be allocated */
  MANYCORE_SIZE = 3,     /* more than 2,147,483,647 rows or columns */
  MANYCORE_MISSING = 4,  /* a missing value, and `pairwise` is 0 */
  MANYCORE_ARGUMENT = 5  /* a pointer is NULL or a size negative; or the job has elements of a newer
                            manycore than the installed one */
};

/* Counts the pairs of a job by the algorithms of cor_kendall(): all counts are exact integers, and
   the same for all machines and numbers of threads. With fewer than two rows, or without columns,
   put() is not called. Needs working memory of up to 256 MiB, or more if two columns need more. The
   callbacks must not call mc_count_pairs(), except begin() and poll(). */
static inline int mc_count_pairs(const manycore_count_job *job) {
  typedef int (*manycore_count)(const manycore_count_job *, size_t);
  static manycore_count routine = NULL;
  if (routine == NULL)
    routine = (manycore_count) (void (*)(void)) R_GetCCallable("manycore", "mc_count_pairs");
  return routine(job, sizeof *job);
}

#ifdef __cplusplus
}
#endif

#endif
