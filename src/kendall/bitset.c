/* The driver of the bitset kernel: a matrix product over bits.

   The comparisons of a column (kernels/kendall/bits.h) are one row of a bit
   matrix, and the counts of two columns are the inner product of two rows. So
   the loops are those of a blocked matrix product (Goto and van de Geijn's
   scheme):

     for each super-tile of 1,024 x 1,024 columns (more, of few rows)
       for each block of up to 128 units of the bits (65,536 comparisons)
         make that block of the super-tile's columns, in panels of four
         for each tile of 64 x 64 columns, by threads            (fits in L2)
           for each panel b of the tile                          (stays in L1)
             for each panel a of the tile: the kernel, 4 x 4 columns
           after the last block: counts to taus

   So the bits of a block are used while they are near, and memory does not grow
   with the number of rows. They are made again for each super-tile, once for a
   thousand pairs that use them. */

#include "kendall/bitset.h"

#include <string.h>

#include "base/integers.h"
#include "base/tiles.h"

enum {
  PANEL = MC_BITS_PANEL,
  SUPER_PANELS = 256, /* panels along a super-tile */
  TILE_PANELS = 16,   /* panels along a tile */
  MOST_PLANES = 3,
  MOST_UNIT_PLANES = 192, /* in a block of the bits: see block_units() */
  MOST_KINDS = 4,     /* counts of a pair (mc_bits_form) */
  MICRO = PANEL * PANEL,
  UNIT_BYTES = MC_BITS_UNIT * 4
};

/* Why a panel of four columns needs its masks, and why its taus may need a
   closer look (NA, no tau at all, fewer than four columns): the OR over its
   columns. */
enum { TIED = 1, MISSING = 2, SPECIAL = 4, MASKED = TIED | MISSING };

/* Bits of consecutive panels, of some units of each. */
typedef struct {
  const mc_ranks *ranks;
  uint64_t *words;
  int64_t panel0, panel1, unit0, units; /* which panels; units from unit0 on */
} bit_store;

typedef struct {
  const mc_kendall_panel *panel;
  const mc_kernels *kernels;
  int all_threads, threads; /* of the job, and for the super-tile */
  int planes;           /* 1: g; 2: g and m; 3: g, m and p */
  int kinds;            /* counts kept for a pair: 1, 2 or 4 */
  int64_t masks, units; /* of a column */
  bool plain;           /* taus, of counts that are exact in a double */
  const uint8_t *a_flags, *b_flags;
  int64_t *counts[MOST_KINDS]; /* of a super-tile, [a panel][b panel][4 x 4] */

  /* the current super-tile and block of bits */
  const bit_store *a, *b;
  mc_tile super;        /* in panels */
  mc_grid grid;         /* its tiles, in panels */
  int64_t unit0, unit1;
} bitset;

/* Units in a block: a panel's are to stay in the nearest cache, 32 or 48 KiB. */
static int64_t block_units(int planes) {
  return planes == 1 ? 128 : 64;
}

/* Panels along a super-tile: more if all their bits take one block, and fit. */
static int64_t super_panels(int64_t units, int planes) {
  const int64_t fit = (int64_t) SUPER_PANELS * MOST_UNIT_PLANES;
  if (units > block_units(planes) || units == 0)
    return SUPER_PANELS;
  return fit / (units * planes);
}

static int64_t panels_of(int64_t columns) {
  return (columns + PANEL - 1) / PANEL;
}

static int64_t unit_words(const bitset *s) {
  return (int64_t) s->planes * PANEL * MC_BITS_UNIT_WORDS64;
}

static uint64_t *panel_at(const bitset *s, const bit_store *store,
                          int64_t panel, int64_t unit) {
  return store->words + ((panel - store->panel0) * store->units + unit -
                         store->unit0) * unit_words(s);
}

/* ---- bits ---- */

