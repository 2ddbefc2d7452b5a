/* The driver of the sparse kernel: a product of sparse matrices (Gustavson) whose sums are counts.

     for each panel of columns of x, packed (packed_sparse.h)
       for each panel of columns of y, packed
         for each block of y's columns whose entries stay in the cache
           sort its entries by row
           for each eight columns of x, by threads
             for each: find the rows that it shares with each column of the block, and count
             4 x 4 pairs at a time: hand counts to the sink

   Memory is proportional to the number of entries, plus two tables as long as a column: the rows
   of a block, and the rows that take part. */

#include "kendall/sparse.h"

#include <string.h>

#include "base/integers.h"
#include "base/tiles.h"
#include "kendall/cost.h"
#include "kendall/tile.h"

enum {
  P = MC_BITS_PANEL,
  ROWS = 8,          /* columns of x in a job */
  COLUMNS = 512,     /* of a block, at most */
  ENTRIES = 1 << 19, /* of a block, at most */
  LISTS = 1 << 20,   /* elements of a block's lists, at most; one column may have more */
  FLUSH = (int) (MC_PAIRS_FLUSH / (ROWS * COLUMNS)) /* jobs between two calls of flush() */
};

/* The scratch and the counts of a thread. */
typedef struct {
  mc_kendall_sparse_scratch scratch;
  int64_t (*s)[COLUMNS], (*tied)[COLUMNS];
} worker;

typedef struct {
  const mc_kendall_sparse_part *part;
  mc_pairs_sink *sink;
  const mc_call *call;
  const mc_kendall_sparse_rows *rows;
  int threads;
  double packing;
  mc_kendall_packed_sparse a, b;
  mc_kendall_sparse_sorting sorting;
  worker *workers;

  /* the current panel and block */
  mc_kendall_panel panel;
  mc_kendall_sparse_block block;
  int32_t *row;
  mc_kendall_sparse_entry *entry;
  uint64_t *list;
  bool total;     /* does the sink want MC_KENDALL_TOTAL? */
  int64_t most_a; /* the most entries of a column of a */
  int64_t j0, j1; /* columns of the block */
  int64_t job0;
} sparse;

/* ---- blocks ---- */

static const mc_kendall_packed_sparse *packed_b(const sparse *s) {
  return s->panel.pairs.triangle ? &s->a : &s->b;
}

/* The elements of the list of column j of b. */
static int64_t room_of(const sparse *s, int64_t j) {
  return mc_min(s->most_a, packed_b(s)->column[j].count) + MC_SPARSE_LIST_PAD;
}

/* The end of the block that begins at column j. */
static int64_t block_end(const sparse *s, int64_t j) {
  const mc_kendall_packed_sparse *b = packed_b(s);
  const int64_t most = mc_min(b->ranks.columns, j + COLUMNS);
  int64_t entries = 0, lists = 0, end = j;
  for (; end < most; end++) {
    entries += b->column[end].count;
    lists += room_of(s, end);
    if (end > j && end % ROWS == 0 && (entries > ENTRIES || lists > LISTS))
      break;
  }
  return end;
}

/* Sorts the entries of columns [j0, j1) by row (counting sort). */
static void make_block(sparse *s) {
  const mc_kendall_packed_sparse *b = packed_b(s);
  const int64_t n = b->ranks.n;
  uint64_t place = 0;
  memset(s->row, 0, (size_t) (n + 1) * sizeof *s->row);
  for (int64_t j = s->j0; j < s->j1; j++) {
    const mc_kendall_sparse_column *c = &b->column[j];
    for (int32_t k = 0; k < c->count; k++)
      s->row[c->row[k]]++;
    s->list[j - s->j0] = place;
    place += (uint64_t) room_of(s, j);
  }
  int32_t before = 0;
  for (int64_t i = 0; i <= n; i++) {
    const int32_t here = s->row[i];
    s->row[i] = before;
    before += here;
  }
  for (int64_t j = s->j0; j < s->j1; j++) {
    const mc_kendall_sparse_column *c = &b->column[j];
    for (int32_t k = 0; k < c->count; k++)
      s->entry[s->row[c->row[k]]++] =
        (mc_kendall_sparse_entry){.column = (uint16_t) (j - s->j0),
                                  .rank = c->rank[k],
                                  .score = 2 * c->score[k] + (k >= c->above)};
  }
  memmove(s->row + 1, s->row, (size_t) n * sizeof *s->row); /* each row's end is the next's begin */
  s->row[0] = 0;
  s->block = (mc_kendall_sparse_block){.n = n,
                                       .row = s->row,
                                       .entry = s->entry,
                                       .column = b->column + s->j0,
                                       .columns = (int) (s->j1 - s->j0),
                                       .list = s->list};
}

