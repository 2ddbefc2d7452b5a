#ifndef MC_HAPLOTYPE_H
#define MC_HAPLOTYPE_H

#include "dispatch/call.h"
#include "haplotype/types.h"

/* Haplotype frequencies by EM, with loci added one at a time (Clayton's SNPHAP):

     one group of all subjects, one pair of empty haplotypes
     for each locus, in the order of the job:
       groups fall apart by their genotypes at the locus
       pairs become all longer ones that explain these
       every cull_every loci, and after the last:
         EM, until it converges
         pairs that are rare in their group are left out

   (SNPHAP has an EM after each locus. Starts are then less different from each other: the
   first pairs of loci decide; fewer of them find high maxima, and each takes longer.)

   The best start is refined then (refine.h), unless nothing was culled.

   Several starts do that side by side, a locus at a time, with the same groups: threads take
   starts, and where there are fewer of these, or the pairs of all would fill the memory, share the
   work of one. *fit becomes that with the highest likelihood, the first of equals, refined.

   At the end it has groups, pairs and haplotypes of all loci; frequencies are those of the
   last EM, pairs those that are not rare. Subjects of whom no pair is left are in groups without
   pairs; fit->lost says since when.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY; MC_ERR_SIZE with *limit: what stopped the first start, in
   their order, that could not go on. */
mc_status mc_haplotype(const mc_haplotype_job *job, mc_haplotype_fit *fit,
                       mc_haplotype_limit *limit, const mc_call *call);

#endif
