#ifndef DATA_H
#define DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "kendall/ranks.h"

/* Test data: random numbers, columns of every awkward shape. */

/* SplitMix64. */
typedef struct {
  uint64_t state;
} rng;
uint64_t rng_next(rng *r);
int64_t rng_below(rng *r, int64_t limit); /* 0 <= result < limit */
bool rng_chance(rng *r, double probability);

/* Columns of n small integers, all < max(n, 1). */
typedef enum {
  SHAPE_SORTED,
  SHAPE_REVERSED,
  SHAPE_PERMUTATION,
  SHAPE_ORGAN_PIPE,    /* 0 1 2 ... 2 1 0 */
  SHAPE_NEARLY_SORTED, /* a few pairs swapped */
  SHAPE_SAWTOOTH,
  SHAPE_TIES, /* every value about twice */
  SHAPE_FEW,  /* three values */
  SHAPE_EQUAL,
  SHAPE_OUTLIER, /* all equal but one */
  SHAPES
} shape;
extern const char *const shape_names[SHAPES];
void shape_fill(rng *r, shape s, int64_t n, uint32_t *value);

/* Doubles, in ascending order, that a sort may get wrong: infinities,
   denormals, neighbours of 1, both zeros (equal). */
enum { NASTY = 20 };
extern const double nasty_doubles[NASTY];

/* A matrix of random shapes, guarded: columns that may be integer (all of them)
   and may have NAs, each with probability `missing` per column and then per
   cell. */
mc_matrix matrix_make(rng *r, mc_type type, int64_t rows, int64_t columns, double missing);
void matrix_free(mc_matrix *x);

/* The matrix's element, and whether it is NA. */
double matrix_at(const mc_matrix *x, int64_t row, int64_t column, bool *na);
bool column_misses(const mc_matrix *x, int64_t column); /* has it NA? */

#endif
