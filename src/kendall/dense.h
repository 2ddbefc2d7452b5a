#ifndef MC_KENDALL_DENSE_H
#define MC_KENDALL_DENSE_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/call.h"
#include "kendall/cost.h"
#include "kendall/ranks.h"
#include "kendall/request.h"
#include "pairs/sink.h"

/* The plan for pairs of ranked columns: algorithms, threads, and the number of columns whose ranks
   are held at a time. If the choice depends on distinct or missing values, which are not known yet,
   the algorithm is chosen for each panel later; so there is memory for every algorithm that may
   run. */
typedef struct {
  mc_kendall_drivers may;
  int threads;                    /* for pairs */
  int sort_threads;               /* for ranking */
  mc_kendall_ranks_extras extras; /* of the ranks */
  int64_t side;                   /* columns along a panel */
  int64_t a_columns, b_columns;   /* of a panel, at most; b 0 if there is one triangle */
  int64_t others;                 /* columns that meet those of a: b_columns, or a_columns */
  int64_t pair_bytes;             /* scratch of all threads that count pair by pair */
  int64_t bytes;                  /* of everything */
} mc_kendall_dense;

/* Makes the plan for a sink (NULL: one that needs nothing), within `bound` bytes; rows take
   `row_bytes` of them.

   The plan keeps to the bound if two columns at a time on one thread do. Ranks get up to half of
   the bound, sorting up to a quarter, and the algorithm the rest. If the scratch of all threads
   does not fit, fewer threads work. */
mc_kendall_dense mc_kendall_dense_plan(mc_kendall_algorithm asked, const mc_kendall_extent *extent,
                                       int64_t bound, int64_t row_bytes, const mc_pairs_sink *sink,
                                       const mc_call *call);

#endif
