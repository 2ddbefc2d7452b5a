#ifndef MC_HAPLOTYPE_EM_H
#define MC_HAPLOTYPE_EM_H

#include "dispatch/call.h"
#include "haplotype/room.h"
#include "haplotype/types.h"

/* Maximum likelihood by expectation and maximization (EM), under Hardy-Weinberg equilibrium. */

typedef struct {
  mc_room frequency, sum, begin, occurrence, block;
} mc_em_rooms;

/* From what is expected of the pairs, again and again:

     M: the frequency of a haplotype is what is expected of its pairs (twice that of the pair with
        itself), over twice the weight of all groups
     E: a pair of a group has probability f_one f_two, twice that if they differ; what is
        expected of it is the group's weight times its share of the sum over the group's pairs;
        the log-likelihood is the sum of weight * log(this sum) over groups

   until the log-likelihood grows by less than job->tolerance, or job->max_iterations. Iterations
   are added to fit->trace, as ones after `added` loci. At the end fit->loglik and expected pairs
   are those of fit->haplotypes.frequency.

   Sums are made in one order, whatever the number of threads. Frequencies below 1e-150 become 0, so
   that no product is a denormal number. A group whose pairs all have probability 0 adds nothing.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_em(const mc_haplotype_job *job, int added, mc_em_rooms *rooms, mc_haplotype_fit *fit,
                const mc_call *call);

#endif