static void fill_column(const bitset *s, const bit_store *store, int64_t column,
                        uint64_t *words) {
  const mc_ranks *ranks = store->ranks;
  const int64_t first = store->unit0 * MC_BITS_UNIT;
  const int64_t last =
    mc_min(first + store->units * MC_BITS_UNIT, s->masks);
  if (column >= ranks->columns) { /* the last panel is filled up with zeros */
    for (int64_t u = 0; u < store->units; u++)
      for (int plane = 0; plane < s->planes; plane++)
        memset(words + u * unit_words(s) +
                 plane * PANEL * MC_BITS_UNIT_WORDS64,
               0, UNIT_BYTES);
  } else if (ranks->width == 2) {
    s->kernels->kendall_bits16(
      (const uint16_t *) ranks->rank + column * ranks->stride, ranks->n, first,
      last, s->planes, (uint32_t *) words);
  } else {
    s->kernels->kendall_bits32(
      (const uint32_t *) ranks->rank + column * ranks->stride, ranks->n, first,
      last, s->planes, (uint32_t *) words);
  }
}

typedef struct {
  const bitset *s;
  const bit_store *store;
} filling;

MC_BODY(fill_panel, const filling, f, p) {
  for (int c = 0; c < PANEL; c++)
    fill_column(f->s, f->store, p * PANEL + c,
                panel_at(f->s, f->store, p, f->store->unit0) + c * MC_BITS_UNIT_WORDS64);
}

/* Makes units [unit0, unit1) of panels [panel0, panel1): some milliseconds. */
static void fill(const bitset *s, bit_store *store, int64_t panel0,
                 int64_t panel1, int64_t unit0, int64_t unit1) {
  if (store->panel0 == panel0 && store->panel1 == panel1 &&
      store->unit0 == unit0)
    return; /* the last super-tile's */
  store->panel0 = panel0;
  store->panel1 = panel1;
  store->unit0 = unit0;
  store->units = unit1 - unit0;
  filling f = {s, store};
  mc_each(s->threads, panel0, panel1, fill_panel, &f);
}

/* ---- counts ---- */

static mc_bits_form form_for(const bitset *s, int64_t pa, int64_t pb) {
  int a = s->a_flags[pa] & MASKED, b = s->b_flags[pb] & MASKED;
  if (a == 0)
    return b == 0 ? MC_BITS_UNTIED : MC_BITS_MASK_B;
  if (b == 0)
    return MC_BITS_MASK_A;
  return (a | b) == MASKED ? MC_BITS_GENERAL : MC_BITS_MASKED;
}

/* A pair's counts from what its form counted. An unmasked side has all its
   rows and no ties: over the other side's rows it has every pair. Where rows
   are missing but none is tied, |ma & mb| is both sides' number of pairs. */
static mc_pair_counts pair_counts(const bitset *s, mc_bits_form form,
                                  const mc_ranked *x, const mc_ranked *y,
                                  int64_t *const *counts, int at) {
  int64_t d = counts[0][at], t;
  switch (form) {
  case MC_BITS_UNTIED:
  case MC_BITS_MASK_A:
    return (mc_pair_counts){x->pairs - 2 * d, x->pairs, mc_pairs_among(x->present)};
  case MC_BITS_MASK_B:
    return (mc_pair_counts){y->pairs - 2 * d, mc_pairs_among(y->present), y->pairs};
  case MC_BITS_MASKED:
    t = counts[1][at];
    if (s->panel->pairwise && (x->missing || y->missing))
      return (mc_pair_counts){t - 2 * d, t, t};
    return (mc_pair_counts){t - 2 * d, x->pairs, y->pairs};
  default:
    return (mc_pair_counts){counts[1][at] - 2 * d, counts[2][at],
                            counts[3][at]};
  }
}

