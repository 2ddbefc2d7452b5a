#include "base/sparse.h"

#include <string.h>

#include "base/integers.h"

bool mc_sparse_holds(const mc_sparse *x, int64_t stored) {
  if (x->start[0] != 0 || x->start[x->columns] != stored)
    return false;
  for (int64_t j = 0; j < x->columns; j++)
    if (x->start[j] > x->start[j + 1])
      return false;
  for (int64_t k = 0; k < stored; k++)
    if (x->row[k] < 0 || x->row[k] >= x->rows)
      return false;
  return true;
}

static mc_status read_sparse(const mc_columns *columns, int64_t first, int64_t last,
                             mc_arena *arena, mc_matrix *view) {
  mc_sparse *x = columns->source;
  const int64_t rows = columns->rows, size = rows * (last - first);
  if (x->room == NULL)
    x->room = mc_alloc(arena, columns->at_once * rows, sizeof *x->room);
  if (x->room == NULL)
    return MC_ERR_MEMORY;
  memset(x->room, 0, (size_t) size * sizeof *x->room);
  for (int64_t j = first; j < last; j++) {
    double *column = x->room + (j - first) * rows;
    for (int64_t k = x->start[j]; k < x->start[j + 1]; k++)
      column[x->row[k]] = x->value[k];
  }
  *view = (mc_matrix){x->room, MC_F64, rows, last - first};
  return MC_OK;
}

static mc_column stored_sparse(const mc_columns *columns, int64_t column) {
  const mc_sparse *x = columns->source;
  const int64_t first = x->start[column];
  return (mc_column){x->value + first, MC_F64, x->row + first, x->start[column + 1] - first};
}

mc_columns mc_columns_of_sparse(mc_sparse *x) {
  const int64_t most = x->columns > 0 ? x->columns : 1;
  return (mc_columns){.rows = x->rows,
                      .columns = x->columns,
                      .at_once = mc_min(most, mc_columns_at_once(x->rows)),
                      .read = read_sparse,
                      .stored = stored_sparse,
                      .source = x};
}
