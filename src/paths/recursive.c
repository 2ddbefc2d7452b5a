/* Floyd-Warshall by recursive divide and conquer on a Z-Morton layout (CORDAC: Tithi et al.,
   sections II and III, with their functions).

     A(K)        the distances among the vertices K, over K
       A(K1);  B(K1, K2), C(K2, K1);  D(K2, K2, K1);
       A(K2);  B(K2, K1), C(K1, K2);  D(K1, K1, K2)
     B(K, J)     those from K to J, over K, after A(K)
       for both halves J' of J:  B(K1, J');  D(K2, J', K1);  B(K2, J');  D(K1, J', K2)
     C(I, K)     those from I to K, over K: the mirror image of B
     D(I, J, K)  those from I to J, over K: reads nothing that it writes
       for both halves of K, one after the other, all quarters of I x J

   down to tiles of `block` x `block`, in the order of the layout, by tasks. The kernels read packed
   copies of their operands (tropical/panel.h; the paper's copy-optimization), which A, B and C
   leave for D. Copies exist for the steps of half of the t x t tiles at most: 2 t (t / 2) tiles. So
   the top level does A, B, C and D for one such part of the vertices after the other. */

#include "paths/recursive.h"

#include "base/integers.h"
#include "paths/solve.h"
#include "tropical/panel.h"
#include "tropical/recursion.h"
#include "tropical/zmorton.h"

enum { LANES = MC_TROPICAL_LANES };

typedef struct {
  mc_paths_work *w;
  int64_t tiles;                 /* tiles in one direction */
  mc_tropical_range part;        /* the steps that have panels now */
  int64_t part_size;             /* tiles of a part */
  unsigned char *rows, *columns; /* [step tile of the part][tile], [tile][step tile] */
} work;

/* ---- tiles ---- */

static mc_tropical_block tile_at(const work *c, int64_t i, int64_t j) {
  const int64_t side = c->w->block;
  const mc_tropical_zmorton x =
    mc_tropical_zmorton_block(c->w->n, c->w->n, side, i * side, j * side);
  return (mc_tropical_block){(unsigned char *) c->w->number + x.offset * c->w->tropical.size,
                             c->w->via == NULL ? NULL : c->w->via + x.offset, x.columns, x.rows,
                             x.columns};
}

static int64_t steps_of(const work *c, int64_t k) {
  return mc_min(c->w->block, c->w->steps - k * c->w->block);
}

/* The panels of a tile: one for each group of 32 lanes. */
static unsigned char *panels_at(const work *c, unsigned char *panels, int64_t number) {
  return panels + number * c->w->block * c->w->block * c->w->tropical.size;
}

static unsigned char *rows_at(const work *c, int64_t k, int64_t j) {
  return panels_at(c, c->rows, (k - c->part.first) * c->tiles + j);
}

static unsigned char *columns_at(const work *c, int64_t i, int64_t k) {
  return panels_at(c, c->columns, i * c->part_size + k - c->part.first);
}

static unsigned char *group_of(const work *c, unsigned char *panels, int64_t group) {
  return panels + group * c->w->block * LANES * c->w->tropical.size;
}

/* ---- the functions on single tiles ---- */

/* Numbers from one panel of a tile to the next. */
static int64_t apart(const work *c) {
  return c->w->block * LANES;
}

static void product(const work *c, int64_t i, int64_t j, int64_t k) {
  const mc_tropical_block x = tile_at(c, i, j);
  mc_tropical_product(&c->w->tropical, &x, columns_at(c, i, k), rows_at(c, k, j), apart(c),
                      steps_of(c, k), (int32_t) (k * c->w->block) + 1);
}

static void pack_rows(const work *c, int64_t k, int64_t j) {
  mc_tropical_block x = tile_at(c, k, j);
  x.rows = steps_of(c, k);
  mc_tropical_pack_rows(&c->w->tropical, &x, rows_at(c, k, j), apart(c));
}

static void pack_columns(const work *c, int64_t i, int64_t k) {
  mc_tropical_block x = tile_at(c, i, k);
  x.columns = steps_of(c, k);
  mc_tropical_pack_columns(&c->w->tropical, &x, columns_at(c, i, k), apart(c));
}

static mc_status tile_a(void *context, int64_t i, int64_t j, int64_t k) {
  const work *c = context;
  const int64_t d = steps_of(c, k), vertices = tile_at(c, k, k).rows;
  unsigned char *rows = rows_at(c, k, k), *columns = columns_at(c, k, k);
  pack_rows(c, k, k);
  pack_columns(c, k, k);
  const int64_t good = mc_paths_solve_diagonal(c->w, rows, columns, apart(c), d);
  if (good < d) {
    c->w->negative = k * c->w->block + good + 1;
    return MC_ERR_CYCLE;
  }
  for (int64_t l = mc_round_up(d, LANES); l < vertices; l += LANES) { /* without steps */
    mc_paths_solve_panel(c->w, columns, apart(c), d, group_of(c, rows, l / LANES));
    mc_paths_solve_panel(c->w, rows, apart(c), d, group_of(c, columns, l / LANES));
  }
  product(c, i, j, k);
  return MC_OK;
}

static mc_status tile_b(void *context, int64_t i, int64_t j, int64_t k) {
  const work *c = context;
  const int64_t columns = tile_at(c, k, j).columns;
  pack_rows(c, k, j);
  for (int64_t column = 0; column < columns; column += LANES)
    mc_paths_solve_panel(c->w, columns_at(c, k, k), apart(c), steps_of(c, k),
                         group_of(c, rows_at(c, k, j), column / LANES));
  product(c, i, j, k);
  return MC_OK;
}

