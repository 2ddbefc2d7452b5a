#ifndef MC_HAPLOTYPE_GROUPS_H
#define MC_HAPLOTYPE_GROUPS_H

#include "base/arena.h"
#include "base/status.h"
#include "haplotype/types.h"

/* Grouping of subjects by genotype, one locus at a time: a group of the loci so far falls apart
   into those of its subjects with the same genotype at the next locus. */

/* A genotype at a locus: two alleles in order, 0 (missing) first. */
typedef struct {
  int32_t low, high;
} mc_genotype;

typedef struct {
  /* of the locus that was added last */
  int32_t *parent;       /* the group that each group was a part of */
  mc_genotype *genotype; /* of each group */
  double *share;         /* of each allele from 1 on, among those that are known */
  /* scratch */
  int64_t *by_key, *sorted; /* subjects */
  int64_t *next;            /* by bucket */
  mc_genotype *own;         /* of each subject */
} mc_grouping;

/* Room for as many groups as there are subjects, and to refine them. MC_OK, MC_ERR_MEMORY. */
mc_status mc_groups_room(const mc_haplotype_job *job, mc_grouping *work, mc_groups *groups,
                         mc_arena *arena);

/* One group of all subjects. */
void mc_groups_begin(const mc_haplotype_job *job, mc_groups *groups);

/* Refines `groups` by a locus. O(subjects + alleles). */
void mc_groups_refine(const mc_haplotype_job *job, int locus, mc_grouping *work, mc_groups *groups);

/* genotype[g * job->loci + k] becomes that of group g at the locus job->order[k]. */
void mc_groups_genotypes(const mc_haplotype_job *job, const mc_groups *groups,
                         mc_genotype *genotype);

#endif
