#ifndef MC_PATHS_PHASE_H
#define MC_PATHS_PHASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "dispatch/call.h"

/* Floyd-Warshall on a matrix whose tiles do not fit in memory together: one phase of one block of
   steps on one tile. The vertices are cut into ranges. A block of steps is a range, K; tile (I, J)
   has the distances from I to J.

     phase 1  tile (K, K)
     phase 2  tiles (K, J) and (I, K), the cross, by the panels of phase 1
     phase 3  all other tiles (I, J), by the columns of (I, K) and the rows of (K, J)

   A tile does not hand its distances to others, but its rows or columns as they are at their own
   steps (solve.h). So all numbers are those of mc_paths(). They are packed as "panels". Nobody else
   reads a tile that is written in this phase.

   Matrices are row-major doubles. In single precision the doubles have values of floats, and sums
   are rounded to floats. Intermediate vertices are recorded as by mc_paths(), with their numbers in
   the whole graph. */
typedef struct {
  double *distance; /* rows x columns; becomes the distances after the block's steps */
  int32_t *via;     /* intermediate vertices (INT32_MIN: none), or NULL */
  int64_t rows, columns;
  int64_t before, steps; /* how many vertices come before the block's, and how many the block has */
  bool single;
} mc_paths_tile;

/* Numbers from one panel to the next; numbers of all panels for so many steps and lanes
   (vertices). */
int64_t mc_paths_panels_apart(int64_t steps);
int64_t mc_paths_panels_count(int64_t steps, int64_t lanes);

/* Phase 1: a tile of steps x steps. *negative becomes 0; or, with MC_ERR_CYCLE, the first step,
   from 1 on, at which the distance of a vertex to itself is negative: then nothing else is
   defined. */
mc_status mc_paths_phase_diagonal(const mc_paths_tile *t, double *rows, double *columns,
                                  int64_t *negative, const mc_call *call);

/* Phase 2: a tile whose rows are the block's steps, by the columns of the diagonal tile; or, if
   `across`, a tile whose columns are, by its rows. Makes the tile's own rows, or columns. */
mc_status mc_paths_phase_cross(const mc_paths_tile *t, bool across, const double *diagonal,
                               double *panels, const mc_call *call);

/* Phase 3. */
mc_status mc_paths_phase_others(const mc_paths_tile *t, const double *columns, const double *rows,
                                const mc_call *call);

#endif
