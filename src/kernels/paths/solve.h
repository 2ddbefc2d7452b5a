/* paths_corner, paths_solve: the inflexible part of Floyd-Warshall, which reads distances while
   they change. Eight steps k (intermediate vertices) at a time:

     corner, for the 8 x 8 distances c between these vertices:
       for each step k
         row[k][.] = c[k][.];  column[k][.] = c[.][k]       as they are at step k
         c[u][v] = min(c[u][v], column[k][u] + row[k][v])

     solve, for the distances p[k][l] from (to) these vertices to (from) 32 others:
       for each step k
         for each later step j
           p[j][.] = min(p[j][.], e[k][j] + p[k][.])        e: column (row) of the corner

   Then row k of p is what algorithm 1 reads at step k, and the flexible kernel can use it.

   Contract. All arrays are [step][32 lanes]; a corner takes 8 lanes of a panel of rows. The
   corner returns the first step at which c[k][k] < 0, or 8. After such a step its results have
   no meaning. */

#include "kernels/for_tropical_f64.h"
#include "kernels/paths/solve_body.h"

#include "kernels/for_tropical_f32.h"
#include "kernels/paths/solve_body.h"
