#ifndef MC_KENDALL_MATRIX_SINK_H
#define MC_KENDALL_MATRIX_SINK_H

#include "kendall/coefficients.h"
#include "kendall/sink.h"

/* The sink that makes a matrix of coefficients: x_columns x y_columns, column-major, and of a
   symmetric job both halves. */
typedef struct {
  mc_kendall_sink sink; /* first: the sink is handed on as a pointer to this */
  double *matrix;
  double na; /* stands for NA */
  mc_kendall_coefficient kind;
  mc_kendall_shape shape;
  mc_coefficients coefficients;
  const uint32_t *x_place, *y_place; /* of columns that come in another order, or NULL */
} mc_matrix_sink;

mc_matrix_sink mc_matrix_sink_make(double *matrix, double na, mc_kendall_coefficient kind);

#endif
