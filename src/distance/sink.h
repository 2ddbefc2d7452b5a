#ifndef MC_DISTANCE_SINK_H
#define MC_DISTANCE_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "dispatch/call.h"

/* Where squared distances go. The algorithms make sums of squares, part by part; a sink makes of
   them what the caller wants: a matrix (matrix_sink.h), neighbours (neighbors.h).

   Points of a are against points of b. Each pair is handed over once, in no order that means
   anything; of x against itself, with i of a and l of b, those with l > i at least. */

/* What there will be. */
typedef struct {
  int64_t a_points, b_points, coordinates;
  bool symmetric; /* of x against itself: a and b are both x, else ... */
  bool swapped;   /* ... b is y and a is x, or a is y and b is x */
  int size;       /* of a sum: 8, double, or 4, float */
  int threads;    /* parts come from threads 0 .. threads - 1 */
} mc_distance_shape;

/* Points row0 <= i < row1 of a against lane0 <= l < lane1 of b, in rows of sums, doubles or floats,
   the next row `width` numbers away. */
typedef struct {
  int64_t row0, row1, lane0, lane1;
  int64_t width;
  unsigned char *sum;   /* the sink may use them up */
  unsigned char *count; /* how many coordinates each is of; NULL for all of them */
  bool missing;         /* may there be some that have none: a count of 0, or a sum that is NaN? */
} mc_distance_part;

/* The sum over all d coordinates from one over `count` of them; NaN if there is none. */
double mc_distance_scaled(double sum, double count, double d);

/* Makes n sums of a row of a part, from number `at` on, sums over all coordinates. */
void mc_distance_scale(const mc_distance_shape *shape, const mc_distance_part *part, int64_t at,
                       int64_t n);

/* begin() is called on the main thread, what it returns, if not MC_OK, ends the call. */
typedef struct mc_distance_sink mc_distance_sink;
struct mc_distance_sink {
  /* Once, before anything is summed up; the points are packed. May be NULL. */
  mc_status (*begin)(mc_distance_sink *sink, const mc_distance_shape *shape, const mc_call *call);
  /* A part is summed up. Called by any thread, by several at once, so that what two parts share is
     the sink's to protect. It neither fails nor allocates, jumps or calls R. */
  void (*put)(mc_distance_sink *sink, const mc_distance_part *part, int thread);
  /* Where the distances of point `row` of a to points of b, from `lane` on, are to stand side by
     side, as roots unless the job's squared: algorithms may write them there instead of calling
     put(). Asked of what is not swapped, and of x against itself for lanes > row. May be NULL. */
  double *(*place)(const mc_distance_sink *sink, int64_t row, int64_t lane);
  /* For a sink with answers that belong to points of a. Panels are MC_DISTANCE_LANES points; says
     which panels of b, *first <= panel < *last, a panel of a is to meet next, or false when it is
     done. All that it asks for one panel of a is the work of one thread: between its parts there
     are none of another panel. Of x against itself pairs come both ways, and so does a point's with
     itself; nothing is swapped. With MC_DISTANCE_TILE alone. May be NULL: all pairs come. */
  bool (*next)(mc_distance_sink *sink, int64_t panel, int thread, int64_t *first, int64_t *last);
};

#endif
