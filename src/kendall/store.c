#include "kendall/store.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum {
  PANEL = MC_BITS_PANEL,
  MOST_UNIT_PLANES = 192, /* in a block of the bits: see mc_store_block() */
  UNIT_BYTES = MC_BITS_UNIT * 4
};

/* ---- geometry ---- */

int64_t mc_store_panels(int64_t columns) {
  return (columns + PANEL - 1) / PANEL;
}

int64_t mc_store_super(int64_t units, int planes) {
  const int64_t fit = (int64_t) MC_STORE_PANELS * MOST_UNIT_PLANES;
  if (units > mc_store_block(planes) || units == 0)
    return MC_STORE_PANELS;
  return fit / (units * planes);
}

static int64_t bytes_of(int64_t n, int64_t columns) {
  const int64_t each = mc_min(MC_BITS_PLANES * mc_store_units(n), MOST_UNIT_PLANES);
  const int64_t most = (int64_t) MC_STORE_PANELS * MOST_UNIT_PLANES;
  const int64_t panels = mc_store_panels(columns);
  return (each > 0 && panels > most / each ? most : panels * each) * PANEL * UNIT_BYTES;
}

mc_store_sizes mc_store_bytes(int64_t n, int64_t a_columns, int64_t b_columns) {
  return (mc_store_sizes){bytes_of(n, a_columns), bytes_of(n, b_columns)};
}

/* ---- bits ---- */

mc_store mc_store_make(const mc_kernels *kernels, const mc_ranks *ranks, int planes, void *words,
                       uint8_t *made) {
  return (mc_store){.kernels = kernels,
                    .ranks = ranks,
                    .planes = planes,
                    .words = words,
                    .panel0 = -1,
                    .made = made};
}

static void fill_column(const mc_store *store, int64_t column, uint64_t *words) {
  const mc_ranks *ranks = store->ranks;
  const int64_t first = store->unit0 * MC_BITS_UNIT;
  const int64_t last = mc_min(first + store->units * MC_BITS_UNIT, mc_bits_masks(ranks->n));
  if (column >= ranks->columns) { /* the last panel is filled up with zeros */
    for (int64_t u = 0; u < store->units; u++)
      for (int plane = 0; plane < store->planes; plane++)
        memset(words + u * mc_store_unit_words(store) + plane * PANEL * MC_BITS_UNIT_WORDS64, 0,
               UNIT_BYTES);
  } else if (ranks->width == 2) {
    store->kernels->kendall_bits16((const uint16_t *) ranks->rank + column * ranks->stride,
                                   ranks->n, first, last, store->planes, (uint32_t *) words);
  } else {
    store->kernels->kendall_bits32((const uint32_t *) ranks->rank + column * ranks->stride,
                                   ranks->n, first, last, store->planes, (uint32_t *) words);
  }
}

MC_BODY(fill_panel, const mc_store, store, panel) {
  uint64_t *words = mc_store_at(store, panel);
  if (store->wanted != NULL) {
    uint8_t *made = &store->made[panel - store->panel0];
    if (*made || !store->wanted[panel - store->panel0])
      return;
    *made = 1;
  }
  for (int c = 0; c < PANEL; c++)
    fill_column(store, panel * PANEL + c, words + c * MC_BITS_UNIT_WORDS64);
}

void mc_store_fill(mc_store *store, int threads, int64_t panel0, int64_t panel1, int64_t unit0,
                   int64_t unit1, const uint8_t *wanted) {
  const bool last = store->panel0 == panel0 && store->panel1 == panel1 && store->unit0 == unit0;
  if (last && wanted == NULL)
    return; /* the last super-tile's */
  if (!last && wanted != NULL)
    memset(store->made, 0, (size_t) (panel1 - panel0));
  store->wanted = wanted;
  store->panel0 = panel0;
  store->panel1 = panel1;
  store->unit0 = unit0;
  store->units = unit1 - unit0;
  mc_each(threads, panel0, panel1, fill_panel, store);
}
