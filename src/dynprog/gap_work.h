#ifndef MC_GAP_WORK_H
#define MC_GAP_WORK_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/gap_types.h"
#include "tropical/semiring.h"

/* What the drivers of alignments share: the table g, whose row i and column j are for the first i
   symbols of x and j of y, and what the tiles of 64 x 64 of it are made from.

   The table is filled up to groups of 4 rows and 8 columns, with numbers that nobody else reads.
   Z-Morton or row-major, rows `stride` apart. */
typedef struct {
  double (*cell)(const mc_dynprog_block *t);
  int64_t (*split)(const mc_dynprog_block *t, double *best);
  void (*inner)(const mc_gap_block *t);
  void (*loops)(const mc_gap_block *t);
  void (*product)(const mc_gap_block *t);
} mc_gap_kernels;

/* Costs by length: by_length[l], and back[-l], for l from 1 on; nothing that wins where there
   are none. NULL for a matrix. */
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
  int64_t rows, columns; /* m + 1, n + 1, filled up */
  int64_t down, across;  /* tiles */
  int64_t *offset;       /* of tiles in the Z-Morton layout, row by row; NULL: row-major */
  int64_t stride;
  double *g;
  mc_gap_side x, y;
  int threads;
} mc_gap_work;

/* Sizes, kernels and costs; no table yet. */
mc_status mc_gap_begin(mc_gap_work *w, const mc_gap_job *job, const mc_call *call);

/* A tile: its first number, from row to row, and how many rows and columns there are. */
typedef struct {
  double *x;
  int64_t stride, rows, columns;
} mc_gap_tile;
mc_gap_tile mc_gap_tile_at(const mc_gap_work *w, int64_t row, int64_t column);
double *mc_gap_at(const mc_gap_work *w, int64_t i, int64_t j);

/* What it costs to pair symbols i of x and j, ..., j + count - 1 of y, all from 1 on. */
void mc_gap_pairs(const mc_gap_job *job, int64_t i, int64_t j, int64_t count, double *cost);

/* The costs of gaps from tile `from` to tile `to` of a side, packed into `room` (64 x 64, aligned
   to a line) if they are a matrix. */
mc_gap_operand mc_gap_costs_at(const mc_gap_work *w, const mc_gap_side *side, int64_t from,
                               int64_t to, double *room);

/* The sums by way of a tile for (i, j), a gap of x: steps are p from `first` on, `count` of them;
   and a gap of y: steps are q. */
mc_dynprog_block mc_gap_sums_x(const mc_gap_work *w, int64_t i, int64_t j, int64_t first,
                               int64_t count);
mc_dynprog_block mc_gap_sums_y(const mc_gap_work *w, int64_t i, int64_t j, int64_t first,
                               int64_t count);

#endif
