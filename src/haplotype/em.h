#ifndef MC_HAPLOTYPE_EM_H
#define MC_HAPLOTYPE_EM_H

#include "base/arena.h"
#include "base/status.h"
#include "dispatch/call.h"
#include "haplotype/likelihood.h"
#include "haplotype/room.h"
#include "haplotype/snphap.h"
#include "haplotype/types.h"

/* Maximum likelihood by expectation and maximization (EM), under Hardy-Weinberg equilibrium.

   From the expected weights of the pairs, again and again:

     M: the frequency of a haplotype is the sum of the expected weights of its pairs (twice that of
        the pair with itself), over twice the weight of all groups
     E: a pair has the probability f_one f_two, twice that if they differ. Its expected weight is
        the group's weight times its share of the sum over the group's pairs. The log-likelihood
        is the sum of weight * log(this sum) over groups

   until the log-likelihood grows by less than the tolerance, or for job->max_iterations.

   Sums have one order, for all algorithms and numbers of threads. Frequencies below 1e-150 become
   0, so that no product is a denormal number. A group whose pairs all have probability 0 adds
   nothing. */

typedef struct {
  const mc_haplotype_job *job;
  mc_haplotype_fit *fit;
  int added, threads, iterations;
  /* set by mc_haplotype_em_begin(); the refinement may change them before the first iteration */
  int round;        /* round of the refinement, for the trace; 0 */
  double tolerance; /* job->tolerance */
  bool done;
  int64_t pairs, blocks;
  double weight; /* the weight of the groups whose probability is above 0 */
  mc_haplotype_likelihood *block;
  double *sum; /* the sum of each haplotype; for one thread */
  /* for several threads: the pairs of each haplotype in their order, the pair with itself twice */
  int64_t *begin;
  int32_t *occurrence;
  int64_t *place; /* [slices][haplotypes]: scratch for that list */
  int64_t slices; /* ranges of the pairs that threads list at once */
  mc_haplotype_snphap snphap;
  struct {
    MC_HAPLOTYPE_ROOM(double) frequency, sum;
    MC_HAPLOTYPE_ROOM(int64_t) begin, place;
    MC_HAPLOTYPE_ROOM(int32_t) occurrence;
    MC_HAPLOTYPE_ROOM(mc_haplotype_likelihood) block;
    MC_HAPLOTYPE_ROOM(mc_haplotype_iteration) trace;
  } room;
} mc_haplotype_em;

/* About the seconds of an iteration with one thread. */
double mc_haplotype_em_seconds(const mc_haplotype_fit *fit);

/* How many threads share an iteration of `seconds`: each gets twenty microseconds or more. */
int mc_haplotype_em_threads(const mc_haplotype_job *job, double seconds, const mc_call *call);

/* How many iterations of `each` seconds fit in `seconds`; at least 1. */
int mc_haplotype_em_iterations(double seconds, double each);

/* The most bytes that the EM needs for so many pairs and haplotypes. */
double mc_haplotype_em_bytes(const mc_haplotype_job *job, double pairs, double haplotypes);

/* Prepares *em, which was all 0 before the first time, to maximize the likelihood of fit's pairs
   with `threads` threads. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_em_begin(const mc_haplotype_job *job, int added, int threads,
                                mc_haplotype_em *em, mc_haplotype_fit *fit, mc_arena *arena);

/* Does up to `most` iterations, and adds them to fit->trace. em->done: was it the last one?
   fit->loglik and the expected weights belong to fit->haplotypes.frequency. Takes nothing from the
   arena. */
void mc_haplotype_em_iterate(mc_haplotype_em *em, int most);

#endif
