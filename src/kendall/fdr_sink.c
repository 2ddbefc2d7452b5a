#include "kendall/fdr_sink.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "kendall/bins.h"
#include "kendall/p_cells.h"

/* A table of a thread takes 512 KiB at most, so it fits into the second-level cache. */
static const int64_t MOST_ENTRIES = INT64_C(1) << 16;

/* Makes the tables of discordant pairs, if these are less work than the pairs. */
static mc_status make_table(mc_kendall_fdr_sink *f, const mc_pairs_shape *shape,
                            const mc_call *call) {
  const int64_t entries = mc_kendall_pairs_among(shape->n) + 1;
  f->discordant = NULL;
  if (f->tester.answers != NULL || f->tester.inference.p == NULL || f->shared.of_x != NULL ||
      entries > MOST_ENTRIES ||
      (double) entries * shape->threads > mc_kendall_edge_pairs(shape) / 4)
    return MC_OK;
  f->entries = entries;
  f->discordant = mc_kendall_bins_make(shape->threads, (int) entries, call->arena);
  return f->discordant == NULL ? MC_ERR_MEMORY : MC_OK;
}

/* Are pairs kept? */
static bool keeps(const mc_kendall_fdr_sink *f) {
  return f->guess.last_p_bin >= 0 && !f->full;
}

static bool is_kept(const mc_kendall_fdr_sink *f, double p) {
  return mc_kendall_p_bin(p) <= f->guess.last_p_bin;
}

/* p-values grow with the discordant pairs up to half of all pairs of rows, and then fall. */
static void set_limits(mc_kendall_fdr_sink *f) {
  f->few = 0;
  while (f->few < f->entries && is_kept(f, mc_kendall_plain_p(&f->tester.inference, f->few)))
    f->few++;
  f->many = f->entries - 1;
  while (f->many >= 0 && is_kept(f, mc_kendall_plain_p(&f->tester.inference, f->many)))
    f->many--;
}

/* Makes the cells, if these are less work than the p-values. */
static mc_status make_cells(mc_kendall_fdr_sink *f, const mc_pairs_shape *shape,
                            const mc_call *call) {
  f->cells = NULL;
  if (f->tester.answers != NULL || f->shared.of_x != NULL ||
      mc_kendall_edge_pairs(shape) < f->cells_from)
    return MC_OK;
  f->cells = mc_kendall_p_cells_make(shape->threads, call->arena);
  return f->cells == NULL ? MC_ERR_MEMORY : MC_OK;
}

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  MC_TRY(mc_kendall_tester_begin(&f->tester, shape, call));
  f->p_bins = mc_kendall_bins_make(shape->threads, MC_P_BINS, call->arena);
  f->strengths = mc_kendall_bins_make(shape->threads, MC_STRENGTH_BINS, call->arena);
  f->weakest = mc_kendall_least_make(shape->threads, MC_P_BINS, call->arena);
  if (f->p_bins == NULL || f->strengths == NULL || f->weakest == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(make_table(f, shape, call));
  MC_TRY(make_cells(f, shape, call));
  if (f->guess.last_p_bin < 0)
    return MC_OK;
  if (f->discordant != NULL)
    set_limits(f);
  return mc_kendall_edges_make_room(&f->edges, shape, call->arena);
}

/* The bins of a thread. */
typedef struct {
  int64_t *p_bins, *strengths;
  double *weakest;
} bins;

static bins bins_of(const mc_kendall_fdr_sink *f, int thread) {
  return (bins){f->p_bins + (int64_t) thread * MC_P_BINS,
                f->strengths + (int64_t) thread * MC_STRENGTH_BINS,
                f->weakest + (int64_t) thread * MC_P_BINS};
}

static void add(bins to, int bin, double strength, int64_t pairs) {
  to.p_bins[bin] += pairs;
  to.strengths[mc_kendall_strength_bin(strength)] += pairs;
  to.weakest[bin] = strength < to.weakest[bin] ? strength : to.weakest[bin];
}

/* Keeps the pairs of a tile up to the guess. */
static void keep(mc_kendall_fdr_sink *f, const mc_pairs_tile *tile, const double *tau,
                 const mc_kendall_tests *tests) {
  mc_kendall_edge kept[MC_PAIRS_CELLS];
  int count = 0;
  for (int i = 0; i < tile->rows; i++)
    for (int j = mc_kendall_edge_first(tile, i); j < tile->columns; j++) {
      const int at = tile->stride * i + j;
      if (tests->p[at] >= 0 && is_kept(f, tests->p[at]))
        kept[count++] = mc_kendall_edge_make(mc_kendall_edge_ends_of(f->tester.shape, tile, i, j),
                                             tau[at], tests->p[at], tests->n[at]);
    }
  if (count > 0)
    memcpy(mc_kendall_edges_add(&f->edges, count), kept, (size_t) count * sizeof *kept);
}

/* The same, if the tests are still to be computed. */
static void test_and_keep(mc_kendall_fdr_sink *f, const mc_pairs_tile *tile, const double *tau,
                          int thread) {
  mc_kendall_tests tests;
  mc_kendall_tester_tests(&f->tester, tile, thread, &tests);
  keep(f, tile, tau, &tests);
}

/* Counts the usual tile of columns without ties by discordant pairs. False, with nothing done, for
   other tiles. */
