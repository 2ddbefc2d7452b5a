#ifndef MC_COLUMNS_H
#define MC_COLUMNS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/matrix.h"
#include "base/status.h"

/* Where the columns of a matrix come from: R's memory, the rows of another matrix, a sparse matrix,
   or whatever R reads them from.

   Drivers ask for the columns they rank or pack next, on the main thread and outside of
   parallel loops, as a source may be R's. */
typedef struct mc_columns mc_columns;

/* A column that stays where it is: `count` values of rows row[0], ..., in any order, and 0 in the
   others; where `row` is NULL they are those of all rows. */
typedef struct {
  const void *value;
  mc_type type;
  const int32_t *row;
  int64_t count;
} mc_column;

struct mc_columns {
  int64_t rows, columns;
  int64_t at_once; /* the most that are asked for together, at least 1: all of them, of a matrix */
  /* `view` becomes the columns [first, last), as numbers that stay where they are until the
     next request. MC_OK, MC_ERR_MEMORY. */
  mc_status (*read)(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                    mc_matrix *view);
  /* The same of the columns index[0 <= k < count], count <= at_once. NULL where reading them one
     after the other is as good. */
  mc_status (*pick)(const mc_columns *columns, const uint32_t *index, int64_t count,
                    mc_arena *arena, mc_matrix *view);
  /* A column as it is stored, on any thread; NULL where columns have to be read. */
  mc_column (*stored)(const mc_columns *columns, int64_t column);
  bool dense;       /* 32-bit integers that are dense ranks: 0, 1, ... without a gap in a column */
  mc_matrix matrix; /* of mc_columns_of_matrix(): nothing is copied */
  void *source;     /* of others, with the room for what they read: taken from the arena at the
                         first request, and used again */
};

mc_columns mc_columns_of_matrix(mc_matrix x);

/* As many columns of doubles as sources that copy have room for: 16 MiB, or a column. */
int64_t mc_columns_at_once(int64_t rows);

/* The columns index[0], ..., index[count - 1] of `from`, which both stay where they are, as the
   columns 0, ..., count - 1 of `picked`. Where they stand side by side in `from` they are read
   there (of a source that picks only if they are as many as it reads at once); else picked, or
   copied, into 16 MiB at most, or a column. MC_OK, MC_ERR_MEMORY. */
mc_status mc_columns_pick(mc_columns *picked, const mc_columns *from, const uint32_t *index,
                          int64_t count, mc_arena *arena);

/* The matrix, if that is what they are of; else NULL. */
const mc_matrix *mc_columns_in_memory(const mc_columns *columns);

#endif
