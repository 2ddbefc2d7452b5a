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
#include "kendall/kendall.h"
#include "kernels/kendall/types.h"
#include "kendall/ranks.h"

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

/* What the driver of a kernel needs; MC_KENDALL_AUTO may become bitset or
   radix. */
static inline bool mc_kendall_uses_bits(mc_kendall_kernel kernel) {
  return kernel == MC_KENDALL_BITSET || kernel == MC_KENDALL_AUTO;
}
static inline bool mc_kendall_uses_pairs(mc_kendall_kernel kernel) {
  return kernel != MC_KENDALL_BITSET;
}
static inline bool mc_kendall_ordered(mc_kendall_kernel kernel) {
  return kernel == MC_KENDALL_RADIX || kernel == MC_KENDALL_AUTO;
}

/* Do two threads share the only pair there is? (Short columns are not worth it.) */
static inline bool mc_kendall_shared(mc_kendall_kernel kernel, int64_t n,
                                     int64_t pairs) {
  return mc_kendall_ordered(kernel) && n > MC_RANK16_NA && pairs == 1;
}

/* The driver of the pair kernels: naive, gse, vse, radix (pairs.c).
   `scratch` has mc_kendall_pairs_scratch() bytes for each thread. Progress: one
   unit of work for each pair of columns. */
int64_t mc_kendall_pairs_scratch(mc_kendall_kernel kernel, int64_t n);
mc_status mc_kendall_pairs(const mc_kendall_panel *panel,
                           mc_kendall_kernel kernel, int threads, void *scratch,
                           mc_monitor *monitor);

/* The driver of the bitset kernel (bitset.c). The buffers serve panels
   of up to a_columns x b_columns: at most 60 MiB, whatever they and n are. Those
   for counts are taken when a panel turns out to need them. */
typedef struct {
  void *a_words, *b_words, *flags;
  int64_t *counts[4];
  int64_t a_columns, b_columns;
  mc_arena *arena;
} mc_bitset_buffers;
int64_t mc_kendall_bitset_bytes(int64_t n, int64_t a_columns,
                                int64_t b_columns);
mc_status mc_kendall_bitset_make(mc_bitset_buffers *buffers, int64_t n,
                                 int64_t a_columns, int64_t b_columns,
                                 mc_arena *arena);
mc_status mc_kendall_bitset(const mc_kendall_panel *panel,
                            mc_bitset_buffers *buffers, int threads,
                            mc_monitor *monitor);

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
