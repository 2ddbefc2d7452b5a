#ifndef MC_HAPLOTYPE_PAIRS_H
#define MC_HAPLOTYPE_PAIRS_H

#include "dispatch/call.h"
#include "haplotype/groups.h"
#include "haplotype/room.h"
#include "haplotype/types.h"

/* Pairs of haplotypes and the haplotypes in them, one locus at a time.

   A longer haplotype is a shorter one and an allele: its number comes of theirs, by a table
   of all such combinations in which those are marked that occur. So haplotypes are
   never compared, and are always in order. */

typedef struct {
  int32_t *parent;       /* of each group */
  mc_genotype *genotype; /* of each group at the locus that was added last */
  double *share;         /* of each allele of that locus */
  int side;              /* which of the rooms hold the present pairs and codes */
  mc_room begin[2], one[2], two[2], expected[2], code[2], number, used;
} mc_extension;

/* One pair, of the empty haplotype with itself, for the one group that there is. */
mc_status mc_pairs_begin(const mc_haplotype_job *job, mc_extension *work, mc_haplotype_fit *fit,
                         mc_arena *arena);

/* Pairs and haplotypes with the locus that is added as number `added` (from 0 on), whose groups
   have just been refined (work->parent, work->genotype). Each pair becomes all that explain the
   genotype, and hands what was expected of it to them: in proportion to the products of the
   frequencies of their alleles, and of random numbers, if job->random. Pairs that nothing
   was expected of are left out.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY; MC_ERR_SIZE where a limit of the job's is met, which
   *limit then says: nothing has been changed, but what work and groups hold. */
mc_status mc_pairs_extend(const mc_haplotype_job *job, int added, mc_extension *work,
                          mc_haplotype_fit *fit, mc_haplotype_limit *limit, const mc_call *call);

/* Leaves out pairs that less than min_posterior of their group's weight is expected of, unless it
   is the group's most, or with a haplotype less frequent than min_prior; what was expected of them
   goes to the others, in proportion. Groups may be left without pairs. */
void mc_pairs_cull(double min_posterior, double min_prior, const mc_groups *groups,
                   const mc_haplotypes *haplotypes, mc_pairs *pairs);

/* The allele, from 1 on, of haplotype h at the locus that was added as number `added`. */
int32_t mc_haplotype_allele(const mc_haplotype_fit *fit, int64_t h, int added);

#endif
