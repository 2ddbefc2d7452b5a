#include "distance/put.h"

#include <string.h>

enum { STRETCH = 128 }; /* numbers that are transposed at once */

static void mark_missing(const mc_distance_work *w, int64_t n, double *out) {
  for (int64_t l = 0; l < n; l++)
    if (isnan(out[l]))
      out[l] = w->job->na;
}

void mc_distance_finish(const mc_distance_work *w, const double *sum, int64_t n, bool nonfinite,
                        double *out) {
  if (w->job->squared)
    memcpy(out, sum, (size_t) n * sizeof *out);
  else
    w->kernels->distance_roots_f64(sum, n, out);
  if (nonfinite)
    mark_missing(w, n, out);
}

/* The same from floats. */
static void finish_narrow(const mc_distance_work *w, float *sum, int64_t n, bool nonfinite,
                          double *out) {
  if (!w->job->squared)
    w->kernels->distance_roots_f32(sum, n, sum);
  w->kernels->distance_widen(sum, n, out);
  if (nonfinite)
    mark_missing(w, n, out);
}

/* n neighbours of a row of sums, from `at` on; scaled where coordinates are missing. */
static void finish_row(const mc_distance_work *w, const mc_sums *sums, int64_t at, int64_t n,
                       bool nonfinite, double *out) {
  const double d = (double) w->a.coordinates;
  if (w->a.size == 8) {
    double *sum = (double *) sums->sum + at, *count = (double *) sums->count + at;
    for (int64_t l = 0; nonfinite && l < n; l++)
      sum[l] = mc_distance_scaled(sum[l], count[l], d);
    mc_distance_finish(w, sum, n, nonfinite, out);
  } else {
    float *sum = (float *) sums->sum + at, *count = (float *) sums->count + at;
    for (int64_t l = 0; nonfinite && l < n; l++)
      sum[l] = (float) mc_distance_scaled(sum[l], count[l], d);
    finish_narrow(w, sum, n, nonfinite, out);
  }
}

/* The result's columns belong to points of b: rows of sums become parts of them. */
static void put_swapped(const mc_distance_work *w, mc_part part, const mc_sums *sums,
                        bool nonfinite) {
  const int64_t rows = part.row1 - part.row0;
  enum { ROWS = 32 };
  double row[ROWS][STRETCH];
  for (int64_t lane = part.lane0; lane < part.lane1; lane += STRETCH) {
    const int64_t n = part.lane1 - lane < STRETCH ? part.lane1 - lane : STRETCH;
    for (int64_t from = 0; from < rows; from += ROWS) {
      const int64_t some = rows - from < ROWS ? rows - from : ROWS;
      for (int64_t r = 0; r < some; r++)
        finish_row(w, sums, (from + r) * sums->width + lane - part.lane0, n, nonfinite, row[r]);
      double *out = w->out + lane * w->a.points + part.row0 + from;
      for (int64_t l = 0; l < n; l++)
        for (int64_t r = 0; r < some; r++)
          out[l * w->a.points + r] = row[r][l];
    }
  }
}

void mc_distance_put(const mc_distance_work *w, mc_part part, const mc_sums *sums) {
  const bool nonfinite = mc_distance_nonfinite(w, part.row0, part.lane0);
  if (w->plan.swapped) {
    put_swapped(w, part, sums, nonfinite);
    return;
  }
  for (int64_t row = part.row0; row < part.row1; row++) {
    int64_t lane = part.lane0;
    if (w->job->symmetric && lane <= row)
      lane = row + 1;
    if (lane < part.lane1)
      finish_row(w, sums, (row - part.row0) * sums->width + lane - part.lane0, part.lane1 - lane,
                 nonfinite, mc_distance_place(w, row, lane));
  }
}
