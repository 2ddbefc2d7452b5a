#ifndef MC_HAPLOTYPE_PAIRS_H
#define MC_HAPLOTYPE_PAIRS_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/status.h"
#include "haplotype/groups.h"
#include "haplotype/room.h"
#include "haplotype/types.h"

/* Pairs of haplotypes and the haplotypes in them, one locus at a time.

   A longer haplotype is a shorter one and an allele: its number comes of theirs, by a table
   of all such combinations in which those are marked that occur. So haplotypes are
   never compared, and are always in order.

   The pairs of a locus come in four steps, as memory is the main thread's to take:

     mc_haplotype_pairs_ask     room to count them in
     mc_haplotype_pairs_count   how many there will be
     mc_haplotype_pairs_room    room for these
     mc_haplotype_pairs_extend  the pairs

   Counting and extending take nothing from the arena, so that another thread may do them; and
   `threads` share each. */

typedef struct {
  int side; /* which of the rooms hold the present pairs and codes */
  MC_HAPLOTYPE_ROOM(int64_t) begin[2];
  MC_HAPLOTYPE_ROOM(int32_t) one[2], two[2], number;
  MC_HAPLOTYPE_ROOM(double) expected[2];
  MC_HAPLOTYPE_ROOM(uint64_t) code[2];
  MC_HAPLOTYPE_ROOM(atomic_uchar) used;
  MC_HAPLOTYPE_ROOM(double) counts; /* pairs of each block of groups */
  MC_HAPLOTYPE_ROOM(int64_t) found; /* haplotypes of each block of haplotypes */
  /* with the locus that is being added */
  mc_haplotype_pairs after;
  double *block;       /* scratch, of blocks of groups */
  double count;        /* pairs */
  double combinations; /* of haplotypes and alleles */
  double bytes;        /* of the rooms, then */
} mc_haplotype_extension;

/* One pair, of the empty haplotype with itself, for the one group that there is. MC_OK,
   MC_ERR_MEMORY. */
mc_status mc_haplotype_pairs_begin(mc_haplotype_extension *work, mc_haplotype_fit *fit,
                                   mc_arena *arena);

/* MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_pairs_ask(const mc_haplotype_groups *groups, mc_haplotype_extension *work,
                                 mc_arena *arena);

/* Sets work->count, combinations and bytes for the locus by which groups have been refined. */
void mc_haplotype_pairs_count(const mc_haplotype_job *job, int added,
                              const mc_haplotype_grouping *grouping, mc_haplotype_extension *work,
                              const mc_haplotype_fit *fit, int threads);

/* Bytes of the pairs and codes of this locus and of the one before, about. */
double mc_haplotype_pairs_bytes(const mc_haplotype_extension *work, const mc_haplotype_fit *fit);

/* MC_OK, MC_ERR_MEMORY; MC_ERR_SIZE where numbers of 32 bits do not do. */
mc_status mc_haplotype_pairs_room(mc_haplotype_extension *work, const mc_haplotype_fit *fit,
                                  mc_arena *arena);

/* Pairs and haplotypes with the locus that is added as number `added` (from 0 on). Each pair
   becomes all that explain the genotype, and hands what was expected of it to them: in proportion
   to the products of the frequencies of their alleles, and, with a seed, of random numbers. Pairs
   that nothing was expected of are left out.

   Answers how many haplotypes there are. If they are more than job->max_haplotypes, all is
   undefined then. */
int64_t mc_haplotype_pairs_extend(const mc_haplotype_job *job, const uint64_t *seed, int added,
                                  const mc_haplotype_grouping *grouping,
                                  mc_haplotype_extension *work, mc_haplotype_fit *fit, int threads);

/* Leaves out pairs that less than job->min_posterior of their group's weight is expected of, unless
   it is the group's most, or with a haplotype less frequent than min_prior; what was expected of
   them goes to the others, in proportion. Groups may be left without pairs: fit->lost of their
   classes becomes `loci`, which have been added. */
void mc_haplotype_pairs_cull(const mc_haplotype_job *job, int loci, mc_haplotype_fit *fit);

/* The allele, from 1 on, of haplotype h at the locus that was added as number `added`. */
int32_t mc_haplotype_allele(const mc_haplotype_fit *fit, int64_t h, int added);

#endif
