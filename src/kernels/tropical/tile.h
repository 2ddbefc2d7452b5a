/* tropical: C = C (+) A (x) B for a tile of 4 x 32; (+) is the minimum or the maximum, (x) the sum.
   This is the flexible kernel of Floyd-Warshall, whose operands do not overlap its result (D of the
   recursive algorithm of Tithi et al., section III; line 28 of algorithm 2 of Hou et al.).

     for each step k
       for each of the rows r and each lane l
         if a[k][r] + b[k][l] < c[r][l]
           c[r][l] = a[k][r] + b[k][l];  via[r][l] = first + k

   The best sums stay in registers and meet the result after the last step. With `via` a tile has
   MC_TILE_VECTORS / 2 vectors in a row. The result and its steps are in registers from the first
   step to the last. If MC_RECORD_STEPS is 1, a step is a sum, a comparison, the better number and a
   masked move of the step's number (algorithm 3 of Hou et al., whose masked stores are moves here).
   Otherwise MC_RECORD_STEPS steps make a group. The best sum of a group is compared. A group that
   begins at step k is recorded as INT32_MAX - k, which no step is. At the end the group of each new
   sum is searched for the first step that gives the sum.

   `square`: the same for whole matrices of 64 x 64, in tiles of 4 rows and one strip of columns
   (kernels/strips.h). Step k is column k of A and row k of B. A and C have `rows` rows, filled up
   to a multiple of 4.

   Contract. a is at four neighbouring lanes of a panel, b at a panel; both panels are [step][32
   lanes], 64-byte aligned. c and via are four rows of 32 of any alignment, the next row `stride`
   elements away. d is a multiple of MC_TROPICAL_STEPS, but not 0; panels of fewer steps are filled
   up with identity elements. No sum is NaN. first + d, and the numbers in via, are below
   INT32_MAX - d. Squares do not overlap. Sums are rounded once, so the results are the same on
   every target. */

#include "kernels/strips.h"

#include "kernels/for_tropical_f64.h"
#include "kernels/tropical/tile_body.h"

#include "kernels/for_tropical_f32.h"
#include "kernels/tropical/tile_body.h"
