#ifndef MC_HAPLOTYPE_ALLELES_H
#define MC_HAPLOTYPE_ALLELES_H

#include "base/status.h"
#include "dispatch/call.h"
#include "haplotype/types.h"

/* The weight of each allele of each locus, among those of the subjects for which lost[class] is 0
   (NULL: all): added up over the subjects' first columns, then their second ones. MC_OK,
   MC_ERR_MEMORY. */
mc_status mc_haplotype_alleles_weigh(const mc_haplotype_job *job,
                                     const mc_haplotype_classes *classes, const int32_t *lost,
                                     mc_haplotype_allele_weights *weights, const mc_call *call);

#endif
