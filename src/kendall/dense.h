#ifndef MC_KENDALL_DENSE_H
#define MC_KENDALL_DENSE_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/call.h"
#include "kendall/cost.h"
#include "kendall/ranks.h"
#include "kendall/request.h"
#include "pairs/sink.h"

/* The plan of the pairs whose columns are ranked: algorithms, threads, and how many columns' ranks
   are held at a time. Where distinct and missing values have a say in the algorithm, which are not
   known yet, it is chosen panel by panel: then there is room for all that may run. */
typedef struct {
  mc_kendall_drivers may;
  int threads;                    /* for pairs */
  int sort_threads;               /* for ranking */
  mc_kendall_ranks_extras extras; /* of the ranks */
  int64_t side;                   /* columns along a panel */
  int64_t a_columns, b_columns;   /* room for ranks; b 0 if one triangle is all */
  int64_t others;                 /* columns that a's meet: b_columns, or those of a */
  int64_t pair_bytes;             /* of scratch, for the threads that count pairs */
  int64_t bytes;                  /* all in all */
} mc_kendall_dense;

/* For a sink (NULL: one that needs nothing), within `bound` bytes, of which `row_bytes` are taken
   for rows.

   The plan's bytes stay within the bound wherever two columns at a time on one thread do. Up to
   half of it is for ranks, a quarter for sorting; the algorithm has the rest. Fewer threads where
   theirs would not fit. */
mc_kendall_dense mc_kendall_dense_plan(mc_kendall_algorithm asked, const mc_kendall_extent *extent,
                                       int64_t bound, int64_t row_bytes, const mc_pairs_sink *sink,
                                       const mc_call *call);

#endif
