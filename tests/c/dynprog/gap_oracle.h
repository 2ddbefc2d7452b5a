#ifndef GAP_ORACLE_H
#define GAP_ORACLE_H

#include "dynprog/gap.h"

/* A reference for mc_gap_align(), by the definition: (m + 1) x (n + 1), row by row. */
double *gap_solve(const mc_gap_job *job);

/* Aligns by an algorithm, and checks the table bit by bit, the best value, and the steps. */
void gap_check(const mc_gap_job *problem, const double *want, mc_dynprog_algorithm algorithm,
               int threads);

#endif
