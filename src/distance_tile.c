/* Distances by tiles of up to 128 x 128 points, in registers of 4 x 32.

     for each block of 128 coordinates
       for each panel of 32 points of b               (stays in the nearest cache)
         for each four points of a: the kernel

   Sums begin as zeros in registers, wait in the thread's scratch between blocks of
   coordinates, and after the last block go from registers into the result, rooted.
   Where they may not (at the diagonal or the last points, with missing values, in
   floats, or transposed) they go through the scratch, too. Each sum takes its
   coordinates in their order, so results do not depend on threads and tiles. */

#include "distance_work.h"

#include <string.h>

enum {
  LANES = MC_DISTANCE_LANES,
  ROWS = MC_DISTANCE_ROWS,
  SIDE = 4 * LANES,   /* points of a tile's side at most */
  COORDINATES = 128
};

int64_t mc_distance_tile_scratch(const mc_distance_work *w) {
  const bool special = mc_points_special(&w->a) || mc_points_special(&w->b);
  return (int64_t) SIDE * SIDE * w->a.size * (special ? 2 : 1);
}

typedef struct {
  mc_part all;   /* points of the tile; whole blocks, also behind the last point */
  mc_sums sums;
  bool diagonal;
} tile;

/* Four points against a panel. */
typedef struct {
  int64_t row, lane;
  unsigned char *sum[ROWS], *count[ROWS];
  double *out[ROWS];
  bool special;
  bool direct; /* can registers go into the result? */
} piece;

static piece piece_at(const mc_distance_work *w, const tile *t, int64_t row,
                      int64_t lane) {
  piece p = {.row = row, .lane = lane, .special = mc_distance_special(w, row, lane)};
  p.direct = !p.special && !w->plan.swapped && w->a.size == 8 &&
             row + ROWS <= w->a.points && lane + LANES <= w->b.points &&
             !(w->job->symmetric && lane < row + ROWS);
  for (int r = 0; r < ROWS; r++) {
    const int64_t at = ((row + r - t->all.row0) * t->sums.width + lane - t->all.lane0) *
                       w->a.size;
    p.sum[r] = t->sums.sum + at;
    p.count[r] = t->sums.count + at;
    p.out[r] = p.direct ? mc_distance_place(w, row + r, lane) : (double *) p.sum[r];
  }
  return p;
}

static void clear(const mc_distance_work *w, const piece *p) {
  for (int r = 0; r < ROWS; r++) {
    memset(p->sum[r], 0, (size_t) LANES * (size_t) w->a.size);
    memset(p->count[r], 0, (size_t) LANES * (size_t) w->a.size);
  }
}

/* Coordinates k to k + count. */
static void run(const mc_distance_work *w, const piece *p, int64_t k, int64_t count) {
  const bool first = k == 0, last = k + count == w->a.coordinates;
  const int64_t a = mc_points_at(&w->a, p->row, k), b = mc_points_at(&w->b, p->lane, k);
  if (p->special && first)
    clear(w, p);
  if (w->a.size == 8) {
    const double *x = (const double *) w->a.number + a;
    const double *y = (const double *) w->b.number + b;
    double *const sum[] = {(double *) p->sum[0], (double *) p->sum[1],
                           (double *) p->sum[2], (double *) p->sum[3]};
    double *const counts[] = {(double *) p->count[0], (double *) p->count[1],
                              (double *) p->count[2], (double *) p->count[3]};
    if (p->special)
      w->kernels->distance_tile_missing_f64(x, y, count, sum, counts);
    else
      w->kernels->distance_tile_f64(x, y, count, first ? NULL : (const double *const *) sum,
                                    last ? p->out : sum,
                                    last && p->direct && !w->job->squared);
  } else {
    const float *x = (const float *) w->a.number + a;
    const float *y = (const float *) w->b.number + b;
    float *const sum[] = {(float *) p->sum[0], (float *) p->sum[1],
                          (float *) p->sum[2], (float *) p->sum[3]};
    float *const counts[] = {(float *) p->count[0], (float *) p->count[1],
                             (float *) p->count[2], (float *) p->count[3]};
    if (p->special)
      w->kernels->distance_tile_missing_f32(x, y, count, sum, counts);
    else
      w->kernels->distance_tile_f32(x, y, count, first ? NULL : (const float *const *) sum,
                                    sum, false);
  }
}

static void put(const mc_distance_work *w, const tile *t, int64_t row, int64_t rows,
                int64_t lane) {
  mc_part part = {row, row + rows, lane, lane + LANES};
  if (part.row1 > w->a.points)
    part.row1 = w->a.points;
  if (part.lane1 > w->b.points)
    part.lane1 = w->b.points;
  const int64_t at = ((row - t->all.row0) * t->sums.width + lane - t->all.lane0) * w->a.size;
  const mc_sums sums = {t->sums.width, t->sums.sum + at, t->sums.count + at};
  mc_distance_put(w, part, &sums);
}

/* What of the tile's sums stayed in the scratch. */
static void put_rest(const mc_distance_work *w, const tile *t) {
  for (int64_t lane = t->all.lane0; lane < t->all.lane1; lane += LANES)
    for (int64_t row = t->all.row0; row < t->all.row1; row += LANES) {
      if (w->plan.swapped) {
        put(w, t, row, LANES, lane);
        continue;
      }
      const int64_t end = row + LANES < w->a.points ? row + LANES : w->a.points;
      for (int64_t four = row; four < end; four += ROWS)
        if (!piece_at(w, t, four, lane).direct)
          put(w, t, four, ROWS, lane);
    }
}

void mc_distance_tile(const mc_distance_work *w, int64_t id, unsigned char *scratch) {
  const mc_tile g = mc_grid_tile(&w->grid, id);
  const int64_t d = w->a.coordinates;
  const tile t = {
    .all = {g.row0 * LANES, g.row1 * LANES, g.column0 * LANES, g.column1 * LANES},
    .sums = {SIDE, scratch, scratch + (int64_t) SIDE * SIDE * w->a.size},
    .diagonal = g.diagonal
  };
  const int64_t rows = t.all.row1 < w->a.points ? t.all.row1 : w->a.points;
  for (int64_t k = 0; k == 0 || k < d; k += COORDINATES)
    for (int64_t lane = t.all.lane0; lane < t.all.lane1; lane += LANES)
      for (int64_t row = t.all.row0; row < rows; row += ROWS) {
        if (t.diagonal && lane + LANES <= row)
          break; /* above the diagonal from here on */
        const piece p = piece_at(w, &t, row, lane);
        run(w, &p, k, d - k < COORDINATES ? d - k : COORDINATES);
      }
  put_rest(w, &t);
}
