#ifndef MC_DISTANCE_WORK_H
#define MC_DISTANCE_WORK_H

/* What the drivers of distance kernels share: distance.c sets it up,
   tile.c, pointwise.c and gemm.c make sums, put.c
   turns sums into the result. */

#include <math.h>

#include "dispatch/dispatch.h"
#include "distance/distance.h"
#include "distance/plan.h"
#include "distance/points.h"
#include "base/tiles.h"

typedef struct {
  const mc_distance_job *job;
  const mc_kernels *kernels;
  mc_distance_plan plan;
  double *out;
  mc_points a, b; /* broadcast, or one by one; along vectors */
  bool missing;   /* is any block of theirs nonfinite? */
  mc_grid grid;   /* of tiles, in blocks of a and of b */
  unsigned char *scratch;
  int64_t scratch_bytes; /* a thread's */
} mc_distance_work;

/* A rectangle of pairs: points row0 <= i < row1 of a, lane0 <= l < lane1 of b. */
typedef struct {
  int64_t row0, row1, lane0, lane1;
} mc_part;

/* Squared distances of a part in a thread's scratch, rows of `width` doubles or
   floats; how many coordinates each has counted, where some are missing. */
typedef struct {
  int64_t width;
  unsigned char *sum, *count;
} mc_sums;

/* Do these two points' blocks ask for a _missing kernel? */
bool mc_distance_nonfinite(const mc_distance_work *w, int64_t row, int64_t lane);

/* The sum over all d coordinates from one over `count` of them; NaN if there is none. */
static inline double mc_distance_scaled(double sum, double count, double d) {
  return count == 0 ? (double) NAN : count == d ? sum : sum / (count / d);
}

/* n sums to neighbours in the result: rooted, and with `nonfinite` NA for NaN. */
void mc_distance_finish(const mc_distance_work *w, const double *sum, int64_t n,
                        bool nonfinite, double *out);

/* Distances of a part, within one block of each set, from its sums into the
   result: scaled, NA where they have to be, rooted; of a symmetric result only
   what is below the diagonal. The sums are used up. */
void mc_distance_put(const mc_distance_work *w, mc_part part, const mc_sums *sums);

/* Where the distances of a row to lanes from `lane` on go, neighbours in a
   result that is not swapped. */
static inline double *mc_distance_place(const mc_distance_work *w, int64_t row,
                                        int64_t lane) {
  return w->out + (w->job->symmetric ? mc_distance_index(w->b.points, lane, row)
                                     : lane + row * w->b.points);
}

/* Bytes of scratch for a thread, and one tile of the grid: tile.c and
   pointwise.c. */
int64_t mc_distance_tile_scratch(const mc_distance_work *w);
void mc_distance_tile(const mc_distance_work *w, int64_t id, unsigned char *scratch);
int64_t mc_distance_pointwise_scratch(const mc_distance_work *w);
void mc_distance_pointwise(const mc_distance_work *w, int64_t id, unsigned char *scratch);

/* All distances by inner products; `numbers` are the monitor's work. */
mc_status mc_distance_gemm(mc_distance_work *w, double numbers, mc_arena *arena,
                           mc_monitor *monitor);

#endif
