#ifndef MC_KENDALL_TAUS_H
#define MC_KENDALL_TAUS_H

#include <stdatomic.h>

#include "kendall/tile.h"

/* The taus of a tile, for sinks. A sink's begin(), panel() and put() call the functions below. */
typedef struct {
  _Atomic int64_t constant_pairs; /* pairs without a tau because a column is constant */
  bool no_self;                   /* do not count a column with itself: tests and networks */

  double na; /* stands for NA */
  const mc_pairs_shape *shape;
  const mc_call *call;
  struct mc_kendall_taus_four *a, *b; /* what taus need of the panel's columns */
} mc_kendall_taus;

int64_t mc_kendall_taus_bytes(int64_t a_columns, int64_t b_columns); /* for bytes() */
mc_status mc_kendall_taus_begin(mc_kendall_taus *taus, const mc_pairs_shape *shape, double na,
                                const mc_call *call);                             /* for begin() */
void mc_kendall_taus_panel(mc_kendall_taus *taus, const mc_kendall_panel *panel); /* for panel() */

/* For put(): writes tau[tile->stride i + j] for each pair i, j of the tile. */
void mc_kendall_taus_of(mc_kendall_taus *taus, const mc_kendall_tile *tile, double *tau);

/* The taus of 16 pairs of columns that have all rows and no ties. discordant[k] is the number of
   discordant pairs of rows of pair k. The taus have the bits of mc_kendall_taus_of(). */
void mc_kendall_taus_untied(const mc_kendall_taus *taus, const int64_t *discordant, double *tau);

#endif
