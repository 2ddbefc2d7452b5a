/* The driver of the kernels that take one pair of columns at a time: naive, gse, vse, radix.
   Pairs are grouped into tiles of 8 x 8 (section 4.2 of Liu et al.), so a tile's columns stay in
   the cache. Threads take tiles. The counts of a column with itself are known from its ranks. If
   there is only one other pair and its columns are long, two threads share the pair. */

#include "kendall/one_by_one.h"

#include <math.h>
#include <stdatomic.h>

#include "base/integers.h"
#include "base/tiles.h"
#include "pairs/tiles.h"

enum { TILE = MC_PAIRS_TILE, CELLS = MC_PAIRS_CELLS, COUNTS = 4 };

typedef mc_kendall_pair_counts (*pair_kernel)(const uint32_t *x, const uint32_t *y, int64_t n,
                                              void *scratch);

typedef mc_kendall_pair_counts (*ordered_kernel)(const mc_kendall_ordered_column *x,
                                                 const mc_kendall_ordered_column *y, int64_t n,
                                                 void *scratch);

/* The scratch of a thread: two columns (for kernels that take no order), then scratch of the
   kernel. */
typedef struct {
  int64_t column_bytes, kernel_bytes;
} layout;

#define SCRATCH_OF(constant, name, narrow, wide, scratch) \
  case MC_KENDALL_##constant: return scratch(n);

