#ifndef MC_KENDALL_H
#define MC_KENDALL_H

#include "base/status.h"
#include "dispatch/call.h"
#include "kendall/request.h"
#include "pairs/order.h"
#include "pairs/sink.h"

/* Kendall's tau-b (equation 3 of Liu et al.) of all pairs of columns, and its kin. */

/* Counts concordant and discordant pairs of rows and ties, for all pairs of columns, into a
   sink (pairs/sink.h, tile.h). The request's na and coefficient, and the report's constant_pairs,
   are not used.

   Memory: scratch from the call's arena, at most request->scratch bytes or what two columns
   on one thread need, whichever is more (dense.h).
   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE (more than
   MC_RANKS_MAX_ROWS rows), MC_ERR_MISSING, MC_ERR_NO_COMPLETE, and what the sink says. */
mc_status mc_kendall_run(const mc_kendall_request *request, mc_pairs_sink *sink,
                         mc_kendall_report *report, const mc_call *call);

/* The same into a matrix of the request's coefficient (coefficients.h). Fills tau, x.columns x
   (symmetric ? x : y).columns, column-major.

   tau-b = (n_c - n_d) / sqrt((n_0 - n_1) (n_0 - n_2)), where numerator and both
   factors are exact integers on every target, and roots, product and quotient are those
   of stats::cor (kernels/kendall/taus.h): so its bits come out of every
   algorithm, target and number of threads. NA where a factor is 0.
   Of x against itself without pairwise deletion the diagonal is 1; with one row
   or none all is NA. A covariance is exact up to 2^53, then rounded once; a missing column
   has none, a constant one 0, and the diagonal is not different. */
mc_status mc_cor_kendall(const mc_kendall_request *request, double *tau, mc_kendall_report *report,
                         const mc_call *call);

/* The same numbers for a list of pairs of columns, tau[k] for pair k. Columns that occur are ranked
   about once, and only tiles with a pair of the list are counted. The list takes 28 bytes a pair,
   40 a column, and up to 16 MiB for columns, beside the request's scratch. */
mc_status mc_cor_kendall_list(const mc_kendall_request *request, const mc_pairs_given *pairs,
                              double *tau, mc_kendall_report *report, const mc_call *call);

#endif
