#ifndef MC_PATHS_WALK_H
#define MC_PATHS_WALK_H

#include <stdint.h>

/* The edges of the path from `from` to `to` (vertices from 1 on), out of mc_paths()'s via as
   R sees it (column-major): the vertex that each edge leads to goes to to_vertex[], which,
   like `pending`, has room for 2 `most` + 2 numbers. from == to is a closed walk, if via has
   an entry for it, else no edge.

     walk(i, j):  if via[i][j] is none, the edge i -> j
                  else walk(i, via[i][j]), walk(via[i][j], j)

   Returns how many edges there are, or -1 for more than `most`: by rounding, a path over a
   cycle of negative edges whose length is 0 may lead into itself. */
int64_t mc_paths_walk(const int32_t *via, int64_t n, int64_t from, int64_t to, int64_t most,
                      int32_t *to_vertex, int32_t *pending);

#endif
