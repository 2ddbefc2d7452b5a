#ifndef MC_HAPLOTYPE_CLASSES_H
#define MC_HAPLOTYPE_CLASSES_H

#include "base/arena.h"
#include "base/status.h"
#include "dispatch/call.h"
#include "haplotype/types.h"

/* Classes: subjects with the same genotype at all loci. Classes are in the order of their
   genotypes: by the locus that is added first, then by the next one, and so on. So subjects with
   the same genotype at the first loci are a run of classes.

     pack the genotypes of each subject into words, the first locus in the highest bits  (packing.h)
     for each block of subjects: find the different genotypes, in a hash table
     for each bucket of these (by their hashes): find the different genotypes, in the same way
     sort them: they are the classes

   O(subjects * loci + classes * log classes). Threads share all but a sum over blocks and buckets.
   The number of a class depends on the genotypes alone. */

/* Makes the classes. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_classes_make(const mc_haplotype_job *job, mc_haplotype_classes *classes,
                                    const mc_call *call);

/* Lists the subjects of each class c in ascending order: subject[begin[c] .. begin[c + 1] - 1]. */
void mc_haplotype_classes_list(const mc_haplotype_classes *classes, int64_t *begin,
                               int64_t *subject);

#endif
