#ifndef HAPLOTYPE_ORACLE_H
#define HAPLOTYPE_ORACLE_H

#include "guard.h"
#include "haplotype/haplotype.h"

/* Checks of mc_haplotype() against the definition. */

/* Do two haplotypes of a fit, by their numbers, make up the genotypes of subject i? */
bool haplotype_explains(const mc_haplotype_job *job, const mc_haplotype_fit *fit, int64_t i,
                        int64_t one, int64_t two);

double haplotype_weight(const mc_haplotype_job *job, int64_t i); /* of subject i */

/* For fits without culling: the likelihood and the posteriors of the fit's frequencies, by all
   pairs of its haplotypes: those that it left out have none. */
void haplotype_check_fit(const mc_haplotype_job *job, const mc_haplotype_fit *fit);

/* Pairs explain the genotypes; posteriors are shares of the pairs that are there. */
void haplotype_check_pairs(const mc_haplotype_job *job, const mc_haplotype_fit *fit);

/* Haplotypes are in order, and none is there twice. */
void haplotype_check_order(const mc_haplotype_fit *fit, int loci);

typedef struct {
  guard_arena arena;
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  mc_status status;
} haplotype_outcome;

/* Solves the job, and checks its trace. The caller releases the arena. */
haplotype_outcome haplotype_solve(const mc_haplotype_job *job, int threads);

/* Are two fits the same, bit by bit? */
void haplotype_check_same(const mc_haplotype_job *job, const mc_haplotype_fit *x,
                          const mc_haplotype_fit *y);

#endif
