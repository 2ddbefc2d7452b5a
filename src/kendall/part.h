#ifndef MC_KENDALL_PART_H
#define MC_KENDALL_PART_H

#include <stdbool.h>

#include "base/tiles.h"
#include "kendall/sink.h"

/* Pairs of columns that are counted in one way: columns [x0, x1) of x against [y0, y1) of y, or, a
   triangle, of x against each other. */
typedef struct {
  int64_t x0, x1, y0, y1;
  bool triangle, sparse;
} mc_kendall_part;

/* The grid of its panels of so many columns along a side; panel `id`, in the numbers of x and y. */
mc_grid mc_part_grid(const mc_kendall_part *part, int64_t side);
mc_tile mc_part_panel(const mc_kendall_part *part, const mc_grid *grid, int64_t id);

/* Does the sink want any pair of a panel? */
bool mc_panel_wanted(const mc_kendall_sink *sink, const mc_tile *panel);

/* The units of work of all panels that are wanted, in their order: one for each pair, and `ranking`
   for each column that is ranked. The rows' ranks stay from one panel to the next: *ranked is the
   first row of those at hand, -1 at first. */
double mc_part_work(const mc_kendall_part *part, int64_t side, const mc_kendall_sink *sink,
                    double ranking, int64_t *ranked);

#endif
