#ifndef MC_PATHS_SEARCH_H
#define MC_PATHS_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* Checks the lengths of paths, and searches for paths among the edges: for results of mc_paths()
   whose recorded vertices are wrong by rounding. Vertices count from 1 on. */

/* Matrices as R has them: column-major, n x n. NA and Inf in `weights` mean that there is no edge.
   If `weights` is NULL, the edges are those that are shortest paths themselves: where via is none,
   distance has the weight. */
typedef struct {
  const double *distance, *weights;
  const int32_t *via;
  int64_t n;
  bool single; /* were weights and sums rounded to floats? */
} mc_paths_result;

/* Is the length of the path from `from` over vertex[0], ..., vertex[edges - 1] the distance between
   its ends? The difference may be as large as rounding one sum for each edge can make it:

     |length - distance| <= edges (unit size + least)

   `size` is the sum of the absolute weights, `unit` the relative error of a rounding (2^-53; 2^-24
   in single precision), `least` what the smallest numbers lose (0; 2^-149).

   Recording may have led a path through a cycle of length 0, which was cut out since. Then the
   distance was rounded for the cycle's weights, too. With `wide` the difference may therefore be

     2 n (unit max(size, d) + least)

   d is the largest |distance[from][v]| or |distance[v][to]| of those vertices v whose two distances
   add up to distance[from][to], or to at most 2 n unit times their absolute sum more.

   O(edges) time; O(n) with `wide`. */
bool mc_paths_fits(const mc_paths_result *r, int64_t from, const int32_t *vertex, int64_t edges,
                   bool wide);

/* The same for a path whose weights and distance are given; not `wide`. */
bool mc_paths_add_up(const double *weights, int64_t edges, double distance, bool single);

/* Finds paths from all vertices to `to` whose excess over the distance is least, by Dijkstra's
   algorithm among edges with the weights

     distance[v][to] + weight[u][v] - distance[u][to]   (what u -> v loses), at least 0

   and of several such paths one with the fewest edges. next[u - 1] becomes the vertex after u; 0 if
   there is no path, and at `to`. O(n^2) time. lost has room for n numbers, edges and open for n
   integers. */
void mc_paths_search(const mc_paths_result *r, int64_t to, int32_t *next, double *lost,
                     int32_t *edges, int32_t *open);

#endif
