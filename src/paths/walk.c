#include "paths/walk.h"

typedef struct {
  int32_t *vertex,
    *place; /* place[v - 1]: the number of edges up to v, plus 1; 0: v is not on the path */
  int64_t from, edges;
} path;

static int64_t vertex_at(const path *p, int64_t edges) {
  return edges == 0 ? p->from : p->vertex[edges - 1];
}

/* Adds an edge to v. If v is on the path already, the path goes back to it instead. */
static void step(path *p, int32_t v) {
  if (p->place[v - 1] != 0) {
    const int64_t keep = p->place[v - 1] - 1;
    for (; p->edges > keep; p->edges--)
      p->place[vertex_at(p, p->edges) - 1] = 0;
    return;
  }
  p->vertex[p->edges++] = v;
  p->place[v - 1] = (int32_t) p->edges + 1;
}

int64_t mc_paths_walk(const int32_t *via, int64_t n, int64_t from, int64_t to, int32_t *vertex,
                      int32_t *pending, int32_t *place) {
  const int64_t room = MC_PATHS_WALK_ROOM(n);
  path p = {vertex, place, from, 0};
  place[from - 1] = 1;
  /* pending[0], ..., pending[top - 1]: the ends of parts that are still to be walked, the next part
     on top. Each part begins where the part above it ends. */
  int64_t top = 1, at = from, result = 0;
  pending[0] = (int32_t) to;
  for (int64_t steps = 0; top > 0 && result == 0; steps++) {
    const int32_t end = pending[top - 1], middle = via[(at - 1) + (end - 1) * n];
    if (middle == INT32_MIN) {
      if (at != end)
        step(&p, end);
      at = end;
      top--;
    } else if (middle < 1 || middle > n) {
      result = MC_PATHS_WALK_INVALID;
    } else {
      pending[top++] = middle;
    }
    if (top >= room || steps > 64 * room)
      result = MC_PATHS_WALK_ENDLESS;
  }
  for (int64_t e = 0; e <= p.edges; e++)
    place[vertex_at(&p, e) - 1] = 0;
  return result == 0 ? p.edges : result;
}
