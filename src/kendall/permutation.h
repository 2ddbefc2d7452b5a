#ifndef MC_KENDALL_PERMUTATION_H
#define MC_KENDALL_PERMUTATION_H

#include "base/status.h"
#include "dispatch/call.h"
#include "kendall/inference.h"
#include "kendall/request.h"

/* Permutation tests of independence: how often is S of a column of x and a column of y, whose rows
   are permuted, at least as far out as it is without? All columns of y have the same permutations.

   Let S_0 be of the rows as they are, S_1 .. S_B of permutations, and far(S) be |S|, S, or -S by
   the alternative. Ties and n being those of every permutation, far(S) compares as tau does, in
   exact integers:

     p = #{r = 0 .. B: far(S_r) >= far(S_0)} / (B + 1)

   The step-down adjustment of maxima (Westfall and Young 1993, algorithm 4.1) over all pairs:
   z = far(S) / sd, with the sd of mc_kendall_variance(); pairs 1 .. m are ordered by z_0, from the
   largest on, pairs with equal ones by their columns; and

     q_rk = max(z_rk, z_r(k+1), ..., z_rm)
     p_k = #{r = 0 .. B: q_rk >= z_0k} / (B + 1), then the largest of p_1 .. p_k

   where the comparison lets pass what is less by rounding, MC_Z_ROUNDING of z_0k. Pairs with a
   constant column have no p, and no part in the maxima. */
#define MC_Z_ROUNDING 1e-12

typedef struct {
  mc_matrix x, y; /* without NA */
  mc_kendall_algorithm algorithm;
  int64_t scratch; /* as of a mc_kendall_request */
  mc_kendall_alternative alternative;
  int64_t permutations; /* B, at least 1 */
  /* `count` permutations more of n rows, counted from 0: B in all, in batches of any size, on the
     main thread. May be R's. */
  mc_status (*draw)(void *data, int64_t n, int64_t count, int32_t *rows);
  void *data;
  double na;
  int64_t buffer; /* bytes for numbers of permuted columns; 0: MC_PERMUTATION_BUFFER */
} mc_kendall_permutation_request;

#define MC_PERMUTATION_BUFFER (INT64_C(64) << 20)

/* Fills p and, unless it is NULL, p_max, both x.columns x y.columns, column-major; na where a
   column is constant, and everywhere without two rows.

   The counts are the same for all algorithms, targets, numbers of threads, and sizes of the buffer.
   Memory of the arena, besides that of mc_kendall_run(): the ranks of y; batches of permutations
   with the S of their pairs, the buffer's bytes, or a permutation's n rows and x.columns x
   y.columns pairs if that is more; and 8 bytes a pair, 40 for p_max.
   Returns what mc_kendall_run() and draw() do. */
mc_status mc_kendall_permutations(const mc_kendall_permutation_request *job, double *p,
                                  double *p_max, mc_kendall_report *report, const mc_call *call);

#endif