/* ---- jobs: eight columns of a against a block ---- */

/* Hands 4 x 4 pairs to the sink; their counts begin at row i - i0. */
static void put(const sparse *s, int64_t i0, int64_t i, int64_t j, const worker *w, int thread) {
  static const int64_t unknown[P * P];
  const mc_kendall_panel *p = &s->panel;
  int64_t of_s[P * P] = {0}, of_total[P * P] = {0};
  const int64_t *counts[MC_BITS_COUNTS] = {of_s, s->total ? of_total : unknown, NULL, NULL};
  mc_kendall_tile tile = mc_kendall_four(s->sink, p, i, j, MC_KENDALL_BY_SPARSE, MC_BITS_TABLE);
  if (tile.at.left_out == UINT64_MAX)
    return;
  tile.counts = counts;
  for (int k = 0; k < tile.at.rows; k++)
    memcpy(of_s + P * k, w->s[i - i0 + k] + (j - s->j0), (size_t) tile.at.columns * sizeof *of_s);
  for (int k = 0; k < tile.at.rows && s->total; k++)
    for (int l = tile.at.diagonal ? k : 0; l < tile.at.columns; l++)
      of_total[P * k + l] = p->a->column[i + k].pairs + p->b->column[j + l].pairs -
                            mc_kendall_pairs_among(p->a->n) + w->tied[i - i0 + k][j + l - s->j0];
  s->sink->put(s->sink, &tile.at, thread);
}

static void do_job(void *context, int64_t id, int thread) {
  const sparse *s = context;
  const mc_kendall_panel *p = &s->panel;
  worker *w = &s->workers[thread];
  const int64_t i0 = ROWS * (s->job0 + id), i1 = mc_min(p->a->columns, i0 + ROWS);
  if ((p->pairs.triangle && i0 >= s->j1) ||
      !mc_pairs_wanted(s->sink->only, p->pairs.a0 + i0, p->pairs.b0 + s->j0, i1 - i0,
                       s->j1 - s->j0))
    return;
  const int64_t j0 = p->pairs.triangle && i0 > s->j0 ? i0 : s->j0;
  for (int64_t i = i0; i < i1; i++) {
    const int64_t first = (p->pairs.triangle && i > j0 ? i : j0) - s->j0;
    s->call->kernels->kendall_sparse(&s->a.column[i], &s->block, (int) first, s->total, &w->scratch,
                                     w->s[i - i0], w->tied[i - i0]);
  }
  for (int64_t i = i0; i < i1; i += P)
    for (int64_t j = j0; j < s->j1; j += P)
      if (!p->pairs.triangle || i <= j)
        put(s, i0, i, j, w, thread);
}

static mc_status do_block(sparse *s) {
  const mc_kendall_panel *p = &s->panel;
  const int64_t rows = p->pairs.triangle ? mc_min(p->a->columns, s->j1) : p->a->columns;
  const int64_t jobs = (rows + ROWS - 1) / ROWS;
  const int64_t at_once = s->sink->flush == NULL ? jobs : FLUSH;
  const double below = p->pairs.triangle ? (double) s->j0 : 0; /* columns before the block */
  const double width = (double) (s->j1 - s->j0);
  const double pairs =
    p->pairs.triangle ? below * width + width * (width + 1) / 2 : width * (double) p->a->columns;
  make_block(s);
  for (s->job0 = 0; s->job0 < jobs; s->job0 += at_once) {
    MC_TRY(mc_run_each(s->call->monitor, s->threads, mc_min(at_once, jobs - s->job0),
                       pairs / (double) jobs, do_job, s));
    MC_TRY(mc_pairs_flush(s->sink, s->call));
  }
  return MC_OK;
}

