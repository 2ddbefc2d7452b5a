#ifndef CONCORDANCE_ORACLE_H
#define CONCORDANCE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "data.h"
#include "kendall/concordance.h"

/* Concordance with a censored outcome by its definition, by all pairs of rows; and calls of
   mc_concordance(). */

/* ---- outcomes ---- */

/* An outcome in the order of outcome.h, of `n` rows of a matrix, in guarded memory. */
typedef struct {
  int64_t n;
  uint32_t *row;
  int32_t *stratum, *death;
  double *time, *weight; /* weight: or NULL */
} outcome;

typedef struct {
  int32_t stratum, death;
  double time, weight;
} outcome_line;

/* Sorts the lines, and gives them the rows in the order of `row`. */
outcome outcome_of(outcome_line *lines, int64_t n, const uint32_t *row, bool weights);

/* Random lines for some of the rows of a matrix. */
outcome outcome_random(rng *r, int64_t rows, int strata, int64_t times, double deaths,
                       bool weights);
void outcome_free(outcome *o);

/* ---- calls ---- */

enum { CONCORDANCE_NUMBERS = 7 }; /* of a column: concordance, std, and five counts */

typedef struct {
  double *number[CONCORDANCE_NUMBERS];
  int32_t *n;
} concordance_answers;
concordance_answers concordance_answers_make(int64_t columns);
void concordance_answers_free(concordance_answers *a);
mc_concordances concordance_places(const concordance_answers *a);

mc_concordance_job concordance_job_of(const outcome *o, const mc_matrix *x, mc_concordance_way way);

/* Checks all ways and numbers of threads against the definition, and that all have the same
   bits. */
void concordance_check(const outcome *o, const mc_matrix *x);

#endif
