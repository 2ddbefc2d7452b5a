/* Tiles of counts to the coefficients of a list of pairs. */

#include "kendall/list_sink.h"

static mc_status begin(mc_kendall_sink *sink, const mc_kendall_shape *shape, const mc_call *call) {
  mc_list_sink *m = (mc_list_sink *) sink;
  for (int64_t k = 0; k < m->list->count && shape->n <= 1; k++)
    m->result[k] = m->na;
  return mc_coefficients_begin(&m->coefficients, m->kind, shape, m->na, call);
}

static mc_status panel(mc_kendall_sink *sink, const mc_kendall_panel *panel) {
  mc_coefficients_panel(&((mc_list_sink *) sink)->coefficients, panel);
  return MC_OK;
}

static void put(mc_kendall_sink *sink, const mc_kendall_tile *tile, int thread) {
  mc_list_sink *m = (mc_list_sink *) sink;
  double value[MC_KENDALL_TILE * MC_KENDALL_TILE], other[MC_KENDALL_TILE * MC_KENDALL_TILE];
  (void) thread;
  const double *mirrored = mc_coefficients_of(&m->coefficients, tile, value, other);
  mc_pair_list_put(m->list, tile, value, mirrored, m->result);
}

mc_list_sink mc_list_sink_make(const mc_pair_list *list, double *result, double na,
                               mc_kendall_coefficient kind) {
  return (mc_list_sink){.sink = {.begin = begin,
                                 .panel = panel,
                                 .put = put,
                                 .bytes = mc_coefficients_bytes,
                                 .only = &list->filter,
                                 .common_rows = mc_coefficients_common_rows(kind),
                                 .total = mc_coefficients_total(kind)},
                        .list = list,
                        .result = result,
                        .na = na,
                        .kind = kind};
}
