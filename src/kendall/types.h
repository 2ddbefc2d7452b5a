#ifndef MC_KENDALL_JOB_H
#define MC_KENDALL_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/columns.h"

/* What a call is asked for and what it answers. */

/* What to do about NA, with the meaning and in the order of stats::cor's
   `use`. */
typedef enum {
  MC_USE_ALL_OBS = 1,   /* MC_ERR_MISSING if there is one */
  MC_USE_COMPLETE,      /* drop rows with one; MC_ERR_NO_COMPLETE if none left */
  MC_USE_PAIRWISE,      /* each pair of columns over the rows both have */
  MC_USE_EVERYTHING,    /* NA for every pair with such a column */
  MC_USE_NA_OR_COMPLETE /* as COMPLETE, but all NA if no row is left */
} mc_use;

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

/* Columns that take part, in another order: their numbers, or NULL for all as they are. */
typedef struct {
  const uint32_t *column;
  int64_t count;
} mc_kendall_picks;

struct mc_sparse_split;

typedef struct {
  mc_columns x, y; /* columns of x against columns of y, two sources, ... */
  bool symmetric;  /* ... or, y ignored, of x against each other */
  bool of_one;     /* x, y: columns of one matrix, those of y after those of x: with its bits */
  mc_kendall_picks x_picks, y_picks; /* of their columns; `use` is about all of them */
  bool kinds;                        /* picks are all columns, ordered by kind (kind_order.h) */
  /* Which pairs are counted as of sparse columns (sparse_split.h); NULL: not decided. */
  const struct mc_sparse_split *split;
  mc_use use;
  mc_kendall_algorithm algorithm;
  int64_t scratch;                    /* bytes of scratch to stay within; 0: MC_KENDALL_SCRATCH */
  int64_t rounds;                     /* walks over all pairs (mc_kendall_sink.round); 0: one */
  double na;                          /* of coefficients: the value that stands for NA, */
  mc_kendall_coefficient coefficient; /* and what they are */
} mc_kendall_job;

typedef struct {
  mc_kendall_algorithm algorithm; /* that ran, for the last panel */
  int threads;                    /* that were used */
  int64_t constant_pairs;         /* pairs that have no coefficient as one is constant */
} mc_kendall_report;

#define MC_KENDALL_SCRATCH (INT64_C(256) << 20)

#endif
