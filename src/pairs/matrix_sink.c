/* Writes a matrix of numbers. */

#include "pairs/matrix_sink.h"

#include "base/first_touch.h"
#include "pairs/put.h"

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  mc_pairs_matrix *m = (mc_pairs_matrix *) sink;
  const int64_t cells = shape->x_columns * shape->y_columns;
  m->shape = shape;
  MC_TRY(m->maker->begin(m->maker, shape, call));
  if (shape->n <= 1) {
    for (int64_t i = 0; i < cells; i++)
      m->matrix[i] = m->maker->na;
    return MC_OK;
  }
  return mc_first_touch(m->matrix, cells * (int64_t) sizeof *m->matrix, shape->threads,
                        call->monitor);
}

static mc_status panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  return mc_pairs_maker_panel(((mc_pairs_matrix *) sink)->maker, panel);
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  mc_pairs_matrix *m = (mc_pairs_matrix *) sink;
  double value[MC_PAIRS_CELLS], other[MC_PAIRS_CELLS];
  (void) thread;
  const double *mirrored = m->maker->make(m->maker, tile, value, other);
  mc_pairs_put(m->shape, tile, value, mirrored, m->matrix);
}

mc_pairs_matrix mc_pairs_matrix_make(double *matrix, mc_pairs_maker *maker) {
  return (mc_pairs_matrix){.sink = {.begin = begin,
                                    .panel = panel,
                                    .put = put,
                                    .bytes = maker->bytes,
                                    .any_order = true,
                                    .wants = maker->wants},
                           .matrix = matrix,
                           .maker = maker};
}
