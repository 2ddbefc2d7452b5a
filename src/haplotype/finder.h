#ifndef MC_HAPLOTYPE_FINDER_H
#define MC_HAPLOTYPE_FINDER_H

#include "base/arena.h"
#include "base/status.h"
#include "haplotype/room.h"
#include "haplotype/types.h"

/* Finds the pairs of known haplotypes that explain a genotype.

     a haplotype fits if it has one of the genotype's alleles at each locus that is known
     its partners fit, and have the other allele there: found by a hash table
     a pair has the probability f_one f_two, twice that if they differ

   O(haplotypes + pairs) for each genotype. */

enum {
  MC_HAPLOTYPE_FINDER_STEP = 4 /* loci from one level of skips to the next */
};

/* A set of packed haplotypes. */
typedef struct {
  const mc_haplotype_packing *packing;
  int loci;
  const int32_t *alleles; /* of each locus, in the order of the packing */
  int64_t count;
  const uint64_t *code;    /* [count][words] */
  const double *frequency; /* of each haplotype */
  /* NULL; or, for ranges of haplotypes in lexicographic order: skip[h * levels + l] is the first
     haplotype behind h that differs from h at one of the first MC_HAPLOTYPE_FINDER_STEP * (l + 1)
     loci, or the end of the range. */
  const int32_t *skip;
  int levels;
} mc_haplotype_set;

/* Writes skip[h * levels + l] for first <= h < last, a range of the set. */
void mc_haplotype_finder_skips(const mc_haplotype_set *set, int64_t first, int64_t last,
                               int32_t *skip);

/* What is known of a genotype. A haplotype that fits has (code & fixed) == value. Two of them make
   up the genotype if (one ^ two) & known == differ. Loci for which words do not suffice: `either`,
   two different alleles of more than two; `half`, one known allele. */
typedef struct {
  uint64_t *fixed, *value, *known, *differ;
  int32_t *either, *half;
  int eithers, halves;
  bool impossible; /* does it have an allele that no haplotype has? */
} mc_haplotype_pattern;

/* The finder of one thread. Haplotypes that fit are in order, and chained by the hash of their
   alleles at the known loci. */
typedef struct {
  const mc_haplotype_set *set;
  const mc_haplotype_genotype *genotype;
  mc_haplotype_pattern p;
  int32_t *fitting, *next; /* [haplotypes] */
  int32_t *first;          /* [buckets]; -1: none */
  double *row;             /* [haplotypes]: of the k-th that fits: the sum of its pairs as `one` */
  int64_t count, buckets;
  struct {
    MC_HAPLOTYPE_ROOM(uint64_t) pattern;
    MC_HAPLOTYPE_ROOM(int32_t) either, half, fitting, next, first;
    MC_HAPLOTYPE_ROOM(double) row;
  } room;
} mc_haplotype_finder;

/* About the bytes that a finder takes for a set. */
double mc_haplotype_finder_bytes(const mc_haplotype_set *set);

/* Prepares *f, which was all 0 before the first time, to search `set`. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_finder_begin(const mc_haplotype_set *set, mc_haplotype_finder *f,
                                    mc_arena *arena);

/* Reads a genotype, [loci] in the order of the packing, for what follows. */
void mc_haplotype_finder_read(mc_haplotype_finder *f, const mc_haplotype_genotype *genotype);

/* Adds the haplotypes that fit to f->fitting and f->count, of first <= h < last: a range, if the
   set has skips. */
void mc_haplotype_finder_fit(mc_haplotype_finder *f, int64_t first, int64_t last);

/* Chains the haplotypes that fit, which are in ascending order, for what follows. */
void mc_haplotype_finder_chain(mc_haplotype_finder *f);

/* The first partner, from k on, of the k-th haplotype that fits; and the next partner behind m.
   Partners are places among those that fit; -1: there is none. */
int32_t mc_haplotype_finder_first(const mc_haplotype_finder *f, int64_t k);
int32_t mc_haplotype_finder_next(const mc_haplotype_finder *f, int64_t k, int32_t m);

/* The probability of the pair of the k-th and the m-th haplotype that fit. */
double mc_haplotype_finder_probability(const mc_haplotype_finder *f, int64_t k, int64_t m);

/* The sum and the greatest of the probabilities of all pairs; f->row gets the sums by `one`. */
void mc_haplotype_finder_add_up(mc_haplotype_finder *f, double *all, double *most);

/* Lists of the pairs of each group. */
typedef struct {
  double min_posterior;
  double *all, *most; /* of each group: the sum and the greatest of its pairs' probabilities */
  int64_t *begin;     /* [groups + 1] */
  int32_t *one, *two; /* haplotypes, one <= two */
  double *posterior;
} mc_haplotype_found;

/* Counts the pairs of group g, whose genotype f has read: those with a posterior of min_posterior
   or more, and always the most probable pair (the first of equal ones). Writes them from `at` on,
   unless `at` is negative: by one, then two. */
int64_t mc_haplotype_finder_list(const mc_haplotype_finder *f, const mc_haplotype_found *found,
                                 int64_t g, int64_t at);

#endif
