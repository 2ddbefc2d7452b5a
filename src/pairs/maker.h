#ifndef MC_PAIRS_MAKER_H
#define MC_PAIRS_MAKER_H

#include "base/status.h"
#include "dispatch/call.h"
#include "pairs/shape.h"
#include "pairs/tile.h"

/* The finish of a statistic: a maker turns the counts of each pair into a number, and a sink writes
   the number. A sink's begin() and panel() call those of its maker. */
typedef struct mc_pairs_maker mc_pairs_maker;
struct mc_pairs_maker {
  mc_status (*begin)(mc_pairs_maker *maker, const mc_pairs_shape *shape, const mc_call *call);
  mc_status (*panel)(mc_pairs_maker *maker, const mc_pairs_panel *panel); /* or NULL */
  /* Writes value[tile->stride i + j] for each pair i, j of the tile. Any thread may call this.
     Returns the numbers of the pairs j, i: `value` if they are the same, else `mirrored`. */
  const double *(*make)(mc_pairs_maker *maker, const mc_pairs_tile *tile, double *value,
                        double *mirrored);
  int64_t (*bytes)(int64_t a_columns, int64_t b_columns); /* as of a sink */
  unsigned wants;                                         /* as of a sink */
  double na;                                              /* stands for NA */
};

static inline mc_status mc_pairs_maker_panel(mc_pairs_maker *maker, const mc_pairs_panel *panel) {
  return maker->panel == NULL ? MC_OK : maker->panel(maker, panel);
}

#endif
