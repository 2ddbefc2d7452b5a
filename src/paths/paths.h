#ifndef MC_PATHS_H
#define MC_PATHS_H

#include "base/status.h"
#include "dispatch/call.h"
#include "paths/types.h"

/* Shortest paths between all pairs of vertices (Floyd-Warshall).

   At step k = 1, ..., n each distance becomes min(d[i][j], d[i][k] + d[k][j]), with d[.][k] and
   d[k][.] of the step before. All algorithms compute exactly these numbers, because they read
   copies of column and row k as they are at step k (solve.h). So all algorithms, targets and
   numbers of threads give the same bits, and record the same intermediate vertices.

   distance: n x n; 0 on the diagonal, Inf if there is no path. via (or NULL): n x n; the highest
   intermediate vertex of the path, from 1 on, or INT32_MIN for none. If several paths are shortest
   and their sums are exact, it is the least of their highest intermediate vertices. n < 2^30.

   O(n^3) time. Scratch, for N = n filled up to blocks: 2 N `block` numbers ("simd"); N^2 numbers,
   and N^2 integers with via ("blocked"); N^2 or 2 `block`^2 numbers ("recursive"); in single
   precision n^2 floats more. A block is no larger than n, filled up.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE; MC_ERR_ARGUMENT and MC_ERR_CYCLE with
   report->at. The results are undefined unless it is MC_OK. */
mc_status mc_paths(const mc_paths_job *job, double *distance, int32_t *via, mc_paths_report *report,
                   const mc_call *call);

/* The doubles that the results and the scratch of a job take, by its algorithm, block and
   precision. R refuses a job that is too large by it, before memory is taken. */
double mc_paths_room(const mc_paths_job *job, int64_t n, bool via);

#endif
