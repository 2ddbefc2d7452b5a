#ifndef MC_PAIRS_LIST_H
#define MC_PAIRS_LIST_H

#include "pairs/filter.h"
#include "pairs/order.h"
#include "pairs/tile.h"

/* A list of pairs of columns, in the place of all pairs: the columns that occur and their order,
   in which each is read about once; a filter, so that no other pairs are counted; and where numbers
   belong. Whatever is computed of a pair, sinks with a list have `only` and `order` of the list,
   and call mc_pairs_list_put() in the place of mc_pairs_put(). */
typedef struct {
  mc_pairs_filter filter; /* first: handed on as a pointer to this */
  mc_pairs_order order;
  int64_t count;  /* of pairs */
  int64_t *first; /* those of place a of x are first[a], ..., first[a + 1] - 1, ... */
  uint32_t *b;    /* ... with these places of y, ascending */
  uint64_t *to;   /* and stand in the user's list at to / 2; to is odd if the user has a pair
                     b, a of symmetric pairs */
} mc_pairs_list;

/* Of pairs that are within their columns. 28 bytes a pair and 40 a column of the arena. MC_OK,
   MC_ERR_MEMORY. */
mc_status mc_pairs_list_make(mc_pairs_list *list, const mc_pairs_given *pairs, mc_arena *arena);

/* Writes a tile's numbers, element [tile->stride i + j] of the pair i, j, `mirrored` of the pair
   j, i, to result[k] for each pair k of the list that it has. */
void mc_pairs_list_put(const mc_pairs_list *list, const mc_pairs_tile *tile, const double *value,
                       const double *mirrored, double *result);

/* The same of numbers of rows, which a pair i, j and the pair j, i have in common. */
void mc_pairs_list_put_rows(const mc_pairs_list *list, const mc_pairs_tile *tile,
                            const int64_t *rows, int32_t *result);

#endif
