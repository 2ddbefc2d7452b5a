#ifndef MC_DYNPROG_WORK_H
#define MC_DYNPROG_WORK_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/types.h"
#include "tropical/semiring.h"

/* What the drivers of parenthesizations share.

   The table is read as row-major: row j has the intervals (i, j) that end at j, i < j, which
   is the matrix c[i, j] of R. So operands are c(k, j), to the right in the same row, and
   c(i, k), above in the same column. */

/* The kernels of one kind (kernels/dynprog/block.h). */
typedef struct {
  double (*cell)(const mc_dynprog_block *t);
  int64_t (*split)(const mc_dynprog_block *t, double *best);
  void (*splits)(const mc_dynprog_block *t, int32_t *split);
  void (*inner)(const mc_dynprog_block *t);
  void (*beside)(const mc_dynprog_block *t);
  void (*product)(const mc_dynprog_block *t);
  /* chains (kernels/dynprog/chain.h); NULL: tropical->square */
  void (*square)(const double *a, const double *b, double *c, int64_t rows, const double *p_row,
                 const double *p_step, const double *p_column);
} mc_dynprog_kernels;

/* Where tiles of 64 x 64 are. In the last two layouts each is a square of its own, row by row,
   filled up with nothing to win where the table ends; what is above the diagonal has no place.

   ROWS     the table is row-major
   BANDS    64 rows of tiles take the place that these rows have in the result, from its first
            line on, one tile after the other; the last band, filled up, is elsewhere
   ZMORTON  in the order of the Z-Morton layout (Tithi et al., section III.C) */
typedef enum { MC_LAYOUT_ROWS, MC_LAYOUT_BANDS, MC_LAYOUT_ZMORTON } mc_dynprog_layout;

typedef struct {
  const mc_dynprog_job *job;
  const mc_call *call;
  mc_tropical_semiring tropical;
  mc_dynprog_kernels kernels;
  int64_t n, tiles; /* tiles in one direction */
  mc_dynprog_layout layout;
  double *x;             /* the table */
  int64_t stride;        /* of rows: in the table (ROWS), or in a tile */
  double *last;          /* BANDS: the last one */
  int64_t *place;        /* ZMORTON: of tile [row][column] */
  unsigned char *opened; /* [row][column]: see mc_dynprog_open() */
  double *p;             /* chains: p, filled up to whole tiles with 0 */
  bool forbidding;       /* the loop: what overflows is forbidden (overflow.h) */
  int threads;
} mc_dynprog_work;

mc_dynprog_kernels mc_dynprog_take(const mc_dynprog_job *job, const mc_kernels *k);

/* Memory for the table, which may be in the memory of the result; MC_OK or MC_ERR_MEMORY. */
mc_status mc_dynprog_place(mc_dynprog_work *w, double *table);

/* The number of (i, j), i <= j. */
double *mc_dynprog_at(const mc_dynprog_work *w, int64_t i, int64_t j);

/* A tile: its first number, how many rows and columns there are. */
typedef struct {
  double *x;
  int64_t rows, columns;
} mc_dynprog_tile;
mc_dynprog_tile mc_dynprog_tile_at(const mc_dynprog_work *w, int64_t row, int64_t column);

/* A tile that is to be written: whoever comes first finds the leaves in it, and otherwise nothing.
   (So a tile comes into the caches for that when it is needed there anyway.) */
mc_dynprog_tile mc_dynprog_open(const mc_dynprog_work *w, int64_t row, int64_t column);

/* What is added to the best sum of (i, j), i < j; with pairs, to what is in between. */
double mc_dynprog_weight_of(const mc_dynprog_job *job, int64_t i, int64_t j);

/* The weights of tile (row, column), 64 x 64; 0, or nothing to win with pairs, where there is
   no interval of two parts. */
void mc_dynprog_weights(const mc_dynprog_work *w, int64_t row, int64_t column, double *weight);

/* (i, j), j - i >= 2, is finished: x is the best of its sums. */
double mc_dynprog_finished(const mc_dynprog_work *w, int64_t i, int64_t j, double x);

#endif
