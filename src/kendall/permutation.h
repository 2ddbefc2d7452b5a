#ifndef MC_KENDALL_PERMUTATION_H
#define MC_KENDALL_PERMUTATION_H

#include "base/status.h"
#include "dispatch/call.h"
#include "kendall/inference.h"
#include "kendall/request.h"

/* Permutation tests of independence. The rows of y are permuted, all columns of y by the same
   permutation. How often is S of a column of x and a permuted column of y at least as extreme as S
   of the data?

   Let S_0 be that of the data, and S_1, ..., S_B those of B permutations. Let far(S) be |S|, S or
   -S, by the alternative. Permutations change neither n nor ties, so far(S) orders as tau does, and
   it is an exact integer:

     p = #{r = 0 .. B: far(S_r) >= far(S_0)} / (B + 1)

   The step-down adjustment by maxima (Westfall and Young 1993, algorithm 4.1) is over all pairs.
   Let z = far(S) / sd, with the sd of mc_kendall_variance(). Pairs 1, ..., m are in descending
   order of z_0; pairs of equal z_0 are in the order of their columns. Then

     q_rk = max(z_rk, z_r(k+1), ..., z_rm)
     p_k = #{r = 0 .. B: q_rk >= z_0k} / (B + 1), then the largest of p_1 .. p_k

   where q_rk may be less than z_0k by rounding, by MC_Z_ROUNDING z_0k. Pairs with a constant
   column have no p-values, and the maxima leave them out. */
#define MC_Z_ROUNDING 1e-12

typedef struct {
  mc_matrix x, y; /* without NA */
  mc_kendall_algorithm algorithm;
  int64_t scratch; /* as of a mc_kendall_request */
  mc_kendall_alternative alternative;
  int64_t permutations; /* B, at least 1 */
  /* Draws `count` more permutations of n rows; rows are counted from 0. The main thread calls this,
     with counts that add up to B. The function may call R. */
  mc_status (*draw)(void *data, int64_t n, int64_t count, int32_t *rows);
  void *data;
  double na;
  int64_t buffer; /* bytes for S of permuted columns; 0: MC_PERMUTATION_BUFFER */
} mc_kendall_permutation_request;

#define MC_PERMUTATION_BUFFER (INT64_C(64) << 20)

/* Fills p and, unless it is NULL, p_max: x.columns x y.columns numbers each, column-major. A number
   is na if a column is constant; with fewer than two rows all are.

   All algorithms, targets, numbers of threads and sizes of the buffer give the same counts.
   Memory from the arena, in addition to that of mc_kendall_run(): the ranks of y; a batch of
   permutations with S of its pairs, which takes the buffer's bytes or, if that is more, one
   permutation and S of all pairs; and 8 bytes a pair, 40 bytes a pair with p_max. Returns the
   results of mc_kendall_run() and draw(). */
mc_status mc_kendall_permutations(const mc_kendall_permutation_request *job, double *p,
                                  double *p_max, mc_kendall_report *report, const mc_call *call);

#endif
