/* Parenthesization by cells. A cell (J, I) is a square of 1 x 1 to 4 x 4 tiles: the intervals that
   begin in range I and end in range J. The functions of tiles are those of the recursion (tiles.h).
   Only the order is another one: threads seldom wait.

     for each distance d = 0, 1, ..., cells - 1
       for each cell (J, I), J - I = d:                                             "finish"
         C(J, I, K) for K = I + 1 and K = J - 1
         within the cell, tile by tile: C, and A or B
       for each cell (J, I), d < J - I < 2 d - 1, the nearest to the diagonal first:   "ahead"
         C(J, I, K) for K = I + d - 1 and K = J - d + 1

   The work for one cell is a step. Threads take the steps in this order. A step waits until the
   cells that it reads are finished, and until the earlier steps of its own cell are done
   (base/levels.h). All of these come earlier in the order, so no thread waits for ever.

   Steps ahead make all products of a cell (J, I) except two: at distance d those by the K with
   max(J - K, K - I) = d - 1, as soon as both operands are finished. When the two neighbours of a
   cell are finished, the cell has two products and B left. The critical path is this work,
   cells - 1 times. While one thread finishes a neighbour, the others make products ahead. (The
   recursion waits at the end of each wave for the slowest task.)

   Small cells make the critical path short. Large cells reuse their operands in the caches. */

#include "dynprog/cells.h"

#include "base/integers.h"
#include "base/levels.h"
#include "dynprog/tiles.h"

enum { MOST = 4 /* tiles in a cell, in each direction: such a cell has 512 KiB */ };

typedef struct {
  const mc_dynprog_work *w;
  int64_t side, count; /* tiles in a cell, and cells, in each direction */
  int64_t *first;      /* the first step of each distance; [count] is the number of steps */
  mc_levels levels;    /* for each cell [J][I]: how many of its steps are done */
} cells;

typedef struct {
  bool finish;
  int64_t j, i, d;
} step;

/* ---- the order ---- */

/* The number of steps ahead at distance d. */
static int64_t steps_ahead(const cells *c, int64_t d) {
  int64_t steps = 0;
  for (int64_t e = d + 1; e <= mc_min(2 * d - 2, c->count - 1); e++)
    steps += c->count - e;
  return steps;
}

static step step_of(const cells *c, int64_t id) {
  int64_t d = 0, end = c->count - 1;
  while (d < end) { /* the last distance with first <= id */
    const int64_t middle = d + (end - d + 1) / 2;
    if (c->first[middle] <= id)
      d = middle;
    else
      end = middle - 1;
  }
  int64_t at = id - c->first[d], e = d;
  while (at >= c->count - e)
    at -= c->count - e++;
  return (step){e == d, at + e, at, d};
}

/* A cell at distance e from the diagonal has one step ahead at each distance d from first_ahead(e)
   to e - 1. before(e, d) is the number of its steps before those of distance d. */
static int64_t first_ahead(int64_t e) {
  return (e + 1) / 2 + 1;
}
static int before(int64_t e, int64_t d) {
  return (int) mc_max(0, d - first_ahead(e));
}

/* Until the cell is finished. */
static void wait_for(const cells *c, int64_t j, int64_t i) {
  mc_levels_wait(&c->levels, j * c->count + i, before(j - i, j - i) + 1);
}

/* ---- a cell ---- */

typedef struct {
  int64_t first, end;
} range;

static range tiles_of(const cells *c, int64_t cell) {
  return (range){cell * c->side, mc_min((cell + 1) * c->side, c->w->tiles)};
}

/* C: blocks of 2 x 2 tiles, so that each operand is used twice while it is in the cache. */
static void product(const cells *c, int64_t cell_j, int64_t cell_i, int64_t cell_k) {
  enum { BLOCK = 2 };
  const range rows = tiles_of(c, cell_j), columns = tiles_of(c, cell_i), by = tiles_of(c, cell_k);
  for (int64_t row = rows.first; row < rows.end; row += BLOCK)
    for (int64_t column = columns.first; column < columns.end; column += BLOCK)
      for (int64_t k = by.first; k < by.end; k++)
        for (int64_t j = row; j < mc_min(row + BLOCK, rows.end); j++)
          for (int64_t i = column; i < mc_min(column + BLOCK, columns.end); i++)
            mc_dynprog_tile_c(c->w, j, i, k);
}

