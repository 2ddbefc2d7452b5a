#ifndef MC_KENDALL_EDGES_H
#define MC_KENDALL_EDGES_H

#include <math.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "kendall/tile.h"

/* Edges of a network: the pairs of columns that a sink keeps. */

typedef struct {
  double tau, p;
  int32_t from, to; /* columns of x, and of y (or x) */
  int32_t n;        /* rows that both have */
} mc_kendall_edge;

/* ---- strength ---- */

/* Which taus make edges. Their strength is |tau|, tau, or -tau. */
typedef enum { MC_SIGN_BOTH, MC_SIGN_POSITIVE, MC_SIGN_NEGATIVE } mc_kendall_edge_sign;

static inline double mc_kendall_edge_strength(mc_kendall_edge_sign sign, double tau) {
  return sign == MC_SIGN_BOTH ? fabs(tau) : sign == MC_SIGN_POSITIVE ? tau : -tau;
}

/* The least strength of an edge: `cutoff`; with a sign, more than 0. */
double mc_kendall_edge_least(mc_kendall_edge_sign sign, double cutoff);

/* The greatest strength of the tile's pairs of different columns; -1 if none has a tau. Takes a few
   instructions for a 4 x 4 tile. */
double mc_kendall_edge_strongest(mc_kendall_edge_sign sign, const mc_pairs_tile *tile,
                                 const double *tau);

/* The least j for which the pair i, j of the tile may be an edge. A column has no edge to
   itself. */
static inline int mc_kendall_edge_first(const mc_pairs_tile *tile, int i) {
  return tile->diagonal ? i + 1 : 0;
}

/* Columns that x and y share. of_x has, for each column of x, its number in y, counted from 1,
   or 0; of_y likewise. Both are NULL if no column is shared. If x and y are tiles of larger
   matrices, numbers are those of the larger matrices; the first columns are x0 and y0, counted
   from 0. */
typedef struct {
  const int32_t *of_x, *of_y;
  int64_t x0, y0;
} mc_kendall_edge_shared;

/* The columns of a pair as the user numbers them: a column of x, and one of y. If x is taken
   against itself, `from` is the lower number. */
typedef struct {
  int64_t from, to;
} mc_kendall_edge_ends;

static inline mc_kendall_edge_ends
mc_kendall_edge_ends_of(const mc_pairs_shape *shape, const mc_pairs_tile *tile, int i, int j) {
  const int64_t row = mc_pairs_user(shape->x_user, tile->row + i);
  const int64_t column = mc_pairs_user(shape->y_user, tile->column + j);
  const bool swapped = shape->symmetric && row > column;
  return swapped ? (mc_kendall_edge_ends){column, row} : (mc_kendall_edge_ends){row, column};
}

/* Are both ends the same column, shared by x and y? */
static inline bool mc_kendall_edge_is_loop(const mc_kendall_edge_shared *shared,
                                           mc_kendall_edge_ends ends) {
  return shared->of_x != NULL && shared->of_x[ends.from] == shared->y0 + ends.to + 1;
}

/* Do both ends occur in x and in y, and is this the mirrored copy of their pair? */
bool mc_kendall_edge_is_second(const mc_kendall_edge_shared *shared, mc_kendall_edge_ends ends);

mc_kendall_edge mc_kendall_edge_make(mc_kendall_edge_ends ends, double tau, double p, int64_t n);

/* The number of pairs that may be edges, for this shape. */
double mc_kendall_edge_pairs(const mc_pairs_shape *shape);

/* ---- bins of strengths ---- */

/* Bin k has the strengths from k / 10000 to below (k + 1) / 10000; bin 10000 has 1. */
enum { MC_STRENGTH_BINS = 10001 };
int mc_kendall_strength_bin(double strength);

/* The least cutoff k / 10000 that leaves at most `most` edges, by the counts of bins; NaN if there
   are more edges of strength 1. */
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

/* Makes room for all edges until a sink's next flush(). */
mc_status mc_kendall_edges_make_room(mc_kendall_edges *edges, const mc_pairs_shape *shape,
                                     mc_arena *arena);

/* The place of `count` more edges. There must be room for them. Any thread may call this. */
mc_kendall_edge *mc_kendall_edges_add(mc_kendall_edges *edges, int64_t count);

int64_t mc_kendall_edges_count(const mc_kendall_edges *edges);

#endif
