/* dynprog_cell, _inner, _beside, _product: the parenthesization problem of Tithi et al.,

     c[i][j] = best over i < k < j of c[i][k] + c[k][j] + w(i, k, j)

   for blocks of the table, in which row j has the intervals that end at j (so that R's matrix
   is one, too):

     cell     x[0] = best over the steps k of a[k] + b[k][0]; answers it
              (figure 2, the loop; x does not change)
     split    the first step whose sum is the best of all, if that sum is better than *best, and
              then puts the sum into *best; else -1. With x, a number that no sum is better than:
              the first step whose sum is x; any answer where there is none.
              Where b's numbers are neighbours, vectors find the best of 64 sums at a time. The 64
              are looked at one by one if their best is better than *best (and, with x, is x)
     splits   the same for all columns c < `steps` of a row, b being the table: split[c] is the
              first best step k, c < k < steps. x has nothing in it, split what stays where
              there is none
     product  x[r][c] = best(x[r][c], a[r][k] + b[k][c]) over all steps k
              (C of figure 3, as it stands, for the compiler to make vectors of)
     inner    a square at the diagonal, rows r and columns c < r
              for each row r
                for k = r - 1, ..., 0
                  finish x[r][k];  x[r][c] = best(x[r][c], x[r][k] + x[k][c]) for all c < k
     beside   a block whose rows' points come after its columns', when all between them is in x:
              for rows r from the first, columns c from the last
                x[r][c] = best(x[r][c], a[r][k] + x[k][c] for k < r,
                                        x[r][m] + b[m][c] for m > c);  finish x[r][c]
              where a and b are the squares at the diagonal of its rows and of its columns.
              Eight rows meet a vector of columns at a time: what comes from other rows and
              columns is a product; the corner of 8 x (lanes) that is left is done row by row,
              column by column from the last, each of which then meets those before it. That is
              a chain of operations that wait for each other, so up to eight corners, between
              which nothing is read (those on a diagonal), take turns.

   Four kinds: `min` and `max` (+ is the plain sum), and for matrix chains the minimum of
   (a + b) + (p_i p_j) p_k: `chain`, where these products are exact, and may be fused with the
   sum; `apart`, where they are rounded first.

   To finish is to add weight[r][c], which does not depend on k; or with `pairs` to take the
   better one of x[r][c] and x[r - 1][c + 1] + weight[r][c] (what is within, and the pair of
   its ends), but not in row 0 or the last column of a block beside: that was done before.

   Contract. Nothing is NaN. a, b are NULL for inner. `beside` has MC_DYNPROG_SIDE columns; on
   and above the diagonal of b there is nothing to win. */

#include "kernels/for_vectors.h"

#include "kernels/for_f64.h"

#define OP min
#define BEST(a, b) VEC(min)(a, b)
#define BETTER <
#define PRODUCTS 0
#define WORST ((double) INFINITY)
#include "kernels/dynprog/block_body.h"

#define OP max
#define BEST(a, b) VEC(max)(a, b)
#define BETTER >
#define PRODUCTS 0
#define WORST (-(double) INFINITY)
#include "kernels/dynprog/block_body.h"

#define OP chain
#define BEST(a, b) VEC(min)(a, b)
#define BETTER <
#define PRODUCTS 1
#define WORST ((double) INFINITY)
#include "kernels/dynprog/block_body.h"

#define OP apart
#define BEST(a, b) VEC(min)(a, b)
#define BETTER <
#define PRODUCTS 2
#define WORST ((double) INFINITY)
#include "kernels/dynprog/block_body.h"

#include "kernels/for_none.h"

#include "kernels/for_no_vectors.h"
