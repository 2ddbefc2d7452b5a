#ifndef MC_KENDALL_COUNTS_H
#define MC_KENDALL_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"

/* What is counted for panels of four columns, and where counts are kept between blocks of bits. */

/* Why a panel needs masks: the OR over its columns. */
enum { MC_PANEL_TIED = 1, MC_PANEL_MISSING = 2 };

/* Sets the flags of mc_kendall_packed_bits_panels() panels, and returns the OR of all. Columns that
   lack rows need no mask unless `pairwise`, because their pairs have no counts. */
int mc_kendall_block_counts_flag(const mc_kendall_ranks *ranks, bool pairwise, uint8_t *flags);

/* The form of the counts of two panels with these flags. */
mc_kendall_bits_form mc_kendall_block_counts_form(int a_flags, int b_flags);

/* Planes of bits, and counts of a pair, if all panels have these flags. */
int mc_kendall_block_counts_planes(int flags);
int mc_kendall_block_counts_kinds(int flags);

/* The counts of a super-tile: [panel of a][panel of b][4 x 4] for each kind; all NULL if there is
   only one block. */
typedef struct {
  int64_t *of[MC_BITS_COUNTS];
} mc_kendall_block_counts;

int64_t mc_kendall_block_counts_bytes(int64_t n, int64_t a_columns,
                                      int64_t b_columns); /* at most */

/* Takes memory, which later panels use again. MC_OK, MC_ERR_MEMORY. */
mc_status mc_kendall_block_counts_make(mc_kendall_block_counts *counts, int64_t n, int flags,
                                       int64_t a_columns, int64_t b_columns, mc_arena *arena);

#endif