static bool put_plain(mc_kendall_fdr_sink *f, const mc_pairs_tile *tile, int thread) {
  const int64_t *discordant =
    f->discordant == NULL
      ? NULL
      : mc_kendall_plain_discordant(&f->tester.inference, mc_kendall_tile_of(tile));
  if (discordant == NULL)
    return false;
  int64_t *to = f->discordant + thread * f->entries;
  int64_t least = f->entries, most = 0;
  for (int k = 0; k < MC_PAIRS_FOUR * MC_PAIRS_FOUR; k++) {
    to[discordant[k]]++;
    least = mc_min(least, discordant[k]);
    most = mc_max(most, discordant[k]);
  }
  if (keeps(f) && (least < f->few || most > f->many)) {
    double tau[MC_PAIRS_CELLS];
    mc_kendall_tester_taus(&f->tester, tile, thread, tau);
    test_and_keep(f, tile, tau, thread);
  }
  return true;
}

/* Counts a tile by the cells of z squared. False, with nothing done, for other tiles. */
static bool put_squares(mc_kendall_fdr_sink *f, const mc_pairs_tile *tile, const double *tau,
                        int thread) {
  const mc_kendall_tile *t = mc_kendall_tile_of(tile);
  mc_kendall_squares squares;
  if (f->cells == NULL || !mc_kendall_squares_of(&f->tester.inference, t, &squares))
    return false;
  const bins to = bins_of(f, thread);
  int least = MC_P_BINS;
  for (int i = 0; i < tile->rows; i++)
    for (int j = mc_kendall_edge_first(tile, i); j < tile->columns; j++) {
      const int at = tile->stride * i + j;
      if (!(squares.square[at] >= 0)) /* a constant column */
        continue;
      int bin = f->cells[mc_kendall_p_cell(squares.square[at])];
      if (bin < 0)
        bin =
          mc_kendall_p_bin(mc_kendall_squares_p(&f->tester.inference, t, &squares, i, j, thread));
      add(to, bin, fabs(tau[at]), 1);
      least = bin < least ? bin : least;
    }
  if (keeps(f) && least <= f->guess.last_p_bin)
    test_and_keep(f, tile, tau, thread);
  return true;
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  if (put_plain(f, tile, thread))
    return;
  const bins to = bins_of(f, thread);
  double tau[MC_PAIRS_CELLS];
  mc_kendall_tester_taus(&f->tester, tile, thread, tau);
  if (put_squares(f, tile, tau, thread))
    return;
  mc_kendall_tests tests;
  mc_kendall_tester_tests(&f->tester, tile, thread, &tests);
  for (int i = 0; i < tile->rows; i++)
    for (int j = mc_kendall_edge_first(tile, i); j < tile->columns; j++) {
      const int at = tile->stride * i + j;
      if (!(tests.p[at] >= 0)) /* not a number */
        continue;
      const mc_kendall_edge_ends ends = mc_kendall_edge_ends_of(f->tester.shape, tile, i, j);
      if (mc_kendall_edge_is_loop(&f->shared, ends) || mc_kendall_edge_is_second(&f->shared, ends))
        continue;
      add(to, mc_kendall_p_bin(tests.p[at]), fabs(tau[at]), 1);
    }
  if (keeps(f))
    keep(f, tile, tau, &tests);
}

/* Only with a guess. */
static mc_status flush(mc_pairs_sink *sink, const mc_call *call) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  f->full = mc_kendall_edges_count(&f->edges) > f->guess.most;
  return f->full ? MC_OK : mc_kendall_edges_make_room(&f->edges, f->tester.shape, call->arena);
}

/* Pairs counted by discordant pairs get into the bins. */
static void add_plain(const mc_kendall_fdr_sink *f) {
  enum { CELLS = MC_PAIRS_FOUR * MC_PAIRS_FOUR };
  const bins to = bins_of(f, 0);
  for (int64_t first = 0; first < f->entries; first += CELLS) {
    int64_t discordant[CELLS];
    double tau[CELLS];
    for (int k = 0; k < CELLS; k++)
      discordant[k] = mc_min(first + k, f->entries - 1);
    mc_kendall_taus_untied(&f->tester.taus, discordant, tau);
    for (int k = 0; k < CELLS && first + k < f->entries; k++)
      if (f->discordant[first + k] > 0)
        add(to, mc_kendall_p_bin(mc_kendall_plain_p(&f->tester.inference, first + k)), fabs(tau[k]),
            f->discordant[first + k]);
  }
}

static mc_status finish(mc_pairs_sink *sink, const mc_call *call) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  (void) call;
  mc_kendall_bins_sum(f->p_bins, f->tester.shape->threads, MC_P_BINS);
  mc_kendall_bins_sum(f->strengths, f->tester.shape->threads, MC_STRENGTH_BINS);
  mc_kendall_least_of_all(f->weakest, f->tester.shape->threads, MC_P_BINS);
  if (f->discordant != NULL) {
    mc_kendall_bins_sum(f->discordant, f->tester.shape->threads, (int) f->entries);
    add_plain(f);
  }
  return MC_OK;
}

double mc_kendall_fdr_weakest(const double *weakest, int last_bin) {
  double least = 1;
  for (int k = 0; k <= last_bin; k++)
    least = fmin(least, weakest[k]);
  return least;
}

mc_kendall_fdr_sink mc_kendall_fdr_sink_make(mc_kendall_fdr_guess guess,
                                             mc_kendall_test_options test, double na) {
  mc_pairs_sink sink = {.begin = begin, .put = put, .finish = finish, .any_order = true};
  if (guess.last_p_bin >= 0)
    sink.flush = flush;
  return (mc_kendall_fdr_sink){
    .tester = mc_kendall_tester_make(sink, test, na), .guess = guess, .cells_from = 4 * MC_P_CELLS};
}
