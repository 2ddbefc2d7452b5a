#ifndef MC_PAIRS_SINK_H
#define MC_PAIRS_SINK_H

#include "base/status.h"
#include "base/threads.h"
#include "dispatch/call.h"
#include "pairs/filter.h"
#include "pairs/order.h"
#include "pairs/shape.h"
#include "pairs/tile.h"

/* Where counts go. The drivers of a statistic count pairs of columns, tile by tile. A sink turns
   the counts into the result: a matrix (matrix_sink.h), a vector (list_sink.h), tests, edges.

   A sink gets each pair of columns once in each round, in any order. Symmetric pairs come with
   row <= column, including the diagonal; a sink fills the other half itself. With a filter (`only`)
   a sink gets all wanted pairs, and pairs of the same tiles that are not wanted. */
typedef struct mc_pairs_sink mc_pairs_sink;

/* The most pairs between two calls of flush(). */
#define MC_PAIRS_FLUSH (INT64_C(1) << 20)

/* begin(), round(), panel(), flush() and finish() may be NULL. The main thread calls them while no
   other thread works. A result other than MC_OK ends the call. They may take memory from the
   call's arena; the plan counts the bytes that bytes() tells. After an error of another function,
   an interrupt or a jump, no function of the sink is called any more. */
struct mc_pairs_sink {
  /* Called once, before counting. The shape stays valid until the end. */
  mc_status (*begin)(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call);
  /* Round 0, 1, ... of the request begins: a walk over all pairs. y's source may have other columns
     from now on. Columns of x are the same in all rounds; they are ranked once if one panel holds
     them. */
  mc_status (*round)(mc_pairs_sink *sink, int64_t round, const mc_call *call);
  /* The columns of a panel are prepared. Its tiles come next. */
  mc_status (*panel)(mc_pairs_sink *sink, const mc_pairs_panel *panel);
  /* A tile is counted. Several threads may call this at once, for different pairs; the sink
     protects data that tiles share. The function must not fail, allocate, jump or call R. If there
     is no room, flush() returns the error later. The tile is valid until put() returns. */
  void (*put)(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread);
  /* Called after at most MC_PAIRS_FLUSH pairs. */
  mc_status (*flush)(mc_pairs_sink *sink, const mc_call *call);
  /* All pairs are counted. */
  mc_status (*finish)(mc_pairs_sink *sink, const mc_call *call);
  /* Bytes of scratch that begin() takes for panels of so many columns. NULL: negligible. */
  int64_t (*bytes)(int64_t a_columns, int64_t b_columns);
  const mc_pairs_filter *only; /* the pairs that the sink wants; NULL: all */
  const mc_pairs_order *order; /* the order in which columns come; NULL: as they are */
  bool any_order;              /* columns may come in any order (shape->x_user, y_user) */
  unsigned wants;              /* further counts: bits that the statistic defines */
  /* The seconds that put() takes for a pair, roughly, beyond those for the writing of a number. For
     mc_pairs_threads(). */
  double put_seconds;
};

/* The number of threads, 1 or `threads`, for so many pairs. The driver takes `seconds` to count
   them and to write a number for each. Work for less than two threads stays with one. */
static inline int mc_pairs_threads(const mc_pairs_sink *sink, double pairs, double seconds,
                                   int threads) {
  return seconds + pairs * sink->put_seconds < 2 * MC_THREAD_SECONDS ? 1 : threads;
}

/* Call flush() and panel() unless they are NULL. */
static inline mc_status mc_pairs_flush(mc_pairs_sink *sink, const mc_call *call) {
  return sink->flush == NULL ? MC_OK : sink->flush(sink, call);
}

static inline mc_status mc_pairs_begin_panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  return sink->panel == NULL ? MC_OK : sink->panel(sink, panel);
}

#endif
