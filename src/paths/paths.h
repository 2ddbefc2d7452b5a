#ifndef MC_PATHS_H
#define MC_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/matrix.h"
#include "base/monitor.h"
#include "base/status.h"

/* Shortest paths between all pairs of vertices (Floyd-Warshall).

   At step k = 1, ..., n every distance becomes min(d[i][j], d[i][k] + d[k][j]), with the
   d[.][k] and d[k][.] of the step before. All kernels compute exactly these numbers: they
   read copies of column and row k as they are at step k (panel.c). So they, all
   paths and any number of threads give the same bits, and record the same
   intermediate vertices. */

typedef enum {
  MC_PATHS_AUTO,
  MC_PATHS_NAIVE,     /* Hou et al., algorithm 1 */
  MC_PATHS_BLOCKED,   /* their algorithm 2 in loops for the compiler */
  MC_PATHS_SIMD,      /* the same in register tiles */
  MC_PATHS_RECURSIVE  /* Tithi et al., section II and III, on a Z-Morton layout */
} mc_paths_kernel;

/* Which thread works on which part: Hou et al., table I. */
enum {
  MC_SCHEDULE_DYNAMIC = 0,
  MC_SCHEDULE_BLOCK = -1 /* equal parts; c > 0: c neighbours at a time, in turns */
};

typedef struct {
  mc_matrix w;            /* n x n weights; NA (as R has it) and Inf: no edge */
  bool single;            /* floats instead of doubles */
  mc_paths_kernel kernel;
  int64_t block;          /* of the kernel, a multiple of MC_PATHS_BLOCK_UNIT; 0: chosen.
                             A power of two from 32 on for the recursion */
  int64_t schedule;
  int threads;            /* as mc_threads() takes it */
  int64_t steps;          /* intermediate vertices 1 to `steps` only; n for all */
  double poll_every;        /* sums that the recursion does between two polls; 0: chosen */
} mc_paths_job;

enum { MC_PATHS_BLOCK_UNIT = 16, MC_PATHS_BLOCK_MOST = 1024 };

typedef struct {
  mc_paths_kernel kernel;
  int64_t block;
  int threads;
  /* MC_ERR_CYCLE: the first step at which a cycle of negative length would be walked,
     from this vertex (from 1 on) to itself over lower ones; n + u where vertex u is, by
     rounding, found to be less than 0 away from itself only after its step.
     MC_ERR_ARGUMENT: the weight (from 1 on) that is NaN, or -Inf, or in single precision
     beyond floats, or so large and negative that a sum of n may overflow. 0 otherwise. */
  int64_t at;
} mc_paths_report;

/* distance: n x n, Inf where there is no path; 0 on the diagonal. via (or NULL): n x n,
   the highest intermediate vertex of the path, from 1 on, or INT32_MIN for none; of
   several shortest paths, where sums are exact, the one whose highest intermediate vertex is
   lowest. n must be below 2^30.

   O(n^3) time. Scratch, with N for n filled up to blocks: 2 N `block` numbers ("simd"), N^2
   and with via N^2 integers ("blocked"), N^2 or 2 `block`^2 numbers ("recursive"), and n^2
   floats more in single precision. Blocks are no larger than it takes to hold n.

   Returns MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE, or, with report->at,
   MC_ERR_ARGUMENT or MC_ERR_CYCLE; the results are undefined unless it is MC_OK. */
mc_status mc_paths(const mc_paths_job *job, double *distance, int32_t *via,
                   mc_paths_report *report, mc_arena *arena, mc_monitor *monitor);

#endif
