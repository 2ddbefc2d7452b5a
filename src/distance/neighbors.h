#ifndef MC_NEIGHBORS_H
#define MC_NEIGHBORS_H

#include "dispatch/call.h"
#include "distance/order.h"
#include "distance/sink.h"
#include "distance/types.h"

/* Exact neighbours by Euclidean distance: of each query the k nearest points (nearest.h), or all
   points within a radius (within.h), without a matrix of distances.

     order points and queries, so that panels of 32 are close to each other        (order.h)
     for each panel of queries, by threads
       for each panel of points whose box is near enough, the nearest first
         distances, as mc_distance() computes them                                (tile.c)
         into the sink: those that are near enough                 (nearest.c, within.c)

   The distances are those of mc_distance(), to the bit: unless fused, those of stats::dist. A box
   that is left out has none that would matter, as computed: kernels/distance/near.h says why. So
   the answer is a definition, not a method: it depends on no target, number of threads, or order.
   A distance that is NA is no neighbour's. */

typedef struct {
  mc_matrix x;       /* points */
  mc_matrix y;       /* queries, with as many columns; or, if `self`, ignored: the points */
  bool self;         /* a point is not its own neighbour */
  bool fused;        /* as for mc_distance() */
  int32_t first;     /* the number of the first point: 1 in R */
  int32_t no_number; /* where there are fewer neighbours: number and distance */
  double no_distance;
} mc_neighbors_job;

typedef struct {
  mc_neighbors_job job; /* its matrices in doubles */
  int64_t points, queries;
  mc_order x, y; /* the same if self */
  int threads;   /* that were used */
} mc_neighbors;

/* Orders the points, for any number of the calls below: O(n d + n log n). x (y) is used, not
   copied, unless it is of integers. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE,
   MC_ERR_ARGUMENT. */
mc_status mc_neighbors_begin(mc_neighbors *n, const mc_neighbors_job *job, const mc_call *call);

/* ---- for the sinks ---- */

/* Sums of all pairs that the sink asks for; a's points are the queries, b's the points. Takes from
   the arena a copy of both, in panels, and the scratch of mc_distance(). Progress goes on from
   `from` to `to`. */
mc_status mc_neighbors_run(mc_neighbors *n, mc_distance_sink *sink, double from, double to,
                           const mc_call *call);

/* No sum whose root is at most `distance`, as computed, is above this one. */
double mc_neighbors_limit(double distance);

/* Least sums of a panel of queries against boxes of points: all groups, n->x.group.step numbers, or
   the panels of a group, MC_ORDER_GROUP numbers; returns how many there are. */
int64_t mc_neighbors_groups(const mc_neighbors *n, const mc_kernels *kernels, int64_t panel,
                            double *bound);
int64_t mc_neighbors_panels(const mc_neighbors *n, const mc_kernels *kernels, int64_t panel,
                            int64_t group, double *bound);

#endif
