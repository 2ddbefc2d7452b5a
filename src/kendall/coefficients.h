#ifndef MC_KENDALL_COEFFICIENTS_H
#define MC_KENDALL_COEFFICIENTS_H

#include <stdatomic.h>

#include "kendall/sink.h"
#include "kendall/taus.h"

/* The coefficients of a tile, of any kind, for the sinks that want them: a maker of coefficients
   follows the calls of its sink. With S = n_c - n_d, over the N rows that both columns have:

     B           tau-b, as taus.h has it
     A           tau-a             S / n_0,                    n_0 = N (N - 1) / 2
     C           Stuart's tau-c    2 m S / (N^2 (m - 1)),      m the lesser number of distinct
                                                               values in these rows
     GAMMA       Goodman and Kruskal's gamma  S / (n_c + n_d)
     SOMERS      Somers' D of x given y       S / (n_0 - n_2)
     COVARIANCE  2 S

   Where the denominator is 0 there is none: N < 2; but for A, a constant column; for SOMERS, a
   constant y. Nor is there where a column lacks rows and the job is not pairwise. But of tau-b
   the diagonal is not different. */
typedef struct {
  mc_kendall_coefficient kind;
  double na; /* stands for NA */
  mc_taus taus;
  _Atomic int64_t constant_pairs;
} mc_coefficients;

mc_status mc_coefficients_begin(mc_coefficients *maker, mc_kendall_coefficient kind,
                                const mc_kendall_shape *shape, double na,
                                const mc_call *call);                              /* for begin() */
void mc_coefficients_panel(mc_coefficients *maker, const mc_kendall_panel *panel); /* for panel() */

/* For put(): value[tile->stride i + j] of the pairs i, j that the tile has. Answers those of the
   pairs j, i: `value` where they are the same, else `mirrored`. */
const double *mc_coefficients_of(mc_coefficients *maker, const mc_kendall_tile *tile, double *value,
                                 double *mirrored);

/* For bytes(). */
int64_t mc_coefficients_bytes(int64_t a_columns, int64_t b_columns);

/* Does such a sink want mc_kendall_common_rows() to be fast? */
bool mc_coefficients_common_rows(mc_kendall_coefficient kind);

/* Does it want the pairs of rows tied in neither column? */
bool mc_coefficients_total(mc_kendall_coefficient kind);

/* Pairs that have no coefficient (or not in both directions) as one column is constant. */
int64_t mc_coefficients_constant(const mc_coefficients *maker);

#endif
