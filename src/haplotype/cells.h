#ifndef MC_HAPLOTYPE_CELLS_H
#define MC_HAPLOTYPE_CELLS_H

#include <stdint.h>

#include "base/matrix.h"
#include "base/status.h"
#include "dispatch/call.h"

/* Cells of a matrix of integers or doubles. Most of them are small whole numbers. */

enum {
  MC_HAPLOTYPE_CELL_MISSING = -1 /* NA or NaN */,
  MC_HAPLOTYPE_CELL_UNFIT = -2 /* any other number */
};

/* place[i] becomes the number in cell first + i of a column, if it is whole and from 0 to below -
   1; else MC_HAPLOTYPE_CELL_MISSING or MC_HAPLOTYPE_CELL_UNFIT. */
void mc_haplotype_cells_read(const mc_matrix *cells, int64_t column, int64_t first, int64_t count,
                             int32_t below, int32_t *place);

/* Counts of cells, to distinguish 0, 1 and 2 from alleles in pairs of columns. */
typedef struct {
  int64_t known;              /* cells that are not missing */
  int64_t zeros, others;      /* known cells that are 0; that are not 0, 1 or 2 */
  int64_t negative, fraction; /* others that are below 0; that are below 2 and not whole */
  int64_t above3;
  int64_t pairs,
    alone; /* cells of columns 2 k and 2 k + 1 that are both known; of these: pairs with one 0 */
} mc_haplotype_cell_counts;

/* Counts the cells. MC_OK, MC_ERR_MEMORY. */
mc_status mc_haplotype_cells_look(const mc_matrix *cells, mc_haplotype_cell_counts *counts,
                                  const mc_call *call);

#endif
