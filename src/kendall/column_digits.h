#ifndef MC_COLUMN_DIGITS_H
#define MC_COLUMN_DIGITS_H

#include "dispatch/dispatch.h"
#include "kendall/column_settle.h"

/* Two radix sorts of a column. A digit has at most MC_DIGIT_BITS bits. */

enum { MC_DIGIT_BITS = 12, MC_DIGITS = 8, MC_DIGIT_COUNTS = 1 << MC_DIGIT_BITS };

/* The most rows whose numbers fit into 32 bits with a digit. */
enum { MC_DIGIT_ROW_BITS = 32 - MC_DIGIT_BITS };
#define MC_DIGIT_ROWS (INT64_C(1) << MC_DIGIT_ROW_BITS)

/* The fast sort of the rows of value[0, n), whose range is r, into `row`. *tied tells whether some
   values are equal. False if too many rows of different values have equal digits. `items` has room
   for n items, of 4 bytes up to MC_DIGIT_ROWS rows, else of 8 bytes; `q` for n numbers. */
bool mc_kendall_sort_by_range(const double *value, int64_t n, mc_column_range r,
                              mc_kendall_sorted_row *row, uint32_t *q, void *items,
                              uint32_t (*count)[MC_DIGIT_COUNTS], bool *tied);

/* The sort for all data. Returns the sorted rows: `row` or `spare`. `count` has MC_DIGITS
   histograms. */
mc_kendall_sorted_row *mc_kendall_sort_by_bits(const double *value, int64_t n,
                                               mc_kendall_sorted_row *row,
                                               mc_kendall_sorted_row *spare,
                                               uint32_t (*count)[MC_DIGIT_COUNTS], bool *tied);

#endif
