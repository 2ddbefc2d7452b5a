#ifndef MC_PAIRS_ORDER_H
#define MC_PAIRS_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

/* An order of columns that brings the columns of a pair together. It is found by breadth-first
   search through the graph whose vertices are columns and whose edges are pairs (as in Cuthill and
   McKee's order of a sparse matrix). If some order has all pairs near the diagonal of the matrix,
   this order has them there, too. So the pairs fill few tiles, and a column stays in memory for all
   its partners. */

/* Pair k is column i[k] of x and column j[k] of y (if symmetric, of x). Numbers begin at 1, as in
   R. */
typedef struct {
  const int32_t *i, *j;
  int64_t count;
  int64_t x_columns, y_columns;
  bool symmetric;
} mc_pairs_given;

/* The columns that occur in pairs: x[place] is the column at a place of the order, and
   x_place[column - 1] is the place of a column. In a symmetric list y and y_place are x and
   x_place. */
typedef struct {
  uint32_t *x, *y, *x_place, *y_place;
  int64_t x_columns, y_columns;
} mc_pairs_order;

/* `spare` are two arrays of 2 pairs->count elements each, for scratch. Time is O(pairs + columns).
   Takes 16 bytes a column from the arena. MC_OK, MC_ERR_MEMORY. */
mc_status mc_pairs_order_make(mc_pairs_order *order, const mc_pairs_given *pairs,
                              uint32_t *const spare[2], mc_arena *arena);

#endif
