#ifndef MC_KENDALL_PANEL_H
#define MC_KENDALL_PANEL_H

/* Private to the Kendall drivers: a panel is a set of ranked columns against
   another, which one of the kernels' drivers turns into taus. */

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"

typedef struct {
  const mc_kernels *kernels;
  const mc_ranks *a, *b;    /* columns of the panel's rows and columns */
  int64_t a0, b0;           /* their numbers in the result */
  bool triangle;            /* a and b are the same columns */
  bool mirror;              /* the result is symmetric: fill in both halves */
  bool pairwise;
  bool covariance;          /* instead of taus */
  double na;
  double *tau;
  int64_t tau_rows;         /* rows of the result */
  _Atomic int64_t *constant_pairs; /* counted by all threads */
} mc_kendall_panel;

/* Pairs of columns in a panel. */
static inline double mc_panel_pairs(const mc_kendall_panel *panel) {
  double a = (double) panel->a->columns, b = (double) panel->b->columns;
  return panel->triangle ? a * (a + 1) / 2 : a * b;
}

static inline void mc_count_constant(const mc_kendall_panel *panel) {
  atomic_fetch_add(panel->constant_pairs, 1);
}

/* The root that stats::cor takes of the pairs of rows that are not tied, in both orders:
   of a double where columns of one matrix meet, of a long double, then rounded, where two
   matrices do or rows are missing pairwise (kernels/kendall/taus.h). */
static inline double mc_kendall_root(const mc_kendall_panel *panel, int64_t pairs) {
#if LDBL_MANT_DIG > 53 && LDBL_MANT_DIG < 108
  if (panel->pairwise || !panel->mirror)
    return (double) sqrtl(2 * (long double) pairs);
#endif
  (void) panel;
  return sqrt(2 * (double) pairs);
}

/* The sum of sign(x_k - x_l) sign(y_k - y_l) over all k and l. */
static inline double mc_kendall_covariance(const mc_kendall_panel *panel, int64_t i, int64_t j,
                                           mc_pair_counts c) {
  const mc_ranked *x = &panel->a->column[i], *y = &panel->b->column[j];
  if (!panel->pairwise && (x->missing || y->missing))
    return panel->na;
  return (double) (2 * c.s);
}

/* tau of columns i of a and j of b, from its counts, into the result. */
static inline void mc_kendall_put(const mc_kendall_panel *panel, int64_t i,
                                  int64_t j, mc_pair_counts c) {
  const mc_ranked *x = &panel->a->column[i], *y = &panel->b->column[j];
  int64_t row = panel->a0 + i, column = panel->b0 + j;
  double tau;
  if (panel->covariance) {
    tau = mc_kendall_covariance(panel, i, j, c);
  } else if (!panel->pairwise && panel->mirror && row == column) {
    tau = 1;
  } else if (!panel->pairwise && (x->missing || y->missing)) {
    tau = panel->na;
    /* As stats::cor has it: a constant second column is found before the first
       one's NA. */
    if (panel->mirror && !y->missing && y->pairs == 0)
      mc_count_constant(panel);
  } else if (c.x_pairs > 0 && c.y_pairs > 0) {
    enum { LEAST = 8 }; /* taus that the kernel makes at once */
    double s[LEAST] = {(double) c.s}, taus[LEAST];
    double p[LEAST] = {mc_kendall_root(panel, c.x_pairs), 1, 1, 1, 1, 1, 1, 1};
    double q[LEAST] = {mc_kendall_root(panel, c.y_pairs), 1, 1, 1, 1, 1, 1, 1};
    panel->kernels->kendall_taus(s, p, q, taus, LEAST);
    tau = taus[0];
  } else {
    tau = panel->na;
    /* Without two rows in common nothing is said about it. */
    int64_t common = x->present;
    if (panel->pairwise && (x->missing || y->missing)) {
      common = 0;
      for (int64_t k = 0; k < panel->a->n && common < 2; k++)
        common += mc_rank_at(panel->a, i, k) != MC_RANK32_NA &&
                  mc_rank_at(panel->b, j, k) != MC_RANK32_NA;
    }
    if (common >= 2)
      mc_count_constant(panel);
  }
  panel->tau[row + column * panel->tau_rows] = tau;
  if (panel->mirror)
    panel->tau[column + row * panel->tau_rows] = tau;
}

#endif
