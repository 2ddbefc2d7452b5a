#ifndef MC_KENDALL_REQUEST_H
#define MC_KENDALL_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/columns.h"
#include "pairs/shape.h"

/* What a call is asked for and what it answers. */

/* MC_KENDALL_AUTO, ... */
typedef enum {
#define MC_KENDALL_ALGORITHM(constant, name) MC_KENDALL_##constant,
#include "kendall/algorithms.def"
  MC_KENDALL_ALGORITHMS /* how many there are */
} mc_kendall_algorithm;

/* What is made of a pair's counts: MC_KENDALL_B, ... (kinds.def), or their covariance,
   2 (n_c - n_d), as stats::cov has it. */
typedef enum {
#define MC_KENDALL_COEFFICIENT(constant, name) MC_KENDALL_##constant,
#include "kendall/kinds.def"
  MC_KENDALL_COEFFICIENTS, /* how many there are */
  MC_KENDALL_COVARIANCE = MC_KENDALL_COEFFICIENTS
} mc_kendall_coefficient;

/* What the user asked for. Nothing of it is changed: what is decided is a plan (plan.h). */
typedef struct {
  mc_columns x, y; /* columns of x against columns of y, two sources, ... */
  bool symmetric;  /* ... or, y ignored, of x against each other */
  bool of_one;     /* x, y: columns of one matrix, those of y after those of x: with its bits */
  mc_pairs_use use;
  mc_kendall_algorithm algorithm;
  int64_t scratch;                    /* bytes of scratch to stay within; 0: MC_KENDALL_SCRATCH */
  int64_t rounds;                     /* walks over all pairs (mc_pairs_sink.round); 0: one */
  double na;                          /* of coefficients: the value that stands for NA, */
  mc_kendall_coefficient coefficient; /* and what they are */
} mc_kendall_request;

typedef struct {
  mc_kendall_algorithm algorithm; /* that ran, for the last panel */
  int threads;                    /* that were used */
  int64_t constant_pairs;         /* pairs that have no coefficient as one is constant */
} mc_kendall_report;

#define MC_KENDALL_SCRATCH (INT64_C(256) << 20)

#endif
