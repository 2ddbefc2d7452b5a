#include "distance/metric.h"

#include <float.h>
#include <math.h>

/* Boxes are doubles, and numbers in place are never fused. */
#define METRIC(name, root, kind, scattered_kind, boxes_kind)                                      \
  (mc_distance_kernels) {                                                                         \
    root, k->distance_##name##_tile_##kind, k->distance_##name##_tile_missing_##kind,             \
      k->distance_##name##_straightforward_##kind,                                                \
      k->distance_##name##_straightforward_missing_##kind, k->distance_##name##_blockwise_##kind, \
      k->distance_##name##_blockwise_missing_##kind,                                              \
      k->distance_##name##_scattered_##scattered_kind, k->distance_##name##_in_place_f64,         \
      k->distance_##name##_boxes_##boxes_kind                                                     \
  }

mc_distance_kernels mc_distance_kernels_make(const mc_kernels *k, mc_distance_metric metric,
                                             bool single, bool fused) {
  switch (metric) {
#define MC_DISTANCE_METRIC(CONSTANT, name, root)                   \
  case MC_DISTANCE_METRIC_##CONSTANT:                              \
    return single  ? METRIC(name, root, f32, f32, f64)             \
           : fused ? METRIC(name, root, f64_fused, f64, f64_fused) \
                   : METRIC(name, root, f64, f64, f64);
#include "kernels/distance/metrics.def"
#undef MC_DISTANCE_METRIC
  default: return (mc_distance_kernels){0};
  }
}

bool mc_distance_has_root(mc_distance_metric metric) {
  static const bool has[] = {
#define MC_DISTANCE_METRIC(CONSTANT, name, root) [MC_DISTANCE_METRIC_##CONSTANT] = root,
#include "kernels/distance/metrics.def"
#undef MC_DISTANCE_METRIC
  };
  return has[metric];
}

double mc_distance_of_sum(const mc_distance_kernels *metric, double sum) {
  return metric->root ? sqrt(sum) : sum;
}

/* If the root, rounded, is at most t, the sum is at most t^2 (1 + 2^-52 + 2^-106). The product is
   at least t^2 (1 - 2^-53), or t^2 - 2^-1074 if it underflows. */
double mc_distance_limit(const mc_distance_kernels *metric, double distance) {
  return metric->root ? distance * distance * (1 + 0x1p-50) + DBL_MIN : distance;
}
