#ifndef MC_HAPLOTYPE_GROUPS_H
#define MC_HAPLOTYPE_GROUPS_H

#include "base/arena.h"
#include "base/status.h"
#include "dispatch/call.h"
#include "haplotype/types.h"

/* Groups of subjects by genotype, one locus at a time: a group of the loci so far falls apart into
   those of its subjects with the same genotype at the next locus. As classes are in order, a group
   is a run of them, and begins where a class differs from the one before it at one of these loci.
   Groups are in the order of their genotypes. */

typedef struct {
  const mc_haplotype_classes *classes;
  /* of the locus that was added last */
  int32_t *parent;                 /* the group that each group was a part of */
  mc_haplotype_genotype *genotype; /* of each group */
  double *share; /* of each allele from 1 on, among those that are known; below 1, so that
                            products of many stay numbers */
  /* scratch */
  mc_haplotype_allele_weights alleles;
  int64_t *found; /* of blocks of classes: groups, and groups of the loci before */
  int32_t *of;    /* the group of each class; unless weights are exact */
} mc_haplotype_grouping;

/* Room for as many groups as there are classes, and to refine them; and one group of all subjects.
   MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_groups_room(const mc_haplotype_job *job, const mc_haplotype_classes *classes,
                                   mc_haplotype_grouping *work, mc_haplotype_groups *groups,
                                   const mc_call *call);

/* One group of all subjects. */
void mc_haplotype_groups_begin(const mc_haplotype_job *job, const mc_haplotype_classes *classes,
                               mc_haplotype_groups *groups);

/* Refines `groups` by the locus that is added as number `added`, from 0 on. O(classes + alleles);
   O(subjects + alleles) if weights are not exact. */
void mc_haplotype_groups_refine(const mc_haplotype_job *job, int added, mc_haplotype_grouping *work,
                                mc_haplotype_groups *groups, const mc_call *call);

#endif
