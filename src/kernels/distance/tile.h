/* tile: distances of four points a to a panel of 32 points b.

     for each coordinate k
       for each of the rows r and each lane l
         sum[r][l] += term(a[k][r] - b[k][l])

   (Rechkalov and Zymbler, section 1: the term is the square.)

   Their algorithm 2 keeps the sums of one point in an array. Here the sums of four points stay in
   registers, so that one load of b serves four differences, terms and sums.

   A processor takes square roots and waits for memory while it adds, but not many at once. So the
   kernel leaves its sums where they are, and the next call finishes them (`before`): it writes
   them, or their roots, into the result while its own coordinates go by, evenly spread over them.

   Contract. a is at four neighbouring lanes of a panel, b at a panel; both are
   [coordinate][32 lanes]. sum and count are four rows of 32 numbers of any alignment, the next row
   `width` numbers away. `first`: they begin at 0. Each sum adds its coordinates in their order,
   whatever the target's registers; unless fused it has the bits of a plain loop. `before` is NULL
   or names other sums, to be finished.

   tile_missing: the same for data with NaN and infinite values, as stats::dist has it. A coordinate
   whose difference is NaN is left out, the others are counted. */

#include "kernels/for_f64.h"
#include "kernels/distance/tile_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/tile_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/tile_body.h"
