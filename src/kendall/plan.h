#ifndef MC_KENDALL_PLAN_H
#define MC_KENDALL_PLAN_H

#include "dispatch/call.h"
#include "kendall/dense.h"
#include "kendall/sparse.h"
#include "kendall/request.h"
#include "pairs/part.h"
#include "pairs/rows.h"
#include "pairs/sink.h"

/* All that is decided before anything is ranked or counted: made once from a request and what its
   sink wants, and not changed while the call runs (kendall.c). */

/* Pairs that are counted in one way, and how: MC_KENDALL_SPARSE; or the algorithm of the ranked
   columns, MC_KENDALL_AUTO where it is chosen for each panel when its columns are ranked. */
typedef struct {
  mc_pairs_part at;
  mc_kendall_algorithm algorithm;
} mc_kendall_part;

enum { MC_KENDALL_PARTS = 4 };

typedef struct {
  const mc_kendall_request *request;
  mc_pairs_rows rows; /* that take part */
  mc_columns x, y;    /* in the order in which they are taken; y is x of symmetric pairs */
  const mc_kendall_sparse_scan *x_scans, *y_scans; /* of these columns, for sparse parts */
  mc_kendall_part parts[MC_KENDALL_PARTS];
  int part_count;
  mc_kendall_dense dense; /* of all parts whose columns are ranked; bytes 0: there are none */
  mc_kendall_sparse_panels sparse; /* of all sparse parts; bytes 0: there are none */
  int64_t rounds;
  mc_pairs_shape shape; /* for the sink */
} mc_kendall_plan;

/* Memory of the arena: the rows that take part, and what is known of columns, some 50 bytes each.
   Looks at a sample of each column that stays in memory, where the user left the algorithm open, or
   named "table" or "sparse"; where that promises sparse columns, at all values; and for
   `use` at all of them. MC_OK, MC_ERR_ARGUMENT, MC_ERR_SIZE, MC_ERR_MEMORY, MC_ERR_MISSING,
   MC_ERR_NO_COMPLETE, and what a source says. */
mc_status mc_kendall_plan_make(mc_kendall_plan *plan, const mc_kendall_request *request,
                               const mc_pairs_sink *sink, const mc_call *call);

/* A part as the driver of sparse columns takes it. */
mc_kendall_sparse_part mc_kendall_plan_sparse(const mc_kendall_plan *plan,
                                              const mc_kendall_part *part);

/* Units of work of all rounds, for progress: one for each pair, and one for each column that is
   ranked or packed. */
double mc_kendall_plan_work(const mc_kendall_plan *plan, const mc_pairs_sink *sink);

#endif
