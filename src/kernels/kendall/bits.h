/* kendall_bits16 and kendall_bits32: the comparisons of one column as bits.

   The bitset kernel looks at Kendall's tau as the naive one does (section 3.1
   of Liu et al.): every pair of rows i < j is compared in x and in y. But a
   comparison is one bit, made once for each column instead of once for each
   pair of columns, and 512 of them meet in one instruction
   (bits_tile.h).

   Order of the pairs of rows. Rows are cut into blocks of 32 and a tail of
   fewer. A mask word holds 32 comparisons:

     for each full block B
       for each row j behind B            lane l: row j against row l of B
       for d = 1 .. 16                    lane l: row (l + d) mod 32 of B against
                                          row l of B; for d = 16 half the lanes,
                                          the others being their mirror image
     for d = 1 .. tail / 2                the same circle within the tail

   so every pair has one bit, and at most 16 of 32 bits in one word of a block
   are idle: 353 rows take 1,947 words for their 62,128 pairs, 99.7 % full.

   Planes. g: the row named first (j, or l + d) has the greater rank; 0 in idle
   lanes.
   m (if planes >= 2): ranks differ and both rows are present. p (if planes
   == 3): both rows are present. g may be anything where m is 0.

   Contract. Writes words first <= k < last of a column (first a multiple of
   MC_BITS_UNIT) and zeros up to the end of the last unit. `bits` points at the
   column's place in the first unit of its panel; a unit of a panel is
   [plane][column][MC_BITS_UNIT words]. rank[i] == MC_RANK*_NA where the row is
   absent. Work: O(last - first) compare instructions. */

/* Where the next word goes. */
typedef struct {
  uint32_t *unit;
  int word; /* within the unit, < MC_BITS_UNIT */
  int planes;
} bits_cursor;

enum { BITS_PLANE_STEP = MC_BITS_PANEL * MC_BITS_UNIT }; /* words */

/* The place of the next word in a plane. */
MC_INLINE uint32_t *bits_at_cursor(const bits_cursor *c, int plane) {
  return c->unit + plane * BITS_PLANE_STEP + c->word;
}

MC_INLINE void bits_advance(bits_cursor *c, int words) {
  c->word += words;
  if (c->word == MC_BITS_UNIT) {
    c->word = 0;
    c->unit += c->planes * BITS_PLANE_STEP;
  }
}

MC_INLINE void bits_put(bits_cursor *c, uint32_t g, uint32_t m, uint32_t p) {
  *bits_at_cursor(c, 0) = g;
  if (c->planes >= 2)
    *bits_at_cursor(c, 1) = m;
  if (c->planes >= 3)
    *bits_at_cursor(c, 2) = p;
  bits_advance(c, 1);
}

MC_INLINE uint32_t bits_lowest(int64_t count) {
  return count >= 32 ? UINT32_MAX : (UINT32_C(1) << count) - 1;
}

#define RANK uint16_t
#define RANKS(operation) mc_ranks16_##operation
#define RANKS_TYPE mc_ranks16
#define RANK_NA MC_RANK16_NA
#define BITS_FN(name) name##16
#include "kernels/kendall/bits_body.h"

#define RANK uint32_t
#define RANKS(operation) mc_ranks32_##operation
#define RANKS_TYPE mc_ranks32
#define RANK_NA MC_RANK32_NA
#define BITS_FN(name) name##32
#include "kernels/kendall/bits_body.h"
