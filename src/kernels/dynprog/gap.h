/* gap_inner, _loops, _product: tiles of an alignment with any gap cost (Waterman, Smith and Beyer),

     g[i][j] = best of g[i - 1][j - 1] + pair(i, j),
                       g[p][j] + gap_x(p, i) for p < i,  g[i][q] + gap_y(q, j) for q < j

   for blocks of up to 64 x 64 of the table:

     product  x[r][c] = best(x[r][c], a[r][k] + b[k][c]) over 64 steps k: what gaps from another
              tile make, in the same columns (b is that tile of the table, a the costs) or rows (a
              is the tile). The product of kernels/tropical/tile.h; but operands stay where they
              are, because costs by length are the same numbers again and again: a tile of 64 x 64
              of them is 127 numbers, in either direction.
                for each group of up to 32 columns, for each one of 4 rows
                  the best sums stay in registers while steps go by
     loops    the same as plain loops, for the compiler to make vectors of
     inner    what is left of the block when all gaps from other tiles are in x, and the pairs of
              row 0 and column 0:
                for each group of 4 rows, for each vector of columns
                  x = best(x, a[r][p] + x[p] for rows p above the group,
                              x[r][q] + b[q] for columns q before the vector)
                  for each of these rows r and columns c in order
                    x[r][c] = best of the rest: rows of the group above, columns of the vector
                              before, and x[r - 1][c - 1] + pair[r][c]

   `min` and `max`; every sum is rounded once.

   Contract. No sum is NaN among those that are read (what fills a block up is read by what fills
   up). Below the diagonal of the costs of `inner` there may be anything. x overlaps neither
   operand of a product. */

#include "kernels/for_vectors.h"

#include "kernels/for_f64.h"

#define OP min
#define BEST(a, b) VEC(min)(a, b)
#define BETTER <
#include "kernels/dynprog/gap_body.h"

#define OP max
#define BEST(a, b) VEC(max)(a, b)
#define BETTER >
#include "kernels/dynprog/gap_body.h"

#include "kernels/for_none.h"

#include "kernels/for_no_vectors.h"
