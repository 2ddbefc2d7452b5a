#ifndef XI_ORACLE_H
#define XI_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "kendall/xi.h"

/* Chatterjee's xi by its definition, and calls of mc_kendall_xi(). */

/* A request, and how often it has drawn a permutation. request.data must be this job. */
typedef struct {
  mc_kendall_xi_request request;
  int64_t x_columns, y_columns;
  int draws;
} xi_job;

/* random: rows that are tied in x come in random order. */
xi_job xi_job_make(const mc_matrix *x, const mc_matrix *y, mc_pairs_use use, bool symmetric,
                   bool random);

/* Results in guarded memory. */
typedef struct {
  double *xi, *z, *p;
  int32_t *n;
} xi_matrices;
xi_matrices xi_matrices_make(const xi_job *s);
void xi_matrices_free(xi_matrices *m);

mc_status xi_solve(xi_job *s, const xi_matrices *to, int threads, mc_kendall_xi_report *report);

bool xi_is_na(double x);

/* Checks one job in all ways: with the definition once, then the same bits with other scratch, with
   one to four threads, without a test, and of columns in pieces. */
void xi_check(const mc_matrix *x, const mc_matrix *y, mc_pairs_use use, bool symmetric,
              bool random);

#endif
