/* dynprog_cell, _split, _splits, _product, _inner, _beside: the parenthesization problem of Tithi
   et al.,

     c[i][j] = best over i < k < j of c[i][k] + c[k][j] + w(i, k, j)

   for blocks of the table. Row j of the table has the intervals that end at j. (So the table is R's
   column-major matrix c[i, j].)

     cell     returns the best of x[0] and a[k] + b[k][0] over all steps k; x does not change
              (the loop of figure 2)
     split    returns the first step with the best sum a[k] + b[k][0] and puts that sum into *best,
              if the sum is better than *best; otherwise returns -1.
              If x is not NULL, no sum is better than x[0]. Then split returns the first step whose
              sum is x[0]; if no sum is x[0], *best is not x[0] and the step has no meaning.
              If stride is 1, vectors find the best of 64 sums at a time. The 64 sums are searched
              one by one only if their best is better than *best (and, with x, equal to x[0])
     splits   splits of a whole row, for all columns c < `steps`; b is the table. split[c] becomes
              the first best step k, c < k < steps; without a sum that wins, split[c] stays. x holds
              the identity element at first, and the best sums at the end
     product  x[r][c] = best(x[r][c], a[r][k] + b[k][c]) over all steps k
              (C of figure 3 as plain loops, which the compiler vectorises)
     inner    a square on the diagonal, rows r and columns c < r
              for each row r
                for k = r - 1, ..., 0
                  finish x[r][k];  x[r][c] = best(x[r][c], x[r][k] + x[k][c]) for all c < k
     beside   a block off the diagonal. x has all products by points between the columns' points and
              the rows' points. a is the square on the diagonal in the same rows, b the one in the
              same columns:
              for rows r from the first, columns c from the last
                x[r][c] = best(x[r][c], a[r][k] + x[k][c] for k < r,
                                        x[r][m] + b[m][c] for m > c);  finish x[r][c]
              Eight rows and one vector of columns are updated at a time. The sums with rows above
              and with columns behind these are a product. The corner of 8 x (lanes) remains: row by
              row, and in a row column by column from the last one. That is a chain of dependent
              operations. Corners on the same anti-diagonal are independent of each other, so up to
              eight of them take turns.
              With `above` and `behind` (`chain` only), a group of eight rows meets only the rows
              above->of[group], and a group of eight columns only the columns behind->of[group].
              (Within a group all steps are tried.)

   Four kinds: `min` and `max` of plain sums, and for matrix chains the minimum of
   (a + b) + (p_i p_j) p_k: `chain` if the products of three are exact, so the product and the sum
   may be fused; `apart` if the product is rounded before the sum.

   To finish x[r][c] is to add weight[r][c]. With `pairs` it is to take the better one of x[r][c]
   and x[r - 1][c + 1] + weight[r][c]: the interval within, and the pair of both ends. In row 0 and
   in the last column of `beside` the caller has done this before.

   Contract. No number is NaN. a and b are NULL for inner. `beside` has MC_DYNPROG_SIDE columns; on
   and above the diagonal b holds the identity element. */

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
