#ifndef MC_HAPLOTYPE_TYPES_H
#define MC_HAPLOTYPE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* Haplotype frequencies of unphased genotypes: what a call is about, and what comes of it. */

enum { MC_MOST_ALLELES = 32767 /* of a locus */ };

typedef enum {
  MC_HAPLOTYPE_AUTO,
#define MC_HAPLOTYPE_ALGORITHM(CONSTANT, name) MC_HAPLOTYPE_##CONSTANT,
#include "haplotype/algorithms.def"
#undef MC_HAPLOTYPE_ALGORITHM
  MC_HAPLOTYPE_ALGORITHMS /* how many there are, with AUTO */
} mc_haplotype_algorithm;

typedef struct {
  int64_t subjects; /* at least 1 */
  int loci;         /* at least 1 */
  /* allele[(2 * locus + k) * subjects + subject], k = 0 and 1 in any order: from 1 to
     alleles[locus]; 0 is missing. */
  const int32_t *allele;
  const int32_t *alleles;
  const double *weight; /* of each subject, > 0; NULL: 1 */
  const int32_t *order; /* the loci, as they are added */
  int cull_every;       /* loci from one culling to the next; 0: never */
  int max_iterations;   /* of the EM after each locus, at least 1 */
  double min_posterior, min_prior, tolerance;
  int64_t max_haplotypes; /* 1 .. 2^31 - 1 */
  double max_bytes;       /* of working memory */
  int starts;             /* at least 1 */
  int refine;             /* rounds of the refinement, at most */
  const uint64_t *seed;   /* of each start, for random posteriors to begin with; NULL: not random */
  mc_haplotype_algorithm algorithm;
} mc_haplotype_job;

/* Subjects whose genotypes are the same at all loci added so far. */
typedef struct {
  int64_t count;
  int64_t *begin;   /* [count + 1], in `subject` */
  int64_t *subject; /* group by group, in ascending order within each */
  int32_t *of;      /* the group of each subject */
  double *weight;   /* of all subjects of the group */
} mc_groups;

/* The unordered pairs of haplotypes that explain each group's genotype. */
typedef struct {
  int64_t *begin;     /* [groups + 1] */
  int32_t *one, *two; /* haplotypes, one <= two */
  double *expected;   /* how much of the group's weight is expected to be this pair */
} mc_pairs;

/* Distinct haplotypes over the loci added so far, in lexicographic order (of loci as added):
   alleles as packed bits, at the places that mc_packing says. */
typedef struct {
  int64_t count;
  uint64_t *code; /* [count][words] */
  double *frequency;
} mc_haplotypes;

/* Where the k-th locus added is in a haplotype's words. */
typedef struct {
  int words;
  int32_t *word, *shift, *bits;
} mc_packing;

/* The allele, from 1 on, of a haplotype's words at the k-th locus added. */
static inline int32_t mc_packed_allele(const mc_packing *packing, const uint64_t *code, int k) {
  const uint64_t mask = (UINT64_C(1) << packing->bits[k]) - 1;
  return (int32_t) (code[packing->word[k]] >> packing->shift[k] % 64 & mask) + 1;
}

/* An iteration of the EM, for who wants to see the likelihood grow. */
typedef struct {
  int32_t loci;  /* added so far */
  int32_t round; /* of the refinement, from 1 on; 0 before it */
  double loglik;
} mc_iteration;

typedef struct {
  mc_groups groups;
  mc_pairs pairs;
  mc_haplotypes haplotypes;
  mc_packing packing;
  int32_t *lost; /* of each subject: loci added when no pair was left, or 0 */
  mc_iteration *trace;
  int64_t iterations; /* all of them, in the trace */
  double loglik;
  bool converged;  /* after the last locus */
  int unconverged; /* loci after which the iterations ran out */
  int threads;
} mc_haplotype_fit;

/* Where the limits of a job were met: before locus `locus` (of the data) was added. */
typedef struct {
  int locus, added;
  double haplotypes, bytes;
} mc_haplotype_limit;

#endif
