#include "kendall/packed_bits.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum {
  PANEL = MC_BITS_PANEL,
  MOST_UNIT_PLANES = 192, /* in a block of bits: see mc_kendall_packed_bits_block() */
  UNIT_BYTES = MC_BITS_UNIT * 4
};

/* ---- geometry ---- */

int64_t mc_kendall_packed_bits_panels(int64_t columns) {
  return (columns + PANEL - 1) / PANEL;
}

int64_t mc_kendall_packed_bits_super(int64_t units, int planes) {
  const int64_t fit = (int64_t) MC_PACKED_PANELS * MOST_UNIT_PLANES;
  if (units > mc_kendall_packed_bits_block(planes) || units == 0)
    return MC_PACKED_PANELS;
  return fit / (units * planes);
}

static int64_t bytes_of(int64_t n, int64_t columns) {
  const int64_t each = mc_min(MC_BITS_PLANES * mc_kendall_packed_bits_units(n), MOST_UNIT_PLANES);
  const int64_t most = (int64_t) MC_PACKED_PANELS * MOST_UNIT_PLANES;
  const int64_t panels = mc_kendall_packed_bits_panels(columns);
  return (each > 0 && panels > most / each ? most : panels * each) * PANEL * UNIT_BYTES;
}

mc_kendall_packed_bits_sizes mc_kendall_packed_bits_bytes(int64_t n, int64_t a_columns,
                                                          int64_t b_columns) {
  return (mc_kendall_packed_bits_sizes){bytes_of(n, a_columns), bytes_of(n, b_columns)};
}

/* ---- bits ---- */

mc_kendall_packed_bits mc_kendall_packed_bits_make(const mc_kernels *kernels,
                                                   const mc_kendall_ranks *ranks, int planes,
                                                   void *words, uint8_t *made) {
  return (mc_kendall_packed_bits){.kernels = kernels,
                                  .ranks = ranks,
                                  .planes = planes,
                                  .words = words,
                                  .panel0 = -1,
                                  .made = made};
}

static void fill_column(const mc_kendall_packed_bits *packed, int64_t column, uint64_t *words) {
  const mc_kendall_ranks *ranks = packed->ranks;
  const int64_t first = packed->unit0 * MC_BITS_UNIT;
  const int64_t last =
    mc_min(first + packed->units * MC_BITS_UNIT, mc_kendall_bits_masks(ranks->n));
  if (column >= ranks->columns) { /* zeros fill the last panel */
    for (int64_t u = 0; u < packed->units; u++)
      for (int plane = 0; plane < packed->planes; plane++)
        memset(words + u * mc_kendall_packed_bits_unit_words(packed) +
                 plane * PANEL * MC_BITS_UNIT_WORDS64,
               0, UNIT_BYTES);
  } else if (ranks->width == 2) {
    packed->kernels->kendall_bits16((const uint16_t *) ranks->rank + column * ranks->stride,
                                    ranks->n, first, last, packed->planes, (uint32_t *) words);
  } else {
    packed->kernels->kendall_bits32((const uint32_t *) ranks->rank + column * ranks->stride,
                                    ranks->n, first, last, packed->planes, (uint32_t *) words);
  }
}

MC_BODY(fill_panel, const mc_kendall_packed_bits, packed, panel) {
  uint64_t *words = mc_kendall_packed_bits_at(packed, panel);
  if (packed->wanted != NULL) {
    uint8_t *made = &packed->made[panel - packed->panel0];
    if (*made || !packed->wanted[panel - packed->panel0])
      return;
    *made = 1;
  }
  for (int c = 0; c < PANEL; c++)
    fill_column(packed, panel * PANEL + c, words + c * MC_BITS_UNIT_WORDS64);
}

void mc_kendall_packed_bits_fill(mc_kendall_packed_bits *packed, int threads, int64_t panel0,
                                 int64_t panel1, int64_t unit0, int64_t unit1,
                                 const uint8_t *wanted) {
  const bool last = packed->panel0 == panel0 && packed->panel1 == panel1 && packed->unit0 == unit0;
  if (last && wanted == NULL)
    return; /* made for the super-tile before */
  if (!last && wanted != NULL)
    memset(packed->made, 0, (size_t) (panel1 - panel0));
  packed->wanted = wanted;
  packed->panel0 = panel0;
  packed->panel1 = panel1;
  packed->unit0 = unit0;
  packed->units = unit1 - unit0;
  mc_each(threads, panel0, panel1, fill_panel, packed);
}
