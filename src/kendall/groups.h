#ifndef MC_KENDALL_GROUPS_H
#define MC_KENDALL_GROUPS_H

#include "kendall/test_sink.h"

/* Tests of all pairs of columns, or of a list of pairs, within each level of a grouping of the
   rows; stratified over the levels (strata.h); and of the difference of two levels
   (difference.h). */
typedef struct {
  const mc_kendall_request *level; /* x and y with the rows of each level; all columns are equal */
  int64_t levels;
  const mc_pairs_given *pairs; /* NULL: all pairs */
  mc_kendall_test_options options;
  double quantile; /* for intervals, as of the test sink */
  double na;       /* stands for NA */

  mc_kendall_test_matrices *to; /* the result of each level, in arrays of its own */
  double *tau, *z, *p;          /* the stratified result */
  int32_t *n;                   /* rows of each pair over all levels */
  int64_t a, b;                 /* the levels of the difference, tau_a - tau_b */
  double *difference, *difference_z, *difference_p; /* NULL: no difference */
} mc_kendall_groups_job;

/* Sums over the levels. */
typedef struct {
  mc_kendall_report last; /* of the level that came last */
  int64_t constant_pairs, tied_pairs, long_pairs;
} mc_kendall_groups_report;

/* Levels are counted one after the other, in their order. A level counts for the stratified test
   if at least two of its rows take part by `use`, which must not leave out rows of single levels:
   MC_USE_PAIRWISE, MC_USE_EVERYTHING or MC_USE_ALL_OBS. Results have the same bits on every target,
   with any algorithm and any number of threads. */
mc_status mc_kendall_groups(const mc_kendall_groups_job *job, mc_kendall_groups_report *report,
                            const mc_call *call);

#endif
