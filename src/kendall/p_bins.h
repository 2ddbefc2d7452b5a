#ifndef MC_KENDALL_P_BINS_H
#define MC_KENDALL_P_BINS_H

#include <stdint.h>

/* Bins of p-values, by the leading bits of the number, in increasing order: sixteen bins for each
   power of 2, and one bin for 1. */
enum { MC_P_BINS = 0x3ff1 };
int mc_kendall_p_bin(double p);
double mc_kendall_p_bin_least(int bin); /* the least number in a bin */

/* A bound on the p-values that pass the procedure of Benjamini and Hochberg. Of m p-values the k
   least pass, for the greatest k such that m / k times the k-th p-value is at most the rate. */
typedef struct {
  int64_t pairs; /* m */
  int last_bin;  /* no p-value of a higher bin passes; -1: no p-value passes */
  int64_t found; /* p-values in bins up to last_bin */
  double fits;   /* at rates below this one, at most `most` p-values are found */
} mc_kendall_fdr_bound;

/* Computes the bound from the counts of bins, by the operations of stats::p.adjust. So the bound
   holds for p-values that stats::p.adjust has rounded. */
mc_kendall_fdr_bound mc_kendall_fdr_bound_of(const int64_t *bins, double rate, int64_t most);

#endif
