#ifndef MC_KENDALL_XI_H
#define MC_KENDALL_XI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/columns.h"
#include "base/status.h"
#include "dispatch/call.h"
#include "pairs/shape.h"

/* Chatterjee's xi (Chatterjee 2021) of all pairs of columns: the rows are in the order of the
   column of x, and the ranks of the column of y are added up. xi is not symmetric, so there is a
   number for each column of x with each column of y, also for x against itself. */

typedef struct {
  mc_columns x, y; /* two sources */
  bool symmetric;  /* x against itself, without y */
  mc_pairs_use use;
  int64_t scratch; /* the most bytes of scratch; 0: MC_KENDALL_SCRATCH */
  double na;       /* the value that stands for NA */
  /* Draws a permutation of the rows 0, ..., n - 1 that take part: the order of rows that are tied
     in a column of x. Called at most once, on the main thread, and only if such a column has ties.
     May leave by a jump. NULL: tied rows keep their order. */
  mc_status (*draw)(void *data, int64_t n, int32_t *rows);
  void *data;
} mc_kendall_xi_request;

/* Matrices of x.columns x (symmetric ? x : y).columns, column-major. z, p and n are of the test of
   independence, which rejects for large xi; all three may be NULL. */
typedef struct {
  double *xi, *z, *p;
  int32_t *n; /* the rows that both columns have */
} mc_kendall_xi_results;

typedef struct {
  int threads;
  int64_t constant_pairs; /* pairs without xi because the column of y is constant */
} mc_kendall_xi_report;

/* Computes the matrices. All are NA for a pair of fewer than two rows, or whose column of y is
   constant, or, unless `use` is pairwise, for a column that lacks rows (but for n). The same bits
   on all targets and any number of threads. Scratch: at most request->scratch bytes, or more if one
   column of x and one panel of y on one thread need more. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY,
   MC_ERR_SIZE, MC_ERR_MISSING, MC_ERR_NO_COMPLETE, and errors of sources and of draw(). */
mc_status mc_kendall_xi(const mc_kendall_xi_request *request, const mc_kendall_xi_results *to,
                        mc_kendall_xi_report *report, const mc_call *call);

#endif
