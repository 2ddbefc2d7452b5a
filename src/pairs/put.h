#ifndef MC_PAIRS_PUT_H
#define MC_PAIRS_PUT_H

#include "pairs/shape.h"
#include "pairs/tile.h"

/* Writes a tile's numbers, element [tile->stride i + j] of the pair i, j, to where they belong in
   a matrix of shape->x_columns x shape->y_columns, column-major; of symmetric pairs into both
   halves, `mirrored` in place of `value` into the lower one. Threads may do so for different tiles
   at once. */
void mc_pairs_put(const mc_pairs_shape *shape, const mc_pairs_tile *tile, const double *value,
                  const double *mirrored, double *matrix);

#endif
