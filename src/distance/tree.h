#ifndef MC_DISTANCE_TREE_H
#define MC_DISTANCE_TREE_H

#include <stdint.h>

#include "base/matrix.h"
#include "dispatch/call.h"

/* The order of points in a k-d tree (Bentley, Communications of the ACM 18 (1975)) whose leaves are
   panels of MC_DISTANCE_LANES points: so the points of a panel are near each other. A range of
   points is cut at the median of the coordinate with the largest variance, until it is a panel.
   Points with NaN or infinite values come last.

   A box holds the points of a panel, or of a group of neighbouring panels: the least and the
   greatest value of each coordinate. If a value is not finite, the box is from -Inf to Inf. */
enum { MC_DISTANCE_GROUP = 32 }; /* panels of a group, a multiple of 8 */

typedef struct {
  int64_t count;
  int64_t step;       /* count, rounded up to a multiple of 8 */
  double *low, *high; /* [coordinate][box] */
  int32_t *least;     /* the least number of a point in the box */
} mc_distance_boxes;

typedef struct {
  int32_t *point; /* the numbers of the points, in their order */
  int64_t points;
  mc_distance_boxes panel, group;
} mc_distance_tree;

/* Orders the rows of x: doubles, at most INT32_MAX rows. O(n (d + log n)) for n points. Memory from
   the arena: 13 bytes a point, and a little more than 2 numbers for each coordinate of a panel.
   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_distance_tree_make(mc_distance_tree *order, const mc_matrix *x, int threads,
                                const mc_call *call);

#endif
