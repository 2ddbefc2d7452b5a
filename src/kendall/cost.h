#ifndef MC_KENDALL_COST_H
#define MC_KENDALL_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/call.h"
#include "kendall/ranks.h"
#include "kendall/request.h"
#include "pairs/filter.h"

/* Estimates of seconds of one thread, and the choice of the fastest algorithm. Two tables have the
   measured costs: the target's (kernels/kendall/costs.h), and kendall/costs.def for code that is
   the same on all targets. */

/* Which algorithms may run: the algorithm that the user named; or, if `algorithm` is
   MC_KENDALL_AUTO, the drivers of bits, tables and pairs that are true here. The table algorithm
   takes columns of up to MC_TABLE_VALUES values; radix takes the others. */
typedef struct {
  mc_kendall_algorithm algorithm;
  bool bits, tables, pairs;
  double seconds;          /* of all pairs, by the fastest one, if columns have no ties */
  int threads, signs_side; /* for signs (signs.h) */
} mc_kendall_drivers;

/* The size of a problem, before the columns are known. */
typedef struct {
  int64_t n, x_columns, y_columns;
  bool symmetric, pairwise;
  const mc_pairs_filter *only; /* NULL: all pairs */
} mc_kendall_extent;

/* The drivers that may run. If the user named an algorithm, its driver. For MC_KENDALL_AUTO the
   drivers that are fastest for some kind of columns: none, half or all of them with ties; none of
   them, or all, with missing rows, which are few or many; few or many values. Tables may run, too,
   because any columns may have few values. */
mc_kendall_drivers mc_kendall_drivers_for(mc_kendall_algorithm asked,
                                          const mc_kendall_extent *extent, const mc_call *call);

/* A summary of ranked columns, in sums over columns: their number, those with ties, those that lack
   rows pairwise, distinct values, rows that they lack pairwise; rows of bits and values of the
   table group of each column. The last two are also summed over groups (of eight columns). */
typedef struct {
  double columns, tied, missing, distinct, absent;
  double rows, values, group_rows, group_values;
  bool fit; /* all columns have few enough values for tables */
} mc_kendall_census;
mc_kendall_census mc_kendall_census_of(const mc_kendall_ranks *ranks, bool pairwise);

/* The census of `columns` columns of the same kind. */
mc_kendall_census mc_kendall_census_scaled(const mc_kendall_census *census, double columns);

/* The fastest algorithm that may run for n rows of the columns of a against those of b (NULL: of
   a), and its seconds without ranking. `only`: only wanted pairs count. */
typedef struct {
  mc_kendall_algorithm algorithm;
  double seconds;
} mc_kendall_choice;
mc_kendall_choice mc_kendall_choose(const mc_kendall_drivers *may, int64_t n,
                                    const mc_kendall_census *a, const mc_kendall_census *b,
                                    const mc_pairs_filter *only, const mc_kernels *kernels);

/* Seconds for ranking the columns of a census once. */
double mc_kendall_ranking_seconds(int64_t n, const mc_kendall_census *census);

/* Seconds for a pair of columns. `columns` is the number of columns that are ranked, or packed,
   for each pair. Dense: by the fastest algorithm for ranked columns with ties, of so many
   distinct values (more than MC_TABLE_VALUES: many). Sparse: by "sparse", for columns with so
   many rows off their bases, which are independent of each other. */
double mc_kendall_dense_seconds(int64_t n, double x_values, double y_values, double columns,
                                const mc_kernels *kernels);
double mc_kendall_sparse_seconds(int64_t n, double x_off, double y_off, double columns,
                                 const mc_kernels *kernels);

/* Seconds for a scan of a column of a matrix (mc_kendall_sparse_scan_columns()). */
double mc_kendall_scan_seconds(int64_t n);

/* Seconds for a sample of a column (mc_kendall_sparse_side_make()). */
double mc_kendall_sample_seconds(void);

/* Seconds for a part of the pairs, in addition to those for its columns and pairs. */
double mc_kendall_part_seconds(void);

#endif
