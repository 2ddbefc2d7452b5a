#ifndef MC_KENDALL_H
#define MC_KENDALL_H

#include "base/status.h"
#include "dispatch/call.h"
#include "kendall/request.h"
#include "pairs/order.h"
#include "pairs/sink.h"

/* Kendall's tau-b (equation 3 of Liu et al.) and related statistics of all pairs of columns. */

/* Counts concordant and discordant pairs of rows and ties for all pairs of columns, and hands the
   counts to a sink (pairs/sink.h, tile.h). Does not use the request's na and coefficient, nor the
   report's constant_pairs.

   Memory: scratch from the call's arena, at most request->scratch bytes, or more if two columns on
   one thread need more (dense.h). Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE (more
   than MC_RANKS_MAX_ROWS rows), MC_ERR_MISSING, MC_ERR_NO_COMPLETE, and errors of the sink. */
mc_status mc_kendall_run(const mc_kendall_request *request, mc_pairs_sink *sink,
                         mc_kendall_report *report, const mc_call *call);

/* Computes the matrix of the request's coefficient (coefficients.h): tau, x.columns x
   (symmetric ? x : y).columns, column-major.

   tau-b = (n_c - n_d) / sqrt((n_0 - n_1) (n_0 - n_2)). Numerator and factors are exact integers.
   Roots, product and quotient are those of stats::cor (kernels/kendall/taus.h). So all algorithms,
   targets and numbers of threads give the bits of stats::cor. A pair is NA if a factor is 0. For x
   against itself without pairwise deletion the diagonal is 1. With fewer than two rows all is NA. A
   covariance is exact up to 2^53, then rounded once. The covariance of a column with missing rows
   is NA, that of a constant column 0, also on the diagonal. */
mc_status mc_cor_kendall(const mc_kendall_request *request, double *tau, mc_kendall_report *report,
                         const mc_call *call);

/* Computes the same numbers for a list of pairs of columns: tau[k] for pair k. Each column that
   occurs is ranked about once, and only tiles with a pair of the list are counted. In addition to
   the request's scratch the list takes 28 bytes a pair, 40 bytes a column, and up to 16 MiB for
   columns. */
mc_status mc_cor_kendall_list(const mc_kendall_request *request, const mc_pairs_given *pairs,
                              double *tau, mc_kendall_report *report, const mc_call *call);

#endif