/* The products by K = I + far and K = J - far. */
static void products(const cells *c, int64_t j, int64_t i, int64_t far) {
  product(c, j, i, i + far);
  if (j - far != i + far)
    product(c, j, i, j - far);
}

/* Finishes a cell off the diagonal that has all products by other cells: rows of tiles from the
   first one on, and in a row the tiles from the last one on. */
static void finish_beside(const cells *c, int64_t cell_j, int64_t cell_i) {
  const range rows = tiles_of(c, cell_j), columns = tiles_of(c, cell_i);
  for (int64_t j = rows.first; j < rows.end; j++)
    for (int64_t i = columns.end - 1; i >= columns.first; i--) {
      for (int64_t k = rows.first; k < j; k++)
        mc_dynprog_tile_c(c->w, j, i, k);
      for (int64_t k = i + 1; k < columns.end; k++)
        mc_dynprog_tile_c(c->w, j, i, k);
      mc_dynprog_tile_b(c->w, j, i);
    }
}

static void finish_diagonal(const cells *c, int64_t cell) {
  const range tiles = tiles_of(c, cell);
  for (int64_t j = tiles.first; j < tiles.end; j++) {
    mc_dynprog_tile_a(c->w, j);
    for (int64_t i = j - 1; i >= tiles.first; i--) {
      for (int64_t k = i + 1; k < j; k++)
        mc_dynprog_tile_c(c->w, j, i, k);
      mc_dynprog_tile_b(c->w, j, i);
    }
  }
}

/* ---- steps ---- */

/* A cell (J, I) is finished after (J - 1, I) and (J, I + 1), and so after all cells (J', I') with
   I <= I' <= J' <= J. A step ahead has four operands. It waits only for the two that are farthest
   from the diagonal, because the other two are finished before these. */
MC_BODY(do_step, const cells, c, id) {
  const step s = step_of(c, id);
  const int64_t own = s.j * c->count + s.i, far = s.d - 1;
  if (!s.finish) {
    wait_for(c, s.i + far, s.i);
    wait_for(c, s.j, s.j - far);
    mc_levels_wait(&c->levels, own, before(s.j - s.i, s.d));
    products(c, s.j, s.i, far);
  } else if (s.d == 0) {
    finish_diagonal(c, s.j);
  } else {
    mc_levels_wait(&c->levels, own, before(s.d, s.d));
    wait_for(c, s.j - 1, s.i);
    wait_for(c, s.j, s.i + 1);
    if (far > 0)
      products(c, s.j, s.i, far);
    finish_beside(c, s.j, s.i);
  }
  mc_levels_raise(&c->levels, own);
}

/* The largest side with which each direction has at least 8 sqrt(threads) cells. In simulations
   (bench/manycore.R) 32 cells keep 16 threads busy for 97 % of the time, and 64 cells keep 64
   threads busy for 96 %. */
static int64_t side_for(const mc_dynprog_work *w) {
  int64_t side = 1;
  if (w->job->cell > 0)
    return w->job->cell;
  while (side < MOST && w->tiles * w->tiles >= 64 * w->threads * (side + 1) * (side + 1))
    side++;
  return side;
}

mc_status mc_dynprog_auto(mc_dynprog_work *w) {
  cells c = {.w = w, .side = side_for(w)};
  c.count = mc_round_up(w->tiles, c.side) / c.side;
  c.first = mc_alloc(w->call->arena, c.count + 1, sizeof *c.first);
  c.levels = mc_levels_make(w->call->arena, c.count * c.count, w->threads);
  if (c.first == NULL || c.levels.level == NULL)
    return MC_ERR_MEMORY;
  c.first[0] = 0;
  for (int64_t d = 0; d < c.count; d++)
    c.first[d + 1] = c.first[d] + c.count - d + steps_ahead(&c, d);
  const int64_t steps = c.first[c.count];
  const double n = (double) w->n;
  return mc_run_each(w->call->monitor, w->threads, steps, n * n * n / 6 / (double) steps, do_step,
                     &c);
}
