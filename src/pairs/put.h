#ifndef MC_PAIRS_PUT_H
#define MC_PAIRS_PUT_H

#include "pairs/shape.h"
#include "pairs/tile.h"

/* Writes a tile's numbers into a matrix of shape->x_columns x shape->y_columns, column-major.
   Element [tile->stride i + j] is the number of the pair i, j. Symmetric pairs fill both halves:
   `value` the upper half, `mirrored` the lower half. Threads may write different tiles at once. */
void mc_pairs_put(const mc_pairs_shape *shape, const mc_pairs_tile *tile, const double *value,
                  const double *mirrored, double *matrix);

#endif
