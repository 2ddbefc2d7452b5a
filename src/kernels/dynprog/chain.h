/* dynprog_square: C = min(C, A + B + weights) of whole squares of 64 x 64, row by row, with the
   weights of matrix chains:

     for each step k
       for each row r and column c
         C[r][c] = min(C[r][c], (A[r][k] + B[k][c]) + (p_row[r] p_column[c]) p_step[k])

   `chain` where the products of three are exact, and may be made in any order and fused with
   the sum: of four rows and all steps p_row p_step is made once, and the rest is one operation.
   `apart` where they are rounded as they stand: p_row p_column of a tile is made once, and then
   read from the nearest cache, once each step. (Processors whose adders and multipliers are apart
   have work for both: half of the plain sums are fused products with one.)

   Contract: that of tropical_square; p have 64 numbers each. */

#include "kernels/for_f64.h"

#define OP chain
#define EXACT 1
#include "kernels/dynprog/chain_body.h"

#define OP apart
#define EXACT 0
#include "kernels/dynprog/chain_body.h"

#include "kernels/for_none.h"
