#ifndef MC_PATHS_PHASE_H
#define MC_PATHS_PHASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "dispatch/call.h"

/* Floyd-Warshall on a matrix in tiles that are not in memory together: what is done to one
   of them in one phase of a block of steps. The vertices are cut into ranges, a block of steps
   is one of these, K, and tile (I, J) holds the distances between two.

     phase 1  tile (K, K) by itself
     phase 2  tiles (K, J) and (I, K), by the panels of phase 1
     phase 3  all others (I, J), by the columns of (I, K) and the rows of (K, J)

   What a tile has for others are not its distances but its rows, or columns, as they are at
   their own steps (solve.h), so that all numbers are those of mc_paths(). They are packed, as
   "panels". A tile that is written is therefore read by nobody else in its phase.

   All matrices are row-major doubles; in single precision they are floats' values, and
   sums are rounded to floats. Intermediate vertices are recorded as mc_paths() does, by their
   numbers in the whole graph. */
typedef struct {
  double *distance; /* rows x columns, before the block's steps and, in the end, after them */
  int32_t *via;     /* likewise (INT32_MIN for none), or NULL */
  int64_t rows, columns;
  int64_t before, steps; /* vertices before those of the block, and how many these are */
  bool single;
} mc_paths_tile;

/* Numbers of the panels of so many steps for so many lanes (vertices), and from one panel
   to the next. */
int64_t mc_paths_panels_apart(int64_t steps);
int64_t mc_paths_panels_count(int64_t steps, int64_t lanes);

/* Phase 1: steps x steps. *negative is the first step, from 1 on, at which a vertex is less
   than 0 away from itself (MC_ERR_CYCLE; nothing else is then defined), or 0. */
mc_status mc_paths_phase_diagonal(const mc_paths_tile *t, double *rows, double *columns,
                                  int64_t *negative, const mc_call *call);

/* Phase 2: a tile whose rows are the block's steps, by the columns of the diagonal tile; or
   (`across`) whose columns are, by its rows. Makes the tile's own rows, or columns. */
mc_status mc_paths_phase_cross(const mc_paths_tile *t, bool across, const double *diagonal,
                               double *panels, const mc_call *call);

/* Phase 3. */
mc_status mc_paths_phase_others(const mc_paths_tile *t, const double *columns, const double *rows,
                                const mc_call *call);

#endif
