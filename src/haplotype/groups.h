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
  int64_t *by_key, *sorted; /* subjects */
  int64_t *next;            /* by bucket */
  mc_genotype *genotype;    /* of each subject */
} mc_grouping;

/* One group of all subjects, of which there are several, and room to refine it. */
mc_status mc_groups_begin(const mc_haplotype_job *job, mc_grouping *work, mc_groups *groups,
                          mc_arena *arena);

/* Refines `groups` by a locus. parent[g] becomes the group that g was a part of, genotype[g] its
   genotype at the locus. Room for as many groups as there are subjects. O(subjects + alleles). */
void mc_groups_refine(const mc_haplotype_job *job, int locus, mc_grouping *work, mc_groups *groups,
                      int32_t *parent, mc_genotype *genotype);

#endif
