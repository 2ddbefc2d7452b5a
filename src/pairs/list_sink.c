/* Writes the numbers of a list of pairs. */

#include "pairs/list_sink.h"

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  mc_pairs_vector *v = (mc_pairs_vector *) sink;
  for (int64_t k = 0; k < v->list->count && shape->n <= 1; k++)
    v->result[k] = v->maker->na;
  return v->maker->begin(v->maker, shape, call);
}

static mc_status panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  return mc_pairs_maker_panel(((mc_pairs_vector *) sink)->maker, panel);
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  mc_pairs_vector *v = (mc_pairs_vector *) sink;
  double value[MC_PAIRS_CELLS], other[MC_PAIRS_CELLS];
  (void) thread;
  const double *mirrored = v->maker->make(v->maker, tile, value, other);
  mc_pairs_list_put(v->list, tile, value, mirrored, v->result);
}

mc_pairs_vector mc_pairs_vector_make(const mc_pairs_list *list, double *result,
                                     mc_pairs_maker *maker) {
  return (mc_pairs_vector){.sink = {.begin = begin,
                                    .panel = panel,
                                    .put = put,
                                    .bytes = maker->bytes,
                                    .only = &list->filter,
                                    .order = &list->order,
                                    .wants = maker->wants},
                           .list = list,
                           .result = result,
                           .maker = maker};
}
