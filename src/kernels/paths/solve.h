/* paths_corner, paths_solve: the inflexible part of Floyd-Warshall, where distances are
   read while they change. Eight steps k, the intermediate vertices, at a time:

     corner, the 8 x 8 distances c between these vertices:
       for each step k
         row[k][.] = c[k][.];  column[k][.] = c[.][k]       as they are at step k
         c[u][v] = min(c[u][v], column[k][u] + row[k][v])

     solve, the distances p[k][l] from (or to) these vertices to (from) 32 others:
       for each step k
         for each later step j
           p[j][.] = min(p[j][.], e[k][j] + p[k][.])        e: column (row) of the corner

   after which row k of p is as algorithm 1 reads it at its step k, and so serves the
   flexible kernel.

   Contract. All are [step][32 lanes]; a corner takes 8 lanes of a panel of rows. The
   corner returns the first step at which c[k][k] < 0 (what then follows is without
   meaning), or 8. */

#include "kernels/for_tropical_f64.h"
#include "kernels/paths/solve_body.h"

#include "kernels/for_tropical_f32.h"
#include "kernels/paths/solve_body.h"
