#include "paths/solve.h"

#include "tropical/panel.h"

enum { LANES = MC_TROPICAL_LANES, ROWS = MC_TROPICAL_ROWS, STEPS = MC_TROPICAL_STEPS };

/* Numbers of either precision. */
typedef union {
  double wide[STEPS * LANES];
  float narrow[STEPS * LANES];
} corner;

static unsigned char *at(const mc_paths_work *w, const void *panel, int64_t step, int64_t lane) {
  return (unsigned char *) panel + (step * LANES + lane) * w->tropical.size;
}

/* Where step j, as a lane, stands in panels that are `step` numbers apart. */
static const unsigned char *lane_of(const mc_paths_work *w, const void *panels, int64_t step,
                                    int64_t k, int64_t j) {
  return at(w, (const unsigned char *) panels + j / LANES * step * w->tropical.size, k, j % LANES);
}

/* Later steps j of a panel by steps k, ..., k + 7, which are solved. Those from d on, which
   only fill up, become +Inf again: their lanes may be of vertices. */
static void follow(const mc_paths_work *w, const void *diagonal, int64_t step, int64_t d, int64_t k,
                   void *panel) {
  for (int64_t j = k + STEPS; j < d; j += ROWS)
    w->tropical.tile(lane_of(w, diagonal, step, k, j), at(w, panel, k, 0), STEPS,
                     at(w, panel, j, 0), LANES);
  mc_tropical_fill(&w->tropical, at(w, panel, d, 0), (mc_tropical_panel_steps(d) - d) * LANES);
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
  const int64_t size = w->tropical.size;
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
