#include "distance/matrix_sink.h"

#include <math.h>
#include <string.h>

#include "base/first_touch.h"
#include "distance/types.h"

enum { STRETCH = 128 }; /* numbers of a row that are transposed together */

static mc_status begin(mc_distance_sink *sink, const mc_distance_shape *shape,
                       const mc_call *call) {
  mc_distance_matrix *m = (mc_distance_matrix *) sink;
  m->shape = *shape;
  m->kernels = call->kernels;
  const int64_t size = mc_distance_size(shape->a_points, shape->b_points, shape->symmetric);
  return mc_first_touch(m->out, size * (int64_t) sizeof *m->out, shape->threads, call->monitor);
}

static double *place(const mc_distance_sink *sink, int64_t row, int64_t lane) {
  const mc_distance_matrix *m = (const mc_distance_matrix *) sink;
  return m->out + (m->shape.symmetric ? mc_distance_index(m->shape.b_points, lane, row)
                                      : lane + row * m->shape.b_points);
}

static void mark_missing(const mc_distance_matrix *m, int64_t n, double *out) {
  for (int64_t l = 0; l < n; l++)
    if (isnan(out[l]))
      out[l] = m->na;
}

/* Makes distances of n sums of a row, from number `at` on: scales sums of fewer coordinates, takes
   roots, writes NA. */
static void finish_row(const mc_distance_matrix *m, const mc_distance_part *part, int64_t at,
                       int64_t n, double *out) {
  mc_distance_scale(&m->shape, part, at, n);
  if (m->shape.size == 8) {
    const double *sum = (const double *) part->sum + at;
    if (m->root)
      m->kernels->distance_roots_f64(sum, n, out);
    else
      memcpy(out, sum, (size_t) n * sizeof *out);
  } else {
    float *sum = (float *) part->sum + at;
    if (m->root)
      m->kernels->distance_roots_f32(sum, n, sum);
    m->kernels->distance_widen(sum, n, out);
  }
  if (part->missing)
    mark_missing(m, n, out);
}

/* The columns of the result belong to points of b, so the rows of sums are transposed. */
static void put_swapped(const mc_distance_matrix *m, const mc_distance_part *part) {
  const int64_t rows = part->row1 - part->row0, points = m->shape.a_points;
  enum { ROWS = 32 };
  double row[ROWS][STRETCH];
  for (int64_t lane = part->lane0; lane < part->lane1; lane += STRETCH) {
    const int64_t n = part->lane1 - lane < STRETCH ? part->lane1 - lane : STRETCH;
    for (int64_t from = 0; from < rows; from += ROWS) {
      const int64_t some = rows - from < ROWS ? rows - from : ROWS;
      for (int64_t r = 0; r < some; r++)
        finish_row(m, part, (from + r) * part->width + lane - part->lane0, n, row[r]);
      double *out = m->out + lane * points + part->row0 + from;
      for (int64_t l = 0; l < n; l++)
        for (int64_t r = 0; r < some; r++)
          out[l * points + r] = row[r][l];
    }
  }
}

static void put(mc_distance_sink *sink, const mc_distance_part *part, int thread) {
  const mc_distance_matrix *m = (const mc_distance_matrix *) sink;
  (void) thread;
  if (m->shape.swapped) {
    put_swapped(m, part);
    return;
  }
  for (int64_t row = part->row0; row < part->row1; row++) {
    int64_t lane = part->lane0;
    if (m->shape.symmetric && lane <= row)
      lane = row + 1;
    if (lane < part->lane1)
      finish_row(m, part, (row - part->row0) * part->width + lane - part->lane0, part->lane1 - lane,
                 place(sink, row, lane));
  }
}

mc_distance_matrix mc_distance_matrix_make(double *out, bool root, double na) {
  return (mc_distance_matrix){
    .sink = {.begin = begin, .put = put, .place = place}, .out = out, .root = root, .na = na};
}
