#ifndef MC_KENDALL_INFERENCE_H
#define MC_KENDALL_INFERENCE_H

#include <stdatomic.h>

#include "kendall/tile.h"

/* Tests of independence from the counts of a tile. A sink's functions call those of its inference.
   The sink wants MC_KENDALL_TRIPLES and, if pairwise, MC_KENDALL_COMMON_ROWS. */

typedef enum { MC_TWO_SIDED, MC_LESS, MC_GREATER } mc_kendall_alternative;

typedef struct {
  mc_kendall_alternative alternative;
  /* exact p-values for pairs without ties: 1 up to MC_EXACT_MAX_ROWS rows, 0 never, -1 up to
     MC_EXACT_DEFAULT_ROWS rows */
  int exact;
  bool continuity; /* under the normal approximation, |S| - 1 instead of |S| */
  bool spread;     /* is mc_kendall_tests.spread wanted? */
  bool sums;       /* are mc_kendall_tests.s, .scale and .variance wanted? */
  bool only_sums;  /* are .z and .p not wanted? */
} mc_kendall_test_options;

enum { MC_EXACT_DEFAULT_ROWS = 49 }; /* as stats::cor.test has it */

/* The variance of S among n rows with ties (Kendall 1970, equation 4.2):

     v = (n (n - 1) (2 n + 5) - sum t (t - 1) (2 t + 5) - sum u (u - 1) (2 u + 5)) / 18
         + sum t (t - 1) sum u (u - 1) / (2 n (n - 1))
         + sum t (t - 1) (t - 2) sum u (u - 1) (u - 2) / (9 n (n - 1) (n - 2))

   over the groups of t rows tied in x and of u rows tied in y. Since t (t - 1) (2 t + 5) is
   2 t (t - 1) (t - 2) + 9 t (t - 1), v is a sum of two products without cancellation:

       = x_triples y_triples / (9 n (n - 1) (n - 2)) + 2 x_pairs y_pairs / (n (n - 1))

   where x_pairs are the pairs of rows not tied in x, n (n - 1) / 2 - sum t (t - 1) / 2 = n_0 - n_1,
   and x_triples are the ordered triples of rows that are not all tied in x,
   n (n - 1) (n - 2) - sum t (t - 1) (t - 2). */
double mc_kendall_variance(int64_t n, int64_t x_pairs, double x_triples, int64_t y_pairs,
                           double y_triples);

/* The p-value of z under the normal approximation. */
double mc_kendall_normal_p(mc_kendall_alternative alternative, double z);

typedef struct {
  _Atomic int64_t tied_pairs; /* pairs that should be exact but have ties */
  _Atomic int64_t long_pairs; /* pairs that should be exact but have too many rows */

  mc_kendall_test_options options;
  double na; /* stands for NA */
  const mc_pairs_shape *shape;
  const mc_call *call;
  int64_t exact_rows; /* pairs of up to so many rows are exact */
  double **exact;     /* [n]: mc_kendall_exact_tables() */
  double variance;    /* for all rows without ties */
  double sd;          /* its root */
  double *p;          /* p-values for all rows by concordant pairs; NULL: not made */
  uint32_t *groups;   /* scratch of each thread, for sizes of tied groups */
  int64_t groups_each;
} mc_kendall_inference;

mc_status mc_kendall_inference_begin(mc_kendall_inference *inference,
                                     mc_kendall_test_options options, const mc_pairs_shape *shape,
                                     double na, const mc_call *call);
mc_status mc_kendall_inference_panel(mc_kendall_inference *inference,
                                     const mc_kendall_panel *panel);

/* For each pair i, j of the tile, element [tile->stride i + j]: the number of rows that both
   columns have, S / sqrt(variance), the p-value, and `spread`, the standard deviation of tau-b
   under independence divided by that without ties; S, `scale`, which is the denominator
   sqrt((n_0 - n_1) (n_0 - n_2)) of tau-b, and the variance. If a column is constant or, unless
   pairwise, lacks rows, S, scale and variance are 0, and all others but the number of rows are na.
   O(1) for a pair; O(n) if a column has ties and rows are missing pairwise. */
enum { MC_TESTS = MC_PAIRS_CELLS };
typedef struct {
  int64_t n[MC_TESTS];
  double z[MC_TESTS], p[MC_TESTS], spread[MC_TESTS];
  double s[MC_TESTS], scale[MC_TESTS], variance[MC_TESTS];
  bool plain; /* 4 x 4 pairs of columns that have all rows and no ties. False if this is unknown. */
} mc_kendall_tests;

/* The variance of S among n rows without ties. */
double mc_kendall_untied_variance(int64_t n);

void mc_kendall_inference_of(mc_kendall_inference *inference, const mc_kendall_tile *tile,
                             int thread, mc_kendall_tests *tests);

/* Of a tile of 4 x 4 pairs of columns that have all rows and no ties: the discordant pairs of rows
   of each pair. They determine tau and, by mc_kendall_plain_p(), the p-value. NULL for other tiles,
   for tiles with a pair that is not wanted, and if p-values are not looked up in a table. */
const int64_t *mc_kendall_plain_discordant(const mc_kendall_inference *inference,
                                           const mc_kendall_tile *tile);
double mc_kendall_plain_p(const mc_kendall_inference *inference, int64_t discordant);

/* The squares of z of a tile whose p-values all come from the normal approximation and are
   two-sided. NaN for a constant column. A square may differ from that of mc_kendall_tests.z by
   rounding. Elements are those of mc_kendall_tests. */
typedef struct {
  double square[MC_TESTS];
  mc_kendall_counts counts;
} mc_kendall_squares;

/* False, with nothing of use done, for tiles with other p-values, missing rows, or pairs that are
   not wanted. O(1) for a pair. */
bool mc_kendall_squares_of(const mc_kendall_inference *inference, const mc_kendall_tile *tile,
                           mc_kendall_squares *squares);

/* The p-value of the pair i, j of these squares, the same as that of mc_kendall_inference_of(). */
double mc_kendall_squares_p(mc_kendall_inference *inference, const mc_kendall_tile *tile,
                            const mc_kendall_squares *squares, int i, int j, int thread);

#endif
