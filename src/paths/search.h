#ifndef MC_PATHS_SEARCH_H
#define MC_PATHS_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* Lengths of paths, and paths by a search among the edges, for results of mc_paths() in which
   rounding has spoilt the recorded vertices. Vertices count from 1 on. */

/* Matrices as R sees them (column-major, n x n). NA and Inf in `weights` mean no edge. With
   weights NULL the edges are those that are shortest paths themselves: where via is none,
   distance holds the weight. */
typedef struct {
  const double *distance, *weights;
  const int32_t *via;
  int64_t n;
  bool single; /* were weights and sums rounded to floats? */
} mc_paths_result;

/* Does the path from `from` over vertex[0], ..., vertex[edges - 1] have the length of the
   distance between its ends? The difference may be what rounding one sum for each edge can make of
   weights as they are on the path:

     |length - distance| <= edges (unit size + least)

   with the sum of the weights without their signs as size, the relative error of a rounding as
   unit (2^-53, or 2^-24 in single precision), and what the smallest numbers lose (0, or 2^-149).
   A path that recording has led through a cycle of length 0, since cut out, has a distance that
   was rounded for the cycle's weights, too. With `wide` the difference may therefore be

     2 n (unit max(size, d) + least)

   where d is the largest |distance[from][v]| or |distance[v][to]| of those vertices v for which
   the sum of these two is distance[from][to], or more by at most 2 n unit times the sum without
   signs.

   O(edges) time, O(n) when wide. */
bool mc_paths_fits(const mc_paths_result *r, int64_t from, const int32_t *vertex, int64_t edges,
                   bool wide);

/* The same of a path whose weights, from edge to edge, and whose distance are known, not `wide`. */
bool mc_paths_add_up(const double *weights, int64_t edges, double distance, bool single);

/* Paths from all vertices to `to` of which the excess over the distance is least, as Dijkstra's
   algorithm finds them among the edges of weights

     distance[v][to] + weight[u][v] - distance[u][to]   (what taking u -> v loses), at least 0

   of several such paths one of fewest edges. next[u - 1] becomes the vertex that comes after u; 0
   where there is no path, and at `to`. O(n^2) time. lost has room for n numbers, edges and open for
   n integers. */
void mc_paths_search(const mc_paths_result *r, int64_t to, int32_t *next, double *lost,
                     int32_t *edges, int32_t *open);

#endif
