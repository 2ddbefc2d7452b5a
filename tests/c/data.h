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

/* Kinds of columns of n small integers, all < max(n, 1). */
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
  SHAPE_OUTLIER, /* all equal, except one */
  SHAPES
} shape;
extern const char *const shape_names[SHAPES];
void shape_fill(rng *r, shape s, int64_t n, uint32_t *value);

/* Doubles that a sort may get wrong, in ascending order: infinities, denormals, neighbours of 1,
   both zeros (equal). */
enum { NASTY = 20 };
extern const double nasty_doubles[NASTY];

/* A matrix in guarded memory whose columns have random shapes. A column has NAs with probability
   `missing`; then each of its cells is NA with this probability. */
mc_matrix matrix_make(rng *r, mc_type type, int64_t rows, int64_t columns, double missing);
/* Every second column is sparse; the others have few values or many. Every fourth column has NAs
   with probability `missing`. With 2,000 rows and 10 columns each target counts the pairs of sparse
   columns apart. */
mc_matrix matrix_mixed(rng *r, int64_t rows, int64_t columns, double missing);
void matrix_free(mc_matrix *x);

/* An element of the matrix; *na says whether it is NA. */
double matrix_at(const mc_matrix *x, int64_t row, int64_t column, bool *na);
bool column_misses(const mc_matrix *x, int64_t column); /* has the column an NA? */

#endif
