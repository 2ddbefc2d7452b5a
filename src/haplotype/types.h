#ifndef MC_HAPLOTYPE_TYPES_H
#define MC_HAPLOTYPE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "haplotype/packing.h"

/* Haplotype frequencies of unphased genotypes: what a call is about, and what comes of it. */

enum { MC_HAPLOTYPE_MOST_ALLELES = 32767 /* of a locus */, MC_HAPLOTYPE_UNASKED_BYTES = 32 << 20 };

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
  /* NULL, or who says that, on the main thread, if more than MC_HAPLOTYPE_UNASKED_BYTES are
     needed */
  double (*ask_bytes)(void *data);
  void *ask_data;
  int starts;           /* at least 1 */
  int refine;           /* rounds of the refinement, at most */
  const uint64_t *seed; /* of each start, for random posteriors to begin with; NULL: not random */
  mc_haplotype_algorithm algorithm;
} mc_haplotype_job;

/* May a share of the memory that the job may take be so many bytes? On the main thread. */
static inline bool mc_haplotype_bytes_fit(const mc_haplotype_job *job, double bytes, double share) {
  if (job->ask_bytes == NULL)
    return bytes <= share * job->max_bytes;
  return bytes <= MC_HAPLOTYPE_UNASKED_BYTES || bytes <= share * job->ask_bytes(job->ask_data);
}

/* A genotype at a locus: two alleles in order, 0 (missing) first. */
typedef struct {
  int32_t low, high;
} mc_haplotype_genotype;

/* Subjects whose genotypes are the same at all loci (classes.h). */
typedef struct {
  int64_t subjects, count;
  int32_t *of; /* the class of each subject */
  const mc_haplotype_genotype
    *genotype;      /* [class * loci + place]: by the order in which loci are added */
  int32_t *differs; /* the first place at which each differs from the class before it; -1: none */
  bool exact;       /* all weights are whole, so that sums are the same in any order: */
  double *weight;   /* of each class; if exact */
  double *before;   /* [count + 1]: of all classes before each; if exact */
} mc_haplotype_classes;

/* The weight of each allele of a locus: weight[begin[locus] + allele]. */
typedef struct {
  int64_t *begin; /* [loci + 1] */
  double *weight;
} mc_haplotype_allele_weights;

/* Subjects whose genotypes are the same at all loci added so far: runs of classes. After the last
   locus each class is one. */
typedef struct {
  int64_t count;
  int64_t *begin; /* [count + 1]: classes */
  double *weight; /* of all subjects of the group */
} mc_haplotype_groups;

/* The unordered pairs of haplotypes that explain each group's genotype. */
typedef struct {
  int64_t *begin;     /* [groups + 1] */
  int32_t *one, *two; /* haplotypes, one <= two */
  double *expected;   /* how much of the group's weight is expected to be this pair */
} mc_haplotype_pairs;

/* Distinct haplotypes over the loci added so far, in lexicographic order (of loci as added):
   packed alleles. */
typedef struct {
  int64_t count;
  uint64_t *code; /* [count][words] */
  double *frequency;
} mc_haplotype_distinct;

/* An iteration of the EM, for who wants to see the likelihood grow. */
typedef struct {
  int32_t loci;  /* added so far */
  int32_t round; /* of the refinement, from 1 on; 0 before it */
  double loglik;
} mc_haplotype_iteration;

typedef struct {
  const mc_haplotype_classes *classes;
  mc_haplotype_groups groups;
  mc_haplotype_pairs pairs;
  mc_haplotype_distinct haplotypes;
  mc_haplotype_packing packing;
  int32_t *lost; /* of each class: loci added when no pair was left, or 0 */
  mc_haplotype_iteration *trace;
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
