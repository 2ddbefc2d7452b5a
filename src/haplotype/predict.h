#ifndef MC_HAPLOTYPE_PREDICT_H
#define MC_HAPLOTYPE_PREDICT_H

#include "dispatch/call.h"
#include "haplotype/types.h"

/* The pairs of known haplotypes that explain genotypes, which need not be those that the
   frequencies come from. */

typedef struct {
  int64_t subjects; /* at least 1 */
  int loci;         /* at least 1 */
  /* allele[(2 * locus + k) * subjects + subject], k = 0 and 1 in any order: from 1 to
     alleles[locus]; 0 is missing; alleles[locus] + 1 is an allele that no haplotype has. */
  const int32_t *allele;
  const int32_t *alleles;
  int64_t haplotypes;       /* at least 1 */
  const int32_t *haplotype; /* [locus * haplotypes + haplotype]: from 1 to alleles[locus] */
  const double *frequency;  /* of each haplotype, > 0 */
} mc_haplotype_predict_job;

/* Groups of subjects with the same genotype, and the listed pairs of each. */
typedef struct {
  mc_haplotype_classes groups;
  int64_t *begin;     /* [groups + 1] */
  int32_t *one, *two; /* haplotypes, one <= two */
  double *posterior;
  int threads;
} mc_haplotype_prediction;

/* Lists the pairs that explain the genotype of each group: those with a posterior of min_posterior
   or more, and always the most probable pair (the first of equal ones); by one, then two
   (finder.h). A group that no pair explains has none. O(haplotypes + pairs) for each group. MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY; MC_ERR_SIZE for 2^31 pairs or more. */
mc_status mc_haplotype_predict_pairs(const mc_haplotype_predict_job *job, double min_posterior,
                                     mc_haplotype_prediction *result, const mc_call *call);

/* Draws a pair for each subject and draw, with its posterior as probability, by the inverse CDF:
   the pair at which the cumulative sum of the posteriors passes uniform[draw * subjects + subject],
   in [0, 1). one and two have the same shape: haplotypes; -1: no pair explains the genotype. MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_haplotype_predict_draws(const mc_haplotype_predict_job *job, int draws,
                                     const double *uniform, int32_t *one, int32_t *two,
                                     const mc_call *call);

#endif
