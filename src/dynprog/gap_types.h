#ifndef MC_GAP_TYPES_H
#define MC_GAP_TYPES_H

#include "dynprog/types.h"

/* The request of an alignment with any gap cost, and its steps. */

/* The costs of gaps: of neighbouring symbols, in a sequence of `count` symbols, that have no
   partner. By length:

     w[length - 1]

   or by place, in a matrix, for the symbols p + 1, ..., q (counted from 1):

     w[q (count + 1) + p], p < q */
typedef struct {
  const double *w;
  bool is_matrix;
} mc_gap_costs;

typedef struct {
  int64_t m, n;         /* lengths of x and y */
  const int32_t *x, *y; /* symbols, by number */
  const double *pair;   /* the cost of a pair is pair[y[j] kinds + x[i]]; if NULL, */
  int64_t kinds;        /*   it is `match` for x[i] == y[j], and `mismatch` otherwise */
  double match, mismatch;
  mc_gap_costs gap_x, gap_y; /* of x, of y */
  bool overlap;              /* gaps at both ends are free */
  bool maximum;              /* true: the maximum is best; false: the minimum */
  mc_dynprog_algorithm algorithm;
  double poll_every; /* sums of the recursion between two polls; 0: the driver chooses */
  int64_t cell_rows, cell_columns; /* of tiles in a cell of "auto"; 0: the driver chooses */
} mc_gap_job;

/* A step of an alignment: the numbers of symbols of x and of y that the alignment has after it, and
   its cost. A step that adds symbols of both is a pair; any other step is a gap. */
typedef struct {
  int32_t i, j;
  double cost;
} mc_gap_step;

#endif
