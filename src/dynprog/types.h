#ifndef MC_DYNPROG_JOB_H
#define MC_DYNPROG_JOB_H

#include <stdbool.h>
#include <stdint.h>

/* What a parenthesization is asked for, and what is reported of it. */

typedef enum {
  MC_DYNPROG_AUTO,
#define MC_DYNPROG_ALGORITHM(CONSTANT, name) MC_DYNPROG_##CONSTANT,
#include "dynprog/algorithms.def"
#undef MC_DYNPROG_ALGORITHM
  MC_DYNPROG_ALGORITHMS /* how many there are, with AUTO */
} mc_dynprog_algorithm;

/* w(i, k, j). All but the chain's do not depend on k, and are added to the best sum. */
typedef enum {
  MC_WEIGHT_NONE,
  MC_WEIGHT_CHAIN,      /* p[i] p[k] p[j]; minimum only */
  MC_WEIGHT_MATRIX,     /* w[j n + i] */
  MC_WEIGHT_DIFFERENCE, /* p[j] - q[i] */
  MC_WEIGHT_DISTANCE,   /* from (p[i], q[i]) to (p[j], q[j]) */
  MC_WEIGHT_PAIRS,      /* see mc_parenthesize(); maximum only */
  MC_WEIGHTS
} mc_dynprog_weight;

typedef struct {
  int64_t n;          /* points, 0, ..., n - 1 */
  const double *leaf; /* n - 1: the value of (i, i + 1); NULL for 0 */
  bool maximum;       /* or the minimum */
  mc_dynprog_weight weight;
  const double *p, *q; /* n each, as the weight needs them */
  const double *w;     /* n x n */
  const int32_t *base; /* pairs: n - 1 sets of bits; i < j pair if base[i] & mate[j - 1] */
  const int32_t *mate;
  int64_t loop; /* pairs: at least so many bases between them */
  mc_dynprog_algorithm algorithm;
  double poll_every; /* sums that the recursion does between two polls; 0: chosen */
  int64_t cell;      /* tiles in a cell of "auto", in each direction; 0: chosen */
} mc_dynprog_job;

typedef struct {
  mc_dynprog_algorithm algorithm;
  int threads;
} mc_dynprog_report;

#endif
