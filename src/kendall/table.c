/* The driver of the table kernels: a matrix product over bits, as in bitset.c; a row of bits is as
   long as a column.

     for each super-tile, of groups of eight columns whose packed bits fit
       for each block of up to 256 words of the bits (16,384 rows)
         make that block of the super-tile's columns
         for each tile of up to 8 x 8 groups, by threads         (fits in L2)
           for each group of y, for each group of x: count the ones of all ANDs, into tables
           after the last block: turn tables into counts, and hand them to the sink

   Up to 16,384 rows there is only one block, and the tables of a thread stay in its cache.
   Otherwise the tables of a super-tile are kept until the next block, and super-tiles are
   smaller. */

#include "kendall/table.h"

#include <string.h>

#include "base/integers.h"
#include "base/tiles.h"

enum {
  GROUP = MC_TABLE_GROUP,
  P = MC_BITS_PANEL,
  TILE_GROUPS = 8,        /* along a tile, at most */
  TILE_LINES = 4096,      /* lines of 64 bytes of bits along a tile, at most */
  KINDS = MC_BITS_COUNTS, /* of counts of a pair */
  CELL = GROUP * GROUP    /* counts of one cell of the tables of two groups */
};

typedef struct {
  const mc_kendall_panel *panel;
  mc_pairs_sink *sink;
  const mc_kernels *kernels;
  mc_kendall_table_buffers *buffers;
  const mc_kendall_packed_table *a, *b;
  int all_threads;
  int64_t words;
  bool blocks; /* is there more than one block? */

  /* the current super-tile and block of bits */
  mc_tile super; /* in groups */
  mc_grid grid;  /* its tiles, in groups */
  int64_t word0, word1;
} tables;

/* ---- a group against a group ---- */

/* The tables of groups ga and gb. */
static int64_t *tables_at(const tables *s, int64_t ga, int64_t gb, int thread) {
  if (!s->blocks)
    return s->buffers->tables + thread * s->buffers->table_size;
  const mc_kendall_table_group *a = s->a->group, *b = s->b->group;
  const int64_t row = a[ga].values_before - a[s->super.row0].values_before;
  const int64_t column = b[gb].values_before - b[s->super.column0].values_before;
  const int64_t width = b[s->super.column1].values_before - b[s->super.column0].values_before;
  return s->buffers->counts + CELL * (row * width + a[ga].values * column);
}

static int columns_of(const mc_kendall_ranks *ranks, int64_t group) {
  return (int) mc_min(GROUP, ranks->columns - group * GROUP);
}

/* Hands 4 x 4 pairs to the sink: half `hx` of the group of a against half `hy` of that of b. */
static void put(const tables *s, int64_t i0, int64_t j0, const int64_t *const *counts,
                mc_kendall_bits_form form, int thread) {
  mc_kendall_tile tile = mc_kendall_four(s->sink, s->panel, i0, j0, MC_KENDALL_BY_TABLES, form);
  tile.counts = counts;
  if (tile.at.left_out != UINT64_MAX)
    s->sink->put(s->sink, &tile.at, thread);
}

/* Turns tables into counts, and hands the counts to the sink. */
static void finish(const tables *s, int64_t ga, int64_t gb, int64_t *table, int thread) {
  static const int64_t unknown[P * P];
  const mc_kendall_panel *p = s->panel;
  const mc_kendall_table_group *a = &s->a->group[ga], *b = &s->b->group[gb];
  const mc_kendall_table_side x = {mc_kendall_table_margins_at(s->a, ga), a->values, a->present};
  const mc_kendall_table_side y = {mc_kendall_table_margins_at(s->b, gb), b->values, b->present};
  const bool margins = x.present || y.present, total = (s->sink->wants & MC_KENDALL_TOTAL) != 0;
  int64_t out[KINDS][MC_TABLE_PAIRS];
  const int columns = columns_of(p->a, ga);
  if (columns < GROUP)
    memset(out, 0, sizeof out);
  s->kernels->kendall_table_pairs(&x, &y, columns, total, margins, table, out);
  for (int hx = 0; hx < 2; hx++)
    for (int hy = 0; hy < 2; hy++) {
      const int64_t i0 = ga * GROUP + hx * P, j0 = gb * GROUP + hy * P;
      const int at = (2 * hx + hy) * P * P;
      const int64_t *counts[KINDS] = {out[0] + at, total ? out[1] + at : unknown, out[2] + at,
                                      out[3] + at};
      if (i0 < p->a->columns && j0 < p->b->columns && !(p->pairs.triangle && i0 > j0))
        put(s, i0, j0, counts, margins ? MC_BITS_TABLE_MISSING : MC_BITS_TABLE, thread);
    }
}

