#include "kendall/signs.h"

#include "base/integers.h"
#include "kendall/signs_cost.h"

enum {
  PANEL = MC_BITS_PANEL,
  BLOCK = MC_SIGNS_COLUMNS / PANEL, /* panels of a block */
  SUMS = MC_SIGNS_COLUMNS * MC_SIGNS_COLUMNS,
  HALF = MC_SIGNS_COLUMNS / 2, /* columns of a quarter of the sums */
  TIED = MC_PANEL_TIED,
  MISSING = MC_PANEL_MISSING
};

/* ---- scratch ---- */

int mc_kendall_signs_side(int threads) {
  return threads == 1 ? MC_SIGNS_BLOCKS : threads < 4 ? MC_SIGNS_BLOCKS / 2 : MC_SIGNS_BLOCKS / 4;
}

_Static_assert(MC_SIGNS_FEWER_BLOCKS == MC_SIGNS_BLOCKS / 2 && MC_SIGNS_PRODUCTS == 4,
               "four products of a quarter of the blocks");
static int64_t sums_bytes(int side) {
  return (int64_t) side * side * SUMS * (int64_t) sizeof(int32_t);
}

int64_t mc_kendall_signs_bytes(const mc_kernels *kernels, int side) {
  return kernels->kendall_costs.signs_tile[0] > 0 ? sums_bytes(side) + MC_SIGNS_SCRATCH(side) : 0;
}

/* ---- products, and the choice ---- */

/* The products that a block takes whose panels have these flags. A side without ties and missing
   rows needs no masks. If rows are missing but none is tied, the other counts follow from rows. If
   some are tied, too, they may follow from the missing rows. */
static int products_for(const mc_kendall_bitset_run *s, int a_flags, int b_flags) {
  const int flags = a_flags | b_flags;
  if (a_flags == 0 || b_flags == 0 || flags == MISSING)
    return 1;
  if ((flags & MISSING) == 0 || s->ties != NULL)
    return (s->sink->wants & MC_KENDALL_TOTAL) != 0 ? 2 : 1;
  return 4;
}

/* The OR of the flags of so many panels. */
static int flags_of(const uint8_t *flags, int64_t panels) {
  int all = 0;
  for (int64_t p = 0; p < panels; p++)
    all |= flags[p];
  return all;
}

/* The most products that a block of the super-tile takes. */
static int products_of(const mc_kendall_bitset_run *s) {
  const mc_tile *super = &s->super;
  return products_for(s, flags_of(s->a_flags + super->row0, super->row1 - super->row0),
                      flags_of(s->b_flags + super->column0, super->column1 - super->column0));
}

/* Blocks along the largest tile. */
static int side_of(const mc_kendall_bitset_run *run) {
  return products_of(run) == 1 ? run->signs_side : run->signs_side / 2;
}

/* The share of groups of `size` panels without ties and missing rows. */
static double plain_share(const uint8_t *flags, int64_t panels, int64_t size) {
  int64_t plain = 0, groups = 0;
  for (int64_t p = 0; p < panels; p += size, groups++)
    plain += flags_of(flags + p, mc_min(size, panels - p)) == 0;
  return (double) plain / (double) groups;
}

mc_grid mc_kendall_signs_grid(const mc_kendall_bitset_run *run) {
  const mc_tile *super = &run->super;
  const int64_t rows = (super->row1 - super->row0 + BLOCK - 1) / BLOCK;
  const int64_t columns = (super->column1 - super->column0 + BLOCK - 1) / BLOCK;
  return mc_kendall_signs_tiles(rows, super->diagonal ? 0 : columns, side_of(run), run->threads);
}

/* Bits take masks where both panels of a pair need masks, signs where a block does. */
bool mc_kendall_signs_pay(const mc_kendall_bitset_run *run) {
  const mc_tile *super = &run->super;
  const mc_kendall_costs *cost = &run->kernels->kendall_costs;
  if (cost->signs_tile[0] <= 0)
    return false;
  const int64_t rows = super->row1 - super->row0, columns = super->column1 - super->column0;
  const uint8_t *a_flags = run->a_flags + super->row0, *b_flags = run->b_flags + super->column0;
  const double plain = plain_share(a_flags, rows, BLOCK) * plain_share(b_flags, columns, BLOCK);
  const double masked =
    (1 - plain_share(a_flags, rows, 1)) * (1 - plain_share(b_flags, columns, 1));
  const int products = products_of(run);
  const double each = products == 4 ? cost->signs_tile[2] : cost->signs_tile[1] * products;
  const double signs = plain * cost->signs_tile[0] + (1 - plain) * each;
  const double bits =
    (1 - masked) * cost->bitset_tile[0] + masked * cost->bitset_tile[run->planes - 1];
  const double a = PANEL * (double) rows, b = super->diagonal ? 0 : PANEL * (double) columns;
  const double cells = super->diagonal ? a * (a + PANEL) / 2 : a * b;
  const double whole = mc_kendall_signs_pairs(a, b, side_of(run), run->threads);
  const double comparisons = (double) run->units * MC_BITS_BLOCK * MC_BITS_UNIT;
  return mc_kendall_signs_worth(signs * whole + MC_SIGNS_PAIR / comparisons * cells, bits * cells);
}

/* ---- counts ---- */

