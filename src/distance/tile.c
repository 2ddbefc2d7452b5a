/* Distances by tiles of up to 128 x 128 points, in registers of 4 x 32.

     for each block of 128 coordinates                          (fits in the cache)
       for each four points of a
         for each panel of 32 points of b
           the kernel; meanwhile the last four points' and panel's distances go into
           the result

   Sums begin as zeros in registers, and wait between blocks of coordinates in the
   thread's scratch. Where a panel is not the result's neighbours (at the diagonal,
   at the last points, transposed), has missing values, or is for a sink that has no such place,
   the sink is handed the sums. Each
   sum takes its coordinates in their order, so results do not depend on threads and
   tiles. */

#include "distance/tile.h"

#include "base/integers.h"

enum {
  LANES = MC_DISTANCE_LANES,
  ROWS = MC_DISTANCE_ROWS,
  SIDE = 4 * LANES, /* points of a tile's side at most */
  COORDINATES = 128
};

int64_t mc_distance_tile_scratch(const mc_distance_work *w) {
  return (int64_t) SIDE * SIDE * w->a.size * (w->missing ? 2 : 1);
}

/* Four points of a against a panel of b. */
typedef struct {
  int64_t row, lane;
  unsigned char *sum, *count;
  bool nonfinite;
} piece;

/* Rows of sums are used in turns where they need not wait for more coordinates, so
   that they stay in the nearest cache: two groups of rows, since the last piece's
   sums are still there while the next one's are made. */
static piece piece_at(const mc_distance_work *w, const mc_tile *t, int64_t row, int64_t lane,
                      unsigned char *scratch) {
  int64_t place = row - t->row0 * LANES;
  if (w->a.coordinates <= COORDINATES)
    place %= 2 * ROWS;
  unsigned char *sum = scratch + (place * SIDE + lane - t->column0 * LANES) * w->a.size;
  return (piece){row, lane, sum, sum + (int64_t) SIDE * SIDE * w->a.size,
                 mc_distance_nonfinite(w, row, lane)};
}

/* Are its distances, all of them, neighbours in the result? */
static bool is_direct(const mc_distance_work *w, const piece *p) {
  return w->sink->place != NULL && !p->nonfinite && !w->plan.swapped &&
         p->row + ROWS <= w->a.points && p->lane + LANES <= w->b.points &&
         !(w->job->symmetric && p->lane < p->row + ROWS);
}

/* Coordinates from `from` on, `count` of them, and what was left unfinished. */
static void run(const mc_distance_work *w, const piece *p, int64_t from, int64_t count,
                const mc_finish *before) {
  const mc_kernels *k = w->kernels;
  const bool first = from == 0, fused = w->job->fused;
  const int64_t a = mc_points_at(&w->a, p->row, from);
  const int64_t b = mc_points_at(&w->b, p->lane, from);
  if (w->a.size == 8) {
    const double *x = (const double *) w->a.number + a;
    const double *y = (const double *) w->b.number + b;
    double *sum = (double *) p->sum, *counts = (double *) p->count;
    if (p->nonfinite)
      (fused ? k->distance_tile_missing_f64_fused
             : k->distance_tile_missing_f64)(x, y, count, first, sum, counts, SIDE);
    else
      (fused ? k->distance_tile_f64_fused : k->distance_tile_f64)(x, y, count, first, sum, SIDE,
                                                                  before);
  } else {
    const float *x = (const float *) w->a.number + a;
    const float *y = (const float *) w->b.number + b;
    float *sum = (float *) p->sum, *counts = (float *) p->count;
    if (p->nonfinite)
      k->distance_tile_missing_f32(x, y, count, first, sum, counts, SIDE);
    else
      k->distance_tile_f32(x, y, count, first, sum, SIDE, before);
  }
}

/* What the next call is to do with a piece's sums. */
static mc_finish leave(const mc_distance_work *w, const piece *p) {
  mc_finish left = {.sum = p->sum, .width = SIDE, .root = !w->job->squared};
  for (int r = 0; r < ROWS; r++)
    left.out[r] = w->sink->place(w->sink, p->row + r, p->lane);
  return left;
}

static void put(const mc_distance_work *w, const piece *p, int thread) {
  const mc_distance_part part = {.row0 = p->row,
                                 .row1 = mc_min(p->row + ROWS, w->a.points),
                                 .lane0 = p->lane,
                                 .lane1 = mc_min(p->lane + LANES, w->b.points),
                                 .width = SIDE,
                                 .sum = p->sum,
                                 .count = p->nonfinite ? p->count : NULL,
                                 .missing = p->nonfinite};
  w->sink->put(w->sink, &part, thread);
}

void mc_distance_tile(const mc_distance_work *w, const mc_tile *t, int thread) {
  unsigned char *scratch = w->scratch + thread * w->scratch_bytes;
  const int64_t d = w->a.coordinates, rows = mc_min(t->row1 * LANES, w->a.points);
  mc_finish left;
  piece last;
  bool unfinished = false; /* is `last` left to the next call? */
  for (int64_t k = 0; k == 0 || k < d; k += COORDINATES)
    for (int64_t row = t->row0 * LANES; row < rows; row += ROWS)
      for (int64_t panel = t->diagonal ? row / LANES : t->column0; panel < t->column1; panel++) {
        const piece p = piece_at(w, t, row, panel * LANES, scratch);
        run(w, &p, k, mc_min(COORDINATES, d - k), unfinished ? &left : NULL);
        if (unfinished && p.nonfinite) /* whose kernel does no more than sums */
          put(w, &last, thread);
        unfinished = k + COORDINATES >= d && is_direct(w, &p);
        if (unfinished) {
          left = leave(w, &p);
          last = p;
        } else if (k + COORDINATES >= d) {
          put(w, &p, thread);
        }
      }
  if (unfinished)
    put(w, &last, thread);
}
