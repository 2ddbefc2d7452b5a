#ifndef MC_KENDALL_TILE_H
#define MC_KENDALL_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/call.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"
#include "pairs/sink.h"
#include "pairs/tile.h"

/* The panels and tiles that Kendall's drivers hand to sinks (pairs/sink.h). */

/* Further counts that a sink may want (mc_pairs_sink.wants). */
enum {
  MC_KENDALL_COMMON_ROWS = 1, /* makes mc_kendall_common_rows() fast */
  MC_KENDALL_TRIPLES = 2,     /* mc_kendall_ranked.triples */
  MC_KENDALL_TOTAL = 4        /* pairs of rows tied in neither column */
};

typedef struct {
  mc_pairs_panel pairs; /* first: a pointer to it is a pointer to the whole */
  const mc_kernels *kernels;
  const mc_kendall_ranks *a, *b; /* the ranked columns */
} mc_kendall_panel;

static inline const mc_kendall_panel *mc_kendall_panel_of(const mc_pairs_panel *panel) {
  return (const mc_kendall_panel *) panel;
}

/* How a tile was counted. Pair by pair: counts[] are s, x_pairs, y_pairs and total of up to 8 x 8
   pairs. By bits or tables: four columns against four, by a form that tells what counts[] are.
   Sparse columns have the form of tables without missing rows. */
typedef enum {
  MC_KENDALL_BY_PAIRS,
  MC_KENDALL_BY_BITS,
  MC_KENDALL_BY_TABLES,
  MC_KENDALL_BY_SPARSE
} mc_kendall_counting;

typedef struct {
  mc_pairs_tile at; /* first: a pointer to it is a pointer to the whole */
  const mc_kendall_panel *panel;
  int64_t i0, j0; /* numbers of its first columns in the panel */
  mc_kendall_counting by;
  mc_kendall_bits_form form;
  const int64_t *const *counts; /* [at.stride i + j] */
} mc_kendall_tile;

static inline const mc_kendall_tile *mc_kendall_tile_of(const mc_pairs_tile *tile) {
  return (const mc_kendall_tile *) tile;
}

/* A tile of up to 4 x 4 pairs from columns i0 and j0 of the panel on, still without counts. */
mc_kendall_tile mc_kendall_four(const mc_pairs_sink *sink, const mc_kendall_panel *panel,
                                int64_t i0, int64_t j0, mc_kendall_counting by,
                                mc_kendall_bits_form form);

/* A tile's counts: element [stride i + j] is of the pair i, j.

     s        n_c - n_d, concordant less discordant pairs of rows
     x_pairs  n_0 - n_1, pairs of rows not tied in the column of a
     y_pairs  n_0 - n_2, not tied in the column of b
     total    n_c + n_d, tied in neither; for sinks that want it

   over the rows that both columns have. The pair j, i has the same s, and x_pairs and y_pairs
   exchanged. Unless the shape is pairwise, counts of a column that lacks rows
   (mc_kendall_ranked.missing) mean nothing. The pointers are valid as long as *counts and the
   tile. */
typedef struct {
  const int64_t *s, *x_pairs, *y_pairs, *total;
  int stride;
  int64_t own[4][MC_BITS_PANEL * MC_BITS_PANEL];
} mc_kendall_counts;
void mc_kendall_finish(const mc_kendall_tile *tile, mc_kendall_counts *counts);

/* Only s, with less work: the tile's array, or `own`, which is filled, with the tile's stride. */
const int64_t *mc_kendall_finish_s(const mc_kendall_tile *tile, int64_t *own);

/* The number of rows that both columns of a pair have. O(1) if one of them has all rows; else
   O(n / 512) if the sink wants MC_KENDALL_COMMON_ROWS or the bitset driver may run, else O(n). */
int64_t mc_kendall_common_rows(const mc_kendall_tile *tile, int i, int j);

#endif
