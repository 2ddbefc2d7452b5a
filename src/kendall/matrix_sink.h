#ifndef MC_KENDALL_MATRIX_SINK_H
#define MC_KENDALL_MATRIX_SINK_H

#include <stdatomic.h>

#include "kendall/sink.h"

/* The sink that makes a matrix of tau-b, or of covariances: x_columns x y_columns, column-major,
   and of a symmetric job both halves. */
typedef struct {
  mc_kendall_sink sink; /* first: the sink is handed on as a pointer to this */
  double *tau;
  double na;                      /* stands for NA */
  bool covariance;                /* 2 (n_c - n_d) in the place of taus */
  _Atomic int64_t constant_pairs; /* pairs that have no tau as one is constant: the answer */

  const mc_call *call;
  mc_kendall_shape shape;
  struct mc_matrix_four *a, *b; /* what taus need to know of the panel's columns */
} mc_matrix_sink;

mc_matrix_sink mc_matrix_sink_make(double *tau, double na, bool covariance);

#endif
