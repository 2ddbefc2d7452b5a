/* Distances by the paper's algorithms 1 and 2, one point of a at a time.

     for each tile, by threads
       for each point of a
         sums for a block of b         (kernels/distance/pointwise.h)
         into the result

   In the paper a thread takes a point of a and runs over all of b. Here a tile keeps to points of b
   that fit in the cache, and to one triangle of a symmetric result. */

#include "distance/pointwise.h"

#include "base/integers.h"

/* Rows of sums that are transposed together, and the most sums of a row: a larger block is done in
   parts. */
enum { SWAPPED_ROWS = 32, STRETCH = 512 };

static int64_t rows_at_once(const mc_distance_work *w) {
  return w->plan.swapped ? SWAPPED_ROWS : 1;
}

static int64_t stretch(const mc_distance_work *w) {
  return mc_min(w->b.block, STRETCH);
}

int64_t mc_distance_pointwise_scratch(const mc_distance_work *w) {
  return rows_at_once(w) * stretch(w) * w->a.size * (w->missing ? 2 : 1);
}

/* ---- the sums of one point a and n points from b on; counts, too, if `count` is not NULL ---- */

static void straightforward(const mc_distance_work *w, const void *a, const void *b, int64_t n,
                            void *sum, void *count) {
  const int64_t filled = w->b.filled;
  if (w->b.layout == MC_DISTANCE_LAYOUT_SOA)
    w->metric.in_place(a, w->a.coordinate_step, b, w->b.coordinate_step, w->b.coordinates, n, sum,
                       count);
  else if (count == NULL)
    w->metric.straightforward(a, b, filled, n, sum);
  else
    w->metric.straightforward_missing(a, b, filled, filled - w->b.coordinates, n, sum, count);
}

static void blockwise(const mc_distance_work *w, const void *a, const void *b, int64_t n, void *sum,
                      void *count) {
  const int64_t d = w->b.coordinates;
  if (w->b.point_step != 1)
    w->metric.scattered(a, b, d, w->b.point_step, n, sum, count);
  else if (count == NULL)
    w->metric.blockwise(a, b, d, w->b.coordinate_step, n, false, sum);
  else
    w->metric.blockwise_missing(a, b, d, w->b.coordinate_step, n, sum, count);
}

static const unsigned char *point_at(const mc_distance_points *p, int64_t point) {
  return p->number + mc_distance_points_at(p, point, 0) * p->size;
}

/* ---- parts of a tile ---- */

/* Writes a row of distances to the sink's place(), if it is all below the diagonal and fills whole
   vectors. */
static bool straight_into_result(const mc_distance_work *w, const mc_distance_part *part) {
  if (w->sink->place == NULL || part->missing || w->plan.algorithm != MC_DISTANCE_BLOCKWISE ||
      w->b.point_step != 1 || w->a.size != 8 || w->plan.swapped ||
      (part->lane1 - part->lane0) % 8 != 0 || (w->job->symmetric && part->lane0 <= part->row0))
    return false;
  w->metric.blockwise(point_at(&w->a, part->row0), point_at(&w->b, part->lane0), w->b.coordinates,
                      w->b.coordinate_step, part->lane1 - part->lane0,
                      w->metric.root && !w->job->squared,
                      w->sink->place(w->sink, part->row0, part->lane0));
  return true;
}

/* Rows row0 <= i < row1 of a against `width` points of a block of b from `lane` on. */
static void do_rows(const mc_distance_work *w, int64_t row0, int64_t row1, int64_t lane,
                    int64_t width, int thread) {
  unsigned char *scratch = w->scratch + thread * w->scratch_bytes;
  const int64_t half = rows_at_once(w) * stretch(w) * w->a.size;
  const bool nonfinite = mc_distance_nonfinite(w, row0, lane);
  mc_distance_part part = {.row0 = row0,
                           .row1 = row1,
                           .lane0 = lane,
                           .lane1 = lane + width,
                           .width = width,
                           .sum = scratch,
                           .count = nonfinite ? scratch + half : NULL,
                           .missing = nonfinite};
  const bool vectors = w->plan.algorithm == MC_DISTANCE_BLOCKWISE;
  if (w->job->symmetric && lane <= row0) { /* leaves out what is above the diagonal */
    const int64_t unit = vectors ? MC_DISTANCE_FILL : 1;
    part.lane0 += (row0 + 1 - lane) / unit * unit;
  }
  const int64_t filled = part.lane1 - part.lane0;
  part.lane1 = mc_min(part.lane1, w->b.points);
  const int64_t n = vectors ? filled : part.lane1 - part.lane0;
  if (part.lane0 >= part.lane1 || straight_into_result(w, &part))
    return;
  const unsigned char *b = point_at(&w->b, part.lane0);
  for (int64_t row = row0; row < row1; row++) {
    unsigned char *sum = scratch + (row - row0) * width * w->a.size;
    (vectors ? blockwise : straightforward)(w, point_at(&w->a, row), b, n, sum,
                                            nonfinite ? sum + half : NULL);
  }
  w->sink->put(w->sink, &part, thread);
}

/* The same for the whole block. */
static void do_block(const mc_distance_work *w, int64_t row0, int64_t row1, int64_t block,
                     int thread) {
  const int64_t begin = block * w->b.block, end = begin + w->b.block;
  for (int64_t lane = begin; lane < end; lane += STRETCH)
    do_rows(w, row0, row1, lane, mc_min(STRETCH, end - lane), thread);
}

void mc_distance_pointwise(const mc_distance_work *w, const mc_tile *t, int thread) {
  const int64_t step = rows_at_once(w);
  for (int64_t block = t->row0; block < t->row1; block++) {
    const int64_t first = block * w->a.block;
    const int64_t end = mc_min(first + w->a.block, w->a.points);
    for (int64_t row = first; row < end; row += step)
      for (int64_t b = t->diagonal ? block : t->column0; b < t->column1; b++)
        do_block(w, row, mc_min(row + step, end), b, thread);
  }
}
