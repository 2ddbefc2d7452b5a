#ifndef MC_KENDALL_PACKED_BITS_H
#define MC_KENDALL_PACKED_BITS_H

#include <stdint.h>

#include "dispatch/dispatch.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"

/* The bits of a block: some units of the columns of consecutive panels of four columns, in the
   order in which the tile kernel reads them (kernels/kendall/bits.h). They are made when they
   are needed, and again for the next super-tile. */

enum { MC_PACKED_PANELS = 256 }; /* along a super-tile whose bits take more than one block */

typedef struct {
  const mc_kernels *kernels;
  const mc_kendall_ranks *ranks;
  int planes;                           /* 1: g; 2: g and m; 3: g, m and p */
  uint64_t *words;                      /* mc_kendall_packed_bits_bytes() bytes */
  int64_t panel0, panel1, unit0, units; /* the bits here: of these panels, from unit0 on */
  const uint8_t *wanted;                /* of which panels; NULL: of all */
  uint8_t *made;
} mc_kendall_packed_bits;

/* The number of panels of so many columns, and of units of n rows. */
int64_t mc_kendall_packed_bits_panels(int64_t columns);
static inline int64_t mc_kendall_packed_bits_units(int64_t n) {
  return (mc_kendall_bits_masks(n) + MC_BITS_UNIT - 1) / MC_BITS_UNIT;
}

/* The number of units in a block. Those of a panel fit into the nearest cache, 32 or 48 KiB. */
static inline int64_t mc_kendall_packed_bits_block(int planes) {
  return planes == 1 ? 128 : 64;
}

/* The number of panels along a super-tile: more if all their bits fit into one block. */
int64_t mc_kendall_packed_bits_super(int64_t units, int planes);

/* Bytes for the columns of both sides, for any number of planes. */
typedef struct {
  int64_t a, b;
} mc_kendall_packed_bits_sizes;
mc_kendall_packed_bits_sizes mc_kendall_packed_bits_bytes(int64_t n, int64_t a_columns,
                                                          int64_t b_columns);

/* `made` has a byte for each panel if a filter may want only some panels; else it is NULL. */
mc_kendall_packed_bits mc_kendall_packed_bits_make(const mc_kernels *kernels,
                                                   const mc_kendall_ranks *ranks, int planes,
                                                   void *words, uint8_t *made);

/* Makes units [unit0, unit1) of panels [panel0, panel1) with wanted[panel - panel0] set (NULL: of
   all), unless they are made already. Takes some milliseconds. */
void mc_kendall_packed_bits_fill(mc_kendall_packed_bits *packed, int threads, int64_t panel0,
                                 int64_t panel1, int64_t unit0, int64_t unit1,
                                 const uint8_t *wanted);

static inline int64_t mc_kendall_packed_bits_unit_words(const mc_kendall_packed_bits *packed) {
  return (int64_t) packed->planes * MC_BITS_PANEL * MC_BITS_UNIT_WORDS64;
}

static inline uint64_t *mc_kendall_packed_bits_at(const mc_kendall_packed_bits *packed,
                                                  int64_t panel) {
  return packed->words +
         (panel - packed->panel0) * packed->units * mc_kendall_packed_bits_unit_words(packed);
}

#endif
