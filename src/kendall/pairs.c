/* The driver of the kernels that take one pair of columns at a time: naive,
   gse, vse, radix. Pairs are grouped into tiles of the paper's 8 x 8 (section 4.2),
   so that a tile's columns stay in cache; tiles are handed to threads. Where a
   single pair of long columns is all there is, two threads share it. */

#include "kendall/pairs.h"

#include <math.h>
#include <stdatomic.h>

#include "base/integers.h"
#include "base/tiles.h"
#include "kendall/work.h"

enum { TILE = MC_KENDALL_TILE, CELLS = TILE * TILE, COUNTS = 4 };

typedef mc_pair_counts (*pair_kernel)(const uint32_t *x, const uint32_t *y, int64_t n,
                                      void *scratch);

typedef mc_pair_counts (*ordered_kernel)(const mc_ordered *x, const mc_ordered *y, int64_t n,
                                         void *scratch);

/* A thread's scratch: two columns (for kernels without the ranks' order), then
   the kernel's own. */
typedef struct {
  int64_t column_bytes, kernel_bytes;
} layout;

#define SCRATCH_OF(constant, name, narrow, wide, scratch) \
  case MC_KENDALL_##constant: return scratch(n);

static int64_t kernel_scratch(mc_kendall_algorithm algorithm, int64_t n) {
  if (mc_kendall_ordered(algorithm))
    return mc_radix_scratch(n);
  switch (algorithm) {
#define MC_KENDALL_PAIR SCRATCH_OF
#include "kendall/algorithms.def"
  default: return 0;
  }
}

static layout layout_for(mc_kendall_algorithm algorithm, int64_t n) {
  return (layout){.column_bytes = mc_kendall_ordered(algorithm)
                                    ? 0
                                    : mc_round_up(n * (int64_t) sizeof(uint32_t), MC_ALIGN),
                  .kernel_bytes = mc_round_up(kernel_scratch(algorithm, n), MC_ALIGN)};
}

static int64_t layout_bytes(layout l) {
  return 2 * l.column_bytes + l.kernel_bytes;
}

int64_t mc_kendall_pairs_scratch(mc_kendall_algorithm algorithm, int64_t n) {
  return layout_bytes(layout_for(algorithm, n));
}

#define KERNEL_OF(constant, name, narrow, wide, scratch) \
  case MC_KENDALL_##constant: return n <= INT16_MAX + 1 ? k->narrow : k->wide;

/* NULL for those that algorithms.def names no kernel of. */
static pair_kernel kernel_for(const mc_kernels *k, mc_kendall_algorithm algorithm, int64_t n) {
  switch (algorithm) {
#define MC_KENDALL_PAIR KERNEL_OF
#include "kendall/algorithms.def"
  default: return NULL;
  }
}

static mc_ordered ordered_column(const mc_ranks *ranks, int64_t j) {
  const mc_ranked *c = &ranks->column[j];
  int64_t at = j * ranks->stride * ranks->width;
  return (mc_ordered){.rank = (const unsigned char *) ranks->rank + at,
                      .order = (const unsigned char *) ranks->order + at,
                      .present = c->present,
                      .distinct = c->distinct,
                      .pairs = c->pairs,
                      .missing = c->missing,
                      .tied = c->tied};
}

/* Copies the rows that columns i of a and j of b both have; their number. */
static int64_t gather_pair(const mc_kendall_panel *p, int64_t i, int64_t j, uint32_t *x,
                           uint32_t *y) {
  int64_t count = 0;
  for (int64_t k = 0; k < p->a->n; k++) {
    x[count] = mc_rank_at(p->a, i, k);
    y[count] = mc_rank_at(p->b, j, k);
    count += x[count] != MC_RANK32_NA && y[count] != MC_RANK32_NA;
  }
  return count;
}

typedef struct {
  const mc_kendall_panel *panel;
  mc_kendall_sink *sink;
  const mc_kernels *kernels;
  pair_kernel kernel;
  ordered_kernel ordered; /* instead of kernel, or NULL */
  layout layout;
  mc_grid grid;
  int64_t tile0; /* the first tile of a loop */
  int threads;
  unsigned char *scratch;
} pairs_context;

/* The pairs of tile t that nobody wants: bit TILE i + j. */
static uint64_t left_out(const pairs_context *c, const mc_tile *t) {
  return mc_kendall_left_out(c->sink, c->panel->a0 + t->row0, c->panel->b0 + t->column0,
                             (int) (t->row1 - t->row0), (int) (t->column1 - t->column0), TILE);
}

