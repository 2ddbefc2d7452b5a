/* dynprog_square: C = min(C, A + B + weights) for squares of 64 x 64, with the weights of matrix
   chains:

     for each step k < steps
       for each row r and column c
         C[r][c] = min(C[r][c], (A[r][k] + B[k][c]) + (p_row[r] p_column[c]) p_step[k])

   chain   The products of three are exact, so their order is free and they may be fused with the
           sum. p_row p_step is computed once for four rows and all steps. Then the product with
           p_column and the sum are one fused operation.
   apart   Each product is rounded, in the order of the formula. p_row p_column is computed once for
           a register tile, and read from the nearest cache in each step.

   Every second plain sum a + b is computed as the fused a * 1 + b. So processors with separate
   adders and multipliers use both.

   Contract: that of tropical_square, with 1 to 64 steps. Rows of A, B and C are 64 numbers apart.
   p_row, p_step and p_column have 64 numbers each. */

#include "kernels/for_f64.h"

#define OP chain
#define EXACT 1
#include "kernels/dynprog/chain_body.h"

#define OP apart
#define EXACT 0
#include "kernels/dynprog/chain_body.h"

#include "kernels/for_none.h"
