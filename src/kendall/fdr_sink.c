#include "kendall/fdr_sink.h"

#include <math.h>

#include "base/integers.h"
#include "kendall/bins.h"

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

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  MC_TRY(mc_kendall_tester_begin(&f->tester, shape, call));
  f->p_bins = mc_kendall_bins_make(shape->threads, MC_P_BINS, call->arena);
  f->strengths = mc_kendall_bins_make(shape->threads, MC_STRENGTH_BINS, call->arena);
  f->weakest = mc_kendall_least_make(shape->threads, MC_P_BINS, call->arena);
  if (f->p_bins == NULL || f->strengths == NULL || f->weakest == NULL)
    return MC_ERR_MEMORY;
  return make_table(f, shape, call);
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

static void add(bins to, double p, double strength, int64_t pairs) {
  const int bin = mc_kendall_p_bin(p);
  to.p_bins[bin] += pairs;
  to.strengths[mc_kendall_strength_bin(strength)] += pairs;
  to.weakest[bin] = strength < to.weakest[bin] ? strength : to.weakest[bin];
}

/* Counts the usual tile by discordant pairs. False, with nothing done, for other tiles. */
static bool put_plain(const mc_kendall_fdr_sink *f, const mc_pairs_tile *tile, int thread) {
  const int64_t *discordant =
    f->discordant == NULL
      ? NULL
      : mc_kendall_plain_discordant(&f->tester.inference, mc_kendall_tile_of(tile));
  if (discordant == NULL)
    return false;
  int64_t *to = f->discordant + thread * f->entries;
  for (int k = 0; k < MC_PAIRS_FOUR * MC_PAIRS_FOUR; k++)
    to[discordant[k]]++;
  return true;
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  if (put_plain(f, tile, thread))
    return;
  const bins to = bins_of(f, thread);
  double tau[MC_PAIRS_CELLS];
  mc_kendall_tests tests;
  mc_kendall_tester_taus(&f->tester, tile, thread, tau);
  mc_kendall_tester_tests(&f->tester, tile, thread, &tests);
  for (int i = 0; i < tile->rows; i++)
    for (int j = mc_kendall_edge_first(tile, i); j < tile->columns; j++) {
      const int at = tile->stride * i + j;
      if (!(tests.p[at] >= 0)) /* not a number */
        continue;
      if (mc_kendall_edge_is_loop(&f->shared, tile, i, j) ||
          mc_kendall_edge_is_second(&f->shared, tile, i, j))
        continue;
      add(to, tests.p[at], fabs(tau[at]), 1);
    }
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
        add(to, mc_kendall_plain_p(&f->tester.inference, first + k), fabs(tau[k]),
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

mc_kendall_fdr_sink mc_kendall_fdr_sink_make(mc_kendall_test_options test, double na) {
  const mc_pairs_sink sink = {.begin = begin, .put = put, .finish = finish};
  return (mc_kendall_fdr_sink){.tester = mc_kendall_tester_make(sink, test, na)};
}
