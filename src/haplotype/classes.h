#ifndef MC_HAPLOTYPE_CLASSES_H
#define MC_HAPLOTYPE_CLASSES_H

#include "base/arena.h"
#include "base/status.h"
#include "dispatch/call.h"
#include "haplotype/types.h"

/* Subjects with the same genotype at all loci are a class. Classes are in the order of their
   genotypes: by the locus that is added first, then by the next one, ... So subjects with the same
   genotype at the first loci are a run of classes.

     a subject's genotype is packed into words, the first locus in the highest bits
     blocks of subjects: each finds those that differ, in a hash table
     parts of these, by their hashes: each finds those that differ, in the same way
     those are sorted: they are the classes

   O(subjects * loci + classes * log classes). Threads share all but a sum over blocks and parts.
   Numbers of classes depend on genotypes alone. */

/* MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_classes_make(const mc_haplotype_job *job, mc_haplotype_classes *classes,
                                    const mc_call *call);

/* subject[begin[c] .. begin[c + 1] - 1] become those of class c, in ascending order. */
void mc_haplotype_classes_list(const mc_haplotype_classes *classes, int64_t *begin,
                               int64_t *subject);

#endif
