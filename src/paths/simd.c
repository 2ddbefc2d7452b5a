/* Blocked Floyd-Warshall (algorithm 2 of Hou et al.) in place, by register tiles.

     for each block of steps
       step 1  the panels of its own vertices                  (one thread)
       step 2  the panels of all others, rows and columns      (by groups of 32)
       step 3  X = min(X, columns + rows)                      (by tiles of 32 x 256, or smaller)

   In the paper step 2 updates the block's rows and columns of the matrix. Here it solves copies,
   and step 3 updates the whole matrix (solve.h).

   Step 1 of the next block waits for few tiles of step 3. Those come first. The thread that does
   the last of them goes on with that step 1, while other threads do the rest of step 3 (the
   look-ahead of parallel LU decompositions). So all threads wait for each other only twice a block.
   This holds for the dynamic schedule (base/jobs.h). In a schedule of fixed shares the first
   share has those tiles and step 1. */

#include "paths/simd.h"

#include <stdatomic.h>
#include <string.h>

#include "base/integers.h"
#include "paths/solve.h"
#include "tropical/panel.h"

enum { LANES = MC_TROPICAL_LANES };

/* A block of steps: the first step k, how many (d), and its groups and bands [first, end). */
typedef struct {
  int64_t k, d;
  int64_t group, group_end, band, band_end;
  unsigned char *rows, *columns; /* panels of its own vertices, solved */
} block;

typedef struct {
  mc_paths_work *w;
  mc_tropical_block x; /* the whole matrix */
  int64_t groups;
  int64_t band, bands;           /* groups of columns of a tile, and tiles of a row */
  int64_t step;                  /* numbers from one panel to the next */
  unsigned char *rows, *columns; /* panels of the block, one for each group */
  block now, next;               /* next.d = 0: there is no next block */
  _Atomic int64_t awaited;       /* tiles that the next step 1 still waits for */
} work;

static mc_tropical_block part_of(const work *c, int64_t row, int64_t column, int64_t rows,
                                 int64_t columns) {
  return mc_tropical_block_at(&c->w->tropical, &c->x, row, column, rows, columns);
}

static unsigned char *panel(const work *c, unsigned char *panels, int64_t group) {
  return panels + group * c->step * c->w->tropical.size;
}

static void pack_rows(const work *c, const block *b, int64_t group, unsigned char *to) {
  const mc_tropical_block rows = part_of(c, b->k, group * LANES, b->d, LANES);
  mc_tropical_pack_rows(&c->w->tropical, &rows, to, c->step);
}

static void pack_columns(const work *c, const block *b, int64_t group, unsigned char *to) {
  const mc_tropical_block columns = part_of(c, group * LANES, b->k, LANES, b->d);
  mc_tropical_pack_columns(&c->w->tropical, &columns, to, c->step);
}

/* The block from step k on, with memory for its panels. */
static block block_at(const work *c, int64_t k, unsigned char *rows, unsigned char *columns) {
  const int64_t d = k < c->w->steps ? mc_min(c->w->block, c->w->steps - k) : 0;
  const int64_t group = k / LANES, group_end = mc_round_up(k + d, LANES) / LANES;
  return (block){.k = k,
                 .d = d,
                 .group = group,
                 .group_end = group_end,
                 .band = group / c->band,
                 .band_end = mc_round_up(group_end, c->band) / c->band,
                 .rows = rows,
                 .columns = columns};
}

static bool is_own(const block *b, int64_t group) {
  return group >= b->group && group < b->group_end;
}

/* ---- step 1 ---- */

static void solve_diagonal(work *c, const block *b) {
  for (int64_t g = b->group; g < b->group_end; g++) {
    pack_rows(c, b, g, panel(c, b->rows, g - b->group));
    pack_columns(c, b, g, panel(c, b->columns, g - b->group));
  }
  const int64_t good = mc_paths_solve_diagonal(c->w, b->rows, b->columns, c->step, b->d);
  if (good < b->d)
    c->w->negative = b->k + good + 1;
}

/* ---- step 2: two jobs for each group ---- */

MC_BODY(solve_group, const work, c, id) {
  const block *b = &c->now;
  const int64_t group = id / 2, own = group - b->group;
  const bool rows = id % 2 == 0;
  unsigned char *to = panel(c, rows ? c->rows : c->columns, group);
  if (is_own(b, group)) {
    memcpy(to, panel(c, rows ? b->rows : b->columns, own),
           (size_t) (mc_tropical_panel_steps(b->d) * LANES * c->w->tropical.size));
  } else if (rows) {
    pack_rows(c, b, group, to);
    mc_paths_solve_panel(c->w, b->columns, c->step, b->d, to);
  } else {
    pack_columns(c, b, group, to);
    mc_paths_solve_panel(c->w, b->rows, c->step, b->d, to);
  }
}

