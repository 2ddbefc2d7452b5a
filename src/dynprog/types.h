#ifndef MC_DYNPROG_JOB_H
#define MC_DYNPROG_JOB_H

#include <stdbool.h>
#include <stdint.h>

/* The request and the report of a parenthesization. */

typedef enum {
  MC_DYNPROG_AUTO,
#define MC_DYNPROG_ALGORITHM(CONSTANT, name) MC_DYNPROG_##CONSTANT,
#include "dynprog/algorithms.def"
#undef MC_DYNPROG_ALGORITHM
  MC_DYNPROG_ALGORITHMS /* the number of algorithms, AUTO included */
} mc_dynprog_algorithm;

/* w(i, k, j). Only the weight of a chain depends on k. The others are added to the best sum. */
typedef enum {
  MC_DYNPROG_WEIGHT_NONE,
  MC_DYNPROG_WEIGHT_CHAIN,      /* p[i] p[k] p[j]; minimum only */
  MC_DYNPROG_WEIGHT_MATRIX,     /* w[j n + i] */
  MC_DYNPROG_WEIGHT_DIFFERENCE, /* p[j] - q[i] */
  MC_DYNPROG_WEIGHT_DISTANCE,   /* of the points (p[i], q[i]) and (p[j], q[j]) */
  MC_DYNPROG_WEIGHT_PAIRS,      /* see mc_parenthesize(); maximum only */
  MC_DYNPROG_WEIGHTS
} mc_dynprog_weight;

typedef struct {
  int64_t n;          /* points, 0, ..., n - 1 */
  const double *leaf; /* n - 1: the value of (i, i + 1); NULL for 0 */
  bool maximum;       /* true: the maximum is best; false: the minimum */
  mc_dynprog_weight weight;
  const double *p, *q; /* n each; only the weight's own are read */
  const double *w;     /* n x n */
  const int32_t *base; /* PAIRS: n - 1 sets of bits; bases a < b pair if base[a] & mate[b] */
  const int32_t *mate;
  int64_t loop; /* PAIRS: the least number of bases between two that pair */
  mc_dynprog_algorithm algorithm;
  double poll_every; /* sums of the recursion between two polls; 0: the driver chooses */
  int64_t cell;      /* tiles in a cell of "auto", in each direction; 0: the driver chooses */
  bool candidates;   /* "auto" without `cell`: candidates of chains, even if cells are faster */
} mc_dynprog_job;

typedef struct {
  mc_dynprog_algorithm algorithm;
  int threads;
  bool candidates; /* was a chain computed by candidates (candidates.c)? */
} mc_dynprog_report;

#endif
