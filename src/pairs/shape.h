#ifndef MC_PAIRS_SHAPE_H
#define MC_PAIRS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The shape of a call, for statistics and sinks. Pairs are columns of x against columns of y, or
   columns of x against each other (symmetric). A column's *place* is its number, from 0 on, in the
   order in which columns are taken. */

/* What to do about NA: the values of stats::cor's `use`, in its order. */
typedef enum {
  MC_USE_ALL_OBS = 1,   /* an NA is MC_ERR_MISSING */
  MC_USE_COMPLETE,      /* drop rows with an NA; MC_ERR_NO_COMPLETE if no row is left */
  MC_USE_PAIRWISE,      /* each pair of columns over the rows both have */
  MC_USE_EVERYTHING,    /* pairs of a column with an NA are NA */
  MC_USE_NA_OR_COMPLETE /* as COMPLETE, but all NA if no row is left */
} mc_pairs_use;

/* The plan decides these once, before counting. */
typedef struct {
  int64_t n;                       /* rows that take part; 0 or 1: nothing is counted */
  int64_t x_columns, y_columns;    /* if symmetric, y_columns is x_columns */
  int64_t a_columns, b_columns;    /* of a panel, at most; b_columns 0: only triangles */
  bool symmetric;                  /* x against itself */
  bool of_one;                     /* x and y are columns of one matrix; true if symmetric */
  bool pairwise;                   /* a pair takes the rows that both columns have */
  bool listed;                     /* columns come in the order of a list of pairs */
  const uint32_t *x_user, *y_user; /* the user's number of the column at a place; NULL: the place */
  int threads;                     /* tiles come from threads 0, ..., threads - 1 */
} mc_pairs_shape;

/* The user's number of the column at a place, by x_user or y_user. */
static inline int64_t mc_pairs_user(const uint32_t *user, int64_t place) {
  return user != NULL ? user[place] : place;
}

#endif
