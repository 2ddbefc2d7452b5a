/* Alignment with any gap cost by cells: squares of tiles, cell row I and cell column J. The tiles'
   functions are those of the recursion (gap_tiles.h); the order is one in which no thread waits
   long.

     for each anti-diagonal d = 0, 1, ...
       for each cell (I, J), I + J = d:                                             "finish"
         B(I, J, J - 1) and C(I, J, I - 1), whose operands are the last that were finished
         the rest, by tiles: gaps within the cell, and A
       for each cell (I, J), I + J > d + 1, the nearest anti-diagonal first:          "ahead"
         B(I, J, d - I) if I <= d, and C(I, J, d - J) if J <= d

   Each line is a step. Threads take the steps in this order; a step waits until the cells that it
   reads are finished, and until the steps before it are done to its own cell (base/levels.h).

   So when the two neighbours of a cell are finished, two products and the cell itself are left to
   do. The critical path is that, once for each anti-diagonal. Cells of few tiles make it short;
   cells of many tiles read less from far caches. */

#include "dynprog/gap_cells.h"

#include "base/integers.h"
#include "base/levels.h"
#include "base/team.h"
#include "dynprog/gap_tiles.h"

enum { MOST = 4 /* tiles in a cell, in each direction */ };

/* Steps of the same kind: those of anti-diagonal d that are done to cells of anti-diagonal e. */
typedef struct {
  int64_t d, e, first;
} run;

typedef struct {
  const mc_gap_work *w;
  int64_t side, down, across; /* tiles in a cell; cells */
  int64_t runs;
  run *run;         /* and one more, behind the last step */
  mc_levels levels; /* of each cell [I][J]: the steps that are done to it */
} cells;

/* ---- the order ---- */

/* Cell rows from a to b. */
typedef struct {
  int64_t a, b;
} range;

static int64_t count_of(range r) {
  return mc_max(0, r.b - r.a + 1);
}

/* The cell rows of anti-diagonal e. */
static range rows_of(const cells *c, int64_t e) {
  return (range){mc_max(0, e - c->across + 1), mc_min(e, c->down - 1)};
}

/* Those with a step at anti-diagonal d: I <= d, or J <= d. */
static void rows_at(const cells *c, int64_t d, int64_t e, range part[2]) {
  const range all = rows_of(c, e);
  part[0] = (range){all.a, mc_min(all.b, d)};
  part[1] = (range){mc_max(all.a, mc_max(e - d, d + 1)), all.b};
}

/* All runs, to `to` if that is not NULL: how many. */
static int64_t make_runs(const cells *c, run *to) {
  const int64_t diagonals = c->down + c->across - 1;
  int64_t count = 0, first = 0;
  for (int64_t d = 0; d < diagonals; d++)
    for (int64_t e = d; e < diagonals; e += e == d ? 2 : 1) {
      range part[2];
      rows_at(c, d, e, part);
      if (to != NULL)
        to[count] = (run){d, e, first};
      count++;
      first += count_of(part[0]) + count_of(part[1]);
    }
  if (to != NULL)
    to[count] = (run){diagonals, diagonals, first};
  return count;
}

typedef struct {
  int64_t i, j, d;
} step;

static step step_of(const cells *c, int64_t id) {
  int64_t low = 0, high = c->runs - 1;
  while (low < high) { /* the last run that begins at `id` or before; some are empty */
    const int64_t middle = low + (high - low + 1) / 2;
    if (c->run[middle].first <= id)
      low = middle;
    else
      high = middle - 1;
  }
  const run *r = &c->run[low];
  range part[2];
  rows_at(c, r->d, r->e, part);
  const int64_t at = id - r->first, before = count_of(part[0]);
  const int64_t i = at < before ? part[0].a + at : part[1].a + at - before;
  return (step){i, r->e - i, r->d};
}

/* A cell has a step ahead at each anti-diagonal from min(I, J) to I + J - 2, and is finished by the
   step after those. */
static int before(int64_t i, int64_t j, int64_t d) {
  return (int) (d - mc_min(i, j));
}

static void wait_for(const cells *c, int64_t i, int64_t j) {
  mc_levels_wait(&c->levels, i * c->across + j, (int) mc_max(1, mc_max(i, j)));
}

/* ---- a cell ---- */

static range tiles_of(const cells *c, int64_t cell, int64_t tiles) {
  return (range){cell * c->side, mc_min((cell + 1) * c->side, tiles) - 1};
}

