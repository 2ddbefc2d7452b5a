/* Alignment with any gap cost by cells. A cell is a rectangle of tiles, mostly 1 x 1 to 4 x 4; its
   row is I and its column J. The functions of tiles are those of the recursion (gap_tiles.h). Only
   the order is another one: threads seldom wait.

     for each anti-diagonal d = 0, 1, ...
       for each cell (I, J) with I + J = d:                                          "finish"
         B(I, J, J - 1) and C(I, J, I - 1)
         within the cell, tile by tile: B, C and A
       for each cell (I, J) with I + J > d + 1, the nearest anti-diagonal first:     "ahead"
         B(I, J, d - I) if I <= d, and C(I, J, d - J) if J <= d

   The work for one cell is a step. Threads take the steps in this order. A step waits until the
   cells that it reads are finished, and until the earlier steps of its own cell are done
   (base/levels.h). All of these come earlier in the order, so no thread waits for ever.

   When the two neighbours of a cell are finished, the cell has two products and its own tiles left.
   The critical path is this work, once for each anti-diagonal. Small cells make the critical path
   short. Large cells reuse their operands in the caches. */

#include "dynprog/gap_cells.h"

#include "base/integers.h"
#include "base/levels.h"
#include "base/team.h"
#include "dynprog/gap_tiles.h"

/* A cell has at most MOST tiles in each direction, unless a long table would then have more than
   MOST_CELLS cells in a row or column: memory for the order grows with the square of that. */
enum { MOST = 4, MOST_CELLS = 512 };

/* The steps of anti-diagonal d for cells of anti-diagonal e. They begin with step `first`. */
typedef struct {
  int32_t d, e;
  int64_t first;
} run;

typedef struct {
  const mc_gap_work *w;
  int64_t high, wide;   /* rows and columns of tiles in a cell */
  int64_t down, across; /* cells in a column, in a row */
  int64_t runs;
  run *run;         /* [runs] is the end of the last step */
  mc_levels levels; /* for each cell [I][J]: how many of its steps are done */
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

/* The cell rows of anti-diagonal e with a step at anti-diagonal d: those with I <= d, and those
   with I > d and J <= d. */
static void rows_at(const cells *c, int64_t d, int64_t e, range part[2]) {
  const range all = rows_of(c, e);
  part[0] = (range){all.a, mc_min(all.b, d)};
  part[1] = (range){mc_max(all.a, mc_max(e - d, d + 1)), all.b};
}

/* Puts all runs into `to` unless that is NULL. Returns their number. */
static int64_t make_runs(const cells *c, run *to) {
  const int64_t diagonals = c->down + c->across - 1;
  int64_t count = 0, first = 0;
  for (int64_t d = 0; d < diagonals; d++)
    for (int64_t e = d; e < diagonals; e += e == d ? 2 : 1) {
      range part[2];
      rows_at(c, d, e, part);
      if (to != NULL)
        to[count] = (run){(int32_t) d, (int32_t) e, first};
      count++;
      first += count_of(part[0]) + count_of(part[1]);
    }
  if (to != NULL)
    to[count] = (run){(int32_t) diagonals, (int32_t) diagonals, first};
  return count;
}

typedef struct {
  int64_t i, j, d;
} step;

static step step_of(const cells *c, int64_t id) {
  int64_t low = 0, high = c->runs - 1;
  while (low < high) { /* the last run with first <= id; a run may have no steps */
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

/* A cell has a step ahead at each anti-diagonal from min(I, J) to I + J - 2. The next step, its
   last one, finishes it. How many steps ahead it has before anti-diagonal d: */
static int before(int64_t i, int64_t j, int64_t d) {
  return (int) (d - mc_min(i, j));
}

/* Until the cell is finished. */
static void wait_for(const cells *c, int64_t i, int64_t j) {
  mc_levels_wait(&c->levels, i * c->across + j, (int) mc_max(1, mc_max(i, j)));
}

/* ---- a cell ---- */

static range rows_in(const cells *c, int64_t cell) {
  return (range){cell * c->high, mc_min((cell + 1) * c->high, c->w->down) - 1};
}

static range columns_in(const cells *c, int64_t cell) {
  return (range){cell * c->wide, mc_min((cell + 1) * c->wide, c->w->across) - 1};
}

/* B(I, J, K), C(I, J, K). */
static void product_b(const cells *c, int64_t cell_i, int64_t cell_j, int64_t cell_k) {
  const range rows = rows_in(c, cell_i), columns = columns_in(c, cell_j);
  const range by = columns_in(c, cell_k);
  for (int64_t i = rows.a; i <= rows.b; i++)
    for (int64_t k = by.a; k <= by.b; k++)
      for (int64_t j = columns.a; j <= columns.b; j++)
        mc_gap_tile_b(c->w, i, j, k, MC_GAP_IN_PLACE);
}

static void product_c(const cells *c, int64_t cell_i, int64_t cell_j, int64_t cell_k) {
  const range rows = rows_in(c, cell_i), columns = columns_in(c, cell_j);
  const range by = rows_in(c, cell_k);
  for (int64_t j = columns.a; j <= columns.b; j++)
    for (int64_t k = by.a; k <= by.b; k++)
      for (int64_t i = rows.a; i <= rows.b; i++)
        mc_gap_tile_c(c->w, i, j, k, MC_GAP_IN_PLACE);
}

/* The products of cell (I, J) whose finished operand is on anti-diagonal d. */
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

/* Finishes a cell that has all gaps from other cells. */
static void finish(const cells *c, int64_t cell_i, int64_t cell_j) {
  const range rows = rows_in(c, cell_i), columns = columns_in(c, cell_j);
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

/* A step that finishes a cell waits for (I, J - 1) and (I - 1, J). A also reads (I - 1, J - 1).
   That cell is finished, because (I - 1, J) has waited for it. */
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

static int64_t quotient_up(int64_t a, int64_t b) {
  return mc_round_up(a, b) / b;
}

/* Sets the sides of cells. They are the largest ones with which both directions have at least
   4 sqrt(threads) cells, within the bounds of MOST and MOST_CELLS. */
static void choose_sides(cells *c) {
  const mc_gap_work *w = c->w;
  const int64_t tiles = mc_min(w->down, w->across);
  int64_t side = 1;
  while (side < MOST && tiles * tiles >= 16 * w->threads * (side + 1) * (side + 1))
    side++;
  c->high = w->job->cell_rows;
  c->wide = w->job->cell_columns;
  if (c->high == 0)
    c->high = mc_max(side, quotient_up(w->down, MOST_CELLS));
  if (c->wide == 0)
    c->wide = mc_max(side, quotient_up(w->across, MOST_CELLS));
}

mc_status mc_gap_auto(mc_gap_work *w) {
  cells c = {.w = w};
  const double m = (double) w->job->m, n = (double) w->job->n;
  choose_sides(&c);
  c.down = quotient_up(w->down, c.high);
  c.across = quotient_up(w->across, c.wide);
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
