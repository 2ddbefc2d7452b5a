/* Distances by tiles of up to 128 x 128 points, in registers of 4 x 32.

     for each strip of 16 points of a                     (sums in the nearest cache)
       for each panel of 32 points of b
         for each four points of the strip: the kernel
       into the result

   With more than 128 coordinates a tile is one strip, whose sums wait in the
   thread's scratch between blocks of coordinates:

     for each block of 128 coordinates
       for each panel of b                                (stays in the nearest cache)
         for each four points of a: the kernel

   Sums begin as zeros in registers, and become roots there. Each takes its
   coordinates in their order, so results do not depend on threads and tiles. */

#include "distance_work.h"

enum {
  LANES = MC_DISTANCE_LANES,
  ROWS = MC_DISTANCE_ROWS,
  STRIP = 16,
  SIDE = 4 * LANES, /* points of a tile's side at most */
  COORDINATES = 128
};

int64_t mc_distance_tile_scratch(const mc_distance_work *w) {
  const bool special = mc_points_special(&w->a) || mc_points_special(&w->b);
  return (int64_t) SIDE * SIDE * w->a.size * (special ? 2 : 1);
}

/* Points of a against panels of b, and their sums. */
typedef struct {
  int64_t row0, row1, lane0, lane1; /* whole panels, and fours of rows */
  mc_sums sums;
  bool plain; /* roots, not sums, to be copied */
} strip;

static strip part_of(const mc_distance_work *w, const strip *s, int64_t row0, int64_t row1,
                     int64_t lane0, int64_t lane1) {
  const int64_t at = ((row0 - s->row0) * SIDE + lane0 - s->lane0) * w->a.size;
  return (strip){row0, row1, lane0, lane1,
                 {SIDE, s->sums.sum + at, s->sums.count + at}, s->plain};
}

/* Coordinates k to k + count of four points against a panel. */
static void run(const mc_distance_work *w, const strip *four, int64_t k, int64_t count) {
  const bool first = k == 0, root = four->plain && k + count == w->a.coordinates;
  const bool special = mc_distance_special(w, four->row0, four->lane0);
  const int64_t a = mc_points_at(&w->a, four->row0, k);
  const int64_t b = mc_points_at(&w->b, four->lane0, k);
  if (w->a.size == 8) {
    const double *x = (const double *) w->a.number + a;
    const double *y = (const double *) w->b.number + b;
    double *sum = (double *) four->sums.sum;
    if (special)
      w->kernels->distance_tile_missing_f64(x, y, count, first, sum,
                                            (double *) four->sums.count, SIDE);
    else
      w->kernels->distance_tile_f64(x, y, count, first, sum, SIDE,
                                    root && !w->job->squared);
  } else {
    const float *x = (const float *) w->a.number + a;
    const float *y = (const float *) w->b.number + b;
    float *sum = (float *) four->sums.sum;
    if (special)
      w->kernels->distance_tile_missing_f32(x, y, count, first, sum,
                                            (float *) four->sums.count, SIDE);
    else
      w->kernels->distance_tile_f32(x, y, count, first, sum, SIDE, false);
  }
}

static int64_t smaller(int64_t a, int64_t b) {
  return a < b ? a : b;
}

/* Finished rows as they are. */
static void copy(const mc_distance_work *w, const strip *s) {
  for (int64_t row = s->row0; row < smaller(s->row1, w->a.points); row++) {
    int64_t lane = s->lane0, end = smaller(s->lane1, w->b.points);
    if (w->job->symmetric && lane <= row)
      lane = row + 1;
    if (lane < end)
      w->kernels->stream_copy((const double *) s->sums.sum + (row - s->row0) * SIDE +
                                lane - s->lane0,
                              end - lane, mc_distance_place(w, row, lane));
  }
}

static void put(const mc_distance_work *w, const strip *s) {
  if (s->plain) {
    copy(w, s);
    return;
  }
  for (int64_t lane = s->lane0; lane < s->lane1; lane += LANES)
    for (int64_t row = s->row0; row < smaller(s->row1, w->a.points); row += LANES) {
      const strip p = part_of(w, s, row, smaller(row + LANES, s->row1), lane, lane + LANES);
      const mc_part part = {row, smaller(p.row1, w->a.points), lane,
                            smaller(p.lane1, w->b.points)};
      mc_distance_put(w, part, &p.sums);
    }
}

static void do_strip(const mc_distance_work *w, const strip *s) {
  const int64_t d = w->a.coordinates, rows = smaller(s->row1, w->a.points);
  for (int64_t k = 0; k == 0 || k < d; k += COORDINATES)
    for (int64_t lane = s->lane0; lane < s->lane1; lane += LANES)
      for (int64_t row = s->row0; row < rows; row += ROWS) {
        if (w->job->symmetric && lane + LANES <= row)
          break; /* above the diagonal from here on */
        const strip four = part_of(w, s, row, row + ROWS, lane, lane + LANES);
        run(w, &four, k, smaller(COORDINATES, d - k));
      }
  put(w, s);
}

static bool is_plain(const mc_distance_work *w, const mc_tile *t) {
  for (int64_t p = t->row0; p < t->row1; p++)
    if (w->a.special[p])
      return false;
  for (int64_t q = t->column0; q < t->column1; q++)
    if (w->b.special[q])
      return false;
  return !w->plan.swapped && w->a.size == 8;
}

void mc_distance_tile(const mc_distance_work *w, int64_t id, unsigned char *scratch) {
  const mc_tile t = mc_grid_tile(&w->grid, id);
  const mc_sums sums = {SIDE, scratch, scratch + (int64_t) SIDE * SIDE * w->a.size};
  strip s = {t.row0 * LANES, t.row1 * LANES, t.column0 * LANES, t.column1 * LANES, sums,
             is_plain(w, &t)};
  if (w->a.coordinates > COORDINATES || w->plan.swapped) {
    do_strip(w, &s);
    return;
  }
  const int64_t end = smaller(s.row1, w->a.points);
  for (s.row1 = s.row0 + STRIP; s.row0 < end; s.row0 += STRIP, s.row1 += STRIP)
    do_strip(w, &s);
}
