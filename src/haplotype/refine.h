#ifndef MC_HAPLOTYPE_REFINE_H
#define MC_HAPLOTYPE_REFINE_H

#include "dispatch/call.h"
#include "haplotype/types.h"

/* A local search for a higher likelihood, from a fit of all loci, with haplotypes that culling left
   out, or that no start has seen. Up to job->refine rounds:

     candidates: of each group and each haplotype that fits its genotype, the haplotype that makes
       up the genotype with it; at missing loci with the alleles of the group's best pair
     gain of a candidate: what the log-likelihood grows by with its frequency, the sum over
       groups of weight * 2 f / (probability of the group). No haplotype that is in use gains
       more than twice the weight of all groups at a maximum
     candidates that gain half of that or more become haplotypes
     each group gets all pairs of haplotypes that explain its genotype, but for very rare ones
     EM, to a hundredth of job->tolerance
     if the log-likelihood is higher, the pairs are culled, and are the fit

   until a round adds less than job->tolerance, or than a hundredth of what rounds added. The
   log-likelihood of *fit never decreases. Groups without pairs stay so. All numbers of threads
   give the same bits.

   `taken` bytes and what it takes are a `share` of the job's memory at most; a round that needs
   more is left out, as is one with more than
   job->max_haplotypes. *fit may be in the arena's memory that the search took, afterwards. MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_haplotype_refine(const mc_haplotype_job *job, double share, double taken,
                              mc_haplotype_fit *fit, const mc_call *call);

#endif
