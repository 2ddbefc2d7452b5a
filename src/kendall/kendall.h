#ifndef MC_KENDALL_H
#define MC_KENDALL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/monitor.h"
#include "kendall/ranks.h"
#include "base/status.h"

/* Kendall's tau-b (equation 3 of Liu et al.) of all pairs of columns. */

/* What to do about NA, with the meaning and in the order of stats::cor's
   `use`. */
typedef enum {
  MC_USE_ALL_OBS = 1,   /* MC_ERR_MISSING if there is one */
  MC_USE_COMPLETE,      /* drop rows with one; MC_ERR_NO_COMPLETE if none left */
  MC_USE_PAIRWISE,      /* each pair of columns over the rows both have */
  MC_USE_EVERYTHING,    /* NA for every pair with such a column */
  MC_USE_NA_OR_COMPLETE /* as COMPLETE, but all NA if no row is left */
} mc_use;

typedef enum {
  MC_KENDALL_AUTO,
  MC_KENDALL_NAIVE,
  MC_KENDALL_GSE,
  MC_KENDALL_VSE,
  MC_KENDALL_RADIX,
  MC_KENDALL_BITSET
} mc_kendall_kernel;

typedef struct {
  mc_matrix x, y;  /* columns of x against columns of y ... */
  bool symmetric;  /* ... or, y ignored, of x against each other */
  mc_use use;
  mc_kendall_kernel kernel;
  int threads;     /* as asked for; 0 for the default */
  int64_t scratch; /* bytes of scratch to stay within; 0: MC_KENDALL_SCRATCH */
  double na;       /* the value that stands for NA in the result */
  bool covariance; /* 2 (n_c - n_d), as stats::cov has it, instead of tau */
} mc_kendall_job;

typedef struct {
  mc_kendall_kernel kernel; /* that ran, for the last panel */
  int threads;              /* that were used */
  int64_t constant_pairs;   /* pairs that have no tau as one is constant */
} mc_kendall_report;

/* Fills tau, x.columns x (symmetric ? x : y).columns, column-major.

   tau = (n_c - n_d) / sqrt((n_0 - n_1) (n_0 - n_2)), where numerator and both
   factors are exact integers on every target, and roots, product and quotient are those
   of stats::cor (kernels/kendall/taus.h): so its bits come out of every
   kernel, instruction set and number of threads. NA where a factor is 0.
   For a symmetric job without pairwise deletion the diagonal is 1; with one row
   or none all is NA. A covariance is exact up to 2^53, then rounded once; a missing column
   has none, a constant one 0, and the diagonal is not different.

   Memory: scratch from `arena`, at most job->scratch bytes or what two columns
   on one thread need, whichever is more (plan.h).
   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE (more than
   MC_RANKS_MAX_ROWS rows), MC_ERR_MISSING, MC_ERR_NO_COMPLETE. */
mc_status mc_cor_kendall(const mc_kendall_job *job, double *tau,
                         mc_kendall_report *report, mc_arena *arena,
                         mc_monitor *monitor);

#define MC_KENDALL_SCRATCH (INT64_C(256) << 20)

#endif
