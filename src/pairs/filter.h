#ifndef MC_PAIRS_FILTER_H
#define MC_PAIRS_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which pairs of columns are wanted, if some are not. Drivers ask before they read, pack or count
   columns. Several threads may ask at once. Columns are named by their places. */

enum { MC_PAIRS_FOUR = 4 }; /* neighbouring columns of fours() and `cells` */

typedef struct mc_pairs_filter mc_pairs_filter;
struct mc_pairs_filter {
  /* Is some pair of a column a0, ..., a0 + a_columns - 1 of x and a column b0, ..., b0 + b_columns
     - 1 of y wanted? Symmetric pairs count with row <= column only. */
  bool (*any)(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int64_t a_columns,
              int64_t b_columns);
  /* Which of these pairs are wanted? Bit stride i + j is the pair a0 + i, b0 + j. There are at most
     MC_PAIRS_TILE columns of each. */
  uint64_t (*which)(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int a_columns,
                    int b_columns, int stride);
  /* Sets a_fours[k] to 1 if some wanted pair has one of the MC_PAIRS_FOUR columns from
     a0 + MC_PAIRS_FOUR k on, and b_fours[k] likewise. Other elements stay as they are. */
  void (*fours)(const mc_pairs_filter *filter, int64_t a0, int64_t b0, int64_t a_columns,
                int64_t b_columns, uint8_t *a_fours, uint8_t *b_fours);
  double pairs, cells; /* wanted pairs, and all pairs of 4 x 4 tiles with a wanted one */
};

/* The filter's answers. Without a filter (NULL) all pairs are wanted. */
static inline bool mc_pairs_wanted(const mc_pairs_filter *only, int64_t a0, int64_t b0,
                                   int64_t a_columns, int64_t b_columns) {
  return only == NULL || only->any(only, a0, b0, a_columns, b_columns);
}

static inline uint64_t mc_pairs_left_out(const mc_pairs_filter *only, int64_t a0, int64_t b0,
                                         int a_columns, int b_columns, int stride) {
  return only == NULL ? 0 : ~only->which(only, a0, b0, a_columns, b_columns, stride);
}

#endif
