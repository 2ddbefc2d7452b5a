#ifndef MC_PAIRS_MATRIX_SINK_H
#define MC_PAIRS_MATRIX_SINK_H

#include "pairs/maker.h"
#include "pairs/sink.h"

/* The sink that makes a matrix of a maker's numbers: x_columns x y_columns, column-major, and of
   symmetric pairs both halves. */
typedef struct {
  mc_pairs_sink sink; /* first: the sink is handed on as a pointer to this */
  double *matrix;
  mc_pairs_maker *maker;
  const mc_pairs_shape *shape;
} mc_pairs_matrix;

mc_pairs_matrix mc_pairs_matrix_make(double *matrix, mc_pairs_maker *maker);

#endif
