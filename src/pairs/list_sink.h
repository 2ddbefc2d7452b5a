#ifndef MC_PAIRS_LIST_SINK_H
#define MC_PAIRS_LIST_SINK_H

#include "pairs/list.h"
#include "pairs/maker.h"
#include "pairs/sink.h"

/* The sink that writes a maker's number for each pair of a list, in the list's order. */
typedef struct {
  mc_pairs_sink sink; /* first: a pointer to it is a pointer to the whole */
  const mc_pairs_list *list;
  double *result;
  mc_pairs_maker *maker;
} mc_pairs_vector;

mc_pairs_vector mc_pairs_vector_make(const mc_pairs_list *list, double *result,
                                     mc_pairs_maker *maker);

#endif
