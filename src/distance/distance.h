#ifndef MC_DISTANCE_H
#define MC_DISTANCE_H

#include "dispatch/call.h"
#include "distance/sink.h"
#include "distance/types.h"

/* Euclidean distances between points, the rows of matrices: Rechkalov and
   Zymbler, "A study of Euclidean distance matrix computation on Intel many-core
   processors", with square roots unless `squared`. */

/* Fills in `out`, mc_distance_size() numbers: the lower triangle column by
   column if symmetric, else a column for each point of y.

   The difference comes first, then its square: equal points are exactly 0 apart.
   In doubles, unless `fused` or by MC_DISTANCE_GEMM, coordinates are added up in their
   order, each operation rounded for itself: the bits of stats::dist from every algorithm,
   target and number of threads. Fused, and in floats, the last places may depend on
   algorithm and target.
   (MC_DISTANCE_GEMM does so where inner products would lose digits.) A coordinate
   in which the difference is NaN is left out, and the sum of d coordinates of
   which c are left scaled by d / c; NA if none is left.

   Memory: scratch from the call's arena, a copy of x (and y; BLOCKWISE: another of x)
   and up to 128 KiB (with NaN twice that) for each thread; 8 MiB for GEMM. O(n m d). Returns MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE, MC_ERR_ARGUMENT (different numbers
   of columns; an algorithm, layout and block that do not go together). */
mc_status mc_distance(const mc_distance_job *job, double *out, mc_distance_report *report,
                      const mc_call *call);

/* The sums of mc_distance() for another sink. The job's `na` is ignored; its `squared` holds only
   for distances that go to the sink's place(). */
mc_status mc_distance_run(const mc_distance_job *job, mc_distance_sink *sink,
                          mc_distance_report *report, const mc_call *call);

#endif
