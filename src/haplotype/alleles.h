#ifndef MC_HAPLOTYPE_ALLELES_H
#define MC_HAPLOTYPE_ALLELES_H

#include "base/status.h"
#include "dispatch/call.h"
#include "haplotype/types.h"

/* The weights of the alleles of each locus, of all subjects, or of those with lost[class] = 0 if
   `lost` is not NULL. The subjects' first columns are added up first, then their second columns.
   MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_alleles_weigh(const mc_haplotype_job *job,
                                     const mc_haplotype_classes *classes, const int32_t *lost,
                                     mc_haplotype_allele_weights *weights, const mc_call *call);

#endif
