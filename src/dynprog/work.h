#ifndef MC_DYNPROG_WORK_H
#define MC_DYNPROG_WORK_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/types.h"
#include "tropical/semiring.h"

/* State that the drivers of parenthesizations share.

   The table is row-major: row j has the intervals (i, j) that end at j, i < j. That is the
   column-major matrix c[i, j] of R. The operands of c(i, j) are c(k, j), to its right in the same
   row, and c(i, k), above it in the same column. */

/* The kernels for one kind of sums (kernels/dynprog/block.h). */
typedef struct {
  double (*cell)(const mc_dynprog_block *t);
  int64_t (*split)(const mc_dynprog_block *t, double *best);
  void (*splits)(const mc_dynprog_block *t, int32_t *split);
  void (*inner)(const mc_dynprog_block *t);
  void (*beside)(const mc_dynprog_block *t);
  void (*product)(const mc_dynprog_block *t);
  /* chains (kernels/dynprog/chain.h); NULL: tropical->square */
  void (*square)(const double *a, const double *b, double *c, int64_t rows, int64_t steps,
                 const double *p_row, const double *p_step, const double *p_column);
} mc_dynprog_kernels;

/* The places of tiles of 64 x 64. In the last two layouts each tile is contiguous, row by row, and
   padded with the identity element. Tiles above the diagonal are not stored.

   ROWS     the table is row-major
   BANDS    the tiles of 64 rows, one after the other, in the memory of these rows in the result,
            from its first cache line on. The last band is padded, so it has memory of its own
   ZMORTON  the tiles in Z-Morton order (Tithi et al., section III.C) */
typedef enum {
  MC_DYNPROG_LAYOUT_ROWS,
  MC_DYNPROG_LAYOUT_BANDS,
  MC_DYNPROG_LAYOUT_ZMORTON
} mc_dynprog_layout;

/* About the seconds of a sum, on one thread. */
#define MC_DYNPROG_SECONDS 1.2e-10

typedef struct mc_dynprog_candidates mc_dynprog_candidates;

typedef struct {
  const mc_dynprog_job *job;
  const mc_call *call;
  mc_tropical_semiring tropical;
  mc_dynprog_kernels kernels;
  int64_t n, tiles; /* tiles in one direction */
  mc_dynprog_layout layout;
  double *x;                         /* the table */
  int64_t stride;                    /* of rows: in the table (ROWS), or in a tile */
  double *last;                      /* BANDS: the last band */
  int64_t *place;                    /* ZMORTON: the offset of tile [row][column] */
  unsigned char *opened;             /* [row][column]: see mc_dynprog_open() */
  double *p;                         /* chains: p, padded with 0 to whole tiles */
  mc_dynprog_candidates *candidates; /* "auto": NULL, or the plan of candidates.c */
  bool forbidding;                   /* the loops: sums that overflow are forbidden (overflow.h) */
  double sums;                       /* about as many sums will be computed */
  int threads;
} mc_dynprog_work;

/* The kernels for the job's sums. */
mc_dynprog_kernels mc_dynprog_kernels_for(const mc_dynprog_job *job, const mc_kernels *k);

/* The greatest product of the numbers of one, two or three points of a chain, or 1; infinity if a
   number is not whole. */
double mc_dynprog_greatest_product(const mc_dynprog_job *job);

/* Places the table in the result `table` (BANDS and ROWS) or in scratch. MC_OK or
   MC_ERR_MEMORY. */
mc_status mc_dynprog_place(mc_dynprog_work *w, double *table);

/* The number of (i, j), i <= j. */
double *mc_dynprog_at(const mc_dynprog_work *w, int64_t i, int64_t j);

/* A tile: its first number, its numbers of rows and columns. */
typedef struct {
  double *x;
  int64_t rows, columns;
} mc_dynprog_tile;
mc_dynprog_tile mc_dynprog_tile_at(const mc_dynprog_work *w, int64_t row, int64_t column);

/* A tile that the caller is about to write. The first call for a tile initialises it: leaves, and
   the identity element elsewhere. (So a tile is initialised when it has to come into the cache
   anyway.) */
mc_dynprog_tile mc_dynprog_open(const mc_dynprog_work *w, int64_t row, int64_t column);

/* The weight of (i, j), i < j, unless it is a chain's. It is added to the best sum; with pairs, to
   c(i + 1, j - 1). */
double mc_dynprog_weight_of(const mc_dynprog_job *job, int64_t i, int64_t j);

/* The weights of tile (row, column), 64 x 64. Elements without an interval of two parts become 0,
   with pairs the identity element. */
void mc_dynprog_weights(const mc_dynprog_work *w, int64_t row, int64_t column, double *weight);

/* c(i, j), j - i >= 2, if x is the best of its sums. */
double mc_dynprog_finished(const mc_dynprog_work *w, int64_t i, int64_t j, double x);

#endif
