#ifndef MC_KENDALL_LIST_SINK_H
#define MC_KENDALL_LIST_SINK_H

#include "kendall/coefficients.h"
#include "kendall/pair_list.h"

/* The sink that makes a coefficient for each pair of a list, in the list's order. */
typedef struct {
  mc_kendall_sink sink; /* first: the sink is handed on as a pointer to this */
  const mc_pair_list *list;
  double *result;
  double na; /* stands for NA */
  mc_kendall_coefficient kind;
  mc_coefficients coefficients;
} mc_list_sink;

mc_list_sink mc_list_sink_make(const mc_pair_list *list, double *result, double na,
                               mc_kendall_coefficient kind);

#endif
