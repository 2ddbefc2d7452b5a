#ifndef MC_KENDALL_REQUEST_H
#define MC_KENDALL_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/columns.h"
#include "pairs/shape.h"

/* The request of a call, and its report. */

/* MC_KENDALL_AUTO, ... */
typedef enum {
#define MC_KENDALL_ALGORITHM(constant, name) MC_KENDALL_##constant,
#include "kendall/algorithms.def"
  MC_KENDALL_ALGORITHMS /* how many there are */
} mc_kendall_algorithm;

/* The coefficient of a pair: MC_KENDALL_B, ... (kinds.def), or the covariance of stats::cov,
   2 (n_c - n_d). */
typedef enum {
#define MC_KENDALL_COEFFICIENT(constant, name) MC_KENDALL_##constant,
#include "kendall/kinds.def"
  MC_KENDALL_COEFFICIENTS, /* how many there are */
  MC_KENDALL_COVARIANCE = MC_KENDALL_COEFFICIENTS
} mc_kendall_coefficient;

/* What the user asked for. A request never changes; decisions are in the plan (plan.h). */
typedef struct {
  mc_columns x, y; /* two sources */
  bool symmetric;  /* columns of x against each other, without y; else against those of y */
  bool of_one;     /* x and y are columns of one matrix, y's after x's: results have its bits */
  mc_pairs_use use;
  mc_kendall_algorithm algorithm;
  int64_t scratch;                    /* the most bytes of scratch; 0: MC_KENDALL_SCRATCH */
  int64_t rounds;                     /* walks over all pairs (mc_pairs_sink.round); 0: one */
  double na;                          /* the value that stands for NA */
  mc_kendall_coefficient coefficient; /* which one to compute */
} mc_kendall_request;

typedef struct {
  mc_kendall_algorithm algorithm; /* the algorithm of the last panel */
  int threads;                    /* the threads that worked */
  int64_t constant_pairs;         /* pairs without a coefficient because a column is constant */
} mc_kendall_report;

#define MC_KENDALL_SCRATCH (INT64_C(256) << 20)

#endif
