/* Blocked Floyd-Warshall (algorithm 2 of Hou et al.) in place, by register tiles.

     for each block of steps
       step 1  the panels of its own vertices                  (one thread)
       step 2  the panels of all others, rows and columns      (by groups of 32)
       step 3  X = min(X, columns + rows)                      (by tiles of 32 x 256)

   In the paper step 2 updates the block's rows and columns of the matrix; here it
   solves copies, and step 3 updates all of it (paths_panel.h). */

#include "paths_panel.h"
#include "sizes.h"

enum { LANES = MC_TROPICAL_LANES, BAND = 8 }; /* groups of columns in a tile */

typedef struct {
  mc_paths_work *w;
  mc_paths_part x; /* all of the matrix */
  int64_t groups, bands;
  int64_t k, d;                   /* the block's first step, and how many */
  int64_t step;                   /* numbers from one panel to the next */
  unsigned char *rows, *columns;  /* panels, one for each group */
} work;

static mc_paths_part part_of(const work *c, int64_t row, int64_t column, int64_t rows,
                             int64_t columns) {
  const int64_t n = c->w->n;
  return mc_paths_part_at(&c->x, c->w->kernels.size, row, column, mc_smaller(rows, n - row),
                          mc_smaller(columns, n - column));
}

static unsigned char *panel(const work *c, unsigned char *panels, int64_t group) {
  return panels + group * c->step * c->w->kernels.size;
}

static unsigned char *pack_rows(const work *c, int64_t group) {
  const mc_paths_part rows = part_of(c, c->k, group * LANES, c->d, LANES);
  unsigned char *to = panel(c, c->rows, group);
  mc_paths_pack_rows(c->w, &rows, to);
  return to;
}

static unsigned char *pack_columns(const work *c, int64_t group) {
  const mc_paths_part columns = part_of(c, group * LANES, c->k, LANES, c->d);
  unsigned char *to = panel(c, c->columns, group);
  mc_paths_pack_columns(c->w, &columns, to);
  return to;
}

/* ---- step 1 ---- */

static mc_status solve_diagonal(work *c) {
  const int64_t first = c->k / LANES;
  for (int64_t g = first; g * LANES < c->k + c->d; g++) {
    pack_rows(c, g);
    pack_columns(c, g);
  }
  const int64_t good = mc_paths_solve_diagonal(c->w, panel(c, c->rows, first),
                                               panel(c, c->columns, first), c->step, c->d);
  c->w->negative = good < c->d ? c->k + good + 1 : 0;
  return good < c->d ? MC_ERR_CYCLE : MC_OK;
}

/* ---- step 2: two jobs for each group ---- */

static void solve_group(void *context, int64_t id) {
  const work *c = context;
  const int64_t group = id / 2, first = c->k / LANES;
  if (group >= first && group * LANES < c->k + c->d)
    return; /* the diagonal */
  if (id % 2 == 0)
    mc_paths_solve_panel(c->w, panel(c, c->columns, first), c->step, c->d, pack_rows(c, group));
  else
    mc_paths_solve_panel(c->w, panel(c, c->rows, first), c->step, c->d, pack_columns(c, group));
}

/* ---- step 3 ---- */

static void update_tile(void *context, int64_t id) {
  const work *c = context;
  const int64_t row = id / c->bands, band = id % c->bands;
  const int64_t last = mc_smaller((band + 1) * BAND, c->groups);
  for (int64_t column = band * BAND; column < last; column++) {
    const mc_paths_part x = part_of(c, row * LANES, column * LANES, LANES, LANES);
    mc_paths_product(c->w, &x, panel(c, c->columns, row), panel(c, c->rows, column), c->d,
                     (int32_t) c->k + 1);
  }
}

mc_status mc_paths_simd(mc_paths_work *w) {
  const int64_t n = w->n, groups = mc_filled_up(n, LANES) / LANES;
  work c = {.w = w, .x = {w->number, w->via, n, n, n}, .groups = groups,
            .bands = mc_filled_up(groups, BAND) / BAND, .step = w->block * LANES};
  c.rows = mc_alloc(w->arena, groups * c.step, w->kernels.size);
  c.columns = mc_alloc(w->arena, groups * c.step, w->kernels.size);
  if (c.rows == NULL || c.columns == NULL)
    return MC_ERR_MEMORY;
  mc_status status = MC_OK;
  for (c.k = 0; c.k < w->steps && status == MC_OK; c.k += w->block) {
    c.d = mc_smaller(w->block, w->steps - c.k);
    /* n d^2 in step 2 and n^2 d in step 3, as shares of n^2 d in all */
    const double all = (double) (n * n) * (double) c.d;
    const double update = (double) n / (double) (n + c.d);
    status = solve_diagonal(&c);
    if (status == MC_OK)
      status = mc_paths_run(w, 2 * groups, all * (1 - update) / (double) (2 * groups),
                            solve_group, &c);
    if (status == MC_OK)
      status = mc_paths_run(w, groups * c.bands, all * update / (double) (groups * c.bands),
                            update_tile, &c);
  }
  return status;
}
