#ifndef PATHS_ORACLE_H
#define PATHS_ORACLE_H

#include "paths/paths.h"

/* A reference for mc_paths(), algorithm 1 of Hou et al., and all ways to call it. */

typedef struct {
  double *distance; /* floats widened, in single precision */
  int32_t *via;
  int64_t negative; /* what mc_paths_report.at says about negative cycles, or 0 */
  int64_t n;
} paths_answer;

/* The first weight, from 1 on, that mc_paths() refuses, or 0. */
int64_t paths_first_bad(const mc_matrix *w, bool single);

/* For weights that are not refused. */
paths_answer paths_solve(const mc_matrix *w, bool single, int64_t steps);
void paths_free(paths_answer *a);

/* The first place where two results differ, or -1. */
int64_t paths_different(const double *distance, const int32_t *via, const paths_answer *want);

/* Each algorithm with the block that it chooses and with its least, and others. */
enum { PATHS_METHODS = 15, PATHS_SCHEDULES = 4 };
extern const mc_paths_job paths_methods[PATHS_METHODS];
extern const int64_t paths_schedules[PATHS_SCHEDULES];
mc_paths_job paths_job_by(int method, mc_matrix w, bool single, int64_t steps);

/* Runs the job, and checks its status, its result and its report. */
void paths_check(const mc_paths_job *job, int threads, bool paths, const paths_answer *want);

#endif
