#ifndef MC_PAIRS_SHAPE_H
#define MC_PAIRS_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

/* All pairs of columns, as statistics and sinks see them: columns of x against columns of y, or of
   x against each other (symmetric). A column's *place* is its number in the order in which columns
   are taken, from 0 on. */

/* What to do about NA, with the meaning and in the order of stats::cor's
   `use`. */
typedef enum {
  MC_USE_ALL_OBS = 1,   /* MC_ERR_MISSING if there is one */
  MC_USE_COMPLETE,      /* drop rows with one; MC_ERR_NO_COMPLETE if none left */
  MC_USE_PAIRWISE,      /* each pair of columns over the rows both have */
  MC_USE_EVERYTHING,    /* NA for every pair with such a column */
  MC_USE_NA_OR_COMPLETE /* as COMPLETE, but all NA if no row is left */
} mc_pairs_use;

/* Decided once, before anything is counted. */
typedef struct {
  int64_t n;                       /* rows that take part; with one or none nothing is counted */
  int64_t x_columns, y_columns;    /* y_columns of a symmetric call are those of x */
  int64_t a_columns, b_columns;    /* of a panel, at most; b_columns 0 if triangles are all */
  bool symmetric;                  /* x against itself */
  bool of_one;                     /* columns of one matrix, as they are if symmetric */
  bool pairwise;                   /* each pair over the rows that both have */
  bool listed;                     /* columns come in the order of a list of pairs */
  const uint32_t *x_user, *y_user; /* the user's number of the column at a place; NULL: the place */
  int threads;                     /* that count: tiles come from threads 0 .. threads - 1 */
} mc_pairs_shape;

#endif
