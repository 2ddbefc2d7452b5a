#include "paths_walk.h"

int64_t mc_paths_walk(const int32_t *via, int64_t n, int64_t from, int64_t to, int64_t most,
                      int32_t *to_vertex, int32_t *pending) {
  /* pending[0], ..., pending[top - 1]: the ends of stretches yet to be walked, the nearest on
     top; each begins where the one above it ends. Every stretch has an edge at least. */
  int64_t edges = 0, top = 1, at = from;
  pending[0] = (int32_t) to;
  while (top > 0) {
    const int32_t end = pending[top - 1], middle = via[(at - 1) + (end - 1) * n];
    if (middle == INT32_MIN) {
      if (at != end)
        to_vertex[edges++] = end;
      at = end;
      top--;
    } else {
      pending[top++] = middle;
    }
    if (edges + top > most + 1)
      return -1;
  }
  return edges;
}
