#ifndef MC_PARENTHESIS_H
#define MC_PARENTHESIS_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/types.h"

/* The parenthesization problem (Tithi et al., section II.A) of points 0, ..., n - 1:

     c(i, i + 1) = leaf[i]
     c(i, j)     = best over i < k < j of c(i, k) + c(k, j) + w(i, k, j)

   with the minimum or the maximum. A chain's sum is (c(i, k) + c(k, j)) + (p_i p_j) p_k, every
   operation rounded; other weights are added to the best of the sums c(i, k) + c(k, j). So all
   algorithms, targets and numbers of threads give the same bits.

   MC_WEIGHT_PAIRS is Nussinov's problem: bases 0, ..., n - 2, of which base b lies between the
   points b and b + 1; c(i, j) is the most pairs, none crossing another, of bases i, ..., j - 1:

     c(i, j) = max(c(i, k) + c(k, j), c(i + 1, j - 1) + 1 if bases i and j - 1 pair)

   A sum that overflows is forbidden, also to -Inf for the minimum or to Inf for the maximum, and
   also if c(i, k) + c(k, j) does not but does with its weight. Where one overflows to what would
   win, all is computed once more, by slow loops.

   table: n x n; row j has c(i, j) for i < j, and `none` elsewhere. No leaf or weight is NaN,
   or of an infinite size that would win; p of a chain is not negative, and n times the largest
   product is finite.

   O(n^3) time: (n^3 - 3 n^2 + 2 n) / 6 sums. Scratch, with n filled up to tiles of 64: n (n + 16)
   numbers ("loop"), n (n + 64) / 2 ("zmorton"), 64 n for each thread and once more ("optimized" and
   "auto"; this one a few numbers for each cell),
   none ("recursive"); and a byte for each tile.

   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE or MC_ERR_ARGUMENT; the table is
   undefined unless it is MC_OK. */
mc_status mc_parenthesize(const mc_dynprog_job *job, double none, double *table,
                          mc_dynprog_report *report, const mc_call *call);

/* Doubles that table and scratch take, but for those of threads and tiles: R can refuse them before
   anything is allocated. */
double mc_parenthesis_room(mc_dynprog_algorithm algorithm, int64_t n);

#endif
