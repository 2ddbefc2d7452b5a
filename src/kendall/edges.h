#ifndef MC_KENDALL_EDGES_H
#define MC_KENDALL_EDGES_H

#include <math.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "kendall/tile.h"

/* Edges of a network, the pairs of columns that a sink keeps, and how they are collected. */

typedef struct {
  double tau, p;
  int32_t from, to; /* columns of x, and of y (or x) */
  int32_t n;        /* rows that both have */
} mc_kendall_edge;

/* ---- strength ---- */

/* Which taus make edges, and how strong they are: |tau|, tau, or -tau. */
typedef enum { MC_SIGN_BOTH, MC_SIGN_POSITIVE, MC_SIGN_NEGATIVE } mc_kendall_edge_sign;

static inline double mc_kendall_edge_strength(mc_kendall_edge_sign sign, double tau) {
  return sign == MC_SIGN_BOTH ? fabs(tau) : sign == MC_SIGN_POSITIVE ? tau : -tau;
}

/* The least strength of an edge that is to have `cutoff` at least: with a sign it is above 0. */
double mc_kendall_edge_least(mc_kendall_edge_sign sign, double cutoff);

/* The greatest strength of a pair of the tile, of different columns; -1 if none has a tau. A few
   instructions for all of a 4 x 4 tile. */
double mc_kendall_edge_strongest(mc_kendall_edge_sign sign, const mc_pairs_tile *tile,
                                 const double *tau);

/* The first j of the tile's pairs i, j that a network may have: a column has no edge to itself. */
static inline int mc_kendall_edge_first(const mc_pairs_tile *tile, int i) {
  return tile->diagonal ? i + 1 : 0;
}

/* Columns that x and y share: of each column of x its number in y, counted from 1, or 0; and of
   each of y that in x. NULL if there are none. Where the columns are some of larger x and y,
   the numbers are those there, and the first columns' are x0 and y0, counted from 0. */
typedef struct {
  const int32_t *of_x, *of_y;
  int64_t x0, y0;
} mc_kendall_edge_shared;

/* Is the pair i, j of the tile one column, which is in x and in y? */
static inline bool mc_kendall_edge_is_loop(const mc_kendall_edge_shared *shared,
                                           const mc_pairs_tile *tile, int i, int j) {
  return shared->of_x != NULL && shared->of_x[tile->row + i] == shared->y0 + tile->column + j + 1;
}

/* Do both columns occur in x and in y, and is this the mirrored copy of their pair? */
bool mc_kendall_edge_is_second(const mc_kendall_edge_shared *shared, const mc_pairs_tile *tile,
                               int i, int j);

/* The edge of the pair i, j of the tile. */
mc_kendall_edge mc_kendall_edge_of(const mc_pairs_tile *tile, int i, int j, double tau, double p,
                                   int64_t n);

/* How many pairs a network of this shape may have. */
double mc_kendall_edge_pairs(const mc_pairs_shape *shape);

/* ---- how strengths are distributed ---- */

/* Bin k has those from k / 10000 to below the next; bin 10000 is 1. */
enum { MC_STRENGTH_BINS = 10001 };
int mc_kendall_strength_bin(double strength);

/* The least cutoff among k / 10000 that leaves at most `most` edges, by counts of the bins; NaN if
   even those of strength 1 are more. */
double mc_kendall_strength_cutoff(const int64_t *bins, int64_t most);

/* ---- a list of edges ---- */

typedef struct mc_kendall_edge_chunk {
  mc_kendall_edge *edge;
  int64_t room;
  _Atomic int64_t count;
  struct mc_kendall_edge_chunk *before;
} mc_kendall_edge_chunk;

/* Chunks, newest first. Each has at least the room of all chunks before it; no edge is moved. */
typedef struct {
  mc_kendall_edge_chunk *last;
  int64_t before; /* edges in the chunks before the last one */
} mc_kendall_edges;

/* Makes room for `more` edges, on the main thread. A new chunk has an eighth more room, so that a
   few edges do not make the next call take a new chunk. */
mc_status mc_kendall_edges_reserve(mc_kendall_edges *edges, int64_t more, mc_arena *arena);

/* A place for `count` more, of those that were reserved, by any thread. */
mc_kendall_edge *mc_kendall_edges_add(mc_kendall_edges *edges, int64_t count);

int64_t mc_kendall_edges_count(const mc_kendall_edges *edges);

#endif
