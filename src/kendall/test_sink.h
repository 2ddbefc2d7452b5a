#ifndef MC_KENDALL_TEST_SINK_H
#define MC_KENDALL_TEST_SINK_H

#include "kendall/tester.h"
#include "kendall/request.h"
#include "pairs/list.h"

/* The sink that tests each pair of columns for independence: matrices as those of
   pairs/matrix_sink.h. */
typedef struct {
  double *tau, *z, *p;
  double *low, *high; /* bounds of an interval for tau, or NULL */
  int32_t *n;         /* the rows behind each tau; of one row see mc_kendall_test_one_row() */
} mc_kendall_test_matrices;

typedef struct {
  mc_kendall_tester tester; /* first: the sink is handed on as a pointer to this */
  mc_kendall_test_matrices to;
  const mc_pairs_list *list; /* of these pairs alone: `to` are vectors in its order; or NULL */
  double quantile;           /* of the normal distribution, for the interval */
  double width;              /* mc_kendall_interval_width() of all rows */
} mc_kendall_test_sink;

/* Of options, an alternative that is not two-sided leaves one bound at -1 or 1. */
mc_kendall_test_sink mc_kendall_test_sink_make(mc_kendall_test_matrices to,
                                               const mc_pairs_list *list,
                                               mc_kendall_test_options options, double quantile,
                                               double na);

/* With one row nothing is counted, so that a sink cannot know which columns have it: n[k] becomes 1
   where both columns of a pair do and 0 elsewhere. To be called after the run; where there are more
   rows, or `use` leaves some out, n stays as it is. */
mc_status mc_kendall_test_one_row(const mc_kendall_request *request, const mc_pairs_given *pairs,
                                  int32_t *n, const mc_call *call);

/* Half the width of Fisher's z, tanh(quantile sqrt(0.437 / (n - 4))), for n > 4: the variance of
   atanh(tau) is that of Fieller, Hartley and Pearson (1957). With ties the quantile is to be
   multiplied by the spread of mc_kendall_tests. */
double mc_kendall_interval_width(double n, double quantile);

#endif
