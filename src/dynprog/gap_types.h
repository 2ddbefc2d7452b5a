#ifndef MC_GAP_TYPES_H
#define MC_GAP_TYPES_H

#include "dynprog/types.h"

/* What an alignment with any gap cost is asked for, and what is said of it. */

/* What it costs to leave neighbouring symbols of a sequence of `count` alone:

     w[length - 1]                by how many they are; or
     w[q (count + 1) + p], p < q  by which: symbols p + 1, ..., q, from 1 on */
typedef struct {
  const double *w;
  bool is_matrix;
} mc_gap_costs;

typedef struct {
  int64_t m, n;         /* symbols of x, of y */
  const int32_t *x, *y; /* which they are */
  const double *pair;   /* pair[y[j] kinds + x[i]]; or NULL: */
  int64_t kinds;
  double match, mismatch;    /* x[i] == y[j], or not */
  mc_gap_costs gap_x, gap_y; /* of x, of y */
  bool overlap;              /* gaps at the ends cost nothing */
  bool maximum;              /* or the minimum */
  mc_dynprog_algorithm algorithm;
  double poll_every; /* sums that the recursion does between two polls; 0: chosen */
  int64_t cell;      /* tiles in a cell of "auto", in each direction; 0: chosen */
} mc_gap_job;

/* A step of an alignment: so many symbols of x and of y are behind it, and what it costs. From
   the step before it is a pair if both are more, else a gap. */
typedef struct {
  int32_t i, j;
  double cost;
} mc_gap_step;

#endif
