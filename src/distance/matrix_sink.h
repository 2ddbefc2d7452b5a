#ifndef MC_DISTANCE_MATRIX_SINK_H
#define MC_DISTANCE_MATRIX_SINK_H

#include "distance/sink.h"

/* The sink that writes a matrix of distances: mc_distance_size() numbers; if symmetric, the lower
   triangle column by column. */
typedef struct {
  mc_distance_sink sink; /* has to be first: pointers to the sink are pointers to this */
  double *out;
  bool root; /* do distances take roots of the sums? */
  double na; /* the value of a missing distance */

  const mc_kernels *kernels;
  mc_distance_shape shape;
} mc_distance_matrix;

mc_distance_matrix mc_distance_matrix_make(double *out, bool root, double na);

#endif
