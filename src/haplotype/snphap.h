#ifndef MC_HAPLOTYPE_SNPHAP_H
#define MC_HAPLOTYPE_SNPHAP_H

#include "base/arena.h"
#include "base/status.h"
#include "haplotype/likelihood.h"
#include "haplotype/room.h"
#include "haplotype/types.h"

/* An iteration of the EM as SNPHAP does it, divided among threads as in chapter 3 of the thesis
   "Parallel algorithm development using OpenMP: SNPHAP and PPMQSORT case studies" (algorithm 4 of
   its appendix A, figure 2.6 for the order): for the thesis' tables.

     instances: both haplotypes of each pair, next to each other
     list: pointers to the instances, sorted by haplotype                     (Task construct)
     hap_prior, M:
       which instances are the same as the one before them in the list?       (For construct)
       prior of all that are the same: the sum of their posteriors
     hap_posterior, E:
       which pairs have one haplotype twice?                                  (For construct)
       posterior of each pair: the product of both priors, over the sum of its genotype's

   As there, haplotypes are compared locus by locus in each iteration, and one thread makes the
   sums. The sort is PPMQSort, which the thesis names as future work. Instances that are the same
   keep the order of pairs, so that sums have the bits of em.c. Equal genotypes are one with a
   weight, as in appendix A (SNPHAP has one for each subject). */

typedef struct {
  const uint16_t *allele; /* the alleles of the haplotype, and a 0 */
  double prior;
} mc_haplotype_instance;

typedef struct {
  mc_haplotype_fit *fit;
  int threads; /* threads of the For construct */
  int64_t instances;
  int64_t stride; /* from the alleles of a haplotype to those of the next one */
  uint16_t *allele;
  mc_haplotype_instance *instance; /* of pair i: 2 i and 2 i + 1 */
  mc_haplotype_instance **list;    /* sorted by haplotype */
  unsigned char *same;             /* is list[i] the same as list[i - 1]? */
  unsigned char *twice;            /* does the pair have one haplotype twice? */
  struct {
    MC_HAPLOTYPE_ROOM(uint16_t) allele;
    MC_HAPLOTYPE_ROOM(mc_haplotype_instance) instance;
    MC_HAPLOTYPE_ROOM(mc_haplotype_instance *) list;
    MC_HAPLOTYPE_ROOM(unsigned char) same, twice;
  } room;
} mc_haplotype_snphap;

/* Is it one of these algorithms? */
bool mc_haplotype_snphap_does(mc_haplotype_algorithm algorithm);

/* The most bytes that it needs. */
double mc_haplotype_snphap_bytes(const mc_haplotype_job *job, double pairs, double haplotypes);

/* Makes the instances and the list of fit's pairs. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_snphap_begin(const mc_haplotype_job *job, int added, int threads,
                                    mc_haplotype_fit *fit, mc_haplotype_snphap *s, mc_arena *arena);

/* M, then E: changes fit's expected weights, by way of its frequencies. block[b] becomes the
   likelihood of a block of groups. */
void mc_haplotype_snphap_iterate(mc_haplotype_snphap *s, double scale,
                                 mc_haplotype_likelihood *block);

#endif