/* Of panel number `number` of a or b. */
static mc_bits_columns columns_of(const mc_kendall_panel *panel, int64_t number,
                                  bool is_a) {
  const mc_ranks *ranks = is_a ? panel->a : panel->b;
  mc_bits_columns c;
  for (int k = 0; k < PANEL; k++) {
    const int64_t column = number * PANEL + k;
    const bool there = column < ranks->columns;
    const int64_t pairs = there ? ranks->column[column].pairs : 0;
    const int64_t all = there ? mc_pairs_among(ranks->column[column].present) : 0;
    const double root = mc_kendall_root(panel, pairs), root_all = mc_kendall_root(panel, all);
    for (int l = 0; l < PANEL; l++) {
      const int at = is_a ? k * PANEL + l : l * PANEL + k;
      c.pairs[at] = (double) pairs;
      c.root[at] = root;
      c.root_all[at] = root_all;
    }
  }
  return c;
}

/* All 4 x 4 taus of two panels at once; false, with nothing done, where one of
   them is not a plain quotient. */
static bool put_plain(const bitset *s, int64_t pa, int64_t pb,
                      const mc_bits_columns *x, const mc_bits_columns *y,
                      int64_t *const *counts) {
  const mc_kendall_panel *panel = s->panel;
  const int flags = s->a_flags[pa] | s->b_flags[pb];
  double tau[MICRO];
  if (!s->plain || flags & SPECIAL || (panel->triangle && pa == pb) ||
      !s->kernels->kendall_bits_taus(form_for(s, pa, pb), flags & MISSING, x, y,
                                     (const int64_t *const *) counts, tau))
    return false;

  const int64_t rows = panel->tau_rows;
  const int64_t row = panel->a0 + pa * PANEL, column = panel->b0 + pb * PANEL;
  for (int j = 0; j < PANEL; j++)
    for (int i = 0; i < PANEL; i++)
      panel->tau[row + i + (column + j) * rows] = tau[i * PANEL + j];
  if (panel->mirror)
    for (int i = 0; i < PANEL; i++)
      memcpy(panel->tau + column + (row + i) * rows, tau + i * PANEL,
             PANEL * sizeof *tau);
  return true;
}

static void put_each(const bitset *s, int64_t pa, int64_t pb,
                     int64_t *const *counts) {
  const mc_kendall_panel *panel = s->panel;
  mc_bits_form form = form_for(s, pa, pb);
  for (int j = 0; j < PANEL; j++)
    for (int i = 0; i < PANEL; i++) {
      int64_t row = pa * PANEL + i, column = pb * PANEL + j;
      if (row >= panel->a->columns || column >= panel->b->columns ||
          (panel->triangle && row > column))
        continue;
      mc_kendall_put(panel, row, column,
                     pair_counts(s, form, &panel->a->column[row],
                                 &panel->b->column[column], counts,
                                 i * PANEL + j));
    }
}

/* Where the counts of two panels are summed up: between blocks in the
   super-tile's, and in `mine` if there is one block only. */
static void choose_counts(const bitset *s, int64_t at, int64_t (*mine)[MICRO],
                          int64_t **counts) {
  for (int q = 0; q < s->kinds; q++) {
    counts[q] = s->counts[q] == NULL ? mine[q] : s->counts[q] + at;
    if (s->unit0 == 0)
      memset(counts[q], 0, MICRO * sizeof **counts);
  }
}

MC_BODY(do_tile, const bitset, s, id) {
  const mc_tile t = mc_grid_tile(&s->grid, id);
  const int64_t columns = s->super.column1 - s->super.column0;
  const bool last = s->unit1 == s->units;
  mc_bits_columns x[TILE_PANELS];
  if (last)
    for (int64_t i = t.row0; i < t.row1; i++)
      x[i - t.row0] = columns_of(s->panel, s->super.row0 + i, true);
  for (int64_t j = t.column0; j < t.column1; j++) {
    const int64_t pb = s->super.column0 + j;
    const uint64_t *b = panel_at(s, s->b, pb, s->unit0);
    mc_bits_columns y = columns_of(s->panel, pb, false);
    for (int64_t i = t.row0; i < t.row1 && !(t.diagonal && i > j); i++) {
      const int64_t pa = s->super.row0 + i;
      int64_t mine[MOST_KINDS][MICRO], *counts[MOST_KINDS];
      choose_counts(s, (i * columns + j) * MICRO, mine, counts);
      s->kernels->kendall_bits_tile(panel_at(s, s->a, pa, s->unit0), b,
                                    s->unit1 - s->unit0, s->planes,
                                    form_for(s, pa, pb), counts);
      if (last && !put_plain(s, pa, pb, &x[i - t.row0], &y, counts))
        put_each(s, pa, pb, counts);
    }
  }
}

