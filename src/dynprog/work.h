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
  /* chains; NULL: tropical->tile */
  void (*tile)(const double *a, const double *b, int64_t d, double *c, int64_t stride,
               const double *p_row, const double *p_step, const double *p_column);
} mc_dynprog_kernels;

typedef struct {
  const mc_dynprog_job *job;
  const mc_call *call;
  mc_tropical tropical;
  mc_dynprog_kernels kernels;
  int64_t n, tiles; /* tiles in one direction */
  bool zmorton;     /* the layout: Z-Morton in whole tiles, or row-major */
  int64_t stride;   /* of a row-major table */
  double *x;        /* the table */
  double *p;        /* chains: p, filled up to whole tiles with 0 */
  int threads;
} mc_dynprog_work;

mc_dynprog_kernels mc_dynprog_take(const mc_dynprog_job *job, const mc_kernels *k);

/* The number of (i, j), i <= j. */
double *mc_dynprog_at(const mc_dynprog_work *w, int64_t i, int64_t j);

/* A tile: its first number, the numbers from row to row, how many rows and columns there are. */
typedef struct {
  double *x;
  int64_t stride, rows, columns;
} mc_dynprog_tile;
mc_dynprog_tile mc_dynprog_tile_at(const mc_dynprog_work *w, int64_t row, int64_t column);

/* What is added to the best sum of (i, j), i < j; with pairs, to what is in between. */
double mc_dynprog_weight_of(const mc_dynprog_job *job, int64_t i, int64_t j);

/* (i, j), j - i >= 2, is finished: x is the best of its sums. */
double mc_dynprog_finished(const mc_dynprog_work *w, int64_t i, int64_t j, double x);

#endif
