#ifndef MC_RANKS_H
#define MC_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/columns.h"
#include "base/matrix.h"
#include "base/status.h"
#include "dispatch/call.h"

/* The ordered triples of n rows: n (n - 1) (n - 2). */
static inline double mc_kendall_triples_among(int64_t n) {
  return (double) n * ((double) n - 1) * ((double) n - 2);
}

/* Those of them whose first row is one of t tied rows, unless all three rows are:
   t ((n - 1) (n - 2) - (t - 1) (t - 2)), without cancellation. */
static inline double mc_kendall_triples_of_ties(int64_t n, int64_t t) {
  return (double) t * (double) (n - t) * (double) (n + t - 3);
}

/* The rank transform: section 3 of Liu et al. ("this transformation needs to
   be done only once beforehand for each vector"). */

/* What is known of a ranked column. */
typedef struct {
  int64_t present;  /* rows that are not NA */
  int64_t pairs;    /* pairs of present rows that are not tied: n_0 - n_1 */
  int64_t distinct; /* ranks are 0 .. distinct - 1 */
  double triples;   /* if asked for: ordered triples that are not all tied */
  bool missing;     /* some row is NA */
  bool tied;        /* some pair of rows is tied */
  bool no_order;    /* its order is still to be made */
  bool no_rank;     /* its ranks are still to be made */
} mc_kendall_ranked;

/* Dense ranks 0, 1, 2, ... of columns. Ties have equal ranks, -0 equals 0, -Inf and Inf are the
   least and the greatest value, and NA becomes MC_RANK*_NA. Ranks are uint16_t if n allows that
   (width 2), else uint32_t (width 4). Columns are 64-byte aligned and `stride` ranks apart.

   `groups` is NULL or has the same shape as ranks of width 2. groups[r] is the number of rows of
   rank r. At the end of a column are the numbers of the rows that the column lacks
   (mc_kendall_ranks_lacking()). Both fit, because each rank has a row. Of a column without values
   groups[0] is 0, or a row.

   `order` is NULL or has the same shape and width: the present rows of each column in ascending
   order of rank, tied rows in ascending order. With `late_order`, mc_kendall_ranks_order() makes
   the order of columns of few values. With `late_rank`, which needs orders and no `present`,
   mc_kendall_ranks_rank() makes the ranks of column 0 if that has ranks of width 4, no ties and no
   missing values. `present` is NULL or has a bit for each row of a column, 1 unless the row is NA,
   in units of 64 bytes. */
typedef struct {
  int64_t n, columns, stride;
  int width;
  void *rank, *order;
  uint16_t *groups;
  uint64_t *present;
  int64_t present_units; /* of a column */
  bool triples;          /* are triples known? */
  bool late_order, late_rank;
  mc_kendall_ranked *column;
} mc_kendall_ranks;

/* What a call wants in addition to the ranks. */
typedef struct {
  bool order, present, groups; /* groups: if ranks have width 2 */
  bool triples, late_order, late_rank;
} mc_kendall_ranks_extras;

/* The most rows that ranks can number. */
#define MC_RANKS_MAX_ROWS INT64_C(2147483647)

/* Bytes of a column of n ranks. */
int64_t mc_kendall_ranks_column_bytes(int64_t n, mc_kendall_ranks_extras extras);

/* Takes memory for `columns` columns of n ranks. MC_OK, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_kendall_ranks_make(mc_kendall_ranks *ranks, int64_t n, int64_t columns,
                                mc_kendall_ranks_extras extras, mc_arena *arena);

/* Scratch for `threads` threads that rank columns of n rows. */
typedef struct {
  void *items;
  int64_t bytes; /* a thread's share */
} mc_kendall_rank_scratch;
int64_t mc_kendall_rank_scratch_bytes(int64_t n); /* a thread's share */
mc_status mc_kendall_rank_scratch_make(mc_kendall_rank_scratch *scratch, int64_t n, int threads,
                                       mc_arena *arena);

/* A job: rank columns first <= j < last of x into columns 0, 1, ... of `ranks`, which has memory
   for them. */
typedef struct {
  mc_kendall_ranks *ranks;
  const mc_columns *x;
  int64_t first, last;
} mc_kendall_rank_job;

/* Does `count` jobs, at most two, together on `threads` threads. The jobs have the same number of
   rows, and different sources unless the source is a plain matrix. The calling thread reads each
   column once, while no other thread works. `rows` are the rows to take, as many as the ranks have;
   NULL: all rows. O(n) for each column (column_sort.h). MC_OK, MC_INTERRUPTED, and errors of the
   source. */
mc_status mc_kendall_ranks_fill(const mc_kendall_rank_job *jobs, int count, const uint32_t *rows,
                                int threads, const mc_kendall_rank_scratch *scratch, double weight,
                                const mc_call *call);

/* A view of columns first <= j < last. Nothing is copied. */
mc_kendall_ranks mc_kendall_ranks_view(const mc_kendall_ranks *ranks, int64_t first, int64_t last);

/* Makes the order of the columns that have no order yet. O(n) a column. Returns MC_OK or
   MC_INTERRUPTED. */
mc_status mc_kendall_ranks_order(const mc_kendall_ranks *ranks, int threads, mc_monitor *monitor);

/* Makes the ranks of column 0 if it has none yet. O(n). */
void mc_kendall_ranks_rank(const mc_kendall_ranks *ranks);

/* The bits of a column's present rows. */
static inline uint64_t *mc_kendall_ranks_present(const mc_kendall_ranks *ranks, int64_t column) {
  return ranks->present + column * ranks->present_units * (MC_ALIGN / 8);
}

/* The rows that a column lacks, n - present of them, in ascending order. Needs groups. */
static inline uint16_t *mc_kendall_ranks_lacking(const mc_kendall_ranks *ranks, int64_t column) {
  return ranks->groups + (column + 1) * ranks->stride - (ranks->n - ranks->column[column].present);
}

/* The rank of a row, for either width; UINT32_MAX for NA. */
static inline uint32_t mc_kendall_rank_at(const mc_kendall_ranks *ranks, int64_t column,
                                          int64_t row) {
  int64_t at = column * ranks->stride + row;
  if (ranks->width == 4)
    return ((const uint32_t *) ranks->rank)[at];
  uint16_t rank = ((const uint16_t *) ranks->rank)[at];
  return rank == UINT16_MAX ? UINT32_MAX : rank;
}

#endif
