/* Alignment with any gap cost, in the tiles of gap_recursive.c, diagonal by diagonal of blocks of
   tiles:

     for each diagonal d of blocks, i + j = d
       by threads, in any order
         each block of d + 1:  all its products with tiles before diagonal d          (long)
         each block of d:      its products with tiles of d - 1, and the block by itself  (short)

   All jobs of a diagonal are independent, and the short ones come last. So threads wait for each
   other once for each diagonal, and no longer than a short job takes; the recursion has them wait
   for each wave of each call. Where the system takes a processor away from a thread for a
   while, the others have a diagonal to go on with. */

#include "dynprog/gap_diagonals.h"

#include "base/integers.h"
#include "dynprog/gap_tiles.h"

/* The blocks (i, d - i) of a diagonal, i from `first` on. */
typedef struct {
  int64_t d, first, count;
} diagonal;

typedef struct {
  const mc_gap_work *w;
  int64_t span;         /* tiles of a block in each direction */
  int64_t down, across; /* blocks */
  diagonal now, next;
} jobs;

static diagonal diagonal_of(const jobs *all, int64_t d) {
  const int64_t first = d < all->across ? 0 : d - all->across + 1;
  const int64_t last = mc_min(d, all->down - 1);
  return (diagonal){d, first, last < first ? 0 : last - first + 1};
}

/* Tiles first <= tile < last. */
typedef struct {
  int64_t first, last;
} range;

/* The tiles of a block in one direction, those of the block before it, and those further back. */
static range tiles_of(const jobs *all, int64_t block, int64_t tiles) {
  return (range){block * all->span, mc_min(tiles, (block + 1) * all->span)};
}

static range tiles_before(const jobs *all, int64_t block) {
  return (range){block > 0 ? (block - 1) * all->span : 0, block * all->span};
}

static range tiles_behind(const jobs *all, int64_t block) {
  return (range){0, block > 0 ? (block - 1) * all->span : 0};
}

/* The products of the tiles i, j by way of those k: each of these is read once for a row or column
   of the block. */
static void products(const mc_gap_work *w, range is, range js, range of_y, range of_x) {
  for (int64_t i = is.first; i < is.last; i++)
    for (int64_t k = of_y.first; k < of_y.last; k++)
      for (int64_t j = js.first; j < js.last; j++)
        mc_gap_tile_b(w, i, j, k, MC_GAP_IN_PLACE);
  for (int64_t j = js.first; j < js.last; j++)
    for (int64_t k = of_x.first; k < of_x.last; k++)
      for (int64_t i = is.first; i < is.last; i++)
        mc_gap_tile_c(w, i, j, k, MC_GAP_IN_PLACE);
}

static void prepare(const jobs *all, int64_t i, int64_t j) {
  const mc_gap_work *w = all->w;
  products(w, tiles_of(all, i, w->down), tiles_of(all, j, w->across), tiles_behind(all, j),
           tiles_behind(all, i));
}

static void finish(const jobs *all, int64_t i, int64_t j) {
  const mc_gap_work *w = all->w;
  const range is = tiles_of(all, i, w->down), js = tiles_of(all, j, w->across);
  products(w, is, js, tiles_before(all, j), tiles_before(all, i));
  for (int64_t r = is.first; r < is.last; r++)
    for (int64_t c = js.first; c < js.last; c++) {
      products(w, (range){r, r + 1}, (range){c, c + 1}, (range){js.first, c}, (range){is.first, r});
      mc_gap_tile_a(w, r, c);
    }
}

MC_BODY(do_job, const jobs, all, id) {
  const bool is_long = id < all->next.count;
  const diagonal d = is_long ? all->next : all->now;
  const int64_t i = d.first + (is_long ? id : id - all->next.count);
  if (is_long)
    prepare(all, i, d.d - i);
  else
    finish(all, i, d.d - i);
}

/* Four tiles, where that leaves blocks enough for all threads: a tile of the table then comes from
   far memory for four products. */
static int64_t span_of(const mc_gap_work *w) {
  const int64_t span = mc_min(w->down, w->across) / (8 * w->threads);
  return span < 1 ? 1 : mc_min(span, 4);
}

mc_status mc_gap_diagonals(mc_gap_work *w) {
  const double m = (double) w->job->m, n = (double) w->job->n;
  const int64_t span = span_of(w);
  jobs all = {.w = w,
              .span = span,
              .down = mc_round_up(w->down, span) / span,
              .across = mc_round_up(w->across, span) / span};
  const double down = (double) all.down, across = (double) all.across;
  const double product = (m + 1) * (n + 1) * (m + n) / (down * across * (down + across));
  for (int64_t d = 0; d < all.down + all.across - 1; d++) {
    all.now = diagonal_of(&all, d);
    all.next = diagonal_of(&all, d + 1);
    const int64_t count = all.now.count + all.next.count;
    const double work = product * (double) (d + 1) * (double) all.now.count;
    MC_TRY(mc_run_each(w->call->monitor, w->threads, count, work / (double) count, do_job, &all));
  }
  return MC_OK;
}