static int64_t most_of(const mc_kendall_packed_sparse *packed) {
  int64_t most = 0;
  for (int64_t j = 0; j < packed->ranks.columns; j++)
    most = packed->column[j].count > most ? packed->column[j].count : most;
  return most;
}

static mc_status do_panel(sparse *s) {
  s->most_a = most_of(&s->a);
  MC_TRY(mc_pairs_begin_panel(s->sink, &s->panel.pairs));
  const int64_t columns = s->panel.b->columns;
  for (s->j0 = 0; s->j0 < columns; s->j0 = s->j1) {
    s->j1 = block_end(s, s->j0);
    MC_TRY(do_block(s));
  }
  return MC_OK;
}

/* ---- panels ---- */

static int64_t most_off(const mc_kendall_sparse_scan *scans, int64_t first, int64_t last) {
  int64_t most = 0;
  for (int64_t j = first; j < last; j++)
    most = scans[j].off > most ? scans[j].off : most;
  return most;
}

/* The most entries of so many successive columns. */
static int64_t most_entries(const mc_kendall_sparse_scan *scans, int64_t first, int64_t last,
                            int64_t columns) {
  int64_t most = 0, here = 0;
  for (int64_t j = first; j < last; j++) {
    here += scans[j].off;
    if (j - first >= columns)
      here -= scans[j - columns].off;
    most = here > most ? here : most;
  }
  return most;
}

static bool any_missing(const mc_kendall_sparse_scan *scans, int64_t first, int64_t last) {
  for (int64_t j = first; j < last; j++)
    if (scans[j].missing)
      return true;
  return false;
}

/* Bytes that all threads share, and bytes of each thread. */
typedef struct {
  int64_t shared, each;
} memory;

/* Panels of `side` columns. */
typedef struct {
  int64_t x, y; /* columns; y 0 if one triangle is all */
  int64_t x_entries, y_entries, most;
  int64_t block, lists; /* entries of a block, elements of a thread's lists */
  bool x_missing, y_missing;
  memory memory;
} sizes;

static int64_t sequence_of(int64_t most) {
  /* with few rows the kernel reads one vector more */
  const int64_t few = MC_SPARSE_FEW + MC_SPARSE_LANES;
  return mc_round_up((most > few ? most : few) + MC_INVERSIONS_PAD, MC_ALIGN);
}

static sizes sizes_of(const mc_kendall_sparse_part *p, int64_t n, int64_t side, bool total) {
  const bool alone = p->at.triangle && side >= p->at.x1 - p->at.x0;
  sizes z = {.x = mc_min(side, p->at.x1 - p->at.x0),
             .y = alone ? 0 : mc_min(side, p->at.y1 - p->at.y0)};
  const int64_t x_most = most_off(p->x_scans, p->at.x0, p->at.x1);
  const int64_t y_most = most_off(p->y_scans, p->at.y0, p->at.y1);
  const int64_t of_b = most_entries(p->y_scans, p->at.y0, p->at.y1, side);
  const int64_t lists = of_b + (mc_min(side, p->at.y1 - p->at.y0) + ROWS) * MC_SPARSE_LIST_PAD;
  z.most = x_most > y_most ? x_most : y_most;
  z.x_entries = most_entries(p->x_scans, p->at.x0, p->at.x1, side);
  z.y_entries = alone ? 0 : of_b;
  z.x_missing = n == p->x->rows && any_missing(p->x_scans, p->at.x0, p->at.x1);
  z.y_missing = n == p->x->rows && any_missing(p->y_scans, p->at.y0, p->at.y1);
  /* a block ends at eight columns */
  z.block = mc_min(of_b, ENTRIES + ROWS * y_most);
  z.lists = mc_min(lists, LISTS + ROWS * (y_most + MC_SPARSE_LIST_PAD));
  z.memory.shared =
    mc_kendall_packed_sparse_bytes(n, z.x, z.x_entries, z.x_missing) +
    mc_kendall_packed_sparse_bytes(n, z.y, z.y_entries, z.y_missing) +
    (n + 2) * (int64_t) sizeof(int32_t) +
    (n < p->x->rows ? p->x->rows : 0) * (int64_t) sizeof(uint32_t) + /* places of rows */
    z.block * (int64_t) sizeof(mc_kendall_sparse_entry) + COLUMNS * (int64_t) sizeof(uint64_t);
  z.memory.each =
    mc_kendall_sparse_sorting_bytes(z.most) + (COLUMNS + z.most) * (int64_t) sizeof(uint64_t) +
    z.lists * (int64_t) sizeof(uint32_t) + 3 * sequence_of(z.most) * (int64_t) sizeof(uint16_t) +
    (total ? 2 : 1) * ROWS * COLUMNS * (int64_t) sizeof(int64_t);
  return z;
}

