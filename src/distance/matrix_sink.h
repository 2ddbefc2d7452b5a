#ifndef MC_DISTANCE_MATRIX_SINK_H
#define MC_DISTANCE_MATRIX_SINK_H

#include "distance/sink.h"

/* The sink that makes a matrix of distances: mc_distance_size() numbers, of x against itself the
   lower triangle column by column. */
typedef struct {
  mc_distance_sink sink; /* first: the sink is handed on as a pointer to this */
  double *out;
  bool root; /* do distances take roots of the sums? */
  double na; /* stands for NA */

  const mc_kernels *kernels;
  mc_distance_shape shape;
} mc_distance_matrix;

mc_distance_matrix mc_distance_matrix_make(double *out, bool root, double na);

#endif
