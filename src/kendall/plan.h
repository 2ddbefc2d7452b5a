#ifndef MC_KENDALL_PLAN_H
#define MC_KENDALL_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/call.h"
#include "kendall/ranks.h"
#include "kendall/sink.h"
#include "kendall/types.h"

/* How a job will be done, decided before anything is allocated: the algorithm,
   the threads, and how many columns' ranks are held at a time. The algorithm is
   MC_KENDALL_AUTO where distinct and missing values have a say, which are not known
   yet: then there is room for all that it may become, the drivers of bits, of tables and of
   pairs. */
typedef struct {
  mc_kendall_algorithm algorithm;
  bool bits, tables, pairs;
  int threads;                  /* for pairs */
  int sort_threads;             /* for ranking */
  mc_ranks_extras extras;       /* of the ranks */
  int64_t side;                 /* columns along a panel */
  int64_t a_columns, b_columns; /* room for ranks; b 0 if one triangle is all */
  int64_t pair_bytes;           /* of scratch, for the threads that count pairs */
  int64_t bytes;                /* all in all */
} mc_kendall_plan;

/* For n rows that take part, of which `row_bytes` bytes of book-keeping exist, and a sink (NULL
   for one that needs nothing).

   plan.bytes stays within job->scratch (0: MC_KENDALL_SCRATCH) wherever two
   columns at a time on one thread do. Up to half of it is for ranks, a quarter
   for sorting; the algorithm has the rest. Fewer threads where theirs would not
   fit. */
mc_kendall_plan mc_kendall_make_plan(const mc_kendall_job *job, int64_t n, int64_t row_bytes,
                                     const mc_kendall_sink *sink, const mc_call *call);

/* What the plan's algorithm is for ranked columns of a against those of b (NULL: of a), or some of
   their pairs (NULL: all): from the target's measured costs. Tables are for columns of
   MC_TABLE_VALUES values at most; others are left to radix. */
mc_kendall_algorithm mc_kendall_choose(const mc_kendall_plan *plan, const mc_ranks *a,
                                       const mc_ranks *b, bool pairwise,
                                       const mc_kendall_filter *only, const mc_kernels *kernels);

/* Seconds of one thread for a pair of columns with ties, of so many values (more than
   MC_TABLE_VALUES: many), by the best of the other algorithms; and by "sparse", of columns with so
   many rows off their bases that have nothing to do with each other. `columns`: that are ranked, or
   stored, for a pair. */
double mc_kendall_dense_seconds(int64_t n, double x_values, double y_values, double columns,
                                const mc_kernels *kernels);
double mc_kendall_sparse_seconds(int64_t n, double x_off, double y_off, double columns,
                                 const mc_kernels *kernels);

/* Seconds of a look at a column of a matrix (mc_sparse_look_at()). */
double mc_kendall_look_seconds(int64_t n);

#endif
