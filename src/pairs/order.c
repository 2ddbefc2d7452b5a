#include "pairs/order.h"

/* ---- the graph: columns of x, then those of y ---- */

typedef struct {
  int64_t vertices;
  int64_t *end;   /* the neighbours of vertex v are near[end[v - 1], end[v]) */
  uint32_t *near; /* each in ascending order */
} graph;

static int64_t y_vertex(const mc_pairs_given *pairs) {
  return pairs->symmetric ? 0 : pairs->x_columns;
}

/* Sets the end of each vertex's neighbours to their begin. */
static void rewind_ends(graph *g, const int64_t *degree) {
  int64_t at = 0;
  for (int64_t v = 0; v < g->vertices; v++) {
    g->end[v] = at;
    at += degree[v];
  }
}

/* Lists neighbours in the order of the pairs; then transposes the lists, which sorts them. */
static mc_status graph_make(graph *g, const mc_pairs_given *pairs, uint32_t *const spare[2],
                            mc_arena *arena) {
  const int64_t y = y_vertex(pairs);
  g->vertices = pairs->x_columns + (pairs->symmetric ? 0 : pairs->y_columns);
  g->end = mc_alloc(arena, g->vertices, sizeof *g->end);
  int64_t *degree = mc_alloc(arena, g->vertices, sizeof *degree);
  if (g->end == NULL || degree == NULL)
    return MC_ERR_MEMORY;
  for (int64_t v = 0; v < g->vertices; v++)
    degree[v] = 0;
  for (int64_t k = 0; k < pairs->count; k++) {
    degree[pairs->i[k] - 1]++;
    degree[pairs->j[k] - 1 + y]++;
  }
  rewind_ends(g, degree);
  for (int64_t k = 0; k < pairs->count; k++) {
    const int64_t u = pairs->i[k] - 1, v = pairs->j[k] - 1 + y;
    spare[0][g->end[u]++] = (uint32_t) v;
    spare[0][g->end[v]++] = (uint32_t) u;
  }
  rewind_ends(g, degree);
  int64_t at = 0;
  for (int64_t v = 0; v < g->vertices; v++)
    for (int64_t last = at + degree[v]; at < last; at++)
      spare[1][g->end[spare[0][at]]++] = (uint32_t) v;
  g->near = spare[1];
  return MC_OK;
}

/* ---- the search ---- */

static const uint32_t UNSEEN = UINT32_MAX;

/* Appends a vertex to the order of its side, and to the queue. */
static void meet(mc_pairs_order *o, const mc_pairs_given *pairs, int64_t v, uint32_t *queue,
                 int64_t *tail) {
  const bool of_x = pairs->symmetric || v < pairs->x_columns;
  const int64_t column = of_x ? v : v - pairs->x_columns;
  int64_t *columns = of_x ? &o->x_columns : &o->y_columns;
  uint32_t *place = of_x ? o->x_place : o->y_place;
  if (place[column] != UNSEEN)
    return;
  place[column] = (uint32_t) *columns;
  (of_x ? o->x : o->y)[(*columns)++] = (uint32_t) column;
  queue[(*tail)++] = (uint32_t) v;
}

mc_status mc_pairs_order_make(mc_pairs_order *order, const mc_pairs_given *pairs,
                              uint32_t *const spare[2], mc_arena *arena) {
  graph g;
  MC_TRY(graph_make(&g, pairs, spare, arena));
  uint32_t *queue = mc_alloc(arena, g.vertices, sizeof *queue);
  uint32_t *columns = mc_alloc(arena, g.vertices, sizeof *columns);
  uint32_t *place = mc_alloc(arena, g.vertices, sizeof *place);
  if (queue == NULL || columns == NULL || place == NULL)
    return MC_ERR_MEMORY;
  const int64_t y = y_vertex(pairs);
  *order = (mc_pairs_order){.x = columns, .y = columns + y, .x_place = place, .y_place = place + y};
  for (int64_t v = 0; v < g.vertices; v++)
    place[v] = UNSEEN;
  for (int64_t root = 0, head = 0, tail = 0; root < pairs->x_columns; root++) {
    if (g.end[root] > (root > 0 ? g.end[root - 1] : 0))
      meet(order, pairs, root, queue, &tail);
    for (; head < tail; head++) {
      const int64_t v = queue[head];
      for (int64_t k = v > 0 ? g.end[v - 1] : 0; k < g.end[v]; k++)
        meet(order, pairs, g.near[k], queue, &tail);
    }
  }
  if (pairs->symmetric)
    order->y_columns = order->x_columns;
  return MC_OK;
}
