#ifndef MC_HAPLOTYPE_GENOTYPES_H
#define MC_HAPLOTYPE_GENOTYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/matrix.h"
#include "base/status.h"
#include "dispatch/call.h"

/* Numbers the alleles of each locus.

     a pass over blocks of subjects marks the values of each locus
     the marked values get numbers, in their order
     a pass over blocks of subjects writes the numbers

   Values that are not small whole numbers are searched in a hash table, locus by locus. Threads
   share blocks and loci. */

enum { MC_HAPLOTYPE_DIRECT_ALLELES = 256 /* alleles below this are looked up by their value */ };

/* A cell is missing if it is NA or NaN. With a map (`one` is not NULL) a cell is a number from 0 to
   `values` - 1. It stands for the allele one[cell]; or, in a matrix with one column for each locus,
   for the alleles one[cell] and two[cell]. These are from 1 to `known`; 0 is missing. Without a map
   a cell is the allele itself: any number but 0, which is missing. */
typedef struct {
  mc_matrix cells;
  int loci;
  int width;                /* columns of a locus: 1 (with a map) or 2 */
  const int32_t *one, *two; /* [values], or NULL: no map. `two` is used if width is 1 */
  int32_t values, known;
} mc_haplotype_genotype_job;

typedef struct {
  bool odd;         /* is a cell outside of the map, or infinite? Then nothing else is set */
  int64_t *count;   /* how many alleles each locus has */
  double **allele;  /* its alleles, ascending, as in cells or the map; NULL: too many */
  int64_t empty;    /* how many subjects have no allele */
  uint8_t *nothing; /* of each subject: does it have no allele? */
} mc_haplotype_genotype_result;

/* number[(2 * locus + k) * rows + subject] becomes the number of the allele, from 1 on, or 0. It is
   undefined for a locus with more than MC_HAPLOTYPE_MOST_ALLELES alleles. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_genotypes_code(const mc_haplotype_genotype_job *job, int32_t *number,
                                      mc_haplotype_genotype_result *result, const mc_call *call);

/* Are all alleles from 0 to most[locus]? `allele` has two columns for each locus. */
bool mc_haplotype_genotypes_fit(const int32_t *allele, const int32_t *most, int64_t subjects,
                                int loci, const mc_call *call);

#endif
