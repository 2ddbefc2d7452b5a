/* Distances by tiles of up to 128 x 128 points, in register tiles of 4 x 32.

     for each block of 128 coordinates                          (fits in the cache)
       for each four points of a
         for each panel of 32 points of b
           the kernel adds up this block's squares
           at the last block the sums go into the result, during the next call of the kernel

   Between blocks of coordinates the sums are in the thread's scratch. The kernel writes a finished
   sum to the sink's place(). The sink's put() takes the sums instead if there is no such place, at
   the diagonal, at the last points, if a and b are swapped, and where values are missing. Each sum
   takes its coordinates in their order, so results do not depend on threads and tiles. */

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

int64_t mc_distance_panels_scratch(const mc_distance_work *w) {
  return (int64_t) LANES * LANES * w->a.size * (w->missing ? 2 : 1);
}

/* Four points of a against a panel of b. */
typedef struct {
  int64_t row, lane;
  unsigned char *sum, *count;
  int64_t width; /* numbers from a row of sums to the next */
  bool nonfinite;
} piece;

/* If there is one block of coordinates, two groups of rows of the scratch serve in turns, so that
   they stay in the nearest cache: while one piece's sums are made, those of the piece before go
   into the result. */
static piece piece_at(const mc_distance_work *w, const mc_tile *t, int64_t row, int64_t lane,
                      unsigned char *scratch) {
  int64_t place = row - t->row0 * LANES;
  if (w->a.coordinates <= COORDINATES)
    place %= 2 * ROWS;
  unsigned char *sum = scratch + (place * SIDE + lane - t->column0 * LANES) * w->a.size;
  return (piece){.row = row,
                 .lane = lane,
                 .sum = sum,
                 .count = sum + (int64_t) SIDE * SIDE * w->a.size,
                 .width = SIDE,
                 .nonfinite = mc_distance_nonfinite(w, row, lane)};
}

/* May the kernel write the distances of this piece to the sink's place()? */
static bool is_direct(const mc_distance_work *w, const piece *p) {
  return w->sink->place != NULL && !p->nonfinite && !w->plan.swapped &&
         p->row + ROWS <= w->a.points && p->lane + LANES <= w->b.points &&
         !(w->job->symmetric && p->lane < p->row + ROWS);
}

/* Adds `count` coordinates from number `from` on; finishes other sums meanwhile (`before`). */
static void run(const mc_distance_work *w, const piece *p, int64_t from, int64_t count,
                const mc_distance_finish *before) {
  const bool first = from == 0;
  const unsigned char *a = w->a.number + mc_distance_points_at(&w->a, p->row, from) * w->a.size;
  const unsigned char *b = w->b.number + mc_distance_points_at(&w->b, p->lane, from) * w->b.size;
  if (p->nonfinite)
    w->metric.tile_missing(a, b, count, first, p->sum, p->count, p->width);
  else
    w->metric.tile(a, b, count, first, p->sum, p->width, before);
}

/* What the next call of the kernel is to do with the sums of this piece. */
static mc_distance_finish leave(const mc_distance_work *w, const piece *p) {
  mc_distance_finish left = {
    .sum = p->sum, .width = p->width, .root = w->metric.root && !w->job->squared};
  for (int r = 0; r < ROWS; r++)
    left.out[r] = w->sink->place(w->sink, p->row + r, p->lane);
  return left;
}

static void put(const mc_distance_work *w, const piece *p, int thread) {
  const mc_distance_part part = {.row0 = p->row,
                                 .row1 = mc_min(p->row + ROWS, w->a.points),
                                 .lane0 = p->lane,
                                 .lane1 = mc_min(p->lane + LANES, w->b.points),
                                 .width = p->width,
                                 .sum = p->sum,
                                 .count = p->nonfinite ? p->count : NULL,
                                 .missing = p->nonfinite};
  w->sink->put(w->sink, &part, thread);
}

void mc_distance_tile(const mc_distance_work *w, const mc_tile *t, int thread) {
  unsigned char *scratch = w->scratch + thread * w->scratch_bytes;
  const int64_t d = w->a.coordinates, rows = mc_min(t->row1 * LANES, w->a.points);
  mc_distance_finish left;
  piece last;
  bool unfinished = false; /* are the sums of `last` left to the next call of the kernel? */
  for (int64_t k = 0; k == 0 || k < d; k += COORDINATES)
    for (int64_t row = t->row0 * LANES; row < rows; row += ROWS)
      for (int64_t panel = t->diagonal ? row / LANES : t->column0; panel < t->column1; panel++) {
        const piece p = piece_at(w, t, row, panel * LANES, scratch);
        run(w, &p, k, mc_min(COORDINATES, d - k), unfinished ? &left : NULL);
        if (unfinished && p.nonfinite) /* this kernel does not finish other sums */
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

mc_distance_part mc_distance_panels(const mc_distance_work *w, int64_t a, int64_t b, int thread) {
  unsigned char *sum = w->scratch + thread * w->scratch_bytes;
  unsigned char *count = sum + (int64_t) LANES * LANES * w->a.size;
  const int64_t d = w->a.coordinates;
  const bool nonfinite = mc_distance_nonfinite(w, a * LANES, b * LANES);
  const mc_distance_part part = {.row0 = a * LANES,
                                 .row1 = mc_min((a + 1) * LANES, w->a.points),
                                 .lane0 = b * LANES,
                                 .lane1 = mc_min((b + 1) * LANES, w->b.points),
                                 .width = LANES,
                                 .sum = sum,
                                 .count = nonfinite ? count : NULL,
                                 .missing = nonfinite};
  for (int64_t k = 0; k == 0 || k < d; k += COORDINATES)
    for (int64_t row = part.row0; row < part.row1; row += ROWS) {
      const int64_t at = (row - part.row0) * LANES * w->a.size;
      const piece p = {row, part.lane0, sum + at, count + at, LANES, nonfinite};
      run(w, &p, k, mc_min(COORDINATES, d - k), NULL);
    }
  return part;
}
