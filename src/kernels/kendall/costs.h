#ifndef MC_KENDALL_KERNEL_COSTS_H
#define MC_KENDALL_KERNEL_COSTS_H

#include "kernels/kendall/types.h"

/* What a target's kernels cost: picoseconds of one thread, for each unit.

   The table of a target is simd/<target>/costs.def, with a line for each cost:

     MC_COST(table_cell, 3000)

   A target whose processors differ much has a second table, costs_intel.def, for those of Intel.
   There popcounts of vectors cost more, relative to scattered loads, than on the machine of
   costs.def.

   `Rscript bench/kendall_costs.R <target>` measures the costs and prints these lines. Costs of code
   that is compiled once for all targets are in kendall/costs.def. */

/* An element of `bitset_make` and `bitset_tile` is for columns of one plane of bits, of two (there
   are ties, or missing rows) and of three (both, unless ties follow from the missing rows:
   kendall/common_ties.h). */
typedef struct {
  /* the bitset kernel */
  double bitset_pair;                 /* a pair of columns, and its way to the sink */
  double bitset_make[MC_BITS_PLANES]; /* a comparison of a column, as bits */
  double bitset_tile[MC_BITS_PLANES]; /* a comparison of a pair of columns */
  double signs_tile[MC_BITS_PLANES];  /* by signs: of one product, of one with ties, of four; 0: the
                                         target counts all pairs by bits */
  /* the radix kernel: radix_row + radix_level log2(distinct values) for each row of a pair */
  double radix_pair;  /* a pair of columns without ties */
  double radix_row;   /* a row of a pair */
  double radix_level; /* a row of a pair and a bit of the number of distinct values */
  double radix_tied;  /* a row of a pair, in addition, if both columns have ties */
  /* the table kernel, of a column against a group of MC_TABLE_GROUP columns */
  double table_word; /* 64 rows of a row of bits of the column against a row of bits of the group */
  double table_cell; /* a cell of the tables of the column and the group */
  double table_pair; /* a pair of columns */
  /* the sparse kernel */
  double sparse_pair;    /* a pair of columns */
  double sparse_common;  /* a row that is off both bases */
  double sparse_off;     /* a row that is off the base of the first column */
  double sparse_compare; /* such a row of both against MC_SPARSE_LANES others */
  double sparse_many;    /* such a row of both and a bit of their number, beyond MC_SPARSE_FEW */
} mc_kendall_costs;

#endif
