#ifndef MC_KENDALL_P_BINS_H
#define MC_KENDALL_P_BINS_H

#include <stdint.h>

/* p-values in bins, by the leading bits of the number: sixteen bins from one power of 2 to the
   next, in increasing order, and one for 1. */
enum { MC_P_BINS = 0x3ff1 };
int mc_kendall_p_bin(double p);
double mc_kendall_p_bin_least(int bin); /* the least number that falls into it */

/* Which p-values may pass the procedure of Benjamini and Hochberg, which lets the k least of m pass
   for the greatest k with m / k times the k-th not above the rate. */
typedef struct {
  int64_t pairs; /* m */
  int last_bin;  /* none above it passes; -1: none at all */
  int64_t found; /* up to there */
  double fits;   /* at rates below this one no more than `most` are found */
} mc_kendall_fdr_bound;

/* By counts of the bins. The bounds are computed by the operations of stats::p.adjust, so that
   what rounding makes of these is bounded, too. */
mc_kendall_fdr_bound mc_kendall_fdr_bound_of(const int64_t *bins, double rate, int64_t most);

#endif
