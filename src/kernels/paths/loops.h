/* paths_row, paths_update: the loops of Hou et al.

   paths_row, lines 5 to 10 of algorithm 1, for one k and one u:
     for each v
       if dist[u][k] + dist[k][v] < dist[u][v]     (< : the paper's <= would record u and v
         dist[u][v] = ...;  path[u][v] = k          themselves, and the last of equals)

   paths_update, UPDATE of algorithm 2 in version 3 of its figure 2, for the compiler to
   vectorise: only the loop over k knows where the graph ends.
     for each k
       for each u
         for each v
           if a[u][k] + b[k][v] < c[u][v]
             c[u][v] = a[u][k] + b[k][v];  path[u][v] = first + k

   There a and b are blocks of dist. Here they are copies, of the k-th column and the k-th
   row as they are at step k (`keep_a`, `keep_b`: c is the block that they come from):
   what algorithm 1 reads, and not what the paper's block has become by later steps. So
   both find the same distances to the last bit, and the same paths.

   Contract. Rows of c and path are `stride` elements apart, a is [u][k] and b [k][v] of
   `size` x `size`; path is NULL where it is not wanted. Nothing is NaN. */

#include "kernels/for_vectors.h"

#include "kernels/for_f64.h"
#include "kernels/paths/loops_body.h"

#include "kernels/for_f32.h"
#include "kernels/paths/loops_body.h"

#include "kernels/for_no_vectors.h"
