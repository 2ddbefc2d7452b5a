#ifndef MC_PAIRS_SINK_H
#define MC_PAIRS_SINK_H

#include "base/status.h"
#include "dispatch/call.h"
#include "pairs/filter.h"
#include "pairs/order.h"
#include "pairs/shape.h"
#include "pairs/tile.h"

/* Where counts go. The drivers of a statistic count pairs of columns, tile by tile; a sink makes of
   them what the caller wants: a matrix (matrix_sink.h), a vector (list_sink.h), tests, edges.

   Each pair of columns is handed over once (in each round), in no order that means anything: of x
   and y every (row, column), of symmetric pairs those with row <= column, the diagonal included;
   with a filter (`only`) those that it wants, and in the same tiles some that it does not. A sink
   that fills in both halves does so itself. */
typedef struct mc_pairs_sink mc_pairs_sink;

/* Pairs between two calls of flush(), at most. */
#define MC_PAIRS_FLUSH (INT64_C(1) << 20)

/* begin(), round(), panel(), flush() and finish() are called on the main thread, while no other is
   at work; they may be NULL. What they return, if not MC_OK, ends the call. They may take memory
   of the call's arena: of what is within bytes() the plan knows. After an end by another error, by
   an interrupt or by a jump, nothing more is called. */
struct mc_pairs_sink {
  /* Once, before anything is counted. The shape stays until the end. */
  mc_status (*begin)(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call);
  /* A walk over all pairs comes next, number 0, 1, ... of the request's rounds: from here on y's
     source may have other columns. Those of x are the same in all rounds, and ranked once if one
     panel holds them. */
  mc_status (*round)(mc_pairs_sink *sink, int64_t round, const mc_call *call);
  /* A panel's columns are known, and its tiles come next. */
  mc_status (*panel)(mc_pairs_sink *sink, const mc_pairs_panel *panel);
  /* A tile is counted. Called by any thread, by several at once, and for each pair once, so that
     what two tiles share is the sink's to protect. It neither fails nor allocates, jumps or calls
     R: what has no room is remembered, and said in flush(). The tile is the caller's again when
     it returns. */
  void (*put)(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread);
  /* Again and again: no more than MC_PAIRS_FLUSH pairs since it was called last. */
  mc_status (*flush)(mc_pairs_sink *sink, const mc_call *call);
  /* All pairs are counted. */
  mc_status (*finish)(mc_pairs_sink *sink, const mc_call *call);
  /* Scratch that begin() takes for panels of so many columns. NULL: a negligible amount. */
  int64_t (*bytes)(int64_t a_columns, int64_t b_columns);
  const mc_pairs_filter *only; /* wants no pairs but these; NULL: all */
  const mc_pairs_order *order; /* columns are to come in this order; NULL: as they are, */
  bool any_order;              /* or in any order, which shape->x_user and y_user say */
  unsigned wants;              /* what is to be counted besides: the statistic's own bits */
};

/* Every sink may have a NULL in the place of these two. */
static inline mc_status mc_pairs_flush(mc_pairs_sink *sink, const mc_call *call) {
  return sink->flush == NULL ? MC_OK : sink->flush(sink, call);
}

static inline mc_status mc_pairs_begin_panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  return sink->panel == NULL ? MC_OK : sink->panel(sink, panel);
}

#endif
