#ifndef MC_HAPLOTYPE_TYPES_H
#define MC_HAPLOTYPE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "haplotype/packing.h"

/* Haplotype frequencies of unphased genotypes: the job and the result. */

enum {
  MC_HAPLOTYPE_MOST_ALLELES = 32767 /* the most alleles of a locus */,
  MC_HAPLOTYPE_UNASKED_BYTES = 32 << 20
};

typedef enum {
  MC_HAPLOTYPE_AUTO,
#define MC_HAPLOTYPE_ALGORITHM(CONSTANT, name) MC_HAPLOTYPE_##CONSTANT,
#include "haplotype/algorithms.def"
#undef MC_HAPLOTYPE_ALGORITHM
  MC_HAPLOTYPE_ALGORITHMS /* how many algorithms there are, with AUTO */
} mc_haplotype_algorithm;

typedef struct {
  int64_t subjects; /* at least 1 */
  int loci;         /* at least 1 */
  /* allele[(2 * locus + k) * subjects + subject], k = 0 and 1 in any order: from 1 to
     alleles[locus]; 0 is missing. */
  const int32_t *allele;
  const int32_t *alleles;
  const double *weight; /* of each subject, > 0; NULL: 1 */
  const int32_t *order; /* the loci in the order in which they are added */
  int cull_every;       /* loci between two cullings; 0: never */
  int max_iterations;   /* iterations of an EM; at least 1 */
  double min_posterior, min_prior, tolerance;
  int64_t max_haplotypes; /* 1 .. 2^31 - 1 */
  double max_bytes;       /* working memory that may be taken */
  /* NULL; or a function that returns max_bytes, called on the main thread if more than
     MC_HAPLOTYPE_UNASKED_BYTES are needed */
  double (*ask_bytes)(void *data);
  void *ask_data;
  int starts;           /* at least 1 */
  int refine;           /* most rounds of the refinement */
  const uint64_t *seed; /* of each start; NULL: no random posteriors at its begin */
  mc_haplotype_algorithm algorithm;
} mc_haplotype_job;

/* Are `bytes` at most this share of the memory that the job may take? Called on the main thread. */
static inline bool mc_haplotype_bytes_fit(const mc_haplotype_job *job, double bytes, double share) {
  if (job->ask_bytes == NULL)
    return bytes <= share * job->max_bytes;
  return bytes <= MC_HAPLOTYPE_UNASKED_BYTES || bytes <= share * job->ask_bytes(job->ask_data);
}

/* A genotype at a locus: two alleles, low <= high; 0 is missing. */
typedef struct {
  int32_t low, high;
} mc_haplotype_genotype;

/* Classes: subjects with the same genotype at all loci (classes.h). */
typedef struct {
  int64_t subjects, count;
  int32_t *of;                           /* the class of each subject */
  const mc_haplotype_genotype *genotype; /* [class * loci + place]; in the order of adding */
  int32_t *differs; /* first place where it differs from the class before; -1: the first class */
  bool exact;       /* are all weights whole? Then sums are the same in any order, and there are: */
  double *weight;   /* of each class */
  double *before;   /* [count + 1]: the weight of all classes before each */
} mc_haplotype_classes;

/* The weight of each allele of a locus: weight[begin[locus] + allele]. */
typedef struct {
  int64_t *begin; /* [loci + 1] */
  double *weight;
} mc_haplotype_allele_weights;

/* Groups: subjects with the same genotype at all loci that are added. A group is a run of classes;
   after the last locus, one class. */
typedef struct {
  int64_t count;
  int64_t *begin; /* [count + 1]: classes */
  double *weight; /* of the subjects of each group */
} mc_haplotype_groups;

/* The unordered pairs of haplotypes that explain the genotype of each group. */
typedef struct {
  int64_t *begin;     /* [groups + 1] */
  int32_t *one, *two; /* haplotypes, one <= two */
  double *expected;   /* the expected weight of the pair in its group */
} mc_haplotype_pairs;

/* Distinct haplotypes over the loci that are added, in lexicographic order (loci in the order in
   which they are added), as packed alleles. */
typedef struct {
  int64_t count;
  uint64_t *code; /* [count][words] */
  double *frequency;
} mc_haplotype_distinct;

/* An iteration of the EM, for a trace of the likelihood. */
typedef struct {
  int32_t loci;  /* loci that were added */
  int32_t round; /* of the refinement, from 1 on; 0 before it */
  double loglik;
} mc_haplotype_iteration;

typedef struct {
  const mc_haplotype_classes *classes;
  mc_haplotype_groups groups;
  mc_haplotype_pairs pairs;
  mc_haplotype_distinct haplotypes;
  mc_haplotype_packing packing;
  int32_t *lost; /* of each class: loci added when it lost its last pair, or 0 */
  mc_haplotype_iteration *trace;
  int64_t iterations; /* iterations in the trace */
  double loglik;
  bool converged;  /* did the last EM converge? */
  int unconverged; /* how many EMs ended by max_iterations */
  int threads;
} mc_haplotype_fit;

/* A limit of the job that was met before locus `locus` (of the data) was added. */
typedef struct {
  int locus, added;
  double haplotypes, bytes;
} mc_haplotype_limit;

#endif
