#ifndef MC_FFI_CALLABLE_COUNTS_H
#define MC_FFI_CALLABLE_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "kendall/count_sink.h"

/* The types of inst/include/manycore.h, which has the contract. The header itself cannot be
   included here, because its functions have the names of those that they call. */
typedef struct {
  size_t size;
  int64_t row, column;
  int rows, columns, stride, diagonal;
  int thread, reserved;
  const int64_t *s, *x_pairs, *y_pairs, *total, *n;
} ffi_counts;

typedef struct {
  const double *x, *y;
  int64_t rows, x_columns, y_columns;
  int pairwise;
  int threads;
  void (*begin)(void *data, int threads);
  void (*put)(void *data, const ffi_counts *counts);
  int (*poll)(void *data, double done);
  void *data;
} ffi_count_job;

/* mc_count_pairs() of manycore.h; `size` is that of the caller's job. */
int ffi_count_pairs(const ffi_count_job *job, size_t size);

#endif
