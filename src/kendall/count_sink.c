#include "kendall/count_sink.h"

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  const mc_kendall_count_sink *c = (const mc_kendall_count_sink *) sink;
  (void) call;
  if (c->start != NULL)
    c->start(c->data, shape->threads);
  return MC_OK;
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *t, int thread) {
  const mc_kendall_count_sink *c = (const mc_kendall_count_sink *) sink;
  const mc_kendall_tile *tile = mc_kendall_tile_of(t);
  mc_kendall_counts counts;
  int64_t n[MC_PAIRS_CELLS];
  mc_kendall_finish(tile, &counts);
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++)
      n[counts.stride * i + j] = mc_kendall_common_rows(tile, i, j);
  const mc_kendall_plain_counts plain = {.row = t->row,
                                         .column = t->column,
                                         .rows = t->rows,
                                         .columns = t->columns,
                                         .stride = counts.stride,
                                         .diagonal = t->diagonal,
                                         .thread = thread,
                                         .s = counts.s,
                                         .x_pairs = counts.x_pairs,
                                         .y_pairs = counts.y_pairs,
                                         .total = counts.total,
                                         .n = n};
  c->take(c->data, &plain);
}

mc_kendall_count_sink
mc_kendall_count_sink_make(void (*start)(void *data, int threads),
                           void (*take)(void *data, const mc_kendall_plain_counts *counts),
                           void *data) {
  return (mc_kendall_count_sink){
    .sink = {.begin = begin, .put = put, .wants = MC_KENDALL_COMMON_ROWS | MC_KENDALL_TOTAL},
    .start = start,
    .take = take,
    .data = data};
}
