#ifndef ACCORDION_ORACLE_H
#define ACCORDION_ORACLE_H

#include "dynprog/accordion.h"

/* A reference for mc_accordion(). */
typedef struct {
  int64_t n;
  uint8_t *hydrophobic;
  uint16_t *s; /* as mc_accordion_job.table has it */
} accordion_chain;

/* Fills the table by the recurrence as it stands: strands of any length. */
void accordion_solve(const accordion_chain *c);
void accordion_free(accordion_chain *c);

/* The score of strands by their ends. */
int64_t accordion_score(const accordion_chain *c, const int32_t *end, int64_t strands);

mc_accordion_job accordion_job(const accordion_chain *c, mc_dynprog_algorithm algorithm);

/* Folds by an algorithm, and checks the table, the score and the strands. */
void accordion_check(const accordion_chain *c, mc_dynprog_algorithm algorithm, int threads);

#endif
