#ifndef MC_KENDALL_SPARSE_H
#define MC_KENDALL_SPARSE_H

#include "dispatch/call.h"
#include "kendall/packed_sparse.h"
#include "kendall/request.h"
#include "pairs/part.h"
#include "pairs/rows.h"
#include "pairs/sink.h"

/* The driver of the sparse kernel, for a part of the pairs. All columns of the part can be
   packed. */
typedef struct {
  mc_pairs_part at;
  const mc_columns *x, *y;
  const mc_kendall_sparse_scan *x_scans, *y_scans;
} mc_kendall_sparse_part;

/* The plan of `count` parts, at least one. n rows take part. The parts run one after the other, but
   the arena does not give memory back. So the buffers of all parts add up.

     side     columns along a panel, at most; at least one
     threads  of each part
     bytes    of all parts: at most `bound`, if panels of one column and one thread fit

   Panels leave half of the bound to the scratch of threads, unless all threads fit beside larger
   panels, or panels have so few columns that some threads would have no work. If the scratch of all
   threads does not fit, fewer threads work. `total`: the sink wants MC_KENDALL_TOTAL. */
typedef struct {
  int64_t side;
  int threads;
  int64_t bytes;
} mc_kendall_sparse_panels;
mc_kendall_sparse_panels mc_kendall_sparse_plan(const mc_kendall_sparse_part *parts, int count,
                                                int64_t n, bool total, int64_t bound, int threads);

/* Packs the columns of a part panel by panel, counts its pairs, and hands them to the sink.
   Progress: one unit of work for each pair, and `packing` for each column that is packed. MC_OK,
   MC_INTERRUPTED, MC_ERR_MEMORY, and errors of the sink. */
mc_status mc_kendall_sparse(const mc_kendall_sparse_part *part, int64_t side, int threads,
                            const mc_pairs_rows *rows, const mc_pairs_shape *shape,
                            mc_pairs_sink *sink, double packing, const mc_call *call);

/* Seconds of one thread, by the costs of cost.h: to count, and to pack each column once. */
double mc_kendall_sparse_part_seconds(const mc_kendall_sparse_part *part, int64_t n,
                                      const mc_kernels *kernels);
double mc_kendall_sparse_packing_seconds(const mc_kendall_sparse_part *part, int64_t n,
                                         const mc_kernels *kernels);

#endif
