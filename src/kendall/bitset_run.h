#ifndef MC_KENDALL_BITSET_RUN_H
#define MC_KENDALL_BITSET_RUN_H

#include "base/tiles.h"
#include "kendall/counts.h"
#include "kendall/packed_bits.h"
#include "kendall/tile.h"

/* The state of the bitset driver (bitset.c), which counts tiles by bits, or by signs (signs.c). */
typedef struct {
  const mc_kendall_panel *panel;
  mc_pairs_sink *sink;
  const mc_kernels *kernels;
  int all_threads, threads; /* of the call, and of the super-tile */
  int planes, kinds;        /* of bits; counts of a pair that are summed up */
  int64_t units, block;     /* of a column, and of a block */
  const uint8_t *a_flags, *b_flags;
  const mc_kendall_block_counts *counts; /* kept between blocks; NULL if there is one block */

  /* the current super-tile and block of bits */
  const mc_kendall_packed_bits *a, *b;
  mc_tile super;                /* in panels */
  uint8_t *a_wanted, *b_wanted; /* its panels, or NULL for all */
  mc_grid grid;                 /* its tiles, in panels; by signs: in blocks of panels */
  int64_t unit0, unit1;
  int64_t comparisons; /* in the block; its other bits are idle */
  int signs_side;      /* of the largest tiles (signs.h) */
  char *signs;         /* of all threads (signs.h) */
  char *ties;          /* of all threads: ties follow from missing rows (common_ties.h); or NULL */
  double ties_cost;    /* of a pair, by this way, in picoseconds */
} mc_kendall_bitset_run;

/* Counts of two panels. */
enum { MC_BITSET_MICRO = MC_BITS_PANEL * MC_BITS_PANEL };

/* The counts of panels i and j of the super-tile. Those that are summed up are the super-tile's, or
   `mine` if there is only one block, and 0 before the first block. The others are `mine`. */
void mc_kendall_bitset_counts(const mc_kendall_bitset_run *run, int64_t i, int64_t j,
                              int64_t (*mine)[MC_BITSET_MICRO], int64_t **counts);

/* The tile of panels pa and pb, still without counts. */
mc_kendall_tile mc_kendall_bitset_tile_of(const mc_kendall_bitset_run *run, int64_t pa, int64_t pb);

/* By which form the kernel counts a tile; mc_kendall_bitset_by_rows() does what is left. */
static inline mc_kendall_bits_form mc_kendall_bitset_counted(const mc_kendall_bitset_run *run,
                                                             mc_kendall_bits_form form) {
  return form == MC_BITS_GENERAL && run->ties != NULL ? MC_BITS_MASKED : form;
}

/* The counts of a tile's form that follow from the rows that its columns have, or lack. */
void mc_kendall_bitset_by_rows(const mc_kendall_bitset_run *run, const mc_kendall_tile *tile,
                               int64_t *const *counts, int thread);

#endif
