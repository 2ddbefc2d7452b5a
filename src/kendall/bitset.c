/* The driver of the bitset kernel: a matrix product over bits.

   The comparisons of a column (kernels/kendall/bits.h) are a row of a bit matrix, and the counts of
   two columns are the inner product of two rows. So the loops are those of a blocked matrix product
   (Goto and van de Geijn):

     for each super-tile of 1,024 x 1,024 columns (more, of few rows)
       for each block of up to 128 units of the bits (65,536 comparisons)
         make that block of the super-tile's columns, in panels of four
         for each tile of 64 x 64 columns, by threads            (fits in L2)
           for each panel b of the tile                          (stays in L1)
             for each panel a of the tile: the kernel, 4 x 4 columns
           after the last block: counts to the sink

   So the bits of a block are used while they are in the cache, and memory does not grow with the
   number of rows. Each super-tile makes the bits again, but each bit serves a thousand pairs. Where
   products of comparisons are faster, signs.c counts the tiles of a super-tile. */

#include "kendall/bitset.h"

#include <string.h>

#include "base/integers.h"
#include "kendall/bitset_run.h"
#include "kendall/common_ties.h"
#include "kendall/signs.h"

enum {
  PANEL = MC_BITS_PANEL,
  TILE_PANELS = 16, /* panels along a tile */
  MICRO = PANEL * PANEL
};

typedef mc_kendall_bitset_run bitset;

/* ---- a tile ---- */

/* The number of columns of panels [panel0, panel1) of `ranks`. */
static int64_t columns_of(const mc_kendall_ranks *ranks, int64_t panel0, int64_t panel1) {
  return mc_min(panel1 * PANEL, ranks->columns) - panel0 * PANEL;
}

/* Does the sink want some pair of these panels? */
static bool wanted(const bitset *s, int64_t a0, int64_t a1, int64_t b0, int64_t b1) {
  const mc_kendall_panel *p = s->panel;
  return mc_pairs_wanted(s->sink->only, p->pairs.a0 + a0 * PANEL, p->pairs.b0 + b0 * PANEL,
                         columns_of(p->a, a0, a1), columns_of(p->b, b0, b1));
}

static void do_tile(void *context, int64_t id, int thread) {
  const bitset *s = context;
  const mc_tile t = mc_grid_tile(&s->grid, id);
  if (!wanted(s, s->super.row0 + t.row0, s->super.row0 + t.row1, s->super.column0 + t.column0,
              s->super.column0 + t.column1))
    return;
  for (int64_t j = t.column0; j < t.column1; j++) {
    const int64_t pb = s->super.column0 + j;
    const uint64_t *b = mc_kendall_packed_bits_at(s->b, pb);
    for (int64_t i = t.row0; i < t.row1 && !(t.diagonal && i > j); i++) {
      const int64_t pa = s->super.row0 + i;
      mc_kendall_tile tile = mc_kendall_bitset_tile_of(s, pa, pb);
      if (tile.at.left_out == UINT64_MAX)
        continue;
      int64_t mine[MC_BITS_COUNTS][MICRO], *counts[MC_BITS_COUNTS];
      mc_kendall_bitset_counts(s, i, j, mine, counts);
      s->kernels->kendall_bits_tile(mc_kendall_packed_bits_at(s->a, pa), b, s->unit1 - s->unit0,
                                    s->planes, mc_kendall_bitset_counted(s, tile.form), counts);
      if (s->unit1 < s->units)
        continue;
      mc_kendall_bitset_by_rows(s, &tile, counts, thread);
      tile.counts = (const int64_t *const *) counts;
      s->sink->put(s->sink, &tile.at, thread);
    }
  }
}

/* ---- a super-tile ---- */

/* The number of threads that share a block of bits. */
static int threads_for(const bitset *s, double pairs) {
  enum { UNIT = MC_BITS_BLOCK * MC_BITS_UNIT }; /* comparisons */
  const mc_kendall_costs *cost = &s->kernels->kendall_costs;
  const double comparisons = (double) (UNIT * mc_min(s->units, s->block));
  const double *tile = s->signs == NULL ? cost->bitset_tile : cost->signs_tile;
  const double each = cost->bitset_pair + s->ties_cost + comparisons * tile[s->planes - 1];
  return mc_pairs_threads(s->sink, pairs, 1e-12 * each * pairs, s->all_threads);
}

/* Sets the threads of the super-tile. Takes memory for signs if they are the faster way for its
   pairs. */
static mc_status choose_signs(bitset *s, mc_kendall_bitset_buffers *buffers, double pairs,
                              mc_arena *arena) {
  s->signs = NULL;
  s->threads = threads_for(s, pairs);
  if (s->sink->only != NULL || !mc_kendall_signs_pay(s))
    return MC_OK;
  if (buffers->signs == NULL)
    buffers->signs =
      mc_alloc(arena, s->all_threads, mc_kendall_signs_bytes(s->kernels, s->signs_side));
  s->signs = buffers->signs;
  s->threads = threads_for(s, pairs);
  return s->signs == NULL ? MC_ERR_MEMORY : MC_OK;
}

