#ifndef MC_COLUMN_SETTLE_H
#define MC_COLUMN_SETTLE_H

#include <stdbool.h>
#include <stdint.h>

#include "kendall/sorted_row.h"

/* The last step of the sorts of a column by keys that have fewer bits than the values: an insertion
   sort by value of the rows whose keys are equal. Such rows are few, or they are ties. */

/* The insertion steps that are left, and whether equal values were seen. */
typedef struct {
  int64_t budget;
  bool tied;
} mc_kendall_settling;

/* Sorts rows [first, last), first < last, by value, and marks each whose value equals that of the
   row before. The rows come in ascending order of their numbers, and equal values keep that order.
   False if the budget is spent. */
bool mc_kendall_settle(mc_kendall_settling *s, const double *value, mc_kendall_sorted_row *row,
                       int64_t first, int64_t last);

/* The same for each group of rows with equal keys: bit i % 64 of word i / 64 of `equal` tells
   whether rows i and i - 1 of n are in one group. Bits from n on mean nothing. Two groups that
   follow each other may be one group of `equal` if their rows are in the order of the values. The
   budget is `steps` for each row. Sets *tied. */
bool mc_kendall_settle_groups(const double *value, mc_kendall_sorted_row *row, int64_t n,
                              const uint64_t *equal, int steps, bool *tied);

#endif
