/* paths_row, paths_update: the loops of Hou et al.

   paths_row, lines 5 to 10 of algorithm 1, for one k and one u:
     for each v
       if dist[u][k] + dist[k][v] < dist[u][v]     (the paper's <= would record u and v themselves,
         dist[u][v] = ...;  path[u][v] = k          and the last of equal sums)

   paths_update, UPDATE of algorithm 2 in version 3 of its figure 2, for a compiler that makes
   vectors. Only the loop over k knows where the graph ends.
     for each k
       for each u
         for each v
           if a[u][k] + b[k][v] < c[u][v]
             c[u][v] = a[u][k] + b[k][v];  path[u][v] = first + k

   In the paper a and b are blocks of dist. Here they are copies of column k and row k as they are
   at step k (`keep_a`, `keep_b`: they come from c): what algorithm 1 reads, and not what later
   steps make of the block. So both find the same distances to the last bit, and the same paths.

   Contract. Rows of c and path are `stride` elements apart. a is [u][k] and b [k][v], of `size` x
   `size`. path may be NULL. Nothing is NaN. */

#include "kernels/for_vectors.h"

#include "kernels/for_f64.h"
#include "kernels/paths/loops_body.h"

#include "kernels/for_f32.h"
#include "kernels/paths/loops_body.h"

#include "kernels/for_no_vectors.h"