static int64_t kernel_scratch(mc_kendall_algorithm algorithm, int64_t n) {
  if (mc_kendall_ordered(algorithm))
    return mc_kendall_radix_scratch(n);
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

int64_t mc_kendall_one_by_one_scratch(mc_kendall_algorithm algorithm, int64_t n) {
  return layout_bytes(layout_for(algorithm, n));
}

#define KERNEL_OF(constant, name, narrow, wide, scratch) \
  case MC_KENDALL_##constant: return n <= INT16_MAX + 1 ? k->narrow : k->wide;

/* The kernel of an algorithm; NULL if algorithms.def names none. */
static pair_kernel kernel_for(const mc_kernels *k, mc_kendall_algorithm algorithm, int64_t n) {
  switch (algorithm) {
#define MC_KENDALL_PAIR KERNEL_OF
#include "kendall/algorithms.def"
  default: return NULL;
  }
}

static mc_kendall_ordered_column ordered_column(const mc_kendall_ranks *ranks, int64_t j) {
  const mc_kendall_ranked *c = &ranks->column[j];
  int64_t at = j * ranks->stride * ranks->width;
  return (mc_kendall_ordered_column){.rank = (const unsigned char *) ranks->rank + at,
                                     .order = (const unsigned char *) ranks->order + at,
                                     .present = c->present,
                                     .distinct = c->distinct,
                                     .pairs = c->pairs,
                                     .missing = c->missing,
                                     .tied = c->tied};
}

/* Copies the rows that columns i of a and j of b both have. Returns their number. */
static int64_t gather_pair(const mc_kendall_panel *p, int64_t i, int64_t j, uint32_t *x,
                           uint32_t *y) {
  int64_t count = 0;
  for (int64_t k = 0; k < p->a->n; k++) {
    x[count] = mc_kendall_rank_at(p->a, i, k);
    y[count] = mc_kendall_rank_at(p->b, j, k);
    count += x[count] != MC_RANK32_NA && y[count] != MC_RANK32_NA;
  }
  return count;
}

typedef struct {
  const mc_kendall_panel *panel;
  mc_pairs_sink *sink;
  const mc_kernels *kernels;
  pair_kernel kernel;
  ordered_kernel ordered; /* NULL, or instead of `kernel` */
  layout layout;
  int threads;
  unsigned char *scratch;
} pairs_context;

/* The counts of a column with itself: each pair of rows that is not tied is concordant. */
static mc_kendall_pair_counts with_itself(const mc_kendall_ranked *column) {
  const int64_t pairs = column->pairs;
  return (mc_kendall_pair_counts){.s = pairs, .x_pairs = pairs, .y_pairs = pairs, .total = pairs};
}

/* Writes the counts of a pair into those of its tile. */
static void set_counts(int64_t (*counts)[CELLS], int at, mc_kendall_pair_counts pair) {
  counts[0][at] = pair.s;
  counts[1][at] = pair.x_pairs;
  counts[2][at] = pair.y_pairs;
  counts[3][at] = pair.total;
}

/* Hands the counts of a tile to the sink: s, x_pairs, y_pairs and total at [TILE i + j]. */
static void put(const pairs_context *c, const mc_pairs_tile *at, int64_t i0, int64_t j0,
                int64_t (*counts)[CELLS], int thread) {
  const int64_t *of[] = {counts[0], counts[1], counts[2], counts[3]};
  const mc_kendall_tile tile = {
    .at = *at, .panel = c->panel, .i0 = i0, .j0 = j0, .by = MC_KENDALL_BY_PAIRS, .counts = of};
  c->sink->put(c->sink, &tile.at, thread);
}

/* Counts a pair, in the scratch of a thread. Without a kernel, the naive kernel counts rows
   [from n, to n) only. */
static mc_kendall_pair_counts count_pair(const pairs_context *c, int64_t i, int64_t j, double from,
                                         double to, int thread) {
  unsigned char *mine = c->scratch + thread * layout_bytes(c->layout);
  const mc_kendall_panel *panel = c->panel;
  uint32_t *x = (uint32_t *) mine;
  uint32_t *y = (uint32_t *) (mine + c->layout.column_bytes);
  void *scratch = mine + 2 * c->layout.column_bytes;
  if (c->ordered != NULL) {
    mc_kendall_ordered_column u = ordered_column(panel->a, i), v = ordered_column(panel->b, j);
    return c->ordered(&u, &v, panel->a->n, scratch);
  }
  const int64_t n = gather_pair(panel, i, j, x, y);
  if (c->kernel != NULL)
    return c->kernel(x, y, n, scratch);
  return c->kernels->kendall_naive(x, y, (int64_t) (from * (double) n),
                                   (int64_t) (to * (double) n));
}

static void do_tile(void *context, const mc_pairs_tile *tile, int64_t i0, int64_t j0, int thread) {
  const pairs_context *c = context;
  int64_t counts[COUNTS][CELLS];
  for (int i = 0; i < tile->rows; i++)
    for (int j = tile->diagonal ? i : 0; j < tile->columns; j++) {
      const int at = TILE * i + j;
      if (!mc_pairs_tile_has(tile, i, j))
        set_counts(counts, at, (mc_kendall_pair_counts){0});
      else if (tile->diagonal && i == j)
        set_counts(counts, at, with_itself(&c->panel->a->column[i0 + i]));
      else
        set_counts(counts, at, count_pair(c, i0 + i, j0 + j, 0, 1, thread));
    }
  put(c, tile, i0, j0, counts, thread);
}

/* ---- the naive kernel for long columns: interrupts are noticed between blocks of rows ---- */

static const double BLOCK_COMPARISONS = 1e8; /* some milliseconds */

int64_t mc_kendall_naive_blocks(int64_t n) {
  return (int64_t) ((double) n * (double) n / 2 / BLOCK_COMPARISONS) + 1;
}

typedef struct {
  const pairs_context *c;
  mc_pairs_tile at;
  int64_t i0, j0;
  int64_t blocks; /* of a pair, with equal numbers of comparisons */
  _Atomic int64_t counts[COUNTS][CELLS];
} long_tile;

/* Counts a block of rows of one pair of different columns. */
static void do_block(void *context, int64_t id, int thread) {
  long_tile *l = context;
  const pairs_context *c = l->c;
  const int64_t pair = id / l->blocks;
  const int i = (int) (pair / l->at.columns), j = (int) (pair % l->at.columns), at = TILE * i + j;
  if ((l->at.diagonal && j <= i) || !mc_pairs_tile_has(&l->at, i, j))
    return;
  const double block = (double) (id % l->blocks), blocks = (double) l->blocks;
  const mc_kendall_pair_counts counts =
    count_pair(c, l->i0 + i, l->j0 + j, sqrt(block / blocks), sqrt((block + 1) / blocks), thread);
  atomic_fetch_add(&l->counts[0][at], counts.s);
  atomic_fetch_add(&l->counts[1][at], counts.x_pairs);
  atomic_fetch_add(&l->counts[2][at], counts.y_pairs);
  atomic_fetch_add(&l->counts[3][at], counts.total);
}

static mc_status do_long_tile(pairs_context *c, const mc_tile *t, double weight,
                              const mc_call *call) {
  long_tile l = {.c = c,
                 .at = mc_pairs_tile_make(&c->panel->pairs, c->sink->only, t->row0, t->column0,
                                          (int) (t->row1 - t->row0),
                                          (int) (t->column1 - t->column0), TILE),
                 .i0 = t->row0,
                 .j0 = t->column0,
                 .blocks = mc_kendall_naive_blocks(c->panel->a->n)};
  const int64_t blocks = l.at.rows * l.at.columns * l.blocks;
  int64_t counts[COUNTS][CELLS];
  if (l.at.left_out == UINT64_MAX)
    return mc_monitor_step(call->monitor, weight);
  MC_TRY(mc_run_each(call->monitor, c->threads, blocks, weight / (double) blocks, do_block, &l));
  for (int q = 0; q < COUNTS; q++)
    for (int k = 0; k < CELLS; k++)
      counts[q][k] = atomic_load(&l.counts[q][k]);
  for (int i = 0; i < l.at.rows && l.at.diagonal; i++)
    if (mc_pairs_tile_has(&l.at, i, i))
      set_counts(counts, TILE * i + i, with_itself(&c->panel->a->column[l.i0 + i]));
  put(c, &l.at, l.i0, l.j0, counts, 0);
  return mc_pairs_flush(c->sink, call);
}

static mc_status do_long_tiles(pairs_context *c, const mc_call *call) {
  const mc_pairs_panel *p = &c->panel->pairs;
  const mc_grid grid = mc_grid_make(p->a_columns, p->b_columns, TILE, p->triangle);
  const double weight = mc_pairs_of_panel(p) / (double) grid.tiles;
  for (int64_t id = 0; id < grid.tiles; id++) {
    const mc_tile t = mc_grid_tile(&grid, id);
    MC_TRY(do_long_tile(c, &t, weight, call));
  }
  return MC_OK;
}

/* ---- one long pair, shared by two threads ---- */

typedef struct {
  const mc_kernels *kernels;
  mc_kendall_inversions half[2];
  int64_t passed[2];
} halves;

MC_BODY(count_half, halves, c, h) {
  c->passed[h] =
    c->kernels->inversions32(c->half[h].v, c->half[h].n, c->half[h].bits, c->half[h].scratch);
}

/* Counts column 0 of a and column j of b. Two threads count the inversions. If column 0 has no
   ranks, it has no ties, and the kernel reads its order only. */
static mc_kendall_pair_counts count_shared(const pairs_context *c, int64_t j) {
  mc_kendall_ordered_column x = ordered_column(c->panel->a, 0), y = ordered_column(c->panel->b, j);
  halves h = {.kernels = c->kernels};
  mc_kendall_pair_counts counts =
    c->kernels->kendall_radix32_halves(&x, &y, c->panel->a->n, c->scratch, h.half);
  mc_each(c->threads, 0, 2, count_half, &h);
  counts.s -= 2 * (h.passed[0] + h.passed[1]);
  return counts;
}

/* Counts the panel: one column of a and one of b, or the triangle of two columns. */
static void shared_pass(void *context, int64_t first, int64_t last) {
  const pairs_context *c = context;
  const mc_kendall_panel *p = c->panel;
  const int columns = (int) p->b->columns;
  for (int64_t id = first; id < last; id++) {
    const mc_pairs_tile at =
      mc_pairs_tile_make(&p->pairs, NULL, 0, 0, (int) p->a->columns, columns, TILE);
    int64_t counts[COUNTS][CELLS];
    for (int i = 0; i < columns && at.diagonal; i++)
      set_counts(counts, TILE * i + i, with_itself(&p->a->column[i]));
    set_counts(counts, columns - 1, count_shared(c, columns - 1));
    put(c, &at, 0, 0, counts, 0);
  }
}

mc_status mc_kendall_one_by_one(const mc_kendall_panel *panel, mc_pairs_sink *sink,
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
  if (algorithm == MC_KENDALL_NAIVE && mc_kendall_naive_blocks(n) > 1)
    return do_long_tiles(&c, call);
  const mc_pairs_panel *p = &panel->pairs;
  const int64_t pairs = mc_kendall_kernel_pairs(p->a_columns, p->b_columns, p->triangle);
  if (!mc_kendall_shared(algorithm, n, pairs, sink->only)) {
    mc_kendall_ranks_rank(panel->a);
    return mc_pairs_tiles(p, sink, threads, do_tile, &c, call);
  }
  MC_TRY(mc_run_passes(call->monitor, 1, threads, mc_pairs_of_panel(p), shared_pass, &c));
  return mc_pairs_flush(sink, call);
}
