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

   From what is expected of the pairs, again and again:

     M: the frequency of a haplotype is what is expected of its pairs (twice that of the pair with
        itself), over twice the weight of all groups
     E: a pair of a group has probability f_one f_two, twice that if they differ; what is
        expected of it is the group's weight times its share of the sum over the group's pairs;
        the log-likelihood is the sum of weight * log(this sum) over groups

   until the log-likelihood grows by less than the tolerance, or job->max_iterations.

   Sums are made in one order, whatever the algorithm and the number of threads. Frequencies below
   1e-150 become 0, so that no product is a denormal number. A group whose pairs all have
   probability 0 adds nothing. */

typedef struct {
  const mc_haplotype_job *job;
  mc_haplotype_fit *fit;
  int added, threads, iterations;
  /* as mc_haplotype_em_begin() sets them, the refinement may change them before the first
     iteration */
  int round;        /* of the refinement, for the trace: 0 */
  double tolerance; /* job->tolerance */
  bool done;
  int64_t pairs, blocks;
  double weight; /* of the groups that have a probability */
  mc_haplotype_likelihood *block;
  double *sum; /* by haplotype; with one thread */
  /* the pairs of each haplotype, in their order, twice that with itself; with several threads */
  int64_t *begin;
  int32_t *occurrence;
  int64_t *place; /* [parts][haplotypes]: scratch, to list them */
  int64_t parts;  /* of the pairs */
  mc_haplotype_snphap snphap;
  struct {
    MC_HAPLOTYPE_ROOM(double) frequency, sum;
    MC_HAPLOTYPE_ROOM(int64_t) begin, place;
    MC_HAPLOTYPE_ROOM(int32_t) occurrence;
    MC_HAPLOTYPE_ROOM(mc_haplotype_likelihood) block;
    MC_HAPLOTYPE_ROOM(mc_haplotype_iteration) trace;
  } room;
} mc_haplotype_em;

/* Seconds of an iteration, about, with one thread. */
double mc_haplotype_em_seconds(const mc_haplotype_fit *fit);

/* How many threads share such an iteration: each has twenty microseconds or more. */
int mc_haplotype_em_threads(const mc_haplotype_job *job, double seconds, const mc_call *call);

/* Iterations that `seconds` have room for, if one takes `each`; at least 1. */
int mc_haplotype_em_iterations(double seconds, double each);

/* Bytes that the EM needs for so many pairs of so many haplotypes, at most. */
double mc_haplotype_em_bytes(const mc_haplotype_job *job, double pairs, double haplotypes);

/* *em, of which all was 0 before the first time, is to maximize the likelihood of fit's pairs with
   `threads`. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_em_begin(const mc_haplotype_job *job, int added, int threads,
                                mc_haplotype_em *em, mc_haplotype_fit *fit, mc_arena *arena);

/* Up to `most` iterations; em->done says whether it was the last. They are added to fit->trace;
   fit->loglik and expected pairs are those of fit->haplotypes.frequency. Takes nothing
   from the arena. */
void mc_haplotype_em_iterate(mc_haplotype_em *em, int most);

#endif