/* A block of the bits takes two jobs of the team, and to wake a thread takes tens of
   microseconds. So a block has to be some work: half a thousand million comparisons. */
static const double LEAST_UNITS = 1e6;
static int threads_for(const bitset *s, double pairs) {
  const double units = (double) mc_min(s->units, block_units(s->planes));
  return pairs * units < LEAST_UNITS ? 1 : s->all_threads;
}

static mc_status do_super_tile(bitset *s, bit_store *a, bit_store *b,
                               double pairs, mc_monitor *monitor) {
  const mc_tile *super = &s->super;
  s->threads = threads_for(s, pairs);
  s->grid = mc_grid_for_threads(super->row1 - super->row0,
                                super->column1 - super->column0, TILE_PANELS,
                                super->diagonal, s->threads);
  const int64_t block = block_units(s->planes);
  double weight =
    pairs / (double) s->grid.tiles / (double) ((s->units - 1) / block + 1);

  s->a = a;
  s->b = super->diagonal ? a : b;
  for (int64_t unit = 0; unit < s->units; unit += block) {
    s->unit0 = unit;
    s->unit1 = mc_min(unit + block, s->units);
    fill(s, a, super->row0, super->row1, s->unit0, s->unit1);
    if (s->b != s->a)
      fill(s, b, super->column0, super->column1, s->unit0, s->unit1);
    MC_TRY(mc_run_each(monitor, s->threads, s->grid.tiles, weight, do_tile, s));
  }
  return MC_OK;
}

/* ---- the whole panel ---- */

static int flag_panels(const mc_ranks *ranks, bool pairwise, uint8_t *flags) {
  int all = 0;
  memset(flags, 0, (size_t) panels_of(ranks->columns));
  for (int64_t j = 0; j < ranks->columns; j++) {
    const mc_ranked *c = &ranks->column[j];
    int flag = (c->tied ? TIED : 0) | (c->missing ? MISSING : 0) |
               (c->pairs == 0 ? SPECIAL : 0);
    if (c->missing && !pairwise)
      flag = SPECIAL; /* its taus are NA whatever is counted */
    flags[j / PANEL] |= (uint8_t) flag;
    all |= flag;
  }
  if (ranks->columns % PANEL != 0)
    flags[ranks->columns / PANEL] |= SPECIAL;
  return all & MASKED;
}

static int64_t units_of(int64_t n) {
  return (mc_bits_masks(n) + MC_BITS_UNIT - 1) / MC_BITS_UNIT;
}

/* Counts kept for the pairs of a super-tile: none where one block is all. */
static int64_t counts_in(int64_t n, int planes, int64_t a_columns,
                         int64_t b_columns) {
  return units_of(n) <= block_units(planes)
           ? 0
           : mc_min(panels_of(a_columns), SUPER_PANELS) *
               mc_min(panels_of(b_columns), SUPER_PANELS) * MICRO;
}

static int64_t words_bytes(int64_t n, int64_t columns) {
  const int64_t each = mc_min(MOST_PLANES * units_of(n), MOST_UNIT_PLANES);
  const int64_t most = (int64_t) SUPER_PANELS * MOST_UNIT_PLANES;
  const int64_t panels = panels_of(columns);
  return (each > 0 && panels > most / each ? most : panels * each) * PANEL *
         UNIT_BYTES;
}