/* Adds the sums of panels i and j of the tile to the counts of each product. */
static void add_sums(const mc_kendall_signs_job *job, int i, int j, int products,
                     int64_t *const *counts) {
  const int a_blocks = (job->a_panels + BLOCK - 1) / BLOCK;
  const int b_blocks = (job->b_panels + BLOCK - 1) / BLOCK;
  const int row = i % BLOCK * PANEL, column = j % BLOCK * PANEL;
  const int quarter = row / HALF * 2 + column / HALF;
  for (int q = 0; q < products; q++) {
    const int32_t *from = job->sums +
                          ((int64_t) (q * b_blocks + j / BLOCK) * a_blocks + i / BLOCK) * SUMS +
                          (quarter * HALF + row % HALF) * HALF + column % HALF;
    for (int r = 0; r < PANEL; r++)
      for (int c = 0; c < PANEL; c++)
        counts[q][PANEL * r + c] += from[HALF * r + c];
  }
}

/* Turns the sums of all comparisons into the counts of the tile's form. */
static void finish(const mc_kendall_bitset_run *s, int products, int64_t **counts,
                   mc_kendall_tile *tile, int thread) {
  enum { UNIT = MC_BITS_BLOCK * MC_BITS_UNIT };
  const int64_t idle =
    s->planes == 1 ? s->units * UNIT - mc_kendall_pairs_among(s->panel->a->n) : 0;
  const mc_kendall_bits_needs needs = mc_kendall_bits_needs_of(tile->form);
  const bool both = needs.counts > 1;
  mc_kendall_bitset_by_rows(s, tile, counts, thread);
  if (both && !needs.by_rows && products == 1) { /* n_c + n_d is not wanted, and its count is 0 */
    tile->form = tile->form == MC_BITS_GENERAL ? MC_BITS_TABLE_MISSING : MC_BITS_TABLE;
    return;
  }
  const bool of_b = tile->form == MC_BITS_MASK_B;
  const mc_kendall_ranked *column =
    of_b ? s->panel->b->column + tile->j0 : s->panel->a->column + tile->i0;
  for (int i = 0; i < tile->at.rows; i++)
    for (int j = 0; j < tile->at.columns; j++) {
      const int k = PANEL * i + j;
      const int64_t total = both ? counts[1][k] : column[of_b ? j : i].pairs;
      counts[0][k] = (total - (counts[0][k] - idle)) / 2; /* discordant pairs */
    }
}

static void put_tile(const mc_kendall_bitset_run *s, const mc_kendall_signs_job *job,
                     const mc_tile *t, int thread) {
  for (int j = 0; j < job->b_panels; j++)
    for (int i = 0; i < job->a_panels && !(t->diagonal && i > j); i++) {
      const int64_t row = t->row0 * BLOCK + i, column = t->column0 * BLOCK + j;
      const int products = job->products[i / BLOCK][j / BLOCK];
      mc_kendall_tile tile =
        mc_kendall_bitset_tile_of(s, s->super.row0 + row, s->super.column0 + column);
      int64_t mine[MC_BITS_COUNTS][MC_BITSET_MICRO], *counts[MC_BITS_COUNTS];
      mc_kendall_bitset_counts(s, row, column, mine, counts);
      add_sums(job, i, j, products, counts);
      if (s->unit1 < s->units)
        continue;
      finish(s, products, counts, &tile, thread);
      tile.counts = (const int64_t *const *) counts;
      s->sink->put(s->sink, &tile.at, thread);
    }
}

/* ---- a tile ---- */

/* The flags of the blocks of so many panels, and which blocks are plain. */
static void flags_of_blocks(const uint8_t *flags, int panels, uint8_t *of, bool *plain) {
  for (int i = 0; i * BLOCK < panels; i++) {
    of[i] = (uint8_t) flags_of(flags + i * BLOCK, mc_min(BLOCK, panels - i * BLOCK));
    plain[i] = of[i] == 0;
  }
}

void mc_kendall_signs_tile(void *run, int64_t id, int thread) {
  const mc_kendall_bitset_run *s = run;
  const mc_tile t = mc_grid_tile(&s->grid, id);
  const int64_t pa = s->super.row0 + t.row0 * BLOCK, pb = s->super.column0 + t.column0 * BLOCK;
  char *mine = s->signs + thread * mc_kendall_signs_bytes(s->kernels, s->signs_side);
  mc_kendall_signs_job job = {
    .a = mc_kendall_packed_bits_at(s->a, pa),
    .b = mc_kendall_packed_bits_at(s->b, pb),
    .stride = (s->unit1 - s->unit0) * mc_kendall_packed_bits_unit_words(s->a),
    .units = s->unit1 - s->unit0,
    .comparisons = s->comparisons,
    .planes = s->planes,
    .a_panels = (int) (mc_min(s->super.row0 + t.row1 * BLOCK, s->super.row1) - pa),
    .b_panels = (int) (mc_min(s->super.column0 + t.column1 * BLOCK, s->super.column1) - pb),
    .sums = (int32_t *) (void *) mine,
    .scratch = mine + sums_bytes(s->signs_side)};
  uint8_t a_flags[MC_SIGNS_BLOCKS], b_flags[MC_SIGNS_BLOCKS];
  flags_of_blocks(s->a_flags + pa, job.a_panels, a_flags, job.a_plain);
  flags_of_blocks(s->b_flags + pb, job.b_panels, b_flags, job.b_plain);
  for (int i = 0; i * BLOCK < job.a_panels; i++)
    for (int j = t.diagonal ? i : 0; j * BLOCK < job.b_panels; j++)
      job.products[i][j] = (uint8_t) products_for(s, a_flags[i], b_flags[j]);
  s->kernels->kendall_signs(&job);
  put_tile(s, &job, &t, thread);
}
