#ifndef MC_PARENTHESIS_H
#define MC_PARENTHESIS_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/types.h"

/* The parenthesization problem (Tithi et al., section II.A) of points 0, ..., n - 1:

     c(i, i + 1) = leaf[i]
     c(i, j)     = best over i < k < j of c(i, k) + c(k, j) + w(i, k, j)

   The best is the minimum or the maximum. The sum of a matrix chain is (c(i, k) + c(k, j)) +
   (p_i p_j) p_k; each operation is rounded. Any other weight is added to the best of the sums
   c(i, k) + c(k, j). A leaf -0 becomes 0. So all algorithms, targets and numbers of threads give
   the same bits.

   MC_DYNPROG_WEIGHT_PAIRS is Nussinov's problem for the bases 0, ..., n - 2. Base b lies between
   the points b and b + 1. c(i, j) is the greatest number of pairs of the bases i, ..., j - 1 that
   do not cross each other:

     c(i, j) = max(c(i, k) + c(k, j), c(i + 1, j - 1) + 1 if bases i and j - 1 pair)

   A sum that overflows is forbidden, to Inf or to -Inf, without its weight or with it. If a sum
   overflows to the best value (-Inf for a minimum), slow loops compute all once more.

   The table is n x n. Row j becomes c(i, j) for i < j, and `none` elsewhere.

   Contract. No leaf and no weight is NaN or infinite in favour (-Inf for a minimum, Inf for a
   maximum). p of a chain is not negative, and n times the largest product of three is finite.

   Time: (n^3 - 3 n^2 + 2 n) / 6 sums. "auto" tries fewer splits of a chain if all sums are whole
   numbers below 2^53 (candidates.c): O(n^2 log n) sums if p has no pattern. Scratch in numbers,
   with n rounded up to tiles of 64:

     loop              n (n + 16)
     recursive         none
     optimized, auto   64 n, and 64 n for each thread; auto also a few for each cell
     zmorton           n (n + 64) / 2

   and a byte for each tile. A chain by candidates also takes a number for each point, 18 for
   each 64 points, and 4 bytes for each tile.

   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE or MC_ERR_ARGUMENT. The table is
   undefined unless the status is MC_OK. */
mc_status mc_parenthesize(const mc_dynprog_job *job, double none, double *table,
                          mc_dynprog_report *report, const mc_call *call);

/* The size of table and scratch, counted in doubles, without the parts for threads and tiles. R
   refuses calls that are too large before it allocates anything. */
double mc_parenthesis_room(mc_dynprog_algorithm algorithm, int64_t n);

#endif
