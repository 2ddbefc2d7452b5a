/* gap_product, _loops, _inner: tiles of an alignment with any gap cost (Waterman, Smith and Beyer),

     g[i][j] = best of g[i - 1][j - 1] + pair(i, j),
                       g[p][j] + gap_x(p, i) for p < i,  g[i][q] + gap_y(q, j) for q < j

   for blocks of up to 64 x 64 of the table:

     product  x[r][c] = best(x[r][c], a[r][k] + b[k][c]) over 64 steps k: gaps that begin in another
              tile. For gaps of x that tile is in the same columns: b is the tile and a the costs.
              For gaps of y it is in the same rows: a is the tile and b the costs.
              This is the product of kernels/tropical/tile.h with operands of any stride. A block
              of 64 x 64 costs by length is 127 numbers, read with a lane of 1 and a step of -1.
                for each group of up to 32 columns
                  pack the strip of b if that strip is narrow (kernels/strips.h)
                  for each group of 4 rows
                    for all steps: update the best sums, which stay in registers
     loops    the same as plain loops, which the compiler vectorises
     inner    finishes a block that has all gaps from other tiles, and the pairs of row 0 and
              column 0. a and b are the costs of gaps within the block:
                for each vector of columns, for each group of 4 rows
                  x = best(x, a[r][p] + x[p] for rows p above the group,
                              x[r][q] + b[q] for columns q before the vector)
                  for each row r of the group and each column c of the vector, in order
                    x[r][c] = best(x[r][c], the same sums for p and q within group and vector,
                                   x[r - 1][c - 1] + pair[r][c])

   `min` and `max`; every sum is rounded once.

   Contract. No sum is NaN, except sums that only the padding reads. `inner` reads costs only for
   p < r and q < c; the others may be NaN. x overlaps neither operand of a product. */

#include "kernels/strips.h"

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
