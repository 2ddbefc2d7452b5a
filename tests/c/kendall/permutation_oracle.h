#ifndef PERMUTATION_ORACLE_H
#define PERMUTATION_ORACLE_H

#include <stdint.h>

#include "data.h"
#include "kendall/permutation.h"

/* Permutation tests by their definition, by all pairs of rows; and calls of
   mc_kendall_permutations(). */

/* Random permutations: the same ones for the same state. */
typedef struct {
  rng random;
  int64_t drawn;  /* how many permutations were drawn */
  int64_t refuse; /* the call that fails; 0: none */
} permutation_deck;
void permutation_shuffle(rng *r, int64_t n, int32_t *rows);
mc_status permutation_draw(void *data, int64_t n, int64_t count, int32_t *rows);

/* The p-values of a job whose data is a deck. O(permutations (n^2 pairs + pairs^2)). */
typedef struct {
  const mc_kendall_permutation_request *job;
  uint32_t *x, *y;           /* ranks */
  double *far, *sd;          /* [pair] */
  double *first, *p, *p_max; /* [pair] */
} permutation_reference;
permutation_reference permutation_reference_make(const mc_kendall_permutation_request *job);
void permutation_reference_free(permutation_reference *f);

mc_status permutation_run(const mc_kendall_permutation_request *job, double *p, double *p_max,
                          int threads);

/* Checks the p-values of the job, with and without the adjustment by maxima, and how many
   permutations it draws. */
void permutation_compare(mc_kendall_permutation_request job, const permutation_reference *f,
                         int threads);

#endif