static int64_t comparisons_before(const bitset *s, int64_t unit) {
  return mc_kendall_bits_comparisons(s->panel->a->n, unit * MC_BITS_UNIT);
}

static mc_status do_super_tile(bitset *s, mc_kendall_packed_bits *a, mc_kendall_packed_bits *b,
                               double pairs, mc_monitor *monitor) {
  const mc_tile *super = &s->super;
  s->grid = s->signs != NULL
              ? mc_kendall_signs_grid(s)
              : mc_grid_for_threads(super->row1 - super->row0, super->column1 - super->column0,
                                    TILE_PANELS, super->diagonal, s->threads);
  const double weight = pairs / (double) s->grid.tiles / (double) ((s->units - 1) / s->block + 1);

  s->a = a;
  s->b = super->diagonal ? a : b;
  for (int64_t unit = 0; unit < s->units; unit += s->block) {
    s->unit0 = unit;
    s->unit1 = mc_min(unit + s->block, s->units);
    s->comparisons = comparisons_before(s, s->unit1) - comparisons_before(s, s->unit0);
    mc_kendall_packed_bits_fill(a, s->threads, super->row0, super->row1, s->unit0, s->unit1,
                                s->a_wanted);
    if (s->b != s->a)
      mc_kendall_packed_bits_fill(b, s->threads, super->column0, super->column1, s->unit0, s->unit1,
                                  s->b_wanted);
    if (s->signs == NULL)
      MC_TRY(mc_run_each(monitor, s->threads, s->grid.tiles, weight, do_tile, s));
    else
      MC_TRY(mc_run_each(monitor, s->threads, s->grid.tiles, weight, mc_kendall_signs_tile, s));
  }
  return MC_OK;
}

/* Marks the panels of the super-tile with a wanted pair. Is there such a panel? */
static bool mark_wanted(bitset *s) {
  const mc_kendall_panel *p = s->panel;
  const mc_pairs_filter *only = s->sink->only;
  const mc_tile *t = &s->super;
  const size_t rows = (size_t) (t->row1 - t->row0), columns = (size_t) (t->column1 - t->column0);
  uint8_t *b_wanted = t->diagonal ? s->a_wanted : s->b_wanted;
  memset(s->a_wanted, 0, rows);
  memset(b_wanted, 0, columns);
  only->fours(only, p->pairs.a0 + t->row0 * PANEL, p->pairs.b0 + t->column0 * PANEL,
              columns_of(p->a, t->row0, t->row1), columns_of(p->b, t->column0, t->column1),
              s->a_wanted, b_wanted);
  return memchr(s->a_wanted, 1, rows) != NULL;
}

/* ---- the whole panel ---- */

int64_t mc_kendall_bitset_bytes(int64_t n, int64_t a_columns, int64_t b_columns) {
  const int64_t panels =
    mc_kendall_packed_bits_panels(a_columns) + mc_kendall_packed_bits_panels(b_columns);
  const mc_kendall_packed_bits_sizes words = mc_kendall_packed_bits_bytes(n, a_columns, b_columns);
  return words.a + words.b + 3 * panels + mc_kendall_block_counts_bytes(n, a_columns, b_columns);
}

mc_status mc_kendall_bitset_make(mc_kendall_bitset_buffers *buffers, int64_t n, int64_t a_columns,
                                 int64_t b_columns, int signs_side, mc_arena *arena) {
  const int64_t panels =
    mc_kendall_packed_bits_panels(a_columns) + mc_kendall_packed_bits_panels(b_columns);
  const mc_kendall_packed_bits_sizes words = mc_kendall_packed_bits_bytes(n, a_columns, b_columns);
  *buffers = (mc_kendall_bitset_buffers){.a_words = mc_alloc(arena, words.a, 1),
                                         .b_words = mc_alloc(arena, words.b, 1),
                                         .flags = mc_alloc(arena, panels, 1),
                                         .wanted = mc_alloc(arena, 2 * panels, 1),
                                         .signs_side = signs_side,
                                         .a_columns = a_columns,
                                         .b_columns = b_columns};
  return buffers->a_words == NULL || buffers->b_words == NULL || buffers->flags == NULL ||
             buffers->wanted == NULL
           ? MC_ERR_MEMORY
           : MC_OK;
}