static mc_status tile_c(void *context, int64_t i, int64_t j, int64_t k) {
  const work *c = context;
  const int64_t rows = tile_at(c, i, k).rows;
  pack_columns(c, i, k);
  for (int64_t row = 0; row < rows; row += LANES)
    mc_paths_solve_panel(c->w, rows_at(c, k, k), apart(c), steps_of(c, k),
                         group_of(c, columns_at(c, i, k), row / LANES));
  product(c, i, j, k);
  return MC_OK;
}

static mc_status tile_d(void *context, int64_t i, int64_t j, int64_t k) {
  product(context, i, j, k);
  return MC_OK;
}

/* ---- the functions on halves ---- */

enum { A, B, C, D };

static const mc_tropical_function functions[] = {[A] = {tile_a,
                                                        1,
                                                        {{1, A, MC_K1, MC_K1, MC_K1},
                                                         {2, B, MC_K1, MC_K2, MC_K1},
                                                         {2, C, MC_K2, MC_K1, MC_K1},
                                                         {3, D, MC_K2, MC_K2, MC_K1},
                                                         {4, A, MC_K2, MC_K2, MC_K2},
                                                         {5, B, MC_K2, MC_K1, MC_K2},
                                                         {5, C, MC_K1, MC_K2, MC_K2},
                                                         {6, D, MC_K1, MC_K1, MC_K2}},
                                                        0},
                                                 [B] = {tile_b,
                                                        1,
                                                        {{1, B, MC_K1, MC_J1, MC_K1},
                                                         {1, B, MC_K1, MC_J2, MC_K1},
                                                         {2, D, MC_K2, MC_J1, MC_K1},
                                                         {2, D, MC_K2, MC_J2, MC_K1},
                                                         {3, B, MC_K2, MC_J1, MC_K2},
                                                         {3, B, MC_K2, MC_J2, MC_K2},
                                                         {4, D, MC_K1, MC_J1, MC_K2},
                                                         {4, D, MC_K1, MC_J2, MC_K2}},
                                                        0},
                                                 [C] = {tile_c,
                                                        1,
                                                        {{1, C, MC_I1, MC_K1, MC_K1},
                                                         {1, C, MC_I2, MC_K1, MC_K1},
                                                         {2, D, MC_I1, MC_K2, MC_K1},
                                                         {2, D, MC_I2, MC_K2, MC_K1},
                                                         {3, C, MC_I1, MC_K2, MC_K2},
                                                         {3, C, MC_I2, MC_K2, MC_K2},
                                                         {4, D, MC_I1, MC_K1, MC_K2},
                                                         {4, D, MC_I2, MC_K1, MC_K2}},
                                                        0},
                                                 [D] = {tile_d, 1, MC_PRODUCT(D), 0}};

/* ---- the top ---- */

/* Tiles of a part: half of all at most, and a power of two, so that parts are quadrants. */
static int64_t part_size_of(int64_t tiles) {
  int64_t q = 1;
  while (4 * q <= tiles)
    q *= 2;
  return q;
}

static int64_t tiles_of(int64_t n, int64_t block) {
  return mc_round_up(n, block) / block;
}

int64_t mc_paths_recursive_scratch(int64_t n, int64_t block) {
  const int64_t tiles = tiles_of(n, block);
  return 2 * part_size_of(tiles) * tiles * block * block;
}

/* The tiles of a part. Of the current part: its tiles without steps, which exist if there are fewer
   steps than vertices. */
static mc_tropical_range others(const work *c, int64_t first) {
  const int64_t end = mc_min(first + c->part_size, c->tiles);
  if (first == c->part.first)
    first += c->part.count;
  return (mc_tropical_range){first, end - first};
}

static mc_status all_functions(const work *c, const mc_tropical_recursion *r) {
  const mc_tropical_range k = c->part;
  MC_TRY(mc_tropical_recurse(r, &(mc_tropical_call){A, k, k, k}));
  for (int64_t j = 0; j < c->tiles; j += c->part_size)
    MC_TRY(mc_tropical_recurse(r, &(mc_tropical_call){B, k, others(c, j), k}));
  for (int64_t i = 0; i < c->tiles; i += c->part_size)
    MC_TRY(mc_tropical_recurse(r, &(mc_tropical_call){C, others(c, i), k, k}));
  for (int64_t i = 0; i < c->tiles; i += c->part_size)
    for (int64_t j = 0; j < c->tiles; j += c->part_size)
      MC_TRY(mc_tropical_recurse(r, &(mc_tropical_call){D, others(c, i), others(c, j), k}));
  return MC_OK;
}

mc_status mc_paths_recursive(mc_paths_work *w) {
  work c = {.w = w, .tiles = tiles_of(w->n, w->block)};
  c.part_size = part_size_of(c.tiles);
  c.rows = w->scratch;
  c.columns = panels_at(&c, c.rows, c.part_size * c.tiles);
  /* the last part has only the tiles that have steps */
  const int64_t last = tiles_of(w->steps, w->block);
  const mc_tropical_recursion r = {
    .functions = functions,
    .context = &c,
    .monitor = w->call->monitor,
    .weight =
      (double) (w->n * w->n) * (double) w->steps / ((double) (c.tiles * c.tiles) * (double) last),
    .threads = w->threads,
    .region = mc_tropical_recursion_region(w->block, w->threads, w->job->poll_every)};
  for (int64_t first = 0; first < last; first += c.part_size) {
    c.part = (mc_tropical_range){first, mc_min(c.part_size, last - first)};
    MC_TRY(all_functions(&c, &r));
  }
  return MC_OK;
}
