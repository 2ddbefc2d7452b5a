#ifndef MC_HAPLOTYPE_OUTCOME_H
#define MC_HAPLOTYPE_OUTCOME_H

#include "base/status.h"
#include "dispatch/call.h"
#include "haplotype/types.h"

/* The results for users: haplotypes by their frequencies, a row for each pair of each subject, and
   the log-likelihood without linkage disequilibrium. */

/* A pair of haplotypes as their ranks, one <= two. */
typedef struct {
  double posterior;
  int32_t one, two;
} mc_haplotype_outcome_pair;

typedef struct {
  const mc_haplotype_job *job;
  const mc_haplotype_fit *fit;
  int32_t *order, *rank; /* of haplotypes: the most frequent first, equal ones as in the fit */
  mc_haplotype_outcome_pair *pair; /* of the fit; in a group by posterior, then by one, two */
  int64_t *before;                 /* rows of all subjects before each block of subjects */
  int64_t rows;
  /* without linkage disequilibrium */
  mc_haplotype_allele_weights alleles; /* of subjects that have a pair; later frequencies */
  double loglik;
} mc_haplotype_outcome;

/* Makes the results. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_outcome_make(const mc_haplotype_job *job, const mc_haplotype_fit *fit,
                                    mc_haplotype_outcome *outcome, const mc_call *call);

/* Writes outcome->rows rows: subjects in their order and ranks of haplotypes, both from 1 on. */
void mc_haplotype_outcome_rows(const mc_haplotype_outcome *outcome, int32_t *subject, int32_t *one,
                               int32_t *two, double *posterior, const mc_call *call);

/* allele[locus * haplotypes + rank] becomes the allele of a haplotype, with loci in the order of
   the data; frequency[rank] its frequency. */
void mc_haplotype_outcome_haplotypes(const mc_haplotype_outcome *outcome, int32_t *allele,
                                     double *frequency, const mc_call *call);

#endif
