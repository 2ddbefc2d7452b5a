#ifndef MC_PAIRS_PART_H
#define MC_PAIRS_PART_H

#include <stdbool.h>

#include "base/status.h"
#include "base/tiles.h"
#include "pairs/filter.h"
#include "pairs/shape.h"
#include "pairs/tile.h"

/* Pairs of columns that are counted in one way: columns at places [x0, x1) of x against [y0, y1) of
   y, or, a triangle, of x against each other. */
typedef struct {
  int64_t x0, x1, y0, y1;
  bool triangle;
} mc_pairs_part;

double mc_pairs_of_part(const mc_pairs_part *part); /* how many */

/* Walks over the panels of `side` columns along a side that are wanted (`only`; NULL: all), in
   their order. A panel's columns of x are often those of the panel before: *ready is the place of
   the first column of x that is at hand, -1 at first, and visit() is told whether it is at hand.
   Ends with what visit() returns, if not MC_OK. */
typedef mc_status mc_pairs_visit(void *context, const mc_pairs_panel *panel, bool a_ready);
mc_status mc_pairs_walk(const mc_pairs_part *part, int64_t side, const mc_pairs_shape *shape,
                        const mc_pairs_filter *only, int64_t *ready, mc_pairs_visit *visit,
                        void *context);

/* The units of work of such a walk, for progress: one for each pair, and `column` for each column
   that is not at hand. */
double mc_pairs_work(const mc_pairs_part *part, int64_t side, const mc_pairs_shape *shape,
                     const mc_pairs_filter *only, double column, int64_t *ready);

#endif
