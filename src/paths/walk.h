#ifndef MC_PATHS_WALK_H
#define MC_PATHS_WALK_H

#include <stdint.h>

/* The path from `from` to `to` (vertices from 1 on) by mc_paths()'s via as R has it: column-major,
   n x n.

     walk(i, j):  if via[i][j] is none, the edge i -> j
                  else walk(i, via[i][j]), walk(via[i][j], j)

   If sums are rounded, a part of a path may have become shorter after the path was recorded, and
   may pass through vertices of the other part. That makes a loop, which is cut out. Without
   negative weights the walk always ends, and no cut makes it longer.

   place has room for n numbers, all 0 before and after; vertex for n; pending for
   MC_PATHS_WALK_ROOM(n).

   Returns the number of edges, whose ends are vertex[0], vertex[1], ..., without `from`;
   MC_PATHS_WALK_ENDLESS if there are too many; MC_PATHS_WALK_INVALID if via has a number that is no
   vertex. */
enum { MC_PATHS_WALK_ENDLESS = -1, MC_PATHS_WALK_INVALID = -2 };
#define MC_PATHS_WALK_ROOM(n) (4 * (n) + 16)
int64_t mc_paths_walk(const int32_t *via, int64_t n, int64_t from, int64_t to, int32_t *vertex,
                      int32_t *pending, int32_t *place);

#endif
