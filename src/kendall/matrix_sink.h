#ifndef MC_KENDALL_MATRIX_SINK_H
#define MC_KENDALL_MATRIX_SINK_H

#include "kendall/sink.h"
#include "kendall/taus.h"

/* The sink that makes a matrix of tau-b, or of covariances: x_columns x y_columns, column-major,
   and of a symmetric job both halves. */
typedef struct {
  mc_kendall_sink sink; /* first: the sink is handed on as a pointer to this */
  double *matrix;
  double na;       /* stands for NA */
  bool covariance; /* 2 (n_c - n_d) in the place of taus */
  mc_kendall_shape shape;
  mc_taus taus; /* with the number of pairs that have none as one is constant */
} mc_matrix_sink;

mc_matrix_sink mc_matrix_sink_make(double *matrix, double na, bool covariance);

#endif
