#ifndef MC_HAPLOTYPE_REFINE_H
#define MC_HAPLOTYPE_REFINE_H

#include "dispatch/call.h"
#include "haplotype/types.h"

/* A local search for a higher likelihood, from a fit of all loci, with haplotypes that culling
   dropped or that no start has seen. Up to job->refine rounds:

     candidates: for each group and each haplotype that fits its genotype, the haplotype that makes
       up the genotype with it; at missing loci it has the alleles of the group's best pair
     gain of a candidate: the derivative of the log-likelihood by its frequency, the sum over groups
       of weight * 2 f / (probability of the group). At a maximum no haplotype in use gains more
       than twice the weight of all groups
     candidates that gain half of that or more become haplotypes
     each group gets all pairs of haplotypes that explain its genotype, except very rare pairs
     EM, to a hundredth of job->tolerance
     if the log-likelihood is higher, the pairs are culled and become the fit

   until a round adds less than job->tolerance, or less than a hundredth of what all rounds added.
   The log-likelihood of *fit never decreases. Groups without pairs get none. All numbers of threads
   give the same bits.

   The bytes `taken` before and those of the refinement are at most a `share` of the job's memory. A
   round that needs more is left out; so is a round with more than job->max_haplotypes. Afterwards
   *fit may be in memory that the refinement took. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_haplotype_refine(const mc_haplotype_job *job, double share, double taken,
                              mc_haplotype_fit *fit, const mc_call *call);

#endif
