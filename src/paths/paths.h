#ifndef MC_PATHS_H
#define MC_PATHS_H

#include "base/status.h"
#include "dispatch/call.h"
#include "paths/types.h"

/* Shortest paths between all pairs of vertices (Floyd-Warshall).

   At step k = 1, ..., n every distance becomes min(d[i][j], d[i][k] + d[k][j]), with the
   d[.][k] and d[k][.] of the step before. All algorithms compute exactly these numbers: they
   read copies of column and row k as they are at step k (solve.h). So they, all
   targets and any number of threads give the same bits, and record the same
   intermediate vertices.

   distance: n x n, Inf where there is no path; 0 on the diagonal. via (or NULL): n x n,
   the highest intermediate vertex of the path, from 1 on, or INT32_MIN for none; of
   several shortest paths, where sums are exact, the one whose highest intermediate vertex is
   lowest. n must be below 2^30.

   O(n^3) time. Scratch, with N for n filled up to blocks: 2 N `block` numbers ("simd"), N^2
   and with via N^2 integers ("blocked"), N^2 or 2 `block`^2 numbers ("recursive"), and n^2
   floats more in single precision. Blocks are no larger than it takes to hold n.

   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE, or, with report->at,
   MC_ERR_ARGUMENT or MC_ERR_CYCLE; the results are undefined unless it is MC_OK. */
mc_status mc_paths(const mc_paths_job *job, double *distance, int32_t *via, mc_paths_report *report,
                   const mc_call *call);

/* Doubles that results and scratch of a job take, of whose numbers algorithm, block and precision
   count: n^2 and more, so that R can refuse them before anything is allocated. */
double mc_paths_room(const mc_paths_job *job, int64_t n, bool via);

#endif
