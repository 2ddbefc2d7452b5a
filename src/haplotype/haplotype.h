#ifndef MC_HAPLOTYPE_H
#define MC_HAPLOTYPE_H

#include "dispatch/call.h"
#include "haplotype/types.h"

/* Haplotype frequencies by EM, adding one locus after the other (Clayton's SNPHAP):

     one group of all subjects, one pair of empty haplotypes
     for each locus, in the order of the job:
       groups fall apart by their genotypes at the locus
       pairs become all longer pairs that explain these
       every cull_every loci, and after the last:
         EM, until it converges
         cull: drop pairs that are rare in their group

   (SNPHAP has an EM after each locus. Then starts differ less, because the first pairs of loci
   decide; fewer starts find high maxima, and each takes longer.)

   Then the best start is refined (refine.h), unless nothing was culled.

   Several starts do this side by side, one locus at a time, with the same groups. Threads take
   starts. If there are fewer starts than threads, or if the pairs of all starts would fill the
   memory, threads share the work of one start. *fit becomes the start with the highest likelihood,
   the first of equal ones, refined.

   At the end *fit has the groups, pairs and haplotypes of all loci. Its frequencies are those of
   the last EM. Its pairs are those that were not culled. A subject that lost all pairs is in a
   group without pairs; fit->lost says when.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY; MC_ERR_SIZE with *limit: the limit that the first start met
   that could not go on. */
mc_status mc_haplotype(const mc_haplotype_job *job, mc_haplotype_fit *fit,
                       mc_haplotype_limit *limit, const mc_call *call);

#endif
