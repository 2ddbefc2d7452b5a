#ifndef MC_COLUMNS_H
#define MC_COLUMNS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/matrix.h"
#include "base/status.h"

/* A source of the columns of a matrix: R's memory, the rows of another matrix, a sparse matrix, or
   an R function.

   Drivers ask for the columns that they rank or pack next. They ask on the main thread and outside
   of parallel loops, because a source may call R. */
typedef struct mc_columns mc_columns;

/* A column in place: `count` values, of the rows row[0], ..., row[count - 1], in any order; all
   other rows are 0. If `row` is NULL, the values are those of all rows, in order. */
typedef struct {
  const void *value;
  mc_type type;
  const int32_t *row;
  int64_t count;
} mc_column;

struct mc_columns {
  int64_t rows, columns;
  int64_t at_once; /* the most columns of one request, at least 1; of a matrix all columns */
  /* `view` becomes the columns [first, last). Its numbers stay valid until the next request.
     MC_OK, MC_ERR_MEMORY. */
  mc_status (*read)(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                    mc_matrix *view);
  /* The same for the columns index[k], 0 <= k < count <= at_once. NULL if reading them one by one
     is as fast. */
  mc_status (*pick)(const mc_columns *columns, const uint32_t *index, int64_t count,
                    mc_arena *arena, mc_matrix *view);
  /* A column in place; any thread may call this. NULL if columns must be read. */
  mc_column (*stored)(const mc_columns *columns, int64_t column);
  bool dense;       /* each column holds dense ranks, 32-bit integers: 0, 1, ... without a gap */
  mc_matrix matrix; /* for mc_columns_of_matrix(): nothing is copied */
  void *source;     /* for other sources: their data, and room for the columns that they read. The
                         first request takes this room from the arena; later ones use it again */
};

mc_columns mc_columns_of_matrix(mc_matrix x);

/* How many columns of doubles fit into the room of a source that copies: 16 MiB, at least one
   column. */
int64_t mc_columns_at_once(int64_t rows);

/* `picked` becomes a source whose columns 0, ..., count - 1 are the columns index[0], ...,
   index[count - 1] of `from`. `from` and `index` must stay valid. Neighbours in `from` are read in
   place; of a source with pick() only if they are as many as it reads at once. Other columns are
   picked, or copied into up to 16 MiB (at least one column). MC_OK, MC_ERR_MEMORY. */
mc_status mc_columns_pick(mc_columns *picked, const mc_columns *from, const uint32_t *index,
                          int64_t count, mc_arena *arena);

/* `slice` becomes a source of the columns first, ..., first + count - 1 of `from`, which must stay
   valid. Memory that `from` takes comes from the arena `room`, which may outlive a run.
   MC_OK, MC_ERR_MEMORY. */
mc_status mc_columns_slice(mc_columns *slice, const mc_columns *from, int64_t first, int64_t count,
                           mc_arena *room, mc_arena *arena);

/* The matrix of a source by mc_columns_of_matrix(); of other sources NULL. */
const mc_matrix *mc_columns_in_memory(const mc_columns *columns);

#endif
