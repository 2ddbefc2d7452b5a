/* dynprog_tile: the tile of 4 x 32 of kernels/tropical/tile.h with the weights of matrix
   chains,

     for each step k
       for each of the rows r and each lane l
         c[r][l] = min(c[r][l], (a[k][r] + b[k][l]) + (p_row[r] p_column[l]) p_step[k])

   `chain` where these products are exact, and may be fused with the sum; `apart` where they
   are rounded first. The 4 x 32 products of two are made once, and then read from the
   nearest cache, once each step. (Processors whose adders and multipliers are apart have
   work for both: half of the plain sums are fused products with one.)

   Contract: that of the tropical tile; p_row has 4 numbers, p_step d, p_column 32. */

#include "kernels/for_f64.h"

#define OP chain
#define EXACT 1
#include "kernels/dynprog/chain_body.h"

#define OP apart
#define EXACT 0
#include "kernels/dynprog/chain_body.h"

#include "kernels/for_none.h"