static bool wanted(const tables *s, int64_t ga, int64_t ga1, int64_t gb, int64_t gb1) {
  const mc_kendall_panel *p = s->panel;
  return mc_pairs_wanted(s->sink->only, p->pairs.a0 + ga * GROUP, p->pairs.b0 + gb * GROUP,
                         mc_min(ga1 * GROUP, p->a->columns) - ga * GROUP,
                         mc_min(gb1 * GROUP, p->b->columns) - gb * GROUP);
}

static void do_groups(const tables *s, int64_t ga, int64_t gb, int thread) {
  const mc_kendall_table_group *a = &s->a->group[ga], *b = &s->b->group[gb];
  int64_t *table = tables_at(s, ga, gb, thread);
  if (!wanted(s, ga, ga + 1, gb, gb + 1))
    return;
  if (s->word0 == 0)
    memset(table, 0, (size_t) (a->values * b->values * CELL) * sizeof *table);
  s->kernels->kendall_table_counts(
    mc_kendall_table_bits_at(s->a, ga), mc_kendall_table_bits_at(s->b, gb), s->word1 - s->word0,
    mc_kendall_table_rows(a->values, a->present), columns_of(s->panel->a, ga),
    mc_kendall_table_rows(b->values, b->present), b->values, table);
  if (s->word1 == s->words)
    finish(s, ga, gb, table, thread);
}

static void do_tile(void *context, int64_t id, int thread) {
  const tables *s = context;
  const mc_tile t = mc_grid_tile(&s->grid, id);
  const int64_t row0 = s->super.row0, column0 = s->super.column0;
  if (!wanted(s, row0 + t.row0, row0 + t.row1, column0 + t.column0, column0 + t.column1))
    return;
  for (int64_t j = t.column0; j < t.column1; j++)
    for (int64_t i = t.row0; i < t.row1 && !(t.diagonal && i > j); i++)
      do_groups(s, row0 + i, column0 + j, thread);
}

/* ---- a super-tile ---- */

/* The number of threads that share a block of words. */
static int threads_for(const tables *s, double pairs, int64_t a_rows, int64_t b_rows) {
  const mc_kendall_costs *cost = &s->kernels->kendall_costs;
  const double words = (double) mc_min(s->words, MC_TABLE_WORDS);
  const double steps = GROUP * (double) a_rows * (double) b_rows * words;
  const double seconds = 1e-12 * (steps * cost->table_word + pairs * cost->table_pair);
  return mc_pairs_threads(s->sink, pairs, seconds, s->all_threads);
}

/* The number of rows of bits of groups [first, last). */
static int64_t rows_of(const mc_kendall_packed_table *packed, int64_t first, int64_t last) {
  return packed->group[last].rows_before - packed->group[first].rows_before;
}

static mc_status do_super_tile(tables *s, double pairs, mc_monitor *monitor) {
  const mc_tile *super = &s->super;
  s->b = super->diagonal ? s->a : &s->buffers->b;
  const int64_t a_groups = super->row1 - super->row0, b_groups = super->column1 - super->column0;
  const int64_t a_rows = rows_of(s->a, super->row0, super->row1);
  const int64_t b_rows = rows_of(s->b, super->column0, super->column1);
  const int64_t words = mc_min(s->words, MC_TABLE_WORDS);
  const int64_t groups = TILE_LINES * (a_groups + b_groups) / ((a_rows + b_rows) * words);
  const int64_t side = groups < 1 ? 1 : mc_min(groups, TILE_GROUPS);
  const int threads = threads_for(s, pairs, a_rows, b_rows);
  s->grid = mc_grid_for_threads(a_groups, b_groups, side, super->diagonal, threads);
  const int64_t blocks = (s->words + MC_TABLE_WORDS - 1) / MC_TABLE_WORDS;
  const double weight = pairs / (double) s->grid.tiles / (double) blocks;
  for (int64_t word = 0; word < s->words; word += MC_TABLE_WORDS) {
    s->word0 = word;
    s->word1 = mc_min(word + MC_TABLE_WORDS, s->words);
    mc_kendall_packed_table_fill(&s->buffers->a, threads, super->row0, super->row1, s->word0,
                                 s->word1);
    if (s->b != s->a)
      mc_kendall_packed_table_fill(&s->buffers->b, threads, super->column0, super->column1,
                                   s->word0, s->word1);
    MC_TRY(mc_run_each(monitor, threads, s->grid.tiles, weight, do_tile, s));
  }
  return MC_OK;
}

/* The end of a super-tile's side that begins at `group`. A super-tile has at most MC_PAIRS_FLUSH
   pairs. */
