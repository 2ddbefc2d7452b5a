#ifndef MC_DISTANCE_TYPES_H
#define MC_DISTANCE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* Geometry that the distance kernels and their driver share. Points are packed
   in panels of MC_DISTANCE_LANES: [panel][coordinate][lane], the paper's ASA
   layout with that block. */
enum {
  MC_DISTANCE_LANES = 32, /* points of a panel: a multiple of all vectors' numbers */
  MC_DISTANCE_ROWS = 4    /* points of the other set that a tile takes at once */
};

/* Four rows of sums that are to be finished: they go into the result as they are, or as roots. Sums
   are doubles or floats as the kernel has them, the next row `width` numbers away. */
typedef struct {
  const void *sum;
  int64_t width;
  double *out[MC_DISTANCE_ROWS];
  bool root;
} mc_distance_finish;

/* The metrics (metrics.def). */
typedef enum {
#define MC_DISTANCE_METRIC(CONSTANT, name, root) MC_DISTANCE_METRIC_##CONSTANT,
#include "kernels/distance/metrics.def"
#undef MC_DISTANCE_METRIC
  MC_DISTANCE_METRICS
} mc_distance_metric;

#endif
