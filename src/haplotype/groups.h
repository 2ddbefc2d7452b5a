#ifndef MC_HAPLOTYPE_GROUPS_H
#define MC_HAPLOTYPE_GROUPS_H

#include "base/arena.h"
#include "base/status.h"
#include "dispatch/call.h"
#include "haplotype/types.h"

/* Groups of subjects by genotype, one locus at a time. A group falls apart into subjects with the
   same genotype at the next locus. Classes are in order, so a group is a run of classes. It begins
   where a class differs from the class before it at one of the loci that are added. Groups are in
   the order of their genotypes. */

typedef struct {
  const mc_haplotype_classes *classes;
  /* for the locus that was added last */
  int32_t *parent;                 /* the group of the earlier loci that contains each group */
  mc_haplotype_genotype *genotype; /* its genotype in each group */
  double *share;                   /* of each allele from 1 on, among known ones; at most 1 */
  /* scratch */
  mc_haplotype_allele_weights alleles;
  int64_t *found; /* of each block of classes: its groups, and its groups of the loci before */
  int32_t *of;    /* the group of each class, if weights are not exact */
} mc_haplotype_grouping;

/* Makes room to refine groups: for as many as there are classes. Then as
   mc_haplotype_groups_begin(). MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_groups_room(const mc_haplotype_job *job, const mc_haplotype_classes *classes,
                                   mc_haplotype_grouping *work, mc_haplotype_groups *groups,
                                   const mc_call *call);

/* Makes one group of all subjects. */
void mc_haplotype_groups_begin(const mc_haplotype_job *job, const mc_haplotype_classes *classes,
                               mc_haplotype_groups *groups);

/* Refines `groups` by locus number `added` (from 0 on) in the order of the job. O(classes +
   alleles), or O(subjects + alleles) if weights are not exact. */
void mc_haplotype_groups_refine(const mc_haplotype_job *job, int added, mc_haplotype_grouping *work,
                                mc_haplotype_groups *groups, const mc_call *call);

#endif
