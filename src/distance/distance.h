#ifndef MC_DISTANCE_H
#define MC_DISTANCE_H

#include "dispatch/call.h"
#include "distance/sink.h"
#include "distance/types.h"

/* Distances between points, the rows of matrices: Rechkalov and Zymbler, "A study of Euclidean
   distance matrix computation on Intel many-core processors". */

/* Writes mc_distance_size() distances to `out`: the lower triangle column by column if symmetric,
   else a column for each point of y. Euclidean distances are roots of sums of squares, or these
   sums if `squared`.

   The difference of two coordinates is made first, then its square: equal points have the distance
   0. In doubles each sum adds its coordinates in their order and rounds each operation: all
   algorithms, targets and numbers of threads give the bits of stats::dist. In floats, and if
   `fused`, the last digits may depend on algorithm and target. MC_DISTANCE_GEMM uses inner products
   where these lose no digits.

   A coordinate whose difference is NaN is left out. If c of d coordinates are left, the sum is
   multiplied by d / c; if none is left, the distance is NA.

   Time O(n m d). Scratch: a copy of x and y (two of x for BLOCKWISE), and 128 KiB a thread (256 KiB
   if values are missing), or 8 MiB for GEMM. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE;
   MC_ERR_ARGUMENT: x and y have different numbers of columns, or algorithm, layout and block do not
   go together. */
mc_status mc_distance(const mc_distance_job *job, double *out, mc_distance_report *report,
                      const mc_call *call);

/* Hands the sums of mc_distance() to a sink. The job's `na` is not used; its `squared` is used only
   for distances that are written to the sink's place(). */
mc_status mc_distance_run(const mc_distance_job *job, mc_distance_sink *sink,
                          mc_distance_report *report, const mc_call *call);

#endif
