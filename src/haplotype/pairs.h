#ifndef MC_HAPLOTYPE_PAIRS_H
#define MC_HAPLOTYPE_PAIRS_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/status.h"
#include "haplotype/groups.h"
#include "haplotype/room.h"
#include "haplotype/types.h"

/* Pairs of haplotypes and the haplotypes in them, one locus at a time.

   A longer haplotype is a shorter one and an allele. Its number comes from their numbers, by a
   table of all such combinations, in which those that occur are marked. So haplotypes are never
   compared, and always in order.

   The pairs of a locus take four steps, as the main thread takes memory:

     mc_haplotype_pairs_ask     room to count them
     mc_haplotype_pairs_count   counts them
     mc_haplotype_pairs_room    room for them
     mc_haplotype_pairs_extend  makes them

   Counting and extending take nothing from the arena, so any thread may do them; `threads` threads
   share each. */

typedef struct {
  int side; /* 0 or 1: the rooms with the present pairs and codes */
  MC_HAPLOTYPE_ROOM(int64_t) begin[2];
  MC_HAPLOTYPE_ROOM(int32_t) one[2], two[2], number;
  MC_HAPLOTYPE_ROOM(double) expected[2];
  MC_HAPLOTYPE_ROOM(uint64_t) code[2];
  MC_HAPLOTYPE_ROOM(atomic_uchar) used;
  MC_HAPLOTYPE_ROOM(double) counts; /* pairs of each block of groups */
  MC_HAPLOTYPE_ROOM(int64_t) found; /* haplotypes of each block of haplotypes */
  /* for the locus that is being added */
  mc_haplotype_pairs after;
  double *block;       /* scratch: of each block of groups */
  double count;        /* pairs */
  double combinations; /* combinations of a haplotype and an allele */
  double bytes;        /* bytes of all rooms with these pairs */
} mc_haplotype_extension;

/* Makes one pair, of the empty haplotype with itself, for the one group. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_pairs_begin(mc_haplotype_extension *work, mc_haplotype_fit *fit,
                                   mc_arena *arena);

/* MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_pairs_ask(const mc_haplotype_groups *groups, mc_haplotype_extension *work,
                                 mc_arena *arena);

/* Sets count, combinations and bytes of `work` for the locus by which the groups were refined
   last. */
void mc_haplotype_pairs_count(const mc_haplotype_job *job, int added,
                              const mc_haplotype_grouping *grouping, mc_haplotype_extension *work,
                              const mc_haplotype_fit *fit, int threads);

/* Bytes of the pairs and codes of this locus and of the locus before, about. */
double mc_haplotype_pairs_bytes(const mc_haplotype_extension *work, const mc_haplotype_fit *fit);

/* MC_OK, MC_ERR_MEMORY; MC_ERR_SIZE: 32-bit numbers are too small. */
mc_status mc_haplotype_pairs_room(mc_haplotype_extension *work, const mc_haplotype_fit *fit,
                                  mc_arena *arena);

/* Makes the pairs and haplotypes with locus number `added` (from 0 on). Each pair becomes all pairs
   that explain the genotype. They get its expected weight, in proportion to the product of the
   frequencies of their alleles and, with a seed, of random numbers. Pairs with an expected weight
   of 0 are left out.

   Returns how many haplotypes there are. If they are more than job->max_haplotypes, everything is
   undefined afterwards. */
int64_t mc_haplotype_pairs_extend(const mc_haplotype_job *job, const uint64_t *seed, int added,
                                  const mc_haplotype_grouping *grouping,
                                  mc_haplotype_extension *work, mc_haplotype_fit *fit, int threads);

/* Drops pairs whose posterior is below job->min_posterior, unless it is the highest of the group;
   and pairs with a haplotype that is less frequent than job->min_prior. The other pairs of the
   group get their expected weight, in proportion. If a group has no pair left, fit->lost of its
   classes becomes `loci`, the number of loci that are added. */
void mc_haplotype_pairs_cull(const mc_haplotype_job *job, int loci, mc_haplotype_fit *fit);

/* The allele, from 1 on, of haplotype h at locus number `added`. */
int32_t mc_haplotype_allele(const mc_haplotype_fit *fit, int64_t h, int added);

#endif