/* The memory of several parts. Each part has buffers of its own. */
static memory memory_of(const mc_kendall_sparse_part *parts, int count, int64_t n, int64_t side,
                        bool total) {
  memory all = {0, 0};
  for (int k = 0; k < count; k++) {
    const memory one = sizes_of(&parts[k], n, side, total).memory;
    all.shared += one.shared;
    all.each += one.each;
  }
  return all;
}

/* Panels of `side` columns take up to half of the bound, or more if the scratch of all threads fits
   beside them. Panels with fewer jobs than threads need the scratch of one thread only. */
static bool fits(memory m, int64_t side, int64_t bound, int threads) {
  const int64_t rest = bound - m.shared;
  const bool few = side < ROWS * (int64_t) threads;
  return rest >= m.each && (few || rest >= bound / 2 || rest / threads >= m.each);
}

mc_kendall_sparse_panels mc_kendall_sparse_plan(const mc_kendall_sparse_part *parts, int count,
                                                int64_t n, bool total, int64_t bound, int threads) {
  int64_t side = 1;
  for (int k = 0; k < count; k++) {
    const mc_pairs_part *at = &parts[k].at;
    side = mc_max(side, mc_max(at->x1 - at->x0, at->y1 - at->y0));
  }
  memory m = memory_of(parts, count, n, side, total);
  while (side > 1 && !fits(m, side, bound, threads)) {
    side = (side + 1) / 2;
    m = memory_of(parts, count, n, side, total);
  }
  const int64_t fit = (bound - m.shared) / m.each;
  const int fitting = fit < 1 ? 1 : (int) mc_min(fit, threads);
  return (mc_kendall_sparse_panels){side, fitting, m.shared + fitting * m.each};
}

static mc_status visit(void *context, const mc_pairs_panel *panel, bool a_ready) {
  sparse *s = context;
  const mc_kendall_sparse_part *part = s->part;
  if (!a_ready)
    MC_TRY(mc_kendall_packed_sparse_fill(&s->a, part->x, part->x_scans, panel->a0,
                                         panel->a0 + panel->a_columns, s->rows, &s->sorting,
                                         s->threads, s->packing, s->call));
  if (!panel->triangle)
    MC_TRY(mc_kendall_packed_sparse_fill(&s->b, part->y, part->y_scans, panel->b0,
                                         panel->b0 + panel->b_columns, s->rows, &s->sorting,
                                         s->threads, s->packing, s->call));
  mc_monitor_phase(s->call->monitor); /* the speed of pairs is measured afresh */
  s->panel = (mc_kendall_panel){.pairs = *panel,
                                .kernels = s->call->kernels,
                                .a = &s->a.ranks,
                                .b = panel->triangle ? &s->a.ranks : &s->b.ranks};
  return do_panel(s);
}

static double mean_off(const mc_kendall_sparse_scan *scans, int64_t first, int64_t last) {
  double off = 0;
  for (int64_t j = first; j < last; j++)
    off += scans[j].off;
  return off / (double) (last - first);
}

