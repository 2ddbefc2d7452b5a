#include "distance_work.h"

#include <string.h>

bool mc_distance_special(const mc_distance_work *w, int64_t row, int64_t lane) {
  return w->a.special[row / w->a.block] || w->b.special[lane / w->b.block];
}

enum { STRETCH = 128 }; /* numbers that are finished at once */

/* n <= STRETCH sums, and how many coordinates they count, to distances. */
static void finish_missing(const mc_distance_work *w, const unsigned char *sums,
                           const unsigned char *counts, int64_t n, double *out) {
  const double d = (double) w->a.coordinates;
  double scaled[STRETCH];
  for (int64_t l = 0; l < n; l++) {
    const bool wide = w->a.size == 8;
    const double s = wide ? ((const double *) sums)[l] : (double) ((const float *) sums)[l];
    const double c = wide ? ((const double *) counts)[l] : (double) ((const float *) counts)[l];
    scaled[l] = c == d ? s : s / (c / d);
    if (c == 0)
      scaled[l] = w->job->na;
  }
  if (w->job->squared)
    memcpy(out, scaled, (size_t) n * sizeof *out);
  else
    w->kernels->distance_roots_f64(scaled, n, out);
  for (int64_t l = 0; l < n; l++)
    if (scaled[l] != scaled[l]) /* the root may have changed what NaN says */
      out[l] = w->job->na;
}

/* n neighbours of a row of sums, from `at` on. */
static void finish_row(const mc_distance_work *w, const mc_sums *sums, int64_t at,
                       int64_t n, bool special, double *out) {
  unsigned char *sum = sums->sum + at * w->a.size;
  const unsigned char *count = sums->count + at * w->a.size;
  if (special) {
    for (int64_t l = 0; l < n; l += STRETCH)
      finish_missing(w, sum + l * w->a.size, count + l * w->a.size,
                     n - l < STRETCH ? n - l : STRETCH, out + l);
  } else if (w->a.size == 8) {
    if (w->job->squared)
      memcpy(out, sum, (size_t) n * sizeof *out);
    else
      w->kernels->distance_roots_f64((const double *) sum, n, out);
  } else {
    if (!w->job->squared)
      w->kernels->distance_roots_f32((const float *) sum, n, (float *) sum);
    w->kernels->distance_widen((const float *) sum, n, out);
  }
}

/* The result's columns belong to points of b: rows of sums become parts of them. */
static void put_swapped(const mc_distance_work *w, mc_part part, const mc_sums *sums,
                        bool special) {
  const int64_t rows = part.row1 - part.row0;
  enum { ROWS = 32 };
  double row[ROWS][STRETCH];
  for (int64_t lane = part.lane0; lane < part.lane1; lane += STRETCH) {
    const int64_t n = part.lane1 - lane < STRETCH ? part.lane1 - lane : STRETCH;
    for (int64_t from = 0; from < rows; from += ROWS) {
      const int64_t some = rows - from < ROWS ? rows - from : ROWS;
      for (int64_t r = 0; r < some; r++)
        finish_row(w, sums, (from + r) * sums->width + lane - part.lane0, n, special,
                   row[r]);
      double *out = w->out + lane * w->a.points + part.row0 + from;
      for (int64_t l = 0; l < n; l++)
        for (int64_t r = 0; r < some; r++)
          out[l * w->a.points + r] = row[r][l];
    }
  }
}

void mc_distance_put(const mc_distance_work *w, mc_part part, const mc_sums *sums) {
  const bool special = mc_distance_special(w, part.row0, part.lane0);
  if (w->plan.swapped) {
    put_swapped(w, part, sums, special);
    return;
  }
  for (int64_t row = part.row0; row < part.row1; row++) {
    int64_t lane = part.lane0;
    if (w->job->symmetric && lane <= row)
      lane = row + 1;
    if (lane < part.lane1)
      finish_row(w, sums, (row - part.row0) * sums->width + lane - part.lane0,
                 part.lane1 - lane, special, mc_distance_place(w, row, lane));
  }
}
