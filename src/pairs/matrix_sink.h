#ifndef MC_PAIRS_MATRIX_SINK_H
#define MC_PAIRS_MATRIX_SINK_H

#include "pairs/maker.h"
#include "pairs/sink.h"

/* The sink that writes a maker's numbers into a matrix: x_columns x y_columns, column-major.
   Symmetric pairs fill both halves. */
typedef struct {
  mc_pairs_sink sink; /* first: a pointer to it is a pointer to the whole */
  double *matrix;
  mc_pairs_maker *maker;
  const mc_pairs_shape *shape;
} mc_pairs_matrix;

mc_pairs_matrix mc_pairs_matrix_make(double *matrix, mc_pairs_maker *maker);

#endif
