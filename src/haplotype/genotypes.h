#ifndef MC_HAPLOTYPE_GENOTYPES_H
#define MC_HAPLOTYPE_GENOTYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/matrix.h"
#include "base/status.h"
#include "dispatch/call.h"

/* Numbers of alleles from what users have.

     a pass over blocks of subjects marks the values that each locus has
     marked values get numbers, in their order
     a pass over blocks of subjects writes numbers

   Values that are no small whole numbers are searched in a hash table, locus by locus. Threads
   share blocks, and loci. */

enum { MC_HAPLOTYPE_DIRECT_ALLELES = 256 /* that are looked up by their value */ };

/* A cell is missing where it is NA or NaN. With `map` it is a number from 0 to `values` - 1, and
   stands for the allele one[cell], or, in matrices with a column for each locus, for the alleles
   one[cell] and two[cell]: from 1 to `known`, 0 is missing. Without `map` it is the allele itself,
   any number but 0, which is missing. */
typedef struct {
  mc_matrix cells;
  int loci;
  int width;                /* columns of a locus: 1, with a map, or 2 */
  const int32_t *one, *two; /* [values], or NULL: no map; `two` only if width is 1 */
  int32_t values, known;
} mc_haplotype_genotype_job;

typedef struct {
  bool odd;         /* a cell is outside of the map, or infinite: nothing else is set then */
  int64_t *count;   /* of each locus: its alleles */
  double **allele;  /* ... in ascending order, as in cells or the map; NULL: more than numbers do */
  int64_t empty;    /* subjects without any allele */
  uint8_t *nothing; /* of each subject: is it one of these? */
} mc_haplotype_genotype_result;

/* number[(2 * locus + k) * rows + subject] becomes the place of the allele, from 1 on, or 0; it is
   undefined for a locus whose alleles are more than MC_HAPLOTYPE_MOST_ALLELES. MC_OK,
   MC_ERR_MEMORY. */
mc_status mc_haplotype_genotypes_code(const mc_haplotype_genotype_job *job, int32_t *number,
                                      mc_haplotype_genotype_result *result, const mc_call *call);

/* Are all numbers of alleles from 0 to most[locus]? `allele` has two columns for each locus. */
bool mc_haplotype_genotypes_fit(const int32_t *allele, const int32_t *most, int64_t subjects,
                                int loci, const mc_call *call);

#endif
