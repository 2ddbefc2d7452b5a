#include "distance/sink.h"

#include <math.h>

double mc_distance_scaled(double sum, double count, double d) {
  return count == 0 ? (double) NAN : count == d ? sum : sum / (count / d);
}

void mc_distance_scale(const mc_distance_shape *shape, const mc_distance_part *part, int64_t at,
                       int64_t n) {
  const double d = (double) shape->coordinates;
  if (part->count == NULL)
    return;
  if (shape->size == 8) {
    double *sum = (double *) part->sum + at;
    const double *count = (const double *) part->count + at;
    for (int64_t l = 0; l < n; l++)
      sum[l] = mc_distance_scaled(sum[l], count[l], d);
  } else {
    float *sum = (float *) part->sum + at;
    const float *count = (const float *) part->count + at;
    for (int64_t l = 0; l < n; l++)
      sum[l] = (float) mc_distance_scaled(sum[l], count[l], d);
  }
}
