#ifndef MC_PAIRS_FILTER_H
#define MC_PAIRS_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which pairs of columns are wanted, where not all are. Drivers ask before they read, pack or count
   columns, on any thread, several at once. Columns are named by their places. */

enum { MC_PAIRS_FOUR = 4 }; /* columns that stand side by side, for panels() and cells */

typedef struct mc_pairs_filter mc_pairs_filter;
struct mc_pairs_filter {
  /* Is there one among `a_columns` columns of x from a0 on, and `b_columns` of y from b0 on? Of
     symmetric pairs those with row <= column are asked for. */
  bool (*any)(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int64_t a_columns,
              int64_t b_columns);
  /* Which are? Bit stride i + j stands for a0 + i, b0 + j. Of MC_PAIRS_TILE columns at most. */
  uint64_t (*which)(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int a_columns,
                    int b_columns, int stride);
  /* Sets a_fours[k] where there is one with a column of a0 + MC_PAIRS_FOUR k, ..., and b_fours
     likewise; the others stay as they are. */
  void (*fours)(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int64_t a_columns,
                int64_t b_columns, uint8_t *a_fours, uint8_t *b_fours);
  double pairs, cells; /* wanted, and those of the tiles of 4 x 4 that have them: for estimates */
};

/* The filter's answers; without one (NULL) there is any, and none is left out. */
static inline bool mc_pairs_wanted(const mc_pairs_filter *only, int64_t a0, int64_t b0,
                                   int64_t a_columns, int64_t b_columns) {
  return only == NULL || only->any(only, a0, b0, a_columns, b_columns);
}

static inline uint64_t mc_pairs_left_out(const mc_pairs_filter *only, int64_t a0, int64_t b0,
                                         int a_columns, int b_columns, int stride) {
  return only == NULL ? 0 : ~only->which(only, a0, b0, a_columns, b_columns, stride);
}

#endif
