#include "kendall/counts.h"

#include <string.h>

#include "base/integers.h"
#include "kendall/packed_bits.h"

enum { TIED = MC_PANEL_TIED, MISSING = MC_PANEL_MISSING };

int mc_kendall_block_counts_flag(const mc_kendall_ranks *ranks, bool pairwise, uint8_t *flags) {
  int all = 0;
  memset(flags, 0, (size_t) mc_kendall_packed_bits_panels(ranks->columns));
  for (int64_t j = 0; j < ranks->columns; j++) {
    const mc_kendall_ranked *c = &ranks->column[j];
    int flag = (c->tied ? TIED : 0) | (c->missing ? MISSING : 0);
    if (c->missing && !pairwise)
      flag = 0;
    flags[j / MC_BITS_PANEL] |= (uint8_t) flag;
    all |= flag;
  }
  return all;
}

mc_kendall_bits_form mc_kendall_block_counts_form(int a_flags, int b_flags) {
  const int flags = a_flags | b_flags;
  if (flags == 0)
    return MC_BITS_UNTIED;
  if (b_flags == 0)
    return MC_BITS_MASK_A;
  if (a_flags == 0)
    return MC_BITS_MASK_B;
  return flags == TIED ? MC_BITS_MASKED : flags == MISSING ? MC_BITS_MISSING : MC_BITS_GENERAL;
}

int mc_kendall_block_counts_planes(int flags) {
  return flags == 0 ? 1 : flags == (TIED | MISSING) ? 3 : 2;
}

int mc_kendall_block_counts_kinds(int flags) {
  return mc_kendall_bits_needs_of(mc_kendall_block_counts_form(flags, flags)).counts;
}

/* Counts that are kept for the pairs of a super-tile; none if there is only one block. */
static int64_t counts_in(int64_t n, int planes, int64_t a_columns, int64_t b_columns) {
  if (mc_kendall_packed_bits_units(n) <= mc_kendall_packed_bits_block(planes))
    return 0;
  return mc_min(mc_kendall_packed_bits_panels(a_columns), MC_PACKED_PANELS) *
         mc_min(mc_kendall_packed_bits_panels(b_columns), MC_PACKED_PANELS) * MC_BITS_PANEL *
         MC_BITS_PANEL;
}

int64_t mc_kendall_block_counts_bytes(int64_t n, int64_t a_columns, int64_t b_columns) {
  return MC_BITS_COUNTS * (int64_t) sizeof(int64_t) *
         counts_in(n, mc_kendall_block_counts_planes(TIED | MISSING), a_columns, b_columns);
}

mc_status mc_kendall_block_counts_make(mc_kendall_block_counts *counts, int64_t n, int flags,
                                       int64_t a_columns, int64_t b_columns, mc_arena *arena) {
  const int64_t size = counts_in(n, mc_kendall_block_counts_planes(flags), a_columns, b_columns);
  for (int q = 0; q < mc_kendall_block_counts_kinds(flags) && size > 0; q++) {
    if (counts->of[q] == NULL)
      counts->of[q] = mc_alloc(arena, size, sizeof(int64_t));
    if (counts->of[q] == NULL)
      return MC_ERR_MEMORY;
  }
  return MC_OK;
}
