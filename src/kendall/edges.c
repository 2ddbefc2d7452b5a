#include "kendall/edges.h"

#include <float.h>

/* ---- strength ---- */

double mc_kendall_edge_least(mc_kendall_edge_sign sign, double cutoff) {
  const double above_0 = DBL_MIN * DBL_EPSILON;
  return sign != MC_SIGN_BOTH && cutoff < above_0 ? above_0 : cutoff;
}

/* -1, hidden from clang. clang would turn a comparison with a constant and the selection by it into
   fmaxnm (ARM), which returns NaN for a signalling NaN, such as R's NA. */
static double none(void) {
  double x = -1;
#ifdef __clang__
  __asm__("" : "+m"(x));
#endif
  return x;
}

double mc_kendall_edge_strongest(mc_kendall_edge_sign sign, const mc_pairs_tile *t,
                                 const double *tau) {
  enum { P = MC_BITS_PANEL };
  const double least = none();
  double most[P] = {least, least, least, least};
  if (t->rows != P || t->columns != P || t->stride != P || t->diagonal) {
    for (int i = 0; i < t->rows; i++)
      for (int j = mc_kendall_edge_first(t, i); j < t->columns; j++) {
        const double strength = mc_kendall_edge_strength(sign, tau[t->stride * i + j]);
        most[0] = strength > most[0] ? strength : most[0];
      }
    return most[0];
  }
  /* Compilers take four at once. NaN is not greater than any number. */
  for (int i = 0; i < P; i++)
    for (int j = 0; j < P; j++) {
      const double strength = mc_kendall_edge_strength(sign, tau[P * i + j]);
      most[j] = strength > most[j] ? strength : most[j];
    }
  return fmax(fmax(most[0], most[1]), fmax(most[2], most[3]));
}

bool mc_kendall_edge_is_second(const mc_kendall_edge_shared *shared, mc_kendall_edge_ends ends) {
  return shared->of_x != NULL && shared->of_x[ends.from] > 0 && shared->of_y[ends.to] > 0 &&
         shared->of_y[ends.to] - 1 < shared->x0 + ends.from;
}

mc_kendall_edge mc_kendall_edge_make(mc_kendall_edge_ends ends, double tau, double p, int64_t n) {
  return (mc_kendall_edge){
    .tau = tau, .p = p, .from = (int32_t) ends.from, .to = (int32_t) ends.to, .n = (int32_t) n};
}

double mc_kendall_edge_pairs(const mc_pairs_shape *shape) {
  const double x = (double) shape->x_columns, y = (double) shape->y_columns;
  return shape->symmetric ? x * (x - 1) / 2 : x * y;
}

/* ---- bins of strengths ---- */

static const double BINS = MC_STRENGTH_BINS - 1;

int mc_kendall_strength_bin(double strength) {
  int bin = (int) (strength * BINS);
  /* The product is rounded; limits of bins are exact. */
  if (bin / BINS > strength)
    bin--;
  else if ((bin + 1) / BINS <= strength)
    bin++;
  return bin;
}

double mc_kendall_strength_cutoff(const int64_t *bins, int64_t most) {
  int bin = MC_STRENGTH_BINS;
  for (int64_t edges = 0; bin > 0 && edges + bins[bin - 1] <= most; bin--)
    edges += bins[bin - 1];
  return bin == MC_STRENGTH_BINS ? NAN : bin / BINS;
}

/* ---- a list of edges ---- */

enum { SPARE = 8 };

mc_status mc_kendall_edges_reserve(mc_kendall_edges *edges, int64_t more, mc_arena *arena) {
  mc_kendall_edge_chunk *last = edges->last;
  const int64_t count = mc_kendall_edges_count(edges);
  if (last != NULL && last->room - last->count >= more)
    return MC_OK;
  mc_kendall_edge_chunk *chunk = mc_alloc(arena, 1, sizeof *chunk);
  if (chunk == NULL)
    return MC_ERR_MEMORY;
  chunk->room = more + more / SPARE + count;
  chunk->edge = mc_alloc(arena, chunk->room, sizeof *chunk->edge);
  if (chunk->edge == NULL)
    return MC_ERR_MEMORY;
  atomic_init(&chunk->count, 0);
  chunk->before = last;
  *edges = (mc_kendall_edges){.last = chunk, .before = count};
  return MC_OK;
}

mc_status mc_kendall_edges_make_room(mc_kendall_edges *edges, const mc_pairs_shape *shape,
                                     mc_arena *arena) {
  const double left = mc_kendall_edge_pairs(shape) - (double) mc_kendall_edges_count(edges);
  return mc_kendall_edges_reserve(edges, left < MC_PAIRS_FLUSH ? (int64_t) left : MC_PAIRS_FLUSH,
                                  arena);
}

mc_kendall_edge *mc_kendall_edges_add(mc_kendall_edges *edges, int64_t count) {
  return edges->last->edge +
         atomic_fetch_add_explicit(&edges->last->count, count, memory_order_relaxed);
}

int64_t mc_kendall_edges_count(const mc_kendall_edges *edges) {
  return edges->last == NULL ? 0 : edges->before + edges->last->count;
}
