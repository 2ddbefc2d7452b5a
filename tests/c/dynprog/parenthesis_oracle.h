#ifndef PARENTHESIS_ORACLE_H
#define PARENTHESIS_ORACLE_H

#include "dynprog/parenthesis.h"

/* A reference for mc_parenthesize(), by the definition. */
typedef struct {
  double *c; /* as mc_parenthesize() has it, `none` NaN */
  int32_t *split;
} parenthesis_answer;
parenthesis_answer parenthesis_solve(const mc_dynprog_job *job);
void parenthesis_free(parenthesis_answer a);

/* The first place where two tables differ, bit by bit, or -1. */
int64_t parenthesis_first_other(const double *a, const double *b, int64_t count);

/* Solves the problem by an algorithm, and checks the table bit by bit. */
void parenthesis_check(const mc_dynprog_job *problem, const parenthesis_answer *want,
                       mc_dynprog_algorithm algorithm, int threads);

/* Checks the tree and all splits. The tree is that of the splits, in the order of the contract. */
void parenthesis_check_tree(const mc_dynprog_job *job, const parenthesis_answer *want);

#endif
