#ifndef MC_KENDALL_TILE_H
#define MC_KENDALL_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/call.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"
#include "pairs/sink.h"
#include "pairs/tile.h"

/* What Kendall's drivers count, and hand to sinks (pairs/sink.h). */

/* What a sink may want besides (mc_pairs_sink.wants). */
enum {
  MC_KENDALL_COMMON_ROWS = 1, /* mc_kendall_common_rows() is to be fast, */
  MC_KENDALL_TRIPLES = 2,     /* mc_kendall_ranked.triples, */
  MC_KENDALL_TOTAL = 4        /* and the pairs of rows tied in neither column */
};

typedef struct {
  mc_pairs_panel pairs; /* first: sinks are handed a pointer to this */
  const mc_kernels *kernels;
  const mc_kendall_ranks *a, *b; /* what is known of its columns */
} mc_kendall_panel;

static inline const mc_kendall_panel *mc_kendall_panel_of(const mc_pairs_panel *panel) {
  return (const mc_kendall_panel *) panel;
}

/* How a tile was counted: pair by pair, counts[] being s, x_pairs, y_pairs and total of up to
   8 x 8 pairs; or four columns against four by a form, which says what counts[] are: by bits, by
   tables, or of sparse columns (as of tables without missing rows). */
typedef enum {
  MC_KENDALL_BY_PAIRS,
  MC_KENDALL_BY_BITS,
  MC_KENDALL_BY_TABLES,
  MC_KENDALL_BY_SPARSE
} mc_kendall_counting;

typedef struct {
  mc_pairs_tile at; /* first: sinks are handed a pointer to this */
  const mc_kendall_panel *panel;
  int64_t i0, j0; /* numbers of its first columns in the panel */
  mc_kendall_counting by;
  mc_kendall_bits_form form;
  const int64_t *const *counts; /* [at.stride i + j] */
} mc_kendall_tile;

static inline const mc_kendall_tile *mc_kendall_tile_of(const mc_pairs_tile *tile) {
  return (const mc_kendall_tile *) tile;
}

/* 4 x 4 pairs from i0 and j0 on, as far as there are columns, counted so; without counts yet. */
mc_kendall_tile mc_kendall_four(const mc_pairs_sink *sink, const mc_kendall_panel *panel,
                                int64_t i0, int64_t j0, mc_kendall_counting by,
                                mc_kendall_bits_form form);

/* A tile's counts: element [stride i + j] is of the pair i, j.

     s        n_c - n_d, concordant less discordant pairs of rows
     x_pairs  n_0 - n_1, pairs of rows not tied in the column of a
     y_pairs  n_0 - n_2, not tied in the column of b
     total    n_c + n_d, tied in neither; for sinks that want it

   over the rows that both columns have. Of the pair j, i s is the same; x_pairs and y_pairs change
   places. Where a column lacks rows (mc_kendall_ranked.missing), and the shape is not pairwise, the
   counts of its pairs mean nothing. They live as long as *counts and the tile. */
typedef struct {
  const int64_t *s, *x_pairs, *y_pairs, *total;
  int stride;
  int64_t own[4][MC_BITS_PANEL * MC_BITS_PANEL];
} mc_kendall_counts;
void mc_kendall_finish(const mc_kendall_tile *tile, mc_kendall_counts *counts);

/* The same of s alone, which is less work: the tile's, or made in `own`, with the tile's stride. */
const int64_t *mc_kendall_finish_s(const mc_kendall_tile *tile, int64_t *own);

/* The rows that both columns of a pair have: O(1) where one of them has all, else O(n / 512) for
   a sink that wants MC_KENDALL_COMMON_ROWS, and O(n) without. */
int64_t mc_kendall_common_rows(const mc_kendall_tile *tile, int i, int j);

#endif
