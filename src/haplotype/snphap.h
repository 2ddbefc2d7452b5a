#ifndef MC_HAPLOTYPE_SNPHAP_H
#define MC_HAPLOTYPE_SNPHAP_H

#include "base/arena.h"
#include "base/status.h"
#include "haplotype/likelihood.h"
#include "haplotype/room.h"
#include "haplotype/types.h"

/* An iteration of the EM as SNPHAP does it, and chapter 3 of the thesis "Parallel algorithm
   development using OpenMP: SNPHAP and PPMQSORT case studies" divides it among threads: for the
   thesis' tables. (Algorithm 4 of its appendix A, figure 2.6 for the order.)

     instances: both haplotypes of each pair, next to each other
     list: pointers to the instances, sorted by haplotype                     (Task construct)
     hap_prior, M:
       which in the list are the same as the one before?                      (For construct)
       prior of all that are the same: the sum of their posteriors
     hap_posterior, E:
       which pairs have the same haplotype twice?                             (For construct)
       posterior of each pair: the product of both priors, over the sum of its genotype's

   Haplotypes are compared locus by locus, in each iteration again, and sums are one thread's, as
   there. The sort is PPMQSort, which the thesis names as future work; instances that are the same
   stay in the order of pairs, so that sums are those of em.c to the last bit. Genotypes that are
   the same are one, with a weight, as in appendix A (SNPHAP has one for each subject). */

typedef struct {
  const uint16_t *allele; /* of the haplotype; 0 behind the last */
  double prior;
} mc_haplotype_instance;

typedef struct {
  mc_haplotype_fit *fit;
  int threads; /* of the For construct */
  int64_t instances;
  int64_t stride; /* from one haplotype's alleles to the next */
  uint16_t *allele;
  mc_haplotype_instance *instance; /* 2 * pair, 2 * pair + 1 */
  mc_haplotype_instance **list;    /* by haplotype */
  unsigned char *same;             /* is list[i] the same as list[i - 1]? */
  unsigned char *twice;            /* has the pair one haplotype twice? */
  struct {
    MC_HAPLOTYPE_ROOM(uint16_t) allele;
    MC_HAPLOTYPE_ROOM(mc_haplotype_instance) instance;
    MC_HAPLOTYPE_ROOM(mc_haplotype_instance *) list;
    MC_HAPLOTYPE_ROOM(unsigned char) same, twice;
  } room;
} mc_haplotype_snphap;

/* Is it one of these algorithms? */
bool mc_haplotype_snphap_does(mc_haplotype_algorithm algorithm);

/* Bytes that it needs, at most. */
double mc_haplotype_snphap_bytes(const mc_haplotype_job *job, double pairs, double haplotypes);

/* Makes instances and list of fit's pairs. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_snphap_begin(const mc_haplotype_job *job, int added, int threads,
                                    mc_haplotype_fit *fit, mc_haplotype_snphap *s, mc_arena *arena);

/* M, then E: from fit's expected pairs to others, by way of fit's frequencies; block[b] becomes
   the likelihood of a block of groups. */
void mc_haplotype_snphap_iterate(mc_haplotype_snphap *s, double scale,
                                 mc_haplotype_likelihood *block);

#endif
