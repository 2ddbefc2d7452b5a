#ifndef MC_GAP_WORK_H
#define MC_GAP_WORK_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/gap_types.h"
#include "tropical/semiring.h"

/* State that the drivers of alignments share: the table g and the operands of its tiles of 64 x 64.
   Row i and column j belong to the first i symbols of x and the first j symbols of y.

   The table is padded to whole groups of 4 rows and 8 columns. Numbers of the padding are read only
   for other numbers of the padding. The layout is Z-Morton or row-major, with rows `stride`
   apart. */
typedef struct {
  double (*cell)(const mc_dynprog_block *t);
  int64_t (*split)(const mc_dynprog_block *t, double *best);
  void (*inner)(const mc_gap_block *t);
  void (*loops)(const mc_gap_block *t);
  void (*product)(const mc_gap_block *t);
} mc_gap_kernels;

/* The costs of gaps of x or of y. Costs by length: by_length[l] and back[-l] are the cost of length
   l >= 1. Lengths out of range hold the identity element. Both are NULL for a matrix. */
typedef struct {
  const mc_gap_costs *costs;
  int64_t count;
  const double *by_length, *back;
} mc_gap_side;

typedef struct {
  const mc_gap_job *job;
  const mc_call *call;
  mc_tropical_semiring tropical;
  mc_gap_kernels kernels;
  int64_t rows, columns; /* m + 1 and n + 1, padded */
  int64_t down, across;  /* tiles in a column, in a row */
  int64_t *offset;       /* Z-Morton: of tile [row][column] in g; row-major: NULL */
  int64_t stride;
  double *g;
  mc_gap_side x, y;
  int threads;
} mc_gap_work;

/* Sets sizes, kernels and costs. The table is not allocated yet. MC_OK or MC_ERR_MEMORY. */
mc_status mc_gap_begin(mc_gap_work *w, const mc_gap_job *job, const mc_call *call);

/* A tile: its first number, the distance from row to row, the numbers of rows and columns. */
typedef struct {
  double *x;
  int64_t stride, rows, columns;
} mc_gap_tile;
mc_gap_tile mc_gap_tile_at(const mc_gap_work *w, int64_t row, int64_t column);
double *mc_gap_at(const mc_gap_work *w, int64_t i, int64_t j);

/* The costs of the pairs of symbol i of x with the symbols j, ..., j + count - 1 of y, all counted
   from 1. */
void mc_gap_pairs(const mc_gap_job *job, int64_t i, int64_t j, int64_t count, double *cost);

/* The costs of gaps that begin in tile `from` and end in tile `to`: of x by rows of tiles, of y by
   columns. Costs in a matrix are packed into `room`: 64 x 64 numbers, aligned to a cache line. */
mc_gap_operand mc_gap_costs_at(const mc_gap_work *w, const mc_gap_side *side, int64_t from,
                               int64_t to, double *room);

/* The sums for g(i, j) of gaps that begin in one tile, as steps of kernels/dynprog/block.h. Gaps of
   x begin at p = first, ..., first + count - 1; gaps of y begin at such a q. */
mc_dynprog_block mc_gap_sums_x(const mc_gap_work *w, int64_t i, int64_t j, int64_t first,
                               int64_t count);
mc_dynprog_block mc_gap_sums_y(const mc_gap_work *w, int64_t i, int64_t j, int64_t first,
                               int64_t count);

#endif
