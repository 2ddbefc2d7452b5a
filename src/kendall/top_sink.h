#ifndef MC_KENDALL_TOP_SINK_H
#define MC_KENDALL_TOP_SINK_H

#include "kendall/edges.h"
#include "kendall/tester.h"

/* The sink that keeps the `top` strongest partners of each column. For x against y, columns of x
   have partners. For columns of one matrix (x against itself, or `of_one`), all columns have
   partners, and an edge is kept if one of its columns keeps it.

   Partners are ordered by strength; of equal strengths the lower number comes first. So the
   edges do not depend on the order of the pairs. */
typedef struct {
  double tau, p;
  int32_t number, n; /* the partner's column; the rows that both columns have */
} mc_kendall_partner;

typedef struct {
  _Atomic double least; /* strength that a new partner needs at least */
  atomic_flag busy;     /* a thread works on the heap */
  int32_t count;
} mc_kendall_top_heap;

typedef struct {
  mc_kendall_tester tester; /* first: a pointer to it is a pointer to the whole */
  mc_kendall_edge_sign sign;
  int64_t top;
  mc_kendall_edge_shared shared; /* set by the caller: columns of both x and y */

  int64_t columns, y_at;        /* with heaps; those of y begin at y_at, -1: y has none */
  mc_kendall_top_heap *heaps;   /* of each column */
  mc_kendall_partner *partners; /* `top` for each heap */
  mc_kendall_edge
    *waiting; /* for columns that another thread was at: from the column, to the partner */
  _Atomic int64_t waiting_count;

  mc_kendall_edges edges; /* kept */
} mc_kendall_top_sink;

mc_kendall_top_sink mc_kendall_top_sink_make(mc_kendall_edge_sign sign, int64_t top,
                                             mc_kendall_test_options test, double na);

#endif
