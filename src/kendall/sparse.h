#ifndef MC_KENDALL_SPARSE_H
#define MC_KENDALL_SPARSE_H

#include "dispatch/call.h"
#include "kendall/sink.h"
#include "kendall/sparse_store.h"
#include "kendall/types.h"

/* The driver of the kernel of sparse columns: columns [x0, x1) of x against [y0, y1) of y, or, a
   triangle, of x against each other, all of which can be stored. */
typedef struct {
  const mc_columns *x, *y;
  const mc_sparse_look *x_looks, *y_looks;
  int64_t x0, x1, y0, y1;
  bool triangle;
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

/* The units of work. */
double mc_kendall_sparse_work(const mc_sparse_part *part, int64_t side, const mc_kendall_sink *sink,
                              double ranking);

#endif
