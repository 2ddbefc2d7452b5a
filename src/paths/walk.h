#ifndef MC_PATHS_WALK_H
#define MC_PATHS_WALK_H

#include <stdint.h>

/* The path from `from` to `to` (vertices from 1 on) out of mc_paths()'s via as R sees it
   (column-major, n x n):

     walk(i, j):  if via[i][j] is none, the edge i -> j
                  else walk(i, via[i][j]), walk(via[i][j], j)

   Where sums are rounded, a part of a path may have become shorter after the path was
   recorded, and pass through vertices of the other part: a loop, which is cut out. Without
   negative weights the walk ends always, and cutting makes it no longer.

   place has room for n numbers, all 0 before and after, vertex for n, and pending for
   MC_PATHS_WALK_ROOM(n).

   Returns the number of edges, whose ends are vertex[0], vertex[1], ..., not counting `from`;
   MC_PATHS_WALK_ENDLESS where there are too many; or MC_PATHS_WALK_INVALID where via is not one. */
enum { MC_PATHS_WALK_ENDLESS = -1, MC_PATHS_WALK_INVALID = -2 };
#define MC_PATHS_WALK_ROOM(n) (4 * (n) + 16)
int64_t mc_paths_walk(const int32_t *via, int64_t n, int64_t from, int64_t to, int32_t *vertex,
                      int32_t *pending, int32_t *place);

#endif
