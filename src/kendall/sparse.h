#ifndef MC_KENDALL_SPARSE_H
#define MC_KENDALL_SPARSE_H

#include "dispatch/call.h"
#include "kendall/part.h"
#include "kendall/sink.h"
#include "kendall/sparse_store.h"
#include "kendall/types.h"

/* The driver of the kernel of sparse columns: a part of a job whose columns can all be stored. */
typedef struct {
  mc_kendall_part at;
  const mc_columns *x, *y;
  const mc_sparse_look *x_looks, *y_looks;
} mc_sparse_part;

/* Columns along a panel, so many that a thread's work fits into `bytes`, or one; and as many
   threads as do. For n rows that take part; `total`: for a sink that wants it. */
typedef struct {
  int64_t side;
  int threads;
} mc_sparse_plan;
mc_sparse_plan mc_kendall_sparse_plan(const mc_sparse_part *part, int64_t n, bool total,
                                      int64_t bytes, int threads);

/* Stores and counts a part's pairs, panel by panel, into the sink; `like` says what all panels have
   in common. Progress: one unit of work for each pair, and `ranking` for each column that is
   stored. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, and what the sink says. */
mc_status mc_kendall_sparse(const mc_sparse_part *part, const mc_sparse_plan *plan,
                            const mc_sparse_rows *rows, const mc_kendall_panel *like,
                            mc_kendall_sink *sink, double ranking, const mc_call *call);

/* Seconds that counting takes one thread, by the costs of plan.h. */
double mc_kendall_sparse_part_seconds(const mc_sparse_part *part, int64_t n,
                                      const mc_kernels *kernels);

#endif
