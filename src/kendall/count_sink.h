#ifndef MC_KENDALL_COUNT_SINK_H
#define MC_KENDALL_COUNT_SINK_H

#include "kendall/tile.h"

/* The sink that hands plain counts to a function, such as that of another package. */

/* The counts of pairs of columns row + i, 0 <= i < rows, and column + j, 0 <= j < columns: element
   [stride i + j]. In a diagonal tile both are the same columns, and only pairs i <= j have counts.
   For s, x_pairs, y_pairs and total see mc_kendall_counts; n is the number of rows that both
   columns have. */
typedef struct {
  int64_t row, column;
  int rows, columns, stride;
  bool diagonal;
  int thread;
  const int64_t *s, *x_pairs, *y_pairs, *total, *n;
} mc_kendall_plain_counts;

typedef struct {
  mc_pairs_sink sink; /* first: a pointer to it is a pointer to the whole */
  /* Called once, on the main thread, before the first tile. May be NULL. */
  void (*start)(void *data, int threads);
  /* As `put` of a sink: several threads may call this at once; must not fail, allocate or jump. */
  void (*take)(void *data, const mc_kendall_plain_counts *counts);
  void *data;
} mc_kendall_count_sink;

mc_kendall_count_sink
mc_kendall_count_sink_make(void (*start)(void *data, int threads),
                           void (*take)(void *data, const mc_kendall_plain_counts *counts),
                           void *data);

#endif
