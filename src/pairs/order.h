#ifndef MC_PAIRS_ORDER_H
#define MC_PAIRS_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

/* An order of columns that brings together those that meet: by breadth-first search through the
   graph whose vertices are columns and whose edges are pairs (as in Cuthill and McKee's order of a
   sparse matrix). Then the pairs stand near the diagonal of the matrix, if any order has them
   there; so they fill few tiles, and a column is at hand for all its partners. */

/* Column i[k] of x with column j[k] of y, or again of x if symmetric: numbers from 1 on, as R
   has them. */
typedef struct {
  const int32_t *i, *j;
  int64_t count;
  int64_t x_columns, y_columns;
  bool symmetric;
} mc_pairs_given;

/* Those that occur: x[place] is the column at a place of the order, x_place[column - 1] the
   place of a column. Of a symmetric list y and y_place are x and x_place. */
typedef struct {
  uint32_t *x, *y, *x_place, *y_place;
  int64_t x_columns, y_columns;
} mc_pairs_order;

/* `spare` are two arrays of 2 pairs->count elements. O(pairs and columns); 16 bytes a column of the
   arena. MC_OK, MC_ERR_MEMORY. */
mc_status mc_pairs_order_make(mc_pairs_order *order, const mc_pairs_given *pairs,
                              uint32_t *const spare[2], mc_arena *arena);

#endif
