/* tropical_tile: C = C (+) A (x) B for a tile of 4 x 32, (+) the minimum or the maximum
   and (x) the sum: the flexible kernel of Floyd-Warshall, whose operands do not overlap
   its result (D of the recursive algorithm in Tithi et al., section III; line 28 of
   algorithm 2 in Hou et al.).

     for each step k
       for each of the rows r and each lane l
         if a[k][r] + b[k][l] < c[r][l]
           c[r][l] = a[k][r] + b[k][l];  via[r][l] = first + k

   The best sums stay in registers while steps go by, and meet the result at the end.
   With `via` they meet it after every MC_TROPICAL_STEPS steps, and what is recorded is
   the number of that group of steps: one comparison and two masked stores (algorithm 3
   of Hou et al.) for many steps. At the end the group of each sum that was put is
   searched for the step, the first that gives it.

   `square`: the same of whole matrices of 64 x 64, row by row, in tiles of 4 x 32; step k is
   column k of A and row k of B.

   Contract. a is at four neighbouring lanes of a panel, b at a panel; both panels are
   [step][32 lanes], 64-byte aligned. c and via are four rows of 32, the next
   `stride` elements away, of any alignment. d >= 1 steps, with via a multiple of
   MC_TROPICAL_STEPS (fill up with infinities that do not win). No sum is NaN. What is in
   via, and first + d, are below INT32_MAX - d. Squares do not overlap. Sums are rounded once, so
   the results are the same on every target. */

#include "kernels/for_tropical_f64.h"
#include "kernels/tropical/tile_body.h"

#include "kernels/for_tropical_f32.h"
#include "kernels/tropical/tile_body.h"
