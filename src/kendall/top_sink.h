#ifndef MC_KENDALL_TOP_SINK_H
#define MC_KENDALL_TOP_SINK_H

#include "kendall/edges.h"
#include "kendall/tester.h"

/* The sink that keeps of each column its `top` strongest partners: of x against y for columns of
   x, of columns of one matrix (x against itself, or parts of it, `of_one`) for all, an edge then
   being one that either column keeps.

   Partners are ordered by strength, equal ones by their number, the lower one first: so what is
   kept does not depend on the order in which pairs come. */
typedef struct {
  double tau, p;
  int32_t number, n; /* its column, and the rows that both have */
} mc_kendall_partner;

typedef struct {
  _Atomic double least; /* strength of those that have a chance */
  atomic_flag busy;     /* somebody is at it */
  int32_t count;
} mc_kendall_top_heap;

typedef struct {
  mc_kendall_tester tester; /* first: the sink is handed on as a pointer to this */
  mc_kendall_edge_sign sign;
  int64_t top;
  mc_kendall_edge_shared shared; /* no edges of a column to itself: the caller may set it */

  int64_t columns, y_at;        /* that choose; those of y from this one on, -1 if they do not */
  mc_kendall_top_heap *heaps;   /* of each, */
  mc_kendall_partner *partners; /* with room for `top` */
  mc_kendall_edge
    *waiting; /* for columns that another thread was at: from the column, to the partner */
  _Atomic int64_t waiting_count;

  mc_kendall_edges edges; /* kept */
} mc_kendall_top_sink;

mc_kendall_top_sink mc_kendall_top_sink_make(mc_kendall_edge_sign sign, int64_t top,
                                             mc_kendall_test_options test, double na);

#endif
