#include "kendall/bitset_run.h"

#include <string.h>

#include "kendall/common_ties.h"

void mc_kendall_bitset_counts(const mc_kendall_bitset_run *run, int64_t i, int64_t j,
                              int64_t (*mine)[MC_BITSET_MICRO], int64_t **counts) {
  const int64_t at = (i * (run->super.column1 - run->super.column0) + j) * MC_BITSET_MICRO;
  for (int q = 0; q < MC_BITS_COUNTS; q++) {
    const bool summed = q < run->kinds;
    counts[q] = run->counts == NULL || !summed ? mine[q] : run->counts->of[q] + at;
    if (summed && run->unit0 == 0)
      memset(counts[q], 0, MC_BITSET_MICRO * sizeof **counts);
  }
}

mc_kendall_tile mc_kendall_bitset_tile_of(const mc_kendall_bitset_run *run, int64_t pa,
                                          int64_t pb) {
  enum { PANEL = MC_BITS_PANEL };
  return mc_kendall_four(run->sink, run->panel, pa * PANEL, pb * PANEL, MC_KENDALL_BY_BITS,
                         mc_kendall_block_counts_form(run->a_flags[pa], run->b_flags[pb]));
}

/* Pairs of the rows that both columns of a pair have. */
static void common_pairs(const mc_kendall_tile *tile, int64_t *pairs) {
  const mc_kendall_panel *p = tile->panel;
  p->kernels->kendall_common_fours(mc_kendall_ranks_present(p->a, tile->i0),
                                   mc_kendall_ranks_present(p->b, tile->j0), p->a->present_units,
                                   tile->at.rows, tile->at.columns, pairs);
  for (int k = 0; k < MC_BITSET_MICRO; k++)
    pairs[k] = mc_kendall_pairs_among(pairs[k]);
}

void mc_kendall_bitset_by_rows(const mc_kendall_bitset_run *run, const mc_kendall_tile *tile,
                               int64_t *const *counts, int thread) {
  if (mc_kendall_bits_needs_of(tile->form).by_rows)
    common_pairs(tile, counts[1]);
  if (tile->form == MC_BITS_GENERAL && run->ties != NULL) {
    int64_t pairs[MC_BITSET_MICRO];
    common_pairs(tile, pairs);
    mc_kendall_common_ties(tile, pairs,
                           run->ties + thread * mc_kendall_common_ties_bytes(tile->panel->a->n),
                           counts[2], counts[3]);
  }
}
