#ifndef MC_DYNPROG_TYPES_H
#define MC_DYNPROG_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/dynprog/accordion_types.h"

enum { MC_DYNPROG_SIDE = 64 }; /* of a tile: the base case of Tithi et al. */

/* A block of the table of a parenthesization, and what it is made from: rows are ends j of
   intervals, columns their beginnings i. All rows are `stride` numbers apart. */
typedef struct {
  double *x;                                  /* rows x columns */
  const double *a, *b;                        /* operands */
  int64_t stride, rows, steps, columns;       /* steps: between i and j */
  const double *p_row, *p_step, *p_column;    /* matrix chains: the dimensions there */
  const double *weight;                       /* rows x MC_DYNPROG_SIDE, or NULL */
  bool pairs;                                 /* what weights are: kernels/dynprog/block.h */
} mc_dynprog_block;

#endif
