#ifndef PREDICT_ORACLE_H
#define PREDICT_ORACLE_H

#include <stdint.h>

#include "data.h"
#include "haplotype/predict.h"

/* Pairs of known haplotypes for genotypes by their definition, by all pairs of haplotypes; and
   calls of predict.h. */

/* A job in guarded memory, which the caller may fill. Frequencies must be multiples of 1/64, at
   most 1/8: then sums of probabilities are exact in any order, and so a threshold is met alike. */
typedef struct {
  mc_haplotype_predict_job job;
  int32_t *allele, *alleles, *haplotype;
  double *frequency;
} predict_sample;
predict_sample predict_sample_room(int64_t n, int loci, int64_t haplotypes);
void predict_sample_free(predict_sample *s);

/* Random haplotypes of at most `most` alleles at each locus, and genotypes. Most genotypes are made
   up of two of these haplotypes. */
predict_sample predict_sample_make(rng *r, int64_t n, int loci, int64_t haplotypes, int32_t most,
                                   double missing);

/* Checks the pairs of each subject. Returns how many subjects no pair explains. */
int64_t predict_check_pairs(const predict_sample *s, double least, int threads);

/* Checks pairs that are drawn by random numbers. */
void predict_check_draws(const predict_sample *s, rng *r, int draws, int threads);

#endif
