#ifndef MC_KENDALL_INFERENCE_H
#define MC_KENDALL_INFERENCE_H

#include <stdatomic.h>

#include "kendall/tile.h"

/* Tests of independence from a tile's counts, for the sinks that want them: an inference follows
   the calls of its sink, which has MC_KENDALL_TRIPLES and, pairwise, MC_KENDALL_COMMON_ROWS. */

typedef enum { MC_TWO_SIDED, MC_LESS, MC_GREATER } mc_kendall_alternative;

typedef struct {
  mc_kendall_alternative alternative;
  int exact;       /* p-values of the exact distribution where no rows are tied: 1 up to
                      MC_EXACT_MAX_ROWS of them, 0 never, -1 up to MC_EXACT_DEFAULT_ROWS */
  bool continuity; /* |S| - 1 in the place of |S| under the normal limit */
  bool spread;     /* is that of mc_kendall_tests wanted? */
} mc_kendall_test_options;

enum { MC_EXACT_DEFAULT_ROWS = 49 }; /* as stats::cor.test has it */

/* The variance of S among n rows with ties (Kendall 1970, equation 4.2):

     v = (n (n - 1) (2 n + 5) - sum t (t - 1) (2 t + 5) - sum u (u - 1) (2 u + 5)) / 18
         + sum t (t - 1) sum u (u - 1) / (2 n (n - 1))
         + sum t (t - 1) (t - 2) sum u (u - 1) (u - 2) / (9 n (n - 1) (n - 2))

   over the groups of t rows that are tied in x, and of u tied in y. As t (t - 1) (2 t + 5) is
   2 t (t - 1) (t - 2) + 9 t (t - 1), these are two products, between which nothing cancels:

       = x_triples y_triples / (9 n (n - 1) (n - 2)) + 2 x_pairs y_pairs / (n (n - 1))

   of pairs of rows that are not tied, n (n - 1) / 2 - sum t (t - 1) / 2 or n_0 - n_1, and of
   triples in any order that are not all tied, n (n - 1) (n - 2) - sum t (t - 1) (t - 2). */
double mc_kendall_variance(int64_t n, int64_t x_pairs, double x_triples, int64_t y_pairs,
                           double y_triples);

typedef struct {
  _Atomic int64_t tied_pairs; /* pairs that were to be exact, but have ties */
  _Atomic int64_t long_pairs; /* or more than MC_EXACT_MAX_ROWS rows */

  mc_kendall_test_options options;
  double na; /* stands for NA */
  const mc_pairs_shape *shape;
  const mc_call *call;
  int64_t exact_rows; /* up to so many rows are exact */
  double **exact;     /* [n]: mc_kendall_exact_tables() */
  double sd;          /* the root of the variance of all rows without ties */
  double *p;          /* their p-values, by concordant pairs; NULL if a table is not worth it */
  uint32_t *groups;   /* a thread's room to count groups of ties in */
  int64_t groups_each;
} mc_kendall_inference;

mc_status mc_kendall_inference_begin(mc_kendall_inference *inference,
                                     mc_kendall_test_options options, const mc_pairs_shape *shape,
                                     double na, const mc_call *call);
mc_status mc_kendall_inference_panel(mc_kendall_inference *inference,
                                     const mc_kendall_panel *panel);

/* Of each pair i, j of the tile, at [tile->stride i + j]: the rows that both columns have,
   S / sqrt(variance), the p-value, and `spread`, how many times as large the standard deviation
   of tau-b under independence is as it would be without ties; all but the rows are na where a
   column is constant or, not pairwise, lacks rows. O(1) a pair, but O(n) where columns with ties
   miss rows pairwise. */
enum { MC_TESTS = MC_PAIRS_CELLS };
typedef struct {
  int64_t n[MC_TESTS];
  double z[MC_TESTS], p[MC_TESTS], spread[MC_TESTS];
} mc_kendall_tests;
void mc_kendall_inference_of(mc_kendall_inference *inference, const mc_kendall_tile *tile,
                             int thread, mc_kendall_tests *tests);

#endif
