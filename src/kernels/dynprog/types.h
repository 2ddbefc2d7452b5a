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

/* Columns of the table of an alignment are filled up to a multiple of this: of any vector. */
enum { MC_GAP_FILL = 8 };

/* Alignments (kernels/dynprog/gap.h): an operand of 64 lanes and 64 steps, of which the number of
   lane l and step k is at[l / 32 * panel + l % 32 * lane + k * step]. */
typedef struct {
  const double *at;
  int64_t lane, panel, step;
} mc_gap_operand;

/* A block of the table, rows `stride` apart, and what it is made from. */
typedef struct {
  double *x;
  int64_t stride, rows, columns; /* multiples of 4 and of MC_GAP_FILL */
  mc_gap_operand a, b;           /* lanes of a are rows, those of b columns, 1 apart */
  const double *pair;            /* rows x MC_DYNPROG_SIDE: the costs of pairs */
} mc_gap_block;

#endif
