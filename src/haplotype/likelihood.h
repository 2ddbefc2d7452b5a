#ifndef MC_HAPLOTYPE_LIKELIHOOD_H
#define MC_HAPLOTYPE_LIKELIHOOD_H

/* What the algorithms of an iteration share, so that they give the same bits. */

/* Groups of a block: their log-likelihoods are added up one after the other, then the sums of the
   blocks. */
enum { MC_HAPLOTYPE_LIKELIHOOD_BLOCK = 256 };

typedef struct {
  double loglik, weight; /* of groups whose probability is above 0 */
} mc_haplotype_likelihood;

/* The frequency of a haplotype, by the sum of its expected pairs. */
static inline double mc_haplotype_frequency(double sum, double scale) {
  const double frequency = sum * scale;
  return frequency < 1e-150 ? 0 : frequency;
}

#endif
