#include "paths/solve.h"

#include "tropical/panel.h"

enum { LANES = MC_TROPICAL_LANES, ROWS = MC_TROPICAL_ROWS, STEPS = MC_TROPICAL_STEPS };

/* Numbers of either precision. */
typedef union {
  double wide[STEPS * LANES];
  float narrow[STEPS * LANES];
} corner;

/* Where a lane of a step is in a panel, in bytes. */
static int64_t at(const mc_paths_work *w, int64_t step, int64_t lane) {
  return (step * LANES + lane) * w->tropical.size;
}

/* Where step j, as a lane, is in panels that are `step` numbers apart, in bytes. */
static int64_t lane_at(const mc_paths_work *w, int64_t step, int64_t k, int64_t j) {
  return j / LANES * step * w->tropical.size + at(w, k, j % LANES);
}

/* Brings steps k, ..., k + 7 of a panel up to date by all steps before them, which are solved. The
   best sums stay in registers. */
static void catch_up(const mc_paths_work *w, const unsigned char *diagonal, int64_t step, int64_t k,
                     unsigned char *panel) {
  if (k == 0)
    return;
  for (int64_t j = k; j < k + STEPS; j += ROWS)
    w->tropical.tile(diagonal + lane_at(w, step, 0, j), panel, k, panel + at(w, j, 0), LANES);
}

/* Steps from d on only fill up a panel. Their lanes may be of vertices, so updates write to them.
   They become +Inf again. */
static void fill_up(const mc_paths_work *w, int64_t d, unsigned char *panel) {
  mc_tropical_fill(&w->tropical, panel + at(w, d, 0), (mc_tropical_panel_steps(d) - d) * LANES);
}

void mc_paths_solve_panel(const mc_paths_work *w, const void *diagonal_, int64_t step, int64_t d,
                          void *panel_) {
  const unsigned char *diagonal = diagonal_;
  unsigned char *panel = panel_;
  for (int64_t k = 0; k < d; k += STEPS) {
    catch_up(w, diagonal, step, k, panel);
    w->kernels.solve(diagonal + lane_at(w, step, k, k), panel + at(w, k, 0));
  }
  fill_up(w, d, panel);
}

static void fill_diagonal(const mc_paths_work *w, int64_t step, int64_t d, unsigned char *rows,
                          unsigned char *columns) {
  for (int64_t j = 0; j < d; j += LANES) {
    fill_up(w, d, rows + lane_at(w, step, 0, j));
    fill_up(w, d, columns + lane_at(w, step, 0, j));
  }
}

/* The corner sees all steps of its group. Those from d on are filled up before, so that a vertex
   behind the block closes no negative cycle. */
int64_t mc_paths_solve_diagonal(const mc_paths_work *w, void *rows_, void *columns_, int64_t step,
                                int64_t d) {
  unsigned char *rows = rows_, *columns = columns_;
  corner row, column;
  for (int64_t k = 0; k < d; k += STEPS) {
    for (int64_t j = 0; j < d; j += LANES) {
      catch_up(w, columns, step, k, rows + lane_at(w, step, 0, j));
      catch_up(w, rows, step, k, columns + lane_at(w, step, 0, j));
    }
    if (k + STEPS > d)
      fill_diagonal(w, step, d, rows, columns);
    const int good = w->kernels.corner(rows + lane_at(w, step, k, k), &row, &column);
    if (good < STEPS)
      return k + good;
    for (int64_t j = 0; j < d; j += LANES) {
      w->kernels.solve(&column, rows + lane_at(w, step, k, j));
      w->kernels.solve(&row, columns + lane_at(w, step, k, j));
    }
  }
  fill_diagonal(w, step, d, rows, columns);
  return d;
}
