#ifndef MC_PAIRS_LIST_H
#define MC_PAIRS_LIST_H

#include "pairs/filter.h"
#include "pairs/order.h"
#include "pairs/tile.h"

/* A list of pairs of columns that stands for all pairs. It has the columns that occur, in an order
   in which each column is read about once; a filter, so that no other pairs are counted; and the
   place of each pair's number in the result. A sink for a list takes `only` and `order` from the
   list, and calls mc_pairs_list_put() instead of mc_pairs_put(). */
typedef struct {
  mc_pairs_filter filter; /* first: a pointer to it is a pointer to the list */
  mc_pairs_order order;
  int64_t count;  /* of pairs */
  int64_t *first; /* place a of x has the pairs first[a], ..., first[a + 1] - 1 */
  uint32_t *b;    /* of each pair: its place of y, ascending for each place of x */
  uint64_t *to;   /* of each pair: to / 2 is its number in the user's list; to is odd if the user
                     names the columns of a symmetric pair in the order b, a */
} mc_pairs_list;

/* The pairs must name existing columns. Takes 28 bytes a pair and 40 bytes a column from the arena.
   MC_OK, MC_ERR_MEMORY. */
mc_status mc_pairs_list_make(mc_pairs_list *list, const mc_pairs_given *pairs, mc_arena *arena);

/* Writes the numbers of a tile to result[k], for each pair k of the list in the tile. Element
   [tile->stride i + j] of `value` is the number of the pair i, j; that of `mirrored` is the number
   of the pair j, i. */
void mc_pairs_list_put(const mc_pairs_list *list, const mc_pairs_tile *tile, const double *value,
                       const double *mirrored, double *result);

/* The inverse for numbers that are equal for the pairs i, j and j, i: takes value[stride i + j] of
   each pair of the list in the tile from numbers in the list's order. */
void mc_pairs_list_take(const mc_pairs_list *list, const mc_pairs_tile *tile, const double *from,
                        double *value);

/* Writes numbers of rows, which are equal for the pairs i, j and j, i. */
void mc_pairs_list_put_rows(const mc_pairs_list *list, const mc_pairs_tile *tile,
                            const int64_t *rows, int32_t *result);

#endif
