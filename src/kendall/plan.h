#ifndef MC_KENDALL_PLAN_H
#define MC_KENDALL_PLAN_H

#include "dispatch/call.h"
#include "kendall/dense.h"
#include "kendall/sparse.h"
#include "kendall/request.h"
#include "pairs/part.h"
#include "pairs/rows.h"
#include "pairs/sink.h"

/* The plan: all decisions before ranking and counting. It is made once, from a request and from
   what the sink wants, and does not change while the call runs (kendall.c). */

/* A part of the pairs and its algorithm. MC_KENDALL_AUTO: the algorithm is chosen for each panel
   when the panel's columns are ranked. */
typedef struct {
  mc_pairs_part at;
  mc_kendall_algorithm algorithm;
} mc_kendall_part;

enum { MC_KENDALL_PARTS = 4 };

typedef struct {
  const mc_kendall_request *request;
  mc_pairs_rows rows; /* that take part */
  mc_columns x, y;    /* in the order of their places; if symmetric, y is x */
  const mc_kendall_sparse_scan *x_scans, *y_scans; /* of these columns, for sparse parts */
  mc_kendall_part parts[MC_KENDALL_PARTS];
  int part_count;
  mc_kendall_dense dense;          /* of all parts of ranked columns; bytes 0: there is none */
  mc_kendall_sparse_panels sparse; /* of all sparse parts; bytes 0: there is none */
  int64_t rounds;
  mc_pairs_shape shape; /* for the sink */
} mc_kendall_plan;

/* Makes a plan. Takes memory from the arena: the rows that take part, and about 50 bytes a
   column. If the user chose "auto", "table" or "sparse", it takes a sample of each column that
   is in memory; if the samples promise sparse columns, it scans all values. `use` may need a
   scan, too. MC_OK, MC_ERR_ARGUMENT, MC_ERR_SIZE, MC_ERR_MEMORY, MC_ERR_MISSING,
   MC_ERR_NO_COMPLETE, and errors of sources. */
mc_status mc_kendall_plan_make(mc_kendall_plan *plan, const mc_kendall_request *request,
                               const mc_pairs_sink *sink, const mc_call *call);

/* A part in the form that the driver of sparse columns takes. */
mc_kendall_sparse_part mc_kendall_plan_sparse(const mc_kendall_plan *plan,
                                              const mc_kendall_part *part);

/* The units of work of all rounds, for progress: one for each pair, and one for each column that is
   ranked or packed. */
double mc_kendall_plan_work(const mc_kendall_plan *plan, const mc_pairs_sink *sink);

#endif
