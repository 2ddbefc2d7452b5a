#ifndef MC_DISTANCE_TREE_H
#define MC_DISTANCE_TREE_H

#include <stdint.h>

#include "base/matrix.h"
#include "dispatch/call.h"

/* Points in an order in which panels of MC_DISTANCE_LANES neighbours are near each other: leaves of
   a k-d tree (Bentley, Communications of the ACM 18 (1975)) that are as large as a panel. A range
   of points is cut at the median of the coordinate with the largest variance, until a panel is
   left. Points with NaN or infinite values come last.

   And boxes, of panels and of groups of neighbouring panels: the least and the greatest of each
   coordinate; from -Inf to Inf where a value is not finite. */
enum { MC_DISTANCE_GROUP = 32 }; /* panels, a multiple of 8 */

typedef struct {
  int64_t count;
  int64_t step;       /* count, up to a multiple of 8 */
  double *low, *high; /* [coordinate][box] */
  int32_t *least;     /* the least number of a point in the box */
} mc_distance_boxes;

typedef struct {
  int32_t *point; /* in that order; of equal coordinates in that of their numbers */
  int64_t points;
  mc_distance_boxes panel, group;
} mc_distance_tree;

/* Of the rows of x, doubles, at most INT32_MAX. Memory from the arena: 13 bytes a point and a
   little more than 2 numbers for each coordinate of a panel. O(n (d + log n)) of n points. MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_distance_tree_make(mc_distance_tree *order, const mc_matrix *x, int threads,
                                const mc_call *call);

#endif
