#ifndef MC_PAIRS_ROOM_H
#define MC_PAIRS_ROOM_H

#include "pairs/list.h"
#include "pairs/shape.h"
#include "pairs/tile.h"

/* Where the numbers of pairs are: matrices of shape->x_columns x shape->y_columns, column-major; or
   vectors with a number for each pair of a list. Numbers of the pairs i, j and j, i are equal. */
typedef struct {
  const mc_pairs_shape *shape;
  const mc_pairs_list *list; /* NULL: matrices */
} mc_pairs_room;

/* How many numbers a matrix, or vector, has. */
int64_t mc_pairs_room_size(const mc_pairs_room *room);

/* Writes a tile's numbers: element [tile->stride i + j] of `value` is that of the pair i, j.
   Symmetric pairs fill both halves. */
void mc_pairs_room_put(const mc_pairs_room *room, const mc_pairs_tile *tile, const double *value,
                       double *to);

/* Writes the same numbers for a later run to take; symmetric pairs fill one half of a matrix. In
   both runs columns must come in the order of the input: not for sinks with any_order. */
void mc_pairs_room_keep(const mc_pairs_room *room, const mc_pairs_tile *tile, const double *value,
                        double *to);

/* Takes the numbers that mc_pairs_room_keep() wrote for the pairs of a tile. The tiles of the two
   runs may differ. Pairs that are not wanted get no number. */
void mc_pairs_room_take(const mc_pairs_room *room, const mc_pairs_tile *tile, const double *from,
                        double *value);

#endif