static int64_t super_end(const tables *s, const mc_kendall_packed_table *packed, int64_t group) {
  enum { MOST = 1024 / GROUP };
  _Static_assert(MOST * GROUP * MOST * GROUP <= MC_PAIRS_FLUSH, "a super-tile's pairs");
  const int64_t most = s->sink->flush == NULL ? packed->groups : group + MOST;
  const int64_t values =
    packed->group[group].values_before + mc_kendall_table_super(packed->ranks->n);
  int64_t end = group + 1;
  while (end < mc_min(most, packed->groups) && packed->group[end + 1].values_before <= values)
    end++;
  return end;
}

/* ---- the whole panel ---- */

int64_t mc_kendall_table_scratch(int64_t n) {
  const int64_t values = n < 2 ? 2 : mc_min(n, MC_TABLE_VALUES);
  return values * values * CELL * (int64_t) sizeof(int64_t);
}

int64_t mc_kendall_table_bytes(int64_t n, int64_t a_columns, int64_t b_columns) {
  const int64_t counts = mc_kendall_table_words(n) > MC_TABLE_WORDS ? MC_TABLE_COUNTS : 0;
  return mc_kendall_packed_table_bytes(n, a_columns, b_columns) + counts;
}

mc_status mc_kendall_table_make(mc_kendall_table_buffers *buffers, int64_t n, int64_t a_columns,
                                int64_t b_columns, mc_arena *arena) {
  *buffers = (mc_kendall_table_buffers){.a_columns = a_columns, .b_columns = b_columns};
  return mc_kendall_packed_table_make(&buffers->a, &buffers->b, n, a_columns, b_columns, arena);
}

/* Takes memory for tables: of a super-tile if there are several blocks, else of two groups for
   each thread. */
static mc_status make_tables(tables *s, mc_arena *arena) {
  mc_kendall_table_buffers *buffers = s->buffers;
  const int64_t size = (int64_t) s->a->most_values * s->b->most_values * CELL;
  if (s->blocks) {
    if (buffers->counts == NULL)
      buffers->counts = mc_alloc(arena, MC_TABLE_COUNTS, 1);
    return buffers->counts == NULL ? MC_ERR_MEMORY : MC_OK;
  }
  if (size > buffers->table_size) {
    buffers->table_size = size;
    buffers->tables = mc_alloc(arena, s->all_threads * size, sizeof *buffers->tables);
  }
  return buffers->tables == NULL ? MC_ERR_MEMORY : MC_OK;
}

int64_t mc_kendall_table_columns(const mc_kendall_ranks *ranks) {
  int64_t j = 0;
  while (j < ranks->columns && ranks->column[j].distinct <= MC_TABLE_VALUES)
    j++;
  return j;
}

mc_status mc_kendall_table(const mc_kendall_panel *panel, mc_pairs_sink *sink,
                           mc_kendall_table_buffers *buffers, int threads, const mc_call *call) {
  tables s = {.panel = panel,
              .sink = sink,
              .kernels = call->kernels,
              .buffers = buffers,
              .a = &buffers->a,
              .b = &buffers->b,
              .all_threads = threads,
              .words = mc_kendall_table_words(panel->a->n)};
  s.blocks = s.words > MC_TABLE_WORDS;
  mc_kendall_packed_table_begin(&buffers->a, call->kernels, panel->a, panel->pairs.shape->pairwise);
  mc_kendall_packed_table_begin(&buffers->b, call->kernels, panel->b, panel->pairs.shape->pairwise);
  MC_TRY(make_tables(&s, call->arena));
  const double a = (double) s.a->groups, b = (double) s.b->groups;
  const double each =
    mc_pairs_of_panel(&panel->pairs) / (panel->pairs.triangle ? a * (a + 1) / 2 : a * b);
  for (int64_t i = 0, i1; i < s.a->groups; i = i1) {
    i1 = super_end(&s, s.a, i);
    for (int64_t j = panel->pairs.triangle ? i : 0, j1; j < s.b->groups; j = j1) {
      j1 = super_end(&s, s.b, j);
      s.super = (mc_tile){i, i1, j, j1, panel->pairs.triangle && i == j};
      const double rows = (double) (i1 - i), columns = (double) (j1 - j);
      const double pairs = each * (s.super.diagonal ? rows * (rows + 1) / 2 : rows * columns);
      s.b = &buffers->b;
      if (!wanted(&s, i, i1, j, j1)) {
        MC_TRY(mc_monitor_step(call->monitor, pairs));
        continue;
      }
      MC_TRY(do_super_tile(&s, pairs, call->monitor));
      MC_TRY(mc_pairs_flush(sink, call));
    }
  }
  return MC_OK;
}