/* B(I, J, K), C(I, J, K). */
static void product_b(const cells *c, int64_t cell_i, int64_t cell_j, int64_t cell_k) {
  const range rows = tiles_of(c, cell_i, c->w->down), columns = tiles_of(c, cell_j, c->w->across);
  const range by = tiles_of(c, cell_k, c->w->across);
  for (int64_t i = rows.a; i <= rows.b; i++)
    for (int64_t k = by.a; k <= by.b; k++)
      for (int64_t j = columns.a; j <= columns.b; j++)
        mc_gap_tile_b(c->w, i, j, k, MC_GAP_IN_PLACE);
}

static void product_c(const cells *c, int64_t cell_i, int64_t cell_j, int64_t cell_k) {
  const range rows = tiles_of(c, cell_i, c->w->down), columns = tiles_of(c, cell_j, c->w->across);
  const range by = tiles_of(c, cell_k, c->w->down);
  for (int64_t j = columns.a; j <= columns.b; j++)
    for (int64_t k = by.a; k <= by.b; k++)
      for (int64_t i = rows.a; i <= rows.b; i++)
        mc_gap_tile_c(c->w, i, j, k, MC_GAP_IN_PLACE);
}

/* By gaps whose other side is finished on anti-diagonal d. */
static void products(const cells *c, step s) {
  if (s.i <= s.d && s.d - s.i < s.j) {
    wait_for(c, s.i, s.d - s.i);
    product_b(c, s.i, s.j, s.d - s.i);
  }
  if (s.j <= s.d && s.d - s.j < s.i) {
    wait_for(c, s.d - s.j, s.j);
    product_c(c, s.i, s.j, s.d - s.j);
  }
}

/* A cell, when all gaps from other cells are in it. */
static void finish(const cells *c, int64_t cell_i, int64_t cell_j) {
  const range rows = tiles_of(c, cell_i, c->w->down), columns = tiles_of(c, cell_j, c->w->across);
  for (int64_t i = rows.a; i <= rows.b; i++)
    for (int64_t j = columns.a; j <= columns.b; j++) {
      for (int64_t k = columns.a; k < j; k++)
        mc_gap_tile_b(c->w, i, j, k, MC_GAP_IN_PLACE);
      for (int64_t k = rows.a; k < i; k++)
        mc_gap_tile_c(c->w, i, j, k, MC_GAP_IN_PLACE);
      mc_gap_tile_a(c->w, i, j);
    }
}

/* ---- steps ---- */

/* The corner (I - 1, J - 1), of which A reads pairs, is finished before (I - 1, J). */
MC_BODY(do_step, const cells, c, id) {
  const step s = step_of(c, id);
  const int64_t own = s.i * c->across + s.j;
  if (s.i + s.j > s.d) {
    mc_levels_wait(&c->levels, own, before(s.i, s.j, s.d));
    products(c, s);
  } else {
    if (s.d > 0)
      mc_levels_wait(&c->levels, own, before(s.i, s.j, s.d - 1));
    products(c, (step){s.i, s.j, s.d - 1});
    finish(c, s.i, s.j);
  }
  mc_levels_raise(&c->levels, own);
}

/* As large as they can be if there are 4 sqrt(threads) of them or more in each direction. */
static int64_t side_for(const mc_gap_work *w) {
  const int64_t tiles = mc_min(w->down, w->across);
  int64_t side = 1;
  if (w->job->cell > 0)
    return w->job->cell;
  while (side < MOST && tiles * tiles >= 16 * w->threads * (side + 1) * (side + 1))
    side++;
  return side;
}

mc_status mc_gap_auto(mc_gap_work *w) {
  cells c = {.w = w, .side = side_for(w)};
  const double m = (double) w->job->m, n = (double) w->job->n;
  c.down = mc_round_up(w->down, c.side) / c.side;
  c.across = mc_round_up(w->across, c.side) / c.side;
  c.runs = make_runs(&c, NULL);
  c.run = mc_alloc(w->call->arena, c.runs + 1, sizeof *c.run);
  c.levels = mc_levels_make(w->call->arena, c.down * c.across, w->threads);
  if (c.run == NULL || c.levels.level == NULL)
    return MC_ERR_MEMORY;
  make_runs(&c, c.run);
  const int64_t steps = c.run[c.runs].first;
  return mc_run_each(w->call->monitor, w->threads, steps,
                     (m + 1) * (n + 1) * (m + n) / 2 / (double) steps, do_step, &c);
}
