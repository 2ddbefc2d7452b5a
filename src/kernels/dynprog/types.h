#ifndef MC_DYNPROG_TYPES_H
#define MC_DYNPROG_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/dynprog/accordion_types.h"

enum { MC_DYNPROG_SIDE = 64 }; /* of a tile: the base case of Tithi et al. */

enum { MC_DYNPROG_GROUP = 8 }; /* rows, or columns, that have their steps in common */

/* The steps of a tile by which each group of eight rows (above the group) or of eight columns
   (behind the group) is updated: bit k is step k. */
typedef struct {
  uint64_t of[MC_DYNPROG_SIDE / MC_DYNPROG_GROUP];
} mc_dynprog_near;

/* A block of the table of a parenthesization, and its operands (kernels/dynprog/block.h). Rows are
   the ends j of intervals, columns their beginnings i, steps the points k between. All rows are
   `stride` numbers apart. */
typedef struct {
  double *x;                                  /* rows x columns */
  const double *a, *b;                        /* operands */
  int64_t stride, rows, steps, columns;
  const double *p_row, *p_step, *p_column;    /* matrix chains: p of j, k and i */
  const double *weight;                       /* rows x MC_DYNPROG_SIDE, or NULL */
  bool pairs;                                 /* are weights those of pairs? */
  const mc_dynprog_near *above, *behind;      /* `chain`: steps of `beside`; NULL: all */
} mc_dynprog_block;

/* Rows of the table of an alignment are padded to a multiple of so many numbers: whole vectors on
   every target. */
enum { MC_GAP_FILL = 8 };

/* Alignments (kernels/dynprog/gap.h): an operand of 64 lanes and 64 steps. The number of lane l and
   step k is at[l / 32 * panel + l % 32 * lane + k * step]. */
typedef struct {
  const double *at;
  int64_t lane, panel, step;
} mc_gap_operand;

/* A block of the table, rows `stride` apart, and its operands. */
typedef struct {
  double *x;
  int64_t stride, rows, columns; /* rows: a multiple of 4; columns: of MC_GAP_FILL */
  mc_gap_operand a, b;           /* lanes of a are rows; lanes of b are columns, with lane = 1 */
  const double *pair;            /* rows x MC_DYNPROG_SIDE: the costs of pairs */
} mc_gap_block;

#endif
