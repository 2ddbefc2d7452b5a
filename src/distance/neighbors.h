#ifndef MC_DISTANCE_NEIGHBORS_H
#define MC_DISTANCE_NEIGHBORS_H

#include "dispatch/call.h"
#include "distance/screen.h"
#include "distance/tree.h"
#include "distance/types.h"
#include "distance/work.h"

/* Exact neighbours by Euclidean distance: the k nearest points of each query (nearest.h), or all
   points within a radius of it (within.h), without a matrix of distances.

     cut points and queries into panels of 32 that are close to each other        (tree.h)
     for each panel of queries, by threads                             (nearest.c, within.c)
       for each panel of points whose box is near enough
         find the pairs that may be near enough, in single precision             (screen.c)
         distances of these, as mc_distance() computes them; of all, unless these are few
         keep those that are near enough

   The distances have the bits of mc_distance(): those of stats::dist, unless fused. A box is left
   out only if none of its points can be an answer, rounding included: kernels/distance/near.h says
   why. So the answers depend on no target, number of threads, or order of the panels. A distance
   that is NA makes no neighbour. */

typedef struct {
  mc_matrix x; /* points */
  mc_matrix y; /* queries, with as many columns; ignored if `self` */
  mc_distance_metric metric;
  bool self;          /* the points are the queries, and a point is not its own neighbour */
  bool fused;         /* as for mc_distance() */
  int32_t first;      /* the number of the first point: 1 in R */
  int32_t no_number;  /* number and distance of a neighbour that does not exist, for queries with */
  double no_distance; /* fewer than k */
} mc_distance_neighbors_job;

typedef struct {
  mc_distance_neighbors_job job; /* its matrices as doubles */
  int64_t points, queries;
  mc_distance_tree x, y; /* the same if self */
  int threads;           /* that were used */
  bool is_packed;        /* by the first pass: */
  mc_distance_points a, b;
  bool missing;
  mc_distance_screen screen;
} mc_distance_neighbors;

/* Orders the points, for any number of the calls below: O(n d + n log n). Matrices of doubles are
   used where they are, those of integers are copied. All calls take the same arena. MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE, MC_ERR_ARGUMENT. */
mc_status mc_distance_neighbors_begin(mc_distance_neighbors *n,
                                      const mc_distance_neighbors_job *job, const mc_call *call);

/* ---- for nearest.c and within.c ---- */

/* A pass over all panels of queries. It holds pointers to itself: not to be copied. */
typedef struct {
  const mc_distance_neighbors *n;
  mc_distance_work work; /* a: the queries; b: the points */
  mc_distance_shape shape;
  mc_distance_screen screen;
  mc_distance_job job;
  mc_call call;       /* with the monitor of the pass: */
  mc_monitor monitor; /* reports `from` to `to` of the whole work to that of the caller */
  const mc_monitor *whole;
  double from, to;
} mc_distance_neighbors_pass;

/* Prepares a pass, whose progress goes from `from` to `to`. The first pass packs queries and
   points: it takes from the arena a copy of both, and those of the filter (screen.h). Each pass
   takes 8 KiB a thread (16 KiB if values are missing). work.plan.threads threads take part in the
   pass. */
mc_status mc_distance_neighbors_pack(mc_distance_neighbors_pass *pass, mc_distance_neighbors *n,
                                     double from, double to, const mc_call *call);

/* Calls body(context, panel, thread) for each panel of queries, by threads. The body gets the sums
   against any panel of points by mc_distance_neighbors_meet(). */
#define mc_distance_neighbors_each(pass, body, context) \
  mc_distance_neighbors_each_at(MC_SITE(body), pass, body, context)
mc_status mc_distance_neighbors_each_at(const mc_site *site, mc_distance_neighbors_pass *pass,
                                        mc_body body, void *context);

/* Calls take(context, q, lane, sum) for each query q of the panel r->panel (0 to
   MC_DISTANCE_LANES - 1) and each lane (a point's place in the order of the tree) of a panel of
   points, if their sum is at most r->limit[q]. Sums are scaled where coordinates are missing.
   take() may lower the limit of its query (mc_distance_queries_limit()). Sums of the same panel
   that are above the new limit may still follow. */
typedef void (*mc_distance_take)(void *context, int64_t q, int64_t lane, double sum);
void mc_distance_neighbors_meet(const mc_distance_neighbors_pass *pass, mc_distance_queries *r,
                                int64_t points, int thread, mc_distance_take take, void *context);

/* Lower bounds of the sums of a panel of queries and the points of a box. The boxes are all groups
   of panels (room for n->x.group.step numbers), or the panels of one group (room for
   MC_DISTANCE_GROUP). Returns how many boxes there are. */
int64_t mc_distance_neighbors_groups(const mc_distance_neighbors_pass *pass, int64_t queries,
                                     double *bound);
int64_t mc_distance_neighbors_panels(const mc_distance_neighbors_pass *pass, int64_t queries,
                                     int64_t group, double *bound);

#endif
