/* kendall_signs: products of comparisons, up to 512 columns against 512.

   The comparisons of a column (bits.h) are numbers: s is 1 or -1 where the
   column is not tied, and 0 elsewhere; m is |s|; p is 1 where both rows are
   present. Then the sums over the comparisons of two columns are inner products:

     s s'  is  n_c - n_d,     m m'  is  n_c + n_d,
     m p'  and  p m'  are the pairs not tied in x, and in y,

   over the rows that both columns have. Without masks s is never 0: s s' also
   counts an idle comparison, as 1.

   Contract. Writes the sums of blocks of 32 x 32 columns to
   job->sums[product][block of b][block of a][half of a][half of b][16][16].
   job->products[i][j] says how many products the block i, j takes, in the order
   above: 0, 1, 2 or 4. 2 needs two planes of bits, 4 needs three. Sums of a
   product that is not taken mean nothing, and neither do those of columns behind
   the last one. units <= MC_SIGNS_UNITS.

   A target multiplies bytes (signs_products.h), or looks up what four
   comparisons of two columns come to (signs_lookups.h). */

enum {
  SIGNS_PLANE = MC_BITS_PANEL * MC_BITS_UNIT_WORDS64, /* words of a unit of a panel */
  SIGNS_BLOCK_PANELS = MC_SIGNS_COLUMNS / MC_BITS_PANEL
};

MC_INLINE int signs_blocks(int panels) {
  return (panels + SIGNS_BLOCK_PANELS - 1) / SIGNS_BLOCK_PANELS;
}

#include "kernels/kendall/signs_lookups.h"
#include "kernels/kendall/signs_products.h"

static void MC_FN(kendall_signs)(const mc_kendall_signs_job *job) {
  if (MC_SIGNS_LOOKUPS)
    lookups_of(job);
  else
    products_of(job);
}
