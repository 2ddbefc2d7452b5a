#include "kendall/p_bins.h"

#include <math.h>
#include <string.h>

/* The bits of numbers that are not negative, read as integers, have the order of the numbers. */
enum { SHIFT = 48 };

int mc_kendall_p_bin(double p) {
  uint64_t bits;
  memcpy(&bits, &p, sizeof bits);
  const uint64_t bin = bits >> SHIFT;
  return bin < MC_P_BINS ? (int) bin : MC_P_BINS - 1;
}

double mc_kendall_p_bin_least(int bin) {
  const uint64_t bits = (uint64_t) bin << SHIFT;
  double p;
  memcpy(&p, &bits, sizeof p);
  return p;
}

/* Let the k-th p-value be in a bin, and `upto` the number of p-values in this bin and below.
   Then upto >= k, so m / k times the p-value is at least m / upto times the least number of the
   bin, also after rounding. */
mc_kendall_fdr_bound mc_kendall_fdr_bound_of(const int64_t *bins, double rate, int64_t most) {
  mc_kendall_fdr_bound bound = {.last_bin = -1, .fits = INFINITY};
  int64_t upto = 0;
  for (int k = 0; k < MC_P_BINS; k++)
    bound.pairs += bins[k];
  for (int k = 0; k < MC_P_BINS; k++) {
    if (bins[k] == 0)
      continue;
    upto += bins[k];
    const double least = (double) bound.pairs / (double) upto * mc_kendall_p_bin_least(k);
    if (least <= rate) {
      bound.last_bin = k;
      bound.found = upto;
    }
    if (upto > most && least < bound.fits)
      bound.fits = least;
  }
  return bound;
}
