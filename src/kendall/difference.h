#ifndef MC_KENDALL_DIFFERENCE_H
#define MC_KENDALL_DIFFERENCE_H

#include "kendall/normal_tail.h"
#include "kendall/plain.h"
#include "pairs/room.h"

/* The test whether a pair of columns has the same tau at two levels, whose rows are independent.
   With Fisher's z, atanh(tau), and its variance by Fieller, Hartley and Pearson (1957), times the
   square of the `spread` of mc_kendall_tests for ties,

     v_g = 0.437 spread_g^2 / (n_g - 4)
     z = (atanh(tau_a) - atanh(tau_b)) / sqrt(v_a + v_b)

   for more than 4 rows at both levels. The transform of 1 and -1 is infinite. So |tau| is taken as
   at most 1 - 1 / n_0, which is midway between the two greatest values of tau without ties, 1 and
   1 - 2 / n_0.

   The levels are counted one after the other. The second run needs of the first: tau; of pairs that
   are not plain (plain.h) v and atanh(tau), too. Of plain pairs tau tells S, and atanh(tau) is
   looked up by S. */
typedef struct {
  const double *tau;        /* of the first run */
  double *variance, *value; /* room for v and atanh(tau) of the first run */
  mc_kendall_alternative alternative;
  double na; /* stands for NA */
  const mc_kendall_tail *tail;

  mc_kendall_plain plain; /* columns that are plain at the level that is counted first */
  int64_t first_rows;     /* rows of the level that is counted first, and of the second one */
  int64_t second_rows;
  const double *first, *second; /* for plain pairs: atanh(tau) by (S + n_0) / 2; or NULL */
} mc_kendall_difference;

/* Which run it is: the one that comes first; or the second, of level a (then the difference is that
   of the second run less that of the first one), or of level b. */
typedef enum { MC_DIFFERENCE_KEEP, MC_DIFFERENCE_A, MC_DIFFERENCE_B } mc_kendall_difference_run;

/* atanh(tau) and its variance, for tau = s / scale. NaN for both if the pair has no tau (scale is
   not positive) or at most 4 rows. */
typedef struct {
  double value, variance;
} mc_kendall_fisher;
mc_kendall_fisher mc_kendall_fisher_of(double s, double scale, int64_t n, double spread);

/* z of two levels. NaN if one of them has no transform. */
double mc_kendall_difference_z(mc_kendall_fisher a, mc_kendall_fisher b);

/* Makes the tables of a difference, unless they are more work than the numbers of `cells` pairs.
   MC_OK, MC_ERR_MEMORY. */
mc_status mc_kendall_difference_tables(mc_kendall_difference *difference, int64_t cells,
                                       const mc_call *call);

/* Is a table of so many entries less work than the numbers of so many pairs? */
bool mc_kendall_is_worth_a_table(int64_t entries, int64_t cells);

/* The first run: keeps what the second run needs of a tile's tests, with spread, S and scale, but
   tau, which the caller keeps. */
void mc_kendall_difference_keep(const mc_kendall_difference *difference, const mc_pairs_room *room,
                                const mc_pairs_tile *tile, const mc_kendall_tests *tests);

/* The second run: z and p of a tile, from its tests. They may be the arrays of `tests`. */
void mc_kendall_difference_tests(const mc_kendall_difference *difference,
                                 mc_kendall_difference_run run, const mc_pairs_room *room,
                                 const mc_pairs_tile *tile, const mc_kendall_tests *tests,
                                 double *z, double *p);

/* The second run: tau_a - tau_b of a tile, from its taus. */
void mc_kendall_difference_taus(const mc_kendall_difference *difference,
                                mc_kendall_difference_run run, const mc_pairs_room *room,
                                const mc_pairs_tile *tile, const double *tau, double *estimate);

#endif
