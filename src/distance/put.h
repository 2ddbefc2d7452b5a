#ifndef MC_DISTANCE_PUT_H
#define MC_DISTANCE_PUT_H

#include "distance/work.h"

/* n sums to neighbours in the result: rooted, and with `nonfinite` NA for NaN. */
void mc_distance_finish(const mc_distance_work *w, const double *sum, int64_t n, bool nonfinite,
                        double *out);

/* Distances of a part, within one block of each set, from its sums into the
   result: scaled, NA where they have to be, rooted; of a symmetric result only
   what is below the diagonal. The sums are used up. */
void mc_distance_put(const mc_distance_work *w, mc_part part, const mc_sums *sums);

#endif
