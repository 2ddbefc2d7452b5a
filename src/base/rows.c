#include "base/rows.h"

#include "base/integers.h"

/* The copy goes by squares of this side, so that the cache lines of both sides stay in the nearest
   cache. */
enum { SQUARE = 32 };

/* For each type of numbers:

     for each square of rows i and columns j
       to[i - first][j] = x[j][i]                                                   */
#define COPY_SQUARE(T)                                                                 \
  static void copy_square_##T(const T *from, int64_t rows, int64_t m, int64_t columns, \
                              int64_t lead, T *to) {                                   \
    for (int64_t i = 0; i < m; i++)                                                    \
      for (int64_t j = 0; j < columns; j++)                                            \
        to[i * lead + j] = from[j * rows + i];                                         \
  }
COPY_SQUARE(double)
COPY_SQUARE(int32_t)

void mc_rows_copy(const mc_matrix *x, int64_t first, int64_t last, int64_t lead, void *to) {
  for (int64_t i = first; i < last; i += SQUARE)
    for (int64_t j = 0; j < x->columns; j += SQUARE) {
      const int64_t m = mc_min(SQUARE, last - i), columns = mc_min(SQUARE, x->columns - j);
      const int64_t from = j * x->rows + i, at = (i - first) * lead + j;
      if (x->type == MC_F64)
        copy_square_double((const double *) x->data + from, x->rows, m, columns, lead,
                           (double *) to + at);
      else
        copy_square_int32_t((const int32_t *) x->data + from, x->rows, m, columns, lead,
                            (int32_t *) to + at);
    }
}

static mc_status read_rows(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                           mc_matrix *view) {
  mc_rows *rows = columns->source;
  const mc_matrix *x = &rows->matrix;
  if (rows->room == NULL)
    rows->room = mc_alloc(arena, columns->at_once * columns->rows, mc_size_of(x->type));
  if (rows->room == NULL)
    return MC_ERR_MEMORY;
  mc_rows_copy(x, first, last, x->columns, rows->room);
  *view = (mc_matrix){rows->room, x->type, columns->rows, last - first};
  return MC_OK;
}

mc_columns mc_columns_of_rows(mc_rows *rows) {
  const mc_matrix *x = &rows->matrix;
  const int64_t most = x->rows > 0 ? x->rows : 1;
  return (mc_columns){.rows = x->columns,
                      .columns = x->rows,
                      .at_once = mc_min(most, mc_columns_at_once(x->columns)),
                      .read = read_rows,
                      .source = rows};
}
