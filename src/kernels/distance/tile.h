/* distance_tile: Euclidean distances of four points to a panel of 32.

   Definition in section 1 of Rechkalov and Zymbler, the difference first and
   then its square:

     for each coordinate k
       for each of the rows r and each lane l
         sum[r][l] += (a[k][r] - b[k][l])^2

   Their algorithm 2 keeps the sums of one point in an array; here the sums of
   four points stay in registers while coordinates go by, so that one load of b
   serves four subtractions, squares and sums.

   A processor takes square roots and waits for memory while it adds, but not many
   at once. So the kernel's sums are left where they are, and go into the result
   (as roots) while the next call's coordinates go by, evenly spread over them.

   Contract. a points at four neighbouring lanes of a panel, b at a panel; both
   are [coordinate][32 lanes]. sum, and count, are four rows of 32 numbers, the next
   row `width` numbers away, of any alignment; `first` says that they are to begin
   at 0. Each sum adds up its coordinates in their order, whatever the target's
   registers, and unless it is fused has the bits of a plain loop. `before` is NULL, or says
   which other sums to put where. */

#include "kernels/distance/add.h"

#include "kernels/for_f64.h"
#include "kernels/distance/tile_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/tile_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/tile_body.h"