/* ---- step 3 ---- */

/* How many tiles the next step 1 waits for. */
static int64_t awaited(const work *c) {
  const block *b = &c->next;
  return b->d == 0 ? 0 : (b->group_end - b->group) * (b->band_end - b->band);
}

/* The row and band of a job's tile. Tiles that are awaited come first. */
static void tile_of(const work *c, int64_t id, int64_t *row, int64_t *band) {
  const block *b = &c->next;
  const int64_t across = b->band_end - b->band, first = awaited(c);
  if (id < first) {
    *row = b->group + id / across;
    *band = b->band + id % across;
    return;
  }
  id -= first; /* the number among the other tiles */
  const int64_t above = b->group * c->bands, others = c->bands - across;
  if (first == 0 || id < above) {
    *row = id / c->bands;
    *band = id % c->bands;
  } else if (id < above + (b->group_end - b->group) * others) {
    *row = b->group + (id - above) / others;
    *band = (id - above) % others;
    *band += *band >= b->band ? across : 0;
  } else {
    *row = (id + first) / c->bands;
    *band = (id + first) % c->bands;
  }
}

MC_BODY(update_tile, work, c, id) {
  int64_t row, band;
  tile_of(c, id, &row, &band);
  const int64_t last = mc_min((band + 1) * c->band, c->groups);
  for (int64_t column = band * c->band; column < last; column++) {
    const mc_tropical_block x = part_of(c, row * LANES, column * LANES, LANES, LANES);
    mc_tropical_product(&c->w->tropical, &x, panel(c, c->columns, row), panel(c, c->rows, column),
                        c->step, c->now.d, (int32_t) (c->w->before + c->now.k + 1));
  }
  if (id < awaited(c) && atomic_fetch_sub(&c->awaited, 1) == 1)
    solve_diagonal(c, &c->next);
}

/* ---- all steps ---- */

static mc_status make_panels(work *c) {
  const int64_t size = c->w->tropical.size, own = c->w->block / LANES;
  const int64_t all = c->w->kept == NULL ? 2 * c->groups : 0;
  unsigned char *p = mc_alloc(c->w->call->arena, (all + 4 * own) * c->step, size);
  if (p == NULL)
    return MC_ERR_MEMORY;
  c->rows = p;
  c->columns = panel(c, c->rows, c->groups);
  c->now.rows = panel(c, p, all);
  c->now.columns = panel(c, c->now.rows, own);
  c->next.rows = panel(c, c->now.columns, own);
  c->next.columns = panel(c, c->next.rows, own);
  return MC_OK;
}

static mc_status do_block(work *c) {
  const int64_t n = c->w->n, groups = c->groups, tiles = groups * c->bands;
  /* n d^2 in step 2 and n^2 d in step 3, as shares of n^2 d in all */
  const double all = (double) (n * n) * (double) c->now.d;
  const double update = (double) n / (double) (n + c->now.d);
  atomic_store(&c->awaited, awaited(c));
  if (c->w->kept != NULL) {
    c->rows = (unsigned char *) c->w->kept->rows + c->now.k * LANES * c->w->tropical.size;
    c->columns = (unsigned char *) c->w->kept->columns + c->now.k * LANES * c->w->tropical.size;
  }
  MC_TRY(
    mc_paths_run(c->w, 0, 2 * groups, all * (1 - update) / (double) (2 * groups), solve_group, c));
  return mc_paths_run(c->w, awaited(c), tiles, all * update / (double) tiles, update_tile, c);
}

/* Groups of columns of a tile of step 3: so few that each thread gets eight tiles, or one. */
static int64_t band_for(int64_t groups, int threads) {
  int64_t band = 8;
  while (band > 1 && groups * (mc_round_up(groups, band) / band) < 8 * (int64_t) threads)
    band /= 2;
  return band;
}

mc_status mc_paths_simd(mc_paths_work *w) {
  const int64_t n = w->n, groups = mc_round_up(n, LANES) / LANES,
                band = band_for(groups, w->threads);
  work c = {.w = w,
            .x = {w->number, w->via, n, n, n},
            .groups = groups,
            .band = band,
            .bands = mc_round_up(groups, band) / band,
            .step = w->kept == NULL ? w->block * LANES : w->kept->apart};
  MC_TRY(make_panels(&c));
  c.now = block_at(&c, 0, c.now.rows, c.now.columns);
  if (c.now.d > 0)
    solve_diagonal(&c, &c.now);
  while (c.now.d > 0 && w->negative == 0) {
    const block last = c.now;
    c.next = block_at(&c, last.k + last.d, c.next.rows, c.next.columns);
    MC_TRY(do_block(&c));
    c.now = c.next;
    c.next = last;
  }
  return w->negative != 0 ? MC_ERR_CYCLE : MC_OK;
}