/* Hands the counts of tile t over: s, x_pairs, y_pairs and total at [TILE i + j]. */
static void put(const pairs_context *c, const mc_tile *t, uint64_t without,
                int64_t (*counts)[CELLS], int thread) {
  const int64_t *of[] = {counts[0], counts[1], counts[2], counts[3]};
  const mc_kendall_tile tile = {.panel = c->panel,
                                .i0 = t->row0,
                                .j0 = t->column0,
                                .rows = (int) (t->row1 - t->row0),
                                .columns = (int) (t->column1 - t->column0),
                                .diagonal = t->diagonal,
                                .stride = TILE,
                                .left_out = without,
                                .counts = of};
  c->sink->put(c->sink, &tile, thread);
}

static mc_status flush(const pairs_context *c, const mc_call *call) {
  return c->sink->flush == NULL ? MC_OK : c->sink->flush(c->sink, call);
}

/* Without a kernel it is the naive one, of which this does the rows [from, to) * n. */
static mc_pair_counts count_pair(const pairs_context *c, int64_t i, int64_t j, double from,
                                 double to, unsigned char *mine) {
  const mc_kendall_panel *panel = c->panel;
  uint32_t *x = (uint32_t *) mine;
  uint32_t *y = (uint32_t *) (mine + c->layout.column_bytes);
  void *scratch = mine + 2 * c->layout.column_bytes;
  if (c->ordered != NULL) {
    mc_ordered u = ordered_column(panel->a, i), v = ordered_column(panel->b, j);
    return c->ordered(&u, &v, panel->a->n, scratch);
  }
  const int64_t n = gather_pair(panel, i, j, x, y);
  if (c->kernel != NULL)
    return c->kernel(x, y, n, scratch);
  return c->kernels->kendall_naive(x, y, (int64_t) (from * (double) n),
                                   (int64_t) (to * (double) n));
}

static void do_tile(void *context, int64_t id, int thread) {
  const pairs_context *c = context;
  unsigned char *mine = c->scratch + thread * layout_bytes(c->layout);
  const mc_tile t = mc_grid_tile(&c->grid, c->tile0 + id);
  const uint64_t without = left_out(c, &t);
  int64_t counts[COUNTS][CELLS];
  if (without == UINT64_MAX)
    return;
  for (int64_t i = t.row0; i < t.row1; i++)
    for (int64_t j = t.diagonal ? i : t.column0; j < t.column1; j++) {
      const int64_t at = (i - t.row0) * TILE + j - t.column0;
      if (without >> at & 1) {
        for (int q = 0; q < COUNTS; q++)
          counts[q][at] = 0;
        continue;
      }
      const mc_pair_counts pair = count_pair(c, i, j, 0, 1, mine);
      counts[0][at] = pair.s;
      counts[1][at] = pair.x_pairs;
      counts[2][at] = pair.y_pairs;
      counts[3][at] = pair.total;
    }
  put(c, &t, without, counts, thread);
}

/* ---- the naive kernel on long columns: in blocks of rows, so that interrupts are heard ---- */

static const double BLOCK_COMPARISONS = 1e8; /* some milliseconds */

static int64_t blocks_of(int64_t n) {
  return (int64_t) ((double) n * (double) n / 2 / BLOCK_COMPARISONS) + 1;
}

typedef struct {
  const pairs_context *c;
  mc_tile t;
  uint64_t without;
  int64_t blocks; /* of a pair, with as many comparisons each */
  _Atomic int64_t counts[COUNTS][CELLS];
} long_tile;

/* A block of rows of one of the tile's pairs. */
static void do_block(void *context, int64_t id, int thread) {
  long_tile *l = context;
  const pairs_context *c = l->c;
  const int64_t width = l->t.column1 - l->t.column0, pair = id / l->blocks;
  const int64_t i = l->t.row0 + pair / width, j = l->t.column0 + pair % width;
  const int64_t at = pair / width * TILE + pair % width;
  if ((l->t.diagonal && j < i) || l->without >> at & 1)
    return;
  const double block = (double) (id % l->blocks), blocks = (double) l->blocks;
  const mc_pair_counts counts =
    count_pair(c, i, j, sqrt(block / blocks), sqrt((block + 1) / blocks),
               c->scratch + thread * layout_bytes(c->layout));
  atomic_fetch_add(&l->counts[0][at], counts.s);
  atomic_fetch_add(&l->counts[1][at], counts.x_pairs);
  atomic_fetch_add(&l->counts[2][at], counts.y_pairs);
  atomic_fetch_add(&l->counts[3][at], counts.total);
}

