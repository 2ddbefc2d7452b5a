#ifndef DISTANCE_ORACLE_H
#define DISTANCE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "distance/distance.h"

/* References for mc_distance(), and all ways to call it. */

typedef struct {
  mc_distance_algorithm algorithm;
  mc_distance_layout layout;
  int64_t block;
} distance_method;

/* The first one is "auto", the last one is MC_DISTANCE_GEMM. */
enum { DISTANCE_METHODS = 9 };
extern const distance_method distance_methods[DISTANCE_METHODS];

/* Points where they are: not in floats, and with one allocation less. */
bool distance_in_place(const distance_method *how);

/* A BLAS that is slow, and leaves the upper triangle as it is. */
extern const mc_distance_blas distance_blas;

/* Runs the job, which must succeed; its result has room for exactly what it says. */
double *distance_run(const mc_distance_job *job, int threads, mc_distance_report *report);

/* Squared distances of doubles in long double, as in a result; NaN if none is left. */
long double *distance_squares(const mc_matrix *x, const mc_matrix *y, bool symmetric);

/* Checks a result, whose job's `na` is -1, against distance_squares() by the bounds of the help
   page. */
void distance_check(const mc_distance_job *job, const long double *want, const double *out);

/* The same distances (the job's x and y, its `squared`, its `na`) by the definition in doubles,
   each operation rounded: the bits of stats::dist. */
double *distance_exact(const mc_distance_job *job, const mc_matrix *x, const mc_matrix *y);

#endif
