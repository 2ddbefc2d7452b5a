/* Tiles of counts to a matrix of taus, or of covariances. */

#include "kendall/matrix_sink.h"

#include "base/first_touch.h"
#include "kendall/put.h"

static mc_status begin(mc_kendall_sink *sink, const mc_kendall_shape *shape, const mc_call *call) {
  mc_matrix_sink *m = (mc_matrix_sink *) sink;
  const int64_t cells = shape->x_columns * shape->y_columns;
  m->shape = *shape;
  if (!m->covariance)
    MC_TRY(mc_taus_begin(&m->taus, shape, m->na, call));
  if (shape->n <= 1) {
    for (int64_t i = 0; i < cells; i++)
      m->matrix[i] = m->na;
    return MC_OK;
  }
  return mc_first_touch(m->matrix, cells * (int64_t) sizeof *m->matrix, shape->threads,
                        call->monitor);
}

static mc_status panel(mc_kendall_sink *sink, const mc_kendall_panel *panel) {
  mc_matrix_sink *m = (mc_matrix_sink *) sink;
  if (!m->covariance)
    mc_taus_panel(&m->taus, panel);
  return MC_OK;
}

/* The sums of sign(x_k - x_l) sign(y_k - y_l) over all k and l. */
static void covariances_of(const mc_matrix_sink *m, const mc_kendall_tile *t, double *value) {
  const mc_kendall_panel *p = t->panel;
  mc_kendall_counts c;
  mc_kendall_finish(t, &c);
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const bool no_rows =
        !p->pairwise && (p->a->column[t->i0 + i].missing || p->b->column[t->j0 + j].missing);
      value[c.stride * i + j] = no_rows ? m->na : (double) (2 * c.s[c.stride * i + j]);
    }
}

static void put(mc_kendall_sink *sink, const mc_kendall_tile *tile, int thread) {
  mc_matrix_sink *m = (mc_matrix_sink *) sink;
  double value[MC_KENDALL_TILE * MC_KENDALL_TILE];
  (void) thread;
  if (m->covariance)
    covariances_of(m, tile, value);
  else
    mc_taus_of(&m->taus, tile, value);
  mc_kendall_put(&m->shape, tile, value, value, m->matrix);
}

mc_matrix_sink mc_matrix_sink_make(double *matrix, double na, bool covariance) {
  return (mc_matrix_sink){
    .sink = {.begin = begin, .panel = panel, .put = put, .bytes = mc_taus_bytes},
    .matrix = matrix,
    .na = na,
    .covariance = covariance};
}
