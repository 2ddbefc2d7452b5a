/* Data for bench/watch_works.c, and the marks between which instructions count. All data are random
   numbers with a fixed seed. */
#ifndef WATCH_DATA_H
#define WATCH_DATA_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <valgrind/callgrind.h>

#include "random.h"

#include "base/matrix.h"
#include "dispatch/call.h"

static mc_arena data;       /* what a work reads and writes */
static const mc_call *call; /* its scratch, one thread, no monitor */

static void fail(const char *why) {
  fprintf(stderr, "works: %s\n", why);
  exit(1);
}

/* Counts the instructions of a driver's call. valgrind begins with --collect-atstart=no. */
#define COUNT(driver)                        \
  do {                                       \
    CALLGRIND_TOGGLE_COLLECT;                \
    const mc_status counted_ = (driver);     \
    CALLGRIND_TOGGLE_COLLECT;                \
    if (counted_ != MC_OK)                   \
      fail("a driver did not return MC_OK"); \
  } while (0)

static int32_t below(int32_t limit) {
  return (int32_t) (next() >> 33) % limit;
}

static void *room(int64_t count, int64_t size) {
  void *p = mc_alloc(&data, count, size);
  if (p == NULL)
    fail("memory is short");
  memset(p, 0, (size_t) (count * size));
  return p;
}
static double *room_of(int64_t count) {
  return room(count, sizeof(double));
}
static int32_t *room_of_integers(int64_t count) {
  return room(count, sizeof(int32_t));
}
static double *numbers(int64_t count) {
  double *x = room_of(count);
  for (int64_t i = 0; i < count; i++)
    x[i] = number();
  return x;
}

/* Columns that are related, because all contain a part of the same random column. `values`: each
   column has so many different values; 0: no ties. A cell is NaN with the probability `missing`. */
static mc_matrix related(int64_t rows, int64_t columns, int values, double missing) {
  const double *common = numbers(rows);
  double *x = numbers(rows * columns);
  for (int64_t k = 0; k < rows * columns; k++) {
    x[k] = (3 * x[k] + common[k % rows]) / 4;
    if (values > 0)
      x[k] = floor(x[k] * values);
    if (missing > 0 && number() < missing)
      x[k] = NAN;
  }
  return (mc_matrix){x, MC_F64, rows, columns};
}

/* A random order of the numbers 0, ..., n - 1. */
static void shuffle(int32_t *order, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    const int32_t k = below((int32_t) i + 1);
    order[i] = order[k];
    order[k] = (int32_t) i;
  }
}

#endif