/* The number of panels along a super-tile, which has at most MC_PAIRS_FLUSH pairs. */
static int64_t super_panels(const bitset *s) {
  enum { MOST = MC_PACKED_PANELS };
  _Static_assert(MOST * PANEL * MOST * PANEL <= MC_PAIRS_FLUSH, "a super-tile's pairs");
  const int64_t panels = mc_kendall_packed_bits_super(s->units, s->planes);
  return s->sink->flush == NULL ? panels : mc_min(panels, MOST);
}

/* Scratch of common_ties.h, 0, for all threads. */
static mc_status ties_make(mc_kendall_bitset_buffers *buffers, int64_t n, int threads,
                           mc_arena *arena) {
  const int64_t bytes = mc_kendall_common_ties_bytes(n);
  if (buffers->ties == NULL && (buffers->ties = mc_alloc(arena, threads, bytes)) != NULL)
    memset(buffers->ties, 0, (size_t) (threads * bytes));
  return buffers->ties == NULL ? MC_ERR_MEMORY : MC_OK;
}

mc_status mc_kendall_bitset(const mc_kendall_panel *panel, mc_pairs_sink *sink,
                            mc_kendall_bitset_buffers *buffers, int threads, const mc_call *call) {
  const mc_kendall_ranks *ra = panel->a, *rb = panel->b;
  const int64_t pa = mc_kendall_packed_bits_panels(ra->columns),
                pb = mc_kendall_packed_bits_panels(rb->columns);
  uint8_t *a_flags = buffers->flags;
  uint8_t *b_flags = panel->pairs.triangle ? a_flags : a_flags + pa;
  int flags = mc_kendall_block_counts_flag(ra, panel->pairs.shape->pairwise, a_flags);
  if (!panel->pairs.triangle)
    flags |= mc_kendall_block_counts_flag(rb, panel->pairs.shape->pairwise, b_flags);
  const bool total = (sink->wants & MC_KENDALL_TOTAL) != 0;
  mc_kendall_common_ties_extent extent = {0};
  if (flags == (MC_PANEL_TIED | MC_PANEL_MISSING) && ra->groups != NULL && rb->groups != NULL)
    extent = mc_kendall_common_ties_of(panel, a_flags, b_flags);
  const bool ties = mc_kendall_common_ties_pay(&call->kernels->kendall_costs, ra->n, extent, total);
  if (ties) {
    flags = MC_PANEL_TIED; /* for bits, missing rows are one more reason for masks */
    MC_TRY(ties_make(buffers, ra->n, threads, call->arena));
  }
  MC_TRY(mc_kendall_block_counts_make(&buffers->counts, ra->n, flags, buffers->a_columns,
                                      buffers->b_columns, call->arena));

  bitset s = {.panel = panel,
              .sink = sink,
              .kernels = call->kernels,
              .all_threads = threads,
              .signs_side = buffers->signs_side,
              .ties = ties ? buffers->ties : NULL,
              .ties_cost = ties ? mc_kendall_common_ties_cost(extent) : 0,
              .planes = mc_kendall_block_counts_planes(flags),
              .kinds = mc_kendall_block_counts_kinds(flags),
              .units = mc_kendall_packed_bits_units(ra->n),
              .a_flags = a_flags,
              .b_flags = b_flags};
  s.block = mc_kendall_packed_bits_block(s.planes);
  s.counts = s.units <= s.block ? NULL : &buffers->counts;
  uint8_t *made = buffers->wanted + pa + pb;
  if (sink->only != NULL) {
    s.a_wanted = buffers->wanted;
    s.b_wanted = buffers->wanted + pa;
  }
  mc_kendall_packed_bits a =
    mc_kendall_packed_bits_make(call->kernels, ra, s.planes, buffers->a_words, made);
  mc_kendall_packed_bits b =
    mc_kendall_packed_bits_make(call->kernels, rb, s.planes, buffers->b_words, made + pa);
  const mc_grid supers = mc_grid_make(pa, pb, super_panels(&s), panel->pairs.triangle);
  const double cells =
    panel->pairs.triangle ? (double) pa * (double) (pa + 1) / 2 : (double) pa * (double) pb;
  for (int64_t id = 0; id < supers.tiles; id++) {
    s.super = mc_grid_tile(&supers, id);
    const double rows = (double) (s.super.row1 - s.super.row0);
    const double columns = (double) (s.super.column1 - s.super.column0);
    const double share = (s.super.diagonal ? rows * (rows + 1) / 2 : rows * columns) / cells;
    const double pairs = share * mc_pairs_of_panel(&panel->pairs);
    if (sink->only != NULL && !mark_wanted(&s)) {
      MC_TRY(mc_monitor_step(call->monitor, pairs));
      continue;
    }
    MC_TRY(choose_signs(&s, buffers, pairs, call->arena));
    MC_TRY(do_super_tile(&s, &a, &b, pairs, call->monitor));
    MC_TRY(mc_pairs_flush(sink, call));
  }
  return MC_OK;
}
