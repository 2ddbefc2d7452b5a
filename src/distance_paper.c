/* Distances by the paper's algorithms 1 and 2, one point of a at a time.

     for each tile, by threads
       for each point of a
         sums of its distances to the tile's points of b      (kernels/distance_paper.h)
         into the result

   The paper gives a thread a point of a, and runs over all of b; tiles keep to
   points of b that fit in the cache, and to one triangle of a symmetric result. */

#include "distance_work.h"

#include <string.h>

/* Rows of sums that wait for being transposed. */
enum { SWAPPED_ROWS = 32 };

static int64_t rows_at_once(const mc_distance_work *w) {
  return w->plan.swapped ? SWAPPED_ROWS : 1;
}

int64_t mc_distance_paper_scratch(const mc_distance_work *w) {
  return rows_at_once(w) * w->b.block * w->a.size * 2;
}

/* Sums of a row from lane0 on, n of them, and counts if special. */
static void sums_of_row(const mc_distance_work *w, int64_t row, int64_t lane,
                        int64_t n, bool special, unsigned char *sum,
                        unsigned char *count) {
  const mc_kernels *k = w->kernels;
  const mc_points *p = &w->b;
  const int64_t d = p->coordinates;
  const int64_t a = mc_points_at(&w->a, row, 0), b = mc_points_at(p, lane, 0);
  const bool double_precision = p->size == 8;
  const double *x = (const double *) w->a.number + a, *y = (const double *) p->number + b;
  const float *xf = (const float *) w->a.number + a, *yf = (const float *) p->number + b;
  if (w->plan.kernel == MC_DISTANCE_BLOCKWISE) {
    memset(sum, 0, (size_t) (n * p->size));
    if (special)
      memset(count, 0, (size_t) (n * p->size));
    if (double_precision && special)
      k->distance_blockwise_missing_f64(x, y, d, p->coordinate_step, p->point_step, n,
                                        (double *) sum, (double *) count);
    else if (double_precision)
      k->distance_blockwise_f64(x, y, d, p->coordinate_step, p->point_step, n,
                                (double *) sum);
    else if (special)
      k->distance_blockwise_missing_f32(xf, yf, d, p->coordinate_step, p->point_step, n,
                                        (float *) sum, (float *) count);
    else
      k->distance_blockwise_f32(xf, yf, d, p->coordinate_step, p->point_step, n,
                                (float *) sum);
    return;
  }
  if (double_precision && special)
    k->distance_straightforward_missing_f64(x, y, p->filled, n, (double *) sum,
                                            (double *) count);
  else if (double_precision)
    k->distance_straightforward_f64(x, y, p->filled, n, (double *) sum);
  else if (special)
    k->distance_straightforward_missing_f32(xf, yf, p->filled, n, (float *) sum,
                                            (float *) count);
  else
    k->distance_straightforward_f32(xf, yf, p->filled, n, (float *) sum);
  if (special) /* what fills up points has been counted */
    for (int64_t l = 0; l < n; l++) {
      if (double_precision)
        ((double *) count)[l] -= (double) (p->filled - d);
      else
        ((float *) count)[l] -= (float) (p->filled - d);
    }
}

/* Rows row0 <= i < row1 of a against the block of b that begins at `lane`. */
static void do_rows(const mc_distance_work *w, int64_t row0, int64_t row1,
                    int64_t lane, unsigned char *scratch) {
  const int64_t width = w->b.block, half = rows_at_once(w) * width * w->a.size;
  mc_part part = {row0, row1, lane, lane + width};
  const bool special = mc_distance_special(w, row0, lane);
  if (w->job->symmetric && lane <= row0) /* nothing up to the diagonal */
    part.lane0 += (row0 + 1 - lane) / MC_POINTS_FILL * MC_POINTS_FILL;
  const int64_t n = lane + width - part.lane0;
  if (part.lane1 > w->b.points)
    part.lane1 = w->b.points;
  if (part.lane0 >= part.lane1)
    return;
  for (int64_t row = row0; row < row1; row++) {
    const int64_t at = (row - row0) * width * w->a.size;
    sums_of_row(w, row, part.lane0, n, special, scratch + at, scratch + half + at);
  }
  const mc_sums sums = {width, scratch, scratch + half};
  mc_distance_put(w, part, &sums);
}

void mc_distance_paper(const mc_distance_work *w, int64_t id, unsigned char *scratch) {
  const mc_tile t = mc_grid_tile(&w->grid, id);
  const int64_t step = rows_at_once(w);
  for (int64_t block = t.row0; block < t.row1; block++) {
    const int64_t first = block * w->a.block;
    const int64_t end =
      first + w->a.block < w->a.points ? first + w->a.block : w->a.points;
    for (int64_t row = first; row < end; row += step)
      for (int64_t b = t.diagonal ? block : t.column0; b < t.column1; b++)
        do_rows(w, row, row + step < end ? row + step : end, b * w->b.block, scratch);
  }
}
