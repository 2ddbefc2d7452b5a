#ifndef MC_KENDALL_COST_H
#define MC_KENDALL_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"
#include "kendall/ranks.h"
#include "kendall/request.h"
#include "pairs/filter.h"

/* Estimates of seconds of one thread, and the choice of the fastest algorithm. Two tables have the
   measured costs: the target's (kernels/kendall/costs.h), and kendall/costs.def for code that is
   the same on all targets. */

/* Which algorithms may run: the one that the user named, or, where `algorithm` is MC_KENDALL_AUTO,
   any of the drivers of bits, of tables and of pairs that are marked. Tables are for columns of
   MC_TABLE_VALUES values at most; others are left to radix. */
typedef struct {
  mc_kendall_algorithm algorithm;
  bool bits, tables, pairs;
  double seconds; /* of all pairs, by the best of them, if the columns have no ties */
} mc_kendall_drivers;

/* All pairs of columns, or some of them, before anything is known of the columns. */
typedef struct {
  int64_t n, x_columns, y_columns;
  bool symmetric, pairwise;
  const mc_pairs_filter *only; /* NULL: all pairs */
} mc_kendall_extent;

/* What may run: of an algorithm that the user names, its driver; of MC_KENDALL_AUTO the drivers
   that are best of columns of which none, half or all have ties, none or all lack rows, and values
   are few or many, and tables, as any may turn out to have few values. */
mc_kendall_drivers mc_kendall_drivers_for(mc_kendall_algorithm asked,
                                          const mc_kendall_extent *extent,
                                          const mc_kernels *kernels);

/* What is known of ranked columns, in sums over them: how many there are, have ties, lack rows
   pairwise, and their distinct values; and groups of eight as tables have them: of all columns the
   rows of bits and the values of their groups, and of each group once. */
typedef struct {
  double columns, tied, missing, distinct;
  double rows, values, group_rows, group_values;
  bool fit; /* all have few enough values for tables */
} mc_kendall_census;
mc_kendall_census mc_kendall_census_of(const mc_kendall_ranks *ranks, bool pairwise);

/* The same of `columns` columns of the kind. */
mc_kendall_census mc_kendall_census_scaled(const mc_kendall_census *census, double columns);

/* The fastest algorithm that may run for n rows of columns of a against those of b (NULL: of a), or
   those of their pairs that are wanted; and its seconds without ranking. */
typedef struct {
  mc_kendall_algorithm algorithm;
  double seconds;
} mc_kendall_choice;
mc_kendall_choice mc_kendall_choose(const mc_kendall_drivers *may, int64_t n,
                                    const mc_kendall_census *a, const mc_kendall_census *b,
                                    const mc_pairs_filter *only, const mc_kernels *kernels);

/* Seconds of ranking the columns of a census once. */
double mc_kendall_ranking_seconds(int64_t n, const mc_kendall_census *census);

/* Seconds for a pair of columns with ties, of so many values (more than MC_TABLE_VALUES: many), by
   the best of the algorithms for ranked columns; and by "sparse", of columns with so many rows off
   their bases that have nothing to do with each other. `columns`: that are ranked, or packed, for a
   pair. */
double mc_kendall_dense_seconds(int64_t n, double x_values, double y_values, double columns,
                                const mc_kernels *kernels);
double mc_kendall_sparse_seconds(int64_t n, double x_off, double y_off, double columns,
                                 const mc_kernels *kernels);

/* Seconds of a scan of a column of a matrix (mc_kendall_sparse_scan_columns()). */
double mc_kendall_scan_seconds(int64_t n);

/* Seconds of a sample of a column (mc_kendall_sparse_side_make()). */
double mc_kendall_sample_seconds(void);

/* Seconds that a part of the pairs takes besides its columns and pairs. */
double mc_kendall_part_seconds(void);

#endif
