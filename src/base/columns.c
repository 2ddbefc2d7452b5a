#include "base/columns.h"

static mc_status view_of_matrix(const mc_columns *columns, int64_t first, int64_t last,
                                mc_arena *arena, mc_matrix *view) {
  (void) arena;
  *view = columns->matrix;
  const int64_t size = view->type == MC_F64 ? (int64_t) sizeof(double) : (int64_t) sizeof(int32_t);
  view->data = (const unsigned char *) view->data + first * view->rows * size;
  view->columns = last - first;
  return MC_OK;
}

mc_columns mc_columns_of_matrix(mc_matrix x) {
  return (mc_columns){.rows = x.rows,
                      .columns = x.columns,
                      .at_once = x.columns > 0 ? x.columns : 1,
                      .read = view_of_matrix,
                      .matrix = x};
}

const mc_matrix *mc_columns_in_memory(const mc_columns *columns) {
  return columns->read == view_of_matrix ? &columns->matrix : NULL;
}
