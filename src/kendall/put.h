#ifndef MC_KENDALL_PUT_H
#define MC_KENDALL_PUT_H

#include "kendall/sink.h"

/* Writes a tile's numbers, element [tile->stride i + j] of the pair i, j, to where they belong in
   a matrix of shape->x_columns x shape->y_columns, column-major; of a symmetric job into both
   halves, `mirrored` in place of `value` into the lower one. Columns i of x and j of y have the
   numbers x_place[i] and y_place[j] there; NULL: i and j. Threads may do so for different tiles at
   once. */
void mc_kendall_put(const mc_kendall_shape *shape, const mc_kendall_tile *tile, const double *value,
                    const double *mirrored, const uint32_t *x_place, const uint32_t *y_place,
                    double *matrix);

#endif
