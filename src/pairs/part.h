#ifndef MC_PAIRS_PART_H
#define MC_PAIRS_PART_H

#include <stdbool.h>

#include "base/status.h"
#include "base/tiles.h"
#include "pairs/filter.h"
#include "pairs/shape.h"
#include "pairs/tile.h"

/* A part of the pairs, which is counted in one way: columns at places [x0, x1) of x against columns
   at places [y0, y1) of y; or a triangle, columns of x against each other. */
typedef struct {
  int64_t x0, x1, y0, y1;
  bool triangle;
} mc_pairs_part;

double mc_pairs_of_part(const mc_pairs_part *part); /* how many pairs */

/* Visits the panels of a part in order, `side` columns along a side, unless the filter `only` wants
   no pair of a panel (NULL: it wants all). Successive panels often have the same columns of x. So
   *ready is the place of the first column of x that is prepared, -1 at first; a_ready tells visit()
   that the panel's columns of x are prepared. A result of visit() other than MC_OK ends the walk,
   which returns it. */
typedef mc_status mc_pairs_visit(void *context, const mc_pairs_panel *panel, bool a_ready);
mc_status mc_pairs_walk(const mc_pairs_part *part, int64_t side, const mc_pairs_shape *shape,
                        const mc_pairs_filter *only, int64_t *ready, mc_pairs_visit *visit,
                        void *context);

/* The units of work of such a walk, for progress: one for each pair, and `column` for each column
   that the walk has to prepare. */
double mc_pairs_work(const mc_pairs_part *part, int64_t side, const mc_pairs_shape *shape,
                     const mc_pairs_filter *only, double column, int64_t *ready);

#endif