static mc_status do_long_tiles(pairs_context *c, double weight, const mc_call *call) {
  for (int64_t id = 0; id < c->grid.tiles; id++) {
    long_tile l = {.c = c, .t = mc_grid_tile(&c->grid, id), .blocks = blocks_of(c->panel->a->n)};
    const mc_tile *t = &l.t;
    const int64_t width = t->column1 - t->column0, pairs = (t->row1 - t->row0) * width;
    l.without = left_out(c, t);
    if (l.without == UINT64_MAX) {
      MC_TRY(mc_monitor_step(call->monitor, weight));
      continue;
    }
    MC_TRY(mc_run_each(call->monitor, c->threads, pairs * l.blocks,
                       weight / (double) (pairs * l.blocks), do_block, &l));
    int64_t counts[COUNTS][CELLS];
    for (int q = 0; q < COUNTS; q++)
      for (int k = 0; k < CELLS; k++)
        counts[q][k] = atomic_load(&l.counts[q][k]);
    put(c, t, l.without, counts, 0);
    MC_TRY(flush(c, call));
  }
  return MC_OK;
}

typedef struct {
  const mc_kernels *kernels;
  mc_inversions half[2];
  int64_t passed[2];
} halves;

MC_BODY(count_half, halves, c, h) {
  c->passed[h] =
    c->kernels->inversions32(c->half[h].v, c->half[h].n, c->half[h].bits, c->half[h].scratch);
}

/* One pair, its inversions counted by two threads. */
static void shared_pass(void *context, int64_t first, int64_t last) {
  const pairs_context *c = context;
  for (int64_t id = first; id < last; id++) {
    mc_tile t = mc_grid_tile(&c->grid, id);
    mc_ordered x = ordered_column(c->panel->a, t.row0);
    mc_ordered y = ordered_column(c->panel->b, t.column0);
    halves h = {.kernels = c->kernels};
    const mc_pair_counts counts =
      c->kernels->kendall_radix32_halves(&x, &y, c->panel->a->n, c->scratch, h.half);
    mc_each(c->threads, 0, 2, count_half, &h);
    int64_t of_pair[COUNTS][CELLS] = {{counts.s - 2 * (h.passed[0] + h.passed[1])},
                                      {counts.x_pairs},
                                      {counts.y_pairs},
                                      {counts.total}};
    put(c, &t, 0, of_pair, 0);
  }
}

/* Loops of so many tiles, between which the sink may flush(). */
static int64_t tiles_at_once(const pairs_context *c) {
  return c->sink->flush == NULL ? c->grid.tiles : MC_KENDALL_FLUSH_PAIRS / CELLS;
}

static mc_status do_tiles(pairs_context *c, double weight, const mc_call *call) {
  for (; c->tile0 < c->grid.tiles; c->tile0 += tiles_at_once(c)) {
    const int64_t tiles = mc_min(tiles_at_once(c), c->grid.tiles - c->tile0);
    MC_TRY(mc_run_each(call->monitor, c->threads, tiles, weight, do_tile, c));
    MC_TRY(flush(c, call));
  }
  return MC_OK;
}

mc_status mc_kendall_pairs(const mc_kendall_panel *panel, mc_kendall_sink *sink,
                           mc_kendall_algorithm algorithm, int threads, void *scratch,
                           const mc_call *call) {
  const mc_kernels *k = call->kernels;
  int64_t n = panel->a->n;
  pairs_context c = {.panel = panel,
                     .sink = sink,
                     .kernels = k,
                     .kernel = kernel_for(k, algorithm, n),
                     .ordered = algorithm != MC_KENDALL_RADIX ? NULL
                                : panel->a->width == 2        ? k->kendall_radix16
                                                              : k->kendall_radix32,
                     .layout = layout_for(algorithm, n),
                     .threads = threads,
                     .scratch = scratch};
  const bool in_blocks = algorithm == MC_KENDALL_NAIVE && blocks_of(n) > 1;
  c.grid = in_blocks ? mc_grid_make(panel->a->columns, panel->b->columns, TILE, panel->triangle)
                     : mc_grid_for_threads(panel->a->columns, panel->b->columns, TILE,
                                           panel->triangle, threads);
  double weight = mc_kendall_panel_pairs(panel) / (double) c.grid.tiles;
  const bool shared = mc_kendall_shared(algorithm, n, panel->a->columns * panel->b->columns);
  if (in_blocks)
    return do_long_tiles(&c, weight, call);
  if (!shared)
    return do_tiles(&c, weight, call);
  MC_TRY(mc_run_passes(call->monitor, c.grid.tiles, threads, weight, shared_pass, &c));
  return flush(&c, call);
}
