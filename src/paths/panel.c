#include "paths/panel.h"

#include <string.h>

#include "base/integers.h"

enum { LANES = MC_TROPICAL_LANES, ROWS = MC_TROPICAL_ROWS, STEPS = MC_TROPICAL_STEPS };

int64_t mc_paths_panel_steps(int64_t d) {
  return mc_round_up(d, STEPS);
}

/* Numbers of either precision. */
typedef union {
  double wide[ROWS * LANES];
  float narrow[ROWS * LANES];
} small_tile;
typedef union {
  double wide[STEPS * LANES];
  float narrow[STEPS * LANES];
} corner;

static unsigned char *at(const mc_paths_work *w, const void *panel, int64_t step, int64_t lane) {
  return (unsigned char *) panel + (step * LANES + lane) * w->kernels.size;
}

/* ---- packing ---- */

void mc_paths_pack_rows(const mc_paths_work *w, const mc_paths_part *x, void *panel) {
  const int64_t size = w->kernels.size, d = mc_paths_panel_steps(x->rows);
  for (int64_t k = 0; k < x->rows; k++) {
    memcpy(at(w, panel, k, 0), x->number + k * x->stride * size, (size_t) (x->columns * size));
    mc_paths_fill(size, at(w, panel, k, x->columns), LANES - x->columns);
  }
  mc_paths_fill(size, at(w, panel, x->rows, 0), (d - x->rows) * LANES);
}

/* Eight rows at a time, so that lines of the panel are written at once. */
#define TRANSPOSE(TYPE)                                                        \
  static void transpose_##TYPE(const mc_paths_part *x, TYPE *panel) {          \
    enum { AT_ONCE = 8 };                                                      \
    const TYPE *from = (const TYPE *) x->number;                               \
    int64_t u = 0;                                                             \
    for (; u + AT_ONCE <= x->rows; u += AT_ONCE)                               \
      for (int64_t k = 0; k < x->columns; k++)                                 \
        for (int v = 0; v < AT_ONCE; v++)                                      \
          panel[k * LANES + u + v] = from[(u + v) * x->stride + k];            \
    for (; u < x->rows; u++)                                                   \
      for (int64_t k = 0; k < x->columns; k++)                                 \
        panel[k * LANES + u] = from[u * x->stride + k];                        \
  }
TRANSPOSE(double)
TRANSPOSE(float)
#undef TRANSPOSE

void mc_paths_pack_columns(const mc_paths_work *w, const mc_paths_part *x, void *panel) {
  const int64_t size = w->kernels.size, d = mc_paths_panel_steps(x->columns);
  if (size == sizeof(double))
    transpose_double(x, panel);
  else
    transpose_float(x, panel);
  for (int64_t k = 0; k < x->columns; k++)
    mc_paths_fill(size, at(w, panel, k, x->rows), LANES - x->rows);
  mc_paths_fill(size, at(w, panel, x->columns, 0), (d - x->columns) * LANES);
}

/* ---- solving ---- */

/* Where step j, as a lane, stands in panels that are `step` numbers apart. */
static const unsigned char *lane_of(const mc_paths_work *w, const void *panels, int64_t step,
                                    int64_t k, int64_t j) {
  return at(w, (const unsigned char *) panels + j / LANES * step * w->kernels.size, k, j % LANES);
}

/* Later steps j of a panel by steps k, ..., k + 7, which are solved. Those from d on, which
   only fill up, become +Inf again: their lanes may be of vertices. */
static void follow(const mc_paths_work *w, const void *diagonal, int64_t step, int64_t d,
                   int64_t k, void *panel) {
  for (int64_t j = k + STEPS; j < d; j += ROWS)
    w->kernels.tile(lane_of(w, diagonal, step, k, j), at(w, panel, k, 0), STEPS,
                    at(w, panel, j, 0), LANES);
  mc_paths_fill(w->kernels.size, at(w, panel, d, 0), (mc_paths_panel_steps(d) - d) * LANES);
}

void mc_paths_solve_panel(const mc_paths_work *w, const void *diagonal, int64_t step, int64_t d,
                          void *panel) {
  for (int64_t k = 0; k < d; k += STEPS) {
    w->kernels.solve(lane_of(w, diagonal, step, k, k), at(w, panel, k, 0));
    follow(w, diagonal, step, d, k, panel);
  }
}

int64_t mc_paths_solve_diagonal(const mc_paths_work *w, void *rows, void *columns, int64_t step,
                                int64_t d) {
  const int64_t size = w->kernels.size;
  corner row, column;
  for (int64_t k = 0; k < d; k += STEPS) {
    const int good = w->kernels.corner(lane_of(w, rows, step, k, k), &row, &column);
    if (good < STEPS)
      return k + good;
    for (int64_t j = 0; j < d; j += LANES) {
      w->kernels.solve(&column, at(w, (unsigned char *) rows + j / LANES * step * size, k, 0));
      w->kernels.solve(&row, at(w, (unsigned char *) columns + j / LANES * step * size, k, 0));
    }
    for (int64_t j = 0; j < d; j += LANES) {
      follow(w, columns, step, d, k, (unsigned char *) rows + j / LANES * step * size);
      follow(w, rows, step, d, k, (unsigned char *) columns + j / LANES * step * size);
    }
  }
  return d;
}

/* ---- the product ---- */

/* Up to 4 x 32 of X, where they are fewer: in a whole tile aside. */
static void product_aside(const mc_paths_work *w, const mc_paths_part *x, const void *columns,
                          const void *rows, int64_t d, int32_t first) {
  const int64_t size = w->kernels.size;
  small_tile number;
  int32_t via[ROWS * LANES] = {0};
  unsigned char *tile = (unsigned char *) &number;
  mc_paths_fill(size, tile, ROWS * LANES);
  for (int64_t r = 0; r < x->rows; r++) {
    memcpy(tile + r * LANES * size, x->number + r * x->stride * size, (size_t) (x->columns * size));
    if (x->via != NULL)
      memcpy(via + r * LANES, x->via + r * x->stride, (size_t) x->columns * sizeof *via);
  }
  if (x->via == NULL)
    w->kernels.tile(columns, rows, d, tile, LANES);
  else
    w->kernels.tile_via(columns, rows, d, tile, via, LANES, first);
  for (int64_t r = 0; r < x->rows; r++) {
    memcpy(x->number + r * x->stride * size, tile + r * LANES * size, (size_t) (x->columns * size));
    if (x->via != NULL)
      memcpy(x->via + r * x->stride, via + r * LANES, (size_t) x->columns * sizeof *via);
  }
}

void mc_paths_product(const mc_paths_work *w, const mc_paths_part *x, const void *columns,
                      const void *rows, int64_t d, int32_t first) {
  d = mc_paths_panel_steps(d);
  for (int64_t r = 0; r < x->rows; r += ROWS) {
    const mc_paths_part part =
      mc_paths_part_at(x, w->kernels.size, r, 0, mc_min(ROWS, x->rows - r), x->columns);
    const void *a = at(w, columns, 0, r);
    if (part.rows < ROWS || part.columns < LANES)
      product_aside(w, &part, a, rows, d, first);
    else if (part.via == NULL)
      w->kernels.tile(a, rows, d, part.number, part.stride);
    else
      w->kernels.tile_via(a, rows, d, part.number, part.via, part.stride, first);
  }
}
