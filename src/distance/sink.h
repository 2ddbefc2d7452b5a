#ifndef MC_DISTANCE_SINK_H
#define MC_DISTANCE_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "dispatch/call.h"

/* A sink takes the sums of squares of mc_distance_run(), part by part. The sink for a matrix of
   distances is matrix_sink.h.

   A sum belongs to a point of a and a point of b. Each pair comes once, in any order. If the points
   of x are compared with each other, the pairs of point i of a and point l of b with l > i come;
   others may come, too. */

/* What there will be. */
typedef struct {
  int64_t a_points, b_points, coordinates;
  bool symmetric; /* are a and b both x? If not: */
  bool swapped;   /* true: b is y and a is x; false: b is x and a is y */
  int size;       /* bytes of a sum: 8 (double) or 4 (float) */
  int threads;    /* parts come from threads 0 .. threads - 1 */
} mc_distance_shape;

/* The sums of points row0 <= i < row1 of a and lane0 <= l < lane1 of b: doubles or floats, a row
   for each point of a. The next row is `width` numbers away. */
typedef struct {
  int64_t row0, row1, lane0, lane1;
  int64_t width;
  unsigned char *sum;   /* the sink may overwrite them */
  unsigned char *count; /* how many coordinates were summed up for each; NULL: all of them */
  bool missing;         /* may a pair have no coordinate? Its count is 0, or its sum NaN. */
} mc_distance_part;

/* Estimates the sum over all d coordinates from the sum over `count` of them: sum d / count. NaN if
   count is 0. */
double mc_distance_scaled(double sum, double count, double d);

/* Replaces n sums of a part, from number `at` on, by their mc_distance_scaled(). */
void mc_distance_scale(const mc_distance_shape *shape, const mc_distance_part *part, int64_t at,
                       int64_t n);

typedef struct mc_distance_sink mc_distance_sink;
struct mc_distance_sink {
  /* Called once on the main thread, when the points are packed, before the first part. A result
     other than MC_OK ends mc_distance_run(). May be NULL. */
  mc_status (*begin)(mc_distance_sink *sink, const mc_distance_shape *shape, const mc_call *call);
  /* Takes a part. Threads call it at the same time, so the sink has to protect what two parts
     share. It does not fail, allocate, jump or call R. */
  void (*put)(mc_distance_sink *sink, const mc_distance_part *part, int thread);
  /* The memory for the distances of point `row` of a to points `lane`, lane + 1, ... of b, which
     stand side by side. Algorithms may write finished distances there (roots, unless the job is
     squared) and then do not call put() for them. Not called if a and b are swapped; if both are x,
     only for lane > row. May be NULL. */
  double *(*place)(const mc_distance_sink *sink, int64_t row, int64_t lane);
};

#endif
