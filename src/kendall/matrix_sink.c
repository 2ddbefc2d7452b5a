/* Tiles of counts to a matrix of coefficients. */

#include "kendall/matrix_sink.h"

#include "base/first_touch.h"
#include "kendall/put.h"

static mc_status begin(mc_kendall_sink *sink, const mc_kendall_shape *shape, const mc_call *call) {
  mc_matrix_sink *m = (mc_matrix_sink *) sink;
  const int64_t cells = shape->x_columns * shape->y_columns;
  m->shape = *shape;
  MC_TRY(mc_coefficients_begin(&m->coefficients, m->kind, shape, m->na, call));
  if (shape->n <= 1) {
    for (int64_t i = 0; i < cells; i++)
      m->matrix[i] = m->na;
    return MC_OK;
  }
  return mc_first_touch(m->matrix, cells * (int64_t) sizeof *m->matrix, shape->threads,
                        call->monitor);
}

static mc_status panel(mc_kendall_sink *sink, const mc_kendall_panel *panel) {
  mc_coefficients_panel(&((mc_matrix_sink *) sink)->coefficients, panel);
  return MC_OK;
}

static void put(mc_kendall_sink *sink, const mc_kendall_tile *tile, int thread) {
  mc_matrix_sink *m = (mc_matrix_sink *) sink;
  double value[MC_KENDALL_TILE * MC_KENDALL_TILE], other[MC_KENDALL_TILE * MC_KENDALL_TILE];
  (void) thread;
  const double *mirrored = mc_coefficients_of(&m->coefficients, tile, value, other);
  mc_kendall_put(&m->shape, tile, value, mirrored, m->x_place, m->y_place, m->matrix);
}

mc_matrix_sink mc_matrix_sink_make(double *matrix, double na, mc_kendall_coefficient kind) {
  return (mc_matrix_sink){.sink = {.begin = begin,
                                   .panel = panel,
                                   .put = put,
                                   .bytes = mc_coefficients_bytes,
                                   .common_rows = mc_coefficients_common_rows(kind),
                                   .total = mc_coefficients_total(kind)},
                          .matrix = matrix,
                          .na = na,
                          .kind = kind};
}
