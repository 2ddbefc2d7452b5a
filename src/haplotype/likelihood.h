#ifndef MC_HAPLOTYPE_LIKELIHOOD_H
#define MC_HAPLOTYPE_LIKELIHOOD_H

/* What the ways to do an iteration have in common, so that they give the same bits. */

/* Groups whose log-likelihoods are added up one after the other, before the sums of such blocks
   are. */
enum { MC_HAPLOTYPE_LIKELIHOOD_BLOCK = 256 };

typedef struct {
  double loglik, weight; /* of groups whose probability is above 0 */
} mc_haplotype_likelihood;

/* A haplotype's frequency, of the sum that is expected of it. */
static inline double mc_haplotype_frequency(double sum, double scale) {
  const double frequency = sum * scale;
  return frequency < 1e-150 ? 0 : frequency;
}

#endif
