#ifndef MC_HAPLOTYPE_FINDER_H
#define MC_HAPLOTYPE_FINDER_H

#include "base/arena.h"
#include "base/status.h"
#include "haplotype/room.h"
#include "haplotype/types.h"

/* Pairs of known haplotypes that explain a genotype.

     a haplotype fits where it has one of the genotype's alleles at each locus that is known
     its partners are those that fit and have the other allele there: found by a hash table
     a pair has probability f_one f_two, twice that if they differ

   O(haplotypes + pairs) for each genotype. */

enum {
  MC_HAPLOTYPE_FINDER_STEP = 4 /* loci from one level of mc_haplotype_set's skips to the next */
};

/* Haplotypes, packed as `packing` says. */
typedef struct {
  const mc_haplotype_packing *packing;
  int loci;
  const int32_t *alleles; /* of each locus, as packed */
  int64_t count;
  const uint64_t *code;    /* [count][words] */
  const double *frequency; /* of each */
  /* NULL, or for ranges of haplotypes that are each in lexicographic order: skip[h * levels + l] is
     the first behind h that differs from h at one of the first MC_HAPLOTYPE_FINDER_STEP * (l + 1)
     loci, or the end of the range. */
  const int32_t *skip;
  int levels;
} mc_haplotype_set;

/* Fills skip[h * levels + l] for first <= h < last, a range of the set. */
void mc_haplotype_finder_skips(const mc_haplotype_set *set, int64_t first, int64_t last,
                               int32_t *skip);

/* What is known of a genotype. A haplotype that fits has (code & fixed) == value, and two
   of them make up the genotype where (one ^ two) & known == differ. Loci that say more than words
   can: `either`, with two of more than two alleles, and `half`, with one known allele. */
typedef struct {
  uint64_t *fixed, *value, *known, *differ;
  int32_t *either, *half;
  int eithers, halves;
  bool impossible; /* has an allele that no haplotype has */
} mc_haplotype_pattern;

/* Of one thread. Haplotypes that fit, in their order, are chained by the hash of their alleles at
   the known loci. */
typedef struct {
  const mc_haplotype_set *set;
  const mc_haplotype_genotype *genotype;
  mc_haplotype_pattern p;
  int32_t *fitting, *next; /* [haplotypes] */
  int32_t *first;          /* [buckets]; -1: none */
  double *row;             /* [haplotypes]: sums of the pairs with the k-th that fits as `one` */
  int64_t count, buckets;
  struct {
    MC_HAPLOTYPE_ROOM(uint64_t) pattern;
    MC_HAPLOTYPE_ROOM(int32_t) either, half, fitting, next, first;
    MC_HAPLOTYPE_ROOM(double) row;
  } room;
} mc_haplotype_finder;

/* Bytes that a finder takes for a set, about. */
double mc_haplotype_finder_bytes(const mc_haplotype_set *set);

/* *f, of which all was 0 before the first time, is to search `set`. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_finder_begin(const mc_haplotype_set *set, mc_haplotype_finder *f,
                                    mc_arena *arena);

/* f is about a genotype, [loci] as packed, from here on. */
void mc_haplotype_finder_read(mc_haplotype_finder *f, const mc_haplotype_genotype *genotype);

/* Adds what fits among the haplotypes first <= h < last (a range, if the set has skips) to
   f->fitting and f->count. */
void mc_haplotype_finder_fit(mc_haplotype_finder *f, int64_t first, int64_t last);

/* Chains what fits, which is in ascending order, for what follows. */
void mc_haplotype_finder_chain(mc_haplotype_finder *f);

/* The first partner of the k-th haplotype that fits, by its place among these, from k on; the
   next behind place m; -1: none. */
int32_t mc_haplotype_finder_first(const mc_haplotype_finder *f, int64_t k);
int32_t mc_haplotype_finder_next(const mc_haplotype_finder *f, int64_t k, int32_t m);

/* Of the pair of the k-th and the m-th that fit. */
double mc_haplotype_finder_probability(const mc_haplotype_finder *f, int64_t k, int64_t m);

/* The sum and the greatest of the probabilities of all pairs; sums by rows in f->row. */
void mc_haplotype_finder_add_up(mc_haplotype_finder *f, double *all, double *most);

/* The pairs of each group that are listed. */
typedef struct {
  double min_posterior;
  double *all, *most; /* of each group's pairs: the sum and the greatest of their probabilities */
  int64_t *begin;     /* [groups + 1] */
  int32_t *one, *two; /* haplotypes, one <= two */
  double *posterior;
} mc_haplotype_found;

/* The pairs of group g, for whose genotype f is ready: those with a posterior of min_posterior or
   more, and in any case the most probable one (the first of equals), by one, then two. Counts
   them, and writes them from `at` on unless that is negative. */
int64_t mc_haplotype_finder_list(const mc_haplotype_finder *f, const mc_haplotype_found *found,
                                 int64_t g, int64_t at);

#endif
