#ifndef MC_KENDALL_SPARSE_H
#define MC_KENDALL_SPARSE_H

#include "dispatch/call.h"
#include "kendall/packed_sparse.h"
#include "kendall/request.h"
#include "pairs/part.h"
#include "pairs/rows.h"
#include "pairs/sink.h"

/* The driver of the kernel of sparse columns: of a part of the pairs whose columns can all be
   packed. */
typedef struct {
  mc_pairs_part at;
  const mc_columns *x, *y;
  const mc_kendall_sparse_scan *x_scans, *y_scans;
} mc_kendall_sparse_part;

/* Columns along a panel, so many that a thread's work fits into `bound` bytes, or one; as many
   threads as do; and the bytes. For n rows that take part; `total`: for a sink that wants it. */
typedef struct {
  int64_t side;
  int threads;
  int64_t bytes;
} mc_kendall_sparse_panels;
mc_kendall_sparse_panels mc_kendall_sparse_plan(const mc_kendall_sparse_part *part, int64_t n,
                                                bool total, int64_t bound, int threads);

/* Packs and counts a part's pairs, panel by panel, into the sink. Progress: one unit of work for
   each pair, and `packing` for each column that is packed. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY,
   and what the sink says. */
mc_status mc_kendall_sparse(const mc_kendall_sparse_part *part, int64_t side, int threads,
                            const mc_pairs_rows *rows, const mc_pairs_shape *shape,
                            mc_pairs_sink *sink, double packing, const mc_call *call);

/* Seconds that one thread takes, by the costs of cost.h: to count, and to pack each column once. */
double mc_kendall_sparse_part_seconds(const mc_kendall_sparse_part *part, int64_t n,
                                      const mc_kernels *kernels);
double mc_kendall_sparse_packing_seconds(const mc_kendall_sparse_part *part, int64_t n,
                                         const mc_kernels *kernels);

#endif
