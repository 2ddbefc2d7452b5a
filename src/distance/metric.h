#ifndef MC_DISTANCE_METRIC_H
#define MC_DISTANCE_METRIC_H

#include "dispatch/dispatch.h"
#include "distance/types.h"

/* A metric with the kernels for one kind of sums (kernels/distance/metric.h). Pointers are to
   doubles, or to floats if the job is in single precision. */
typedef struct {
  bool root; /* a distance is the root of a sum; if not, the sum itself */
  void (*tile)(const void *a, const void *b, int64_t d, bool first, void *sum, int64_t width,
               const mc_distance_finish *before);
  void (*tile_missing)(const void *a, const void *b, int64_t d, bool first, void *sum, void *count,
                       int64_t width);
  void (*straightforward)(const void *a, const void *b, int64_t d, int64_t n, void *sum);
  void (*straightforward_missing)(const void *a, const void *b, int64_t d, int64_t fill, int64_t n,
                                  void *sum, void *count);
  void (*blockwise)(const void *a, const void *b, int64_t d, int64_t step, int64_t n, bool root,
                    void *sum);
  void (*blockwise_missing)(const void *a, const void *b, int64_t d, int64_t step, int64_t n,
                            void *sum, void *count);
  void (*scattered)(const void *a, const void *b, int64_t d, int64_t step, int64_t n, void *sum,
                    void *count);
  void (*in_place)(const double *a, int64_t a_step, const double *b, int64_t b_step, int64_t d,
                   int64_t n, double *sum, double *count);
  void (*boxes)(const double *a_low, const double *a_high, int64_t a_step, const double *low,
                const double *high, int64_t step, int64_t d, int64_t n, double *sum);
} mc_distance_kernels;

mc_distance_kernels mc_distance_kernels_make(const mc_kernels *k, mc_distance_metric metric,
                                             bool single, bool fused);

/* Is a distance the root of a sum? */
bool mc_distance_has_root(mc_distance_metric metric);

/* The distance that belongs to a sum. */
double mc_distance_of_sum(const mc_distance_kernels *metric, double sum);

/* No sum above this one has a distance of `distance` or less, as computed. */
double mc_distance_limit(const mc_distance_kernels *metric, double distance);

#endif