int64_t mc_kendall_bitset_bytes(int64_t n, int64_t a_columns,
                                int64_t b_columns) {
  return words_bytes(n, a_columns) + words_bytes(n, b_columns) +
         panels_of(a_columns) + panels_of(b_columns) +
         MOST_KINDS * counts_in(n, MOST_PLANES, a_columns, b_columns) *
           (int64_t) sizeof(int64_t);
}

mc_status mc_kendall_bitset_make(mc_bitset_buffers *buffers, int64_t n,
                                 int64_t a_columns, int64_t b_columns,
                                 mc_arena *arena) {
  buffers->a_words = mc_alloc(arena, words_bytes(n, a_columns), 1);
  buffers->b_words = mc_alloc(arena, words_bytes(n, b_columns), 1);
  buffers->flags = mc_alloc(arena, panels_of(a_columns) + panels_of(b_columns), 1);
  memset(buffers->counts, 0, sizeof buffers->counts);
  buffers->a_columns = a_columns;
  buffers->b_columns = b_columns;
  return buffers->a_words == NULL || buffers->b_words == NULL ||
             buffers->flags == NULL
           ? MC_ERR_MEMORY
           : MC_OK;
}

/* Room for the counts of this panel, if it has more than one block. */
static mc_status make_counts(bitset *s, mc_bitset_buffers *buffers, mc_arena *arena) {
  const int64_t size = counts_in(s->panel->a->n, s->planes, buffers->a_columns,
                                 buffers->b_columns);
  for (int q = 0; q < s->kinds && size > 0; q++) {
    if (buffers->counts[q] == NULL)
      buffers->counts[q] = mc_alloc(arena, size, sizeof(int64_t));
    if (buffers->counts[q] == NULL)
      return MC_ERR_MEMORY;
    s->counts[q] = buffers->counts[q];
  }
  return MC_OK;
}

mc_status mc_kendall_bitset(const mc_kendall_panel *panel,
                            mc_bitset_buffers *buffers, int threads,
                            const mc_call *call) {
  const mc_ranks *ra = panel->a, *rb = panel->b;
  int64_t pa = panels_of(ra->columns), pb = panels_of(rb->columns);
  uint8_t *a_flags = buffers->flags;
  uint8_t *b_flags = panel->triangle ? a_flags : a_flags + pa;
  int flags = flag_panels(ra, panel->pairwise, a_flags);
  if (!panel->triangle)
    flags |= flag_panels(rb, panel->pairwise, b_flags);

  bitset s = {
    .panel = panel,
    .kernels = call->kernels,
    .all_threads = threads,
    .planes = flags == 0 ? 1 : flags == MASKED ? 3 : 2,
    .masks = mc_bits_masks(ra->n),
    .units = units_of(ra->n),
    .a_flags = a_flags,
    .b_flags = b_flags,
    .plain = !panel->covariance && mc_pairs_among(ra->n) < INT64_C(1) << 53
  };
  s.kinds = s.planes == 3 ? 4 : s.planes;
  bit_store a = {.ranks = ra, .words = buffers->a_words, .panel0 = -1};
  bit_store b = {.ranks = rb, .words = buffers->b_words, .panel0 = -1};
  MC_TRY(make_counts(&s, buffers, call->arena));
  mc_grid supers =
    mc_grid_make(pa, pb, super_panels(s.units, s.planes), panel->triangle);
  double cells = panel->triangle ? (double) pa * (double) (pa + 1) / 2
                                 : (double) pa * (double) pb;
  for (int64_t id = 0; id < supers.tiles; id++) {
    s.super = mc_grid_tile(&supers, id);
    double rows = (double) (s.super.row1 - s.super.row0);
    double columns = (double) (s.super.column1 - s.super.column0);
    double share =
      (s.super.diagonal ? rows * (rows + 1) / 2 : rows * columns) / cells;
    MC_TRY(do_super_tile(&s, &a, &b, share * mc_panel_pairs(panel), call->monitor));
  }
  return MC_OK;
}