double mc_kendall_sparse_part_seconds(const mc_kendall_sparse_part *part, int64_t n,
                                      const mc_kernels *kernels) {
  const double pair =
    mc_kendall_sparse_seconds(n, mean_off(part->x_scans, part->at.x0, part->at.x1),
                              mean_off(part->y_scans, part->at.y0, part->at.y1), 0, kernels);
  return pair * mc_pairs_of_part(&part->at);
}

double mc_kendall_sparse_packing_seconds(const mc_kendall_sparse_part *part, int64_t n,
                                         const mc_kernels *kernels) {
  const double x = (double) (part->at.x1 - part->at.x0), y = (double) (part->at.y1 - part->at.y0);
  const double off = mean_off(part->x_scans, part->at.x0, part->at.x1);
  const double each = mc_kendall_sparse_seconds(n, off, off, 1, kernels) -
                      mc_kendall_sparse_seconds(n, off, off, 0, kernels);
  return each * (part->at.triangle ? x : x + y);
}

/* ---- memory ---- */

static mc_status make_worker(worker *w, const sizes *z, bool total, mc_arena *arena) {
  const int64_t length = sequence_of(z->most);
  mc_kendall_sparse_scratch *c = &w->scratch;
  c->state = mc_alloc(arena, COLUMNS, sizeof *c->state);
  c->lists = mc_alloc(arena, z->lists, sizeof *c->lists);
  c->count = mc_alloc(arena, z->most + 1, sizeof *c->count);
  uint16_t *sequences = mc_alloc(arena, 3 * length, sizeof *sequences);
  w->s = mc_alloc(arena, ROWS, sizeof *w->s);
  w->tied = mc_alloc(arena, total ? ROWS : 0, sizeof *w->tied);
  if (c->state == NULL || c->lists == NULL || c->count == NULL || sequences == NULL ||
      w->s == NULL || w->tied == NULL)
    return MC_ERR_MEMORY;
  memset(c->count, 0, (size_t) (z->most + 1) * sizeof *c->count);
  for (int k = 0; k < 3; k++)
    c->sequence[k] = sequences + k * length;
  return MC_OK;
}

static mc_status make_buffers(sparse *s, int64_t side) {
  mc_arena *arena = s->call->arena;
  const int64_t n = s->rows->n;
  const sizes z = sizes_of(s->part, n, side, s->total);
  MC_TRY(mc_kendall_packed_sparse_make(&s->a, n, z.x, z.x_entries, z.x_missing, arena));
  MC_TRY(mc_kendall_packed_sparse_make(&s->b, n, z.y, z.y_entries, z.y_missing, arena));
  MC_TRY(mc_kendall_sparse_sorting_make(&s->sorting, z.most, s->threads, arena));
  s->row = mc_alloc(arena, n + 2, sizeof *s->row);
  s->entry = mc_alloc(arena, z.block, sizeof *s->entry);
  s->list = mc_alloc(arena, COLUMNS, sizeof *s->list);
  s->workers = mc_alloc(arena, s->threads, sizeof *s->workers);
  if (s->row == NULL || s->entry == NULL || s->list == NULL || s->workers == NULL)
    return MC_ERR_MEMORY;
  for (int t = 0; t < s->threads; t++)
    MC_TRY(make_worker(&s->workers[t], &z, s->total, arena));
  return MC_OK;
}

mc_status mc_kendall_sparse(const mc_kendall_sparse_part *part, int64_t side, int threads,
                            const mc_pairs_rows *rows, const mc_pairs_shape *shape,
                            mc_pairs_sink *sink, double packing, const mc_call *call) {
  mc_kendall_sparse_rows of_columns;
  sparse s = {.part = part,
              .sink = sink,
              .call = call,
              .rows = &of_columns,
              .threads = threads,
              .packing = packing,
              .total = (sink->wants & MC_KENDALL_TOTAL) != 0};
  int64_t ready = -1;
  MC_TRY(mc_kendall_sparse_rows_make(&of_columns, rows->row, rows->n, part->x->rows, call->arena));
  MC_TRY(make_buffers(&s, side));
  return mc_pairs_walk(&part->at, side, shape, sink->only, &ready, visit, &s);
}
