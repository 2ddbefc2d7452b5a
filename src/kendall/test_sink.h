#ifndef MC_KENDALL_TEST_SINK_H
#define MC_KENDALL_TEST_SINK_H

#include "kendall/difference.h"
#include "kendall/request.h"
#include "kendall/strata.h"
#include "kendall/tester.h"
#include "pairs/room.h"

/* The sink that tests each pair of columns for independence. It fills matrices of the shape of
   pairs/matrix_sink.h. */
typedef struct {
  double *tau, *z, *p;
  double *low, *high; /* bounds of an interval for tau, or NULL */
  int32_t *n;         /* rows of each pair; for one row see mc_kendall_test_one_row() */
} mc_kendall_test_matrices;

typedef struct {
  mc_kendall_tester tester; /* first: a pointer to it is a pointer to the whole */
  mc_kendall_test_matrices to;
  mc_pairs_room room; /* with a list: these pairs only, `to` are vectors in its order */
  double quantile;    /* quantile of the normal distribution, for intervals */
  double width;       /* mc_kendall_interval_width() of all rows */

  /* set by the caller, if the run is that of a level: */
  const mc_kendall_strata *strata;         /* adds to the stratified test; or NULL */
  const mc_kendall_difference *difference; /* takes part in the difference of two levels; or NULL */
  mc_kendall_difference_run run;
  double *estimate, *z, *p; /* of the difference, in the second run */
  mc_kendall_plain *plain;  /* gets the columns that are plain at this level; or NULL */
} mc_kendall_test_sink;

/* Without a list, columns may come in any order; for a level the caller sets any_order to false.
   With a one-sided alternative one bound of the interval is -1 or 1. */
mc_kendall_test_sink mc_kendall_test_sink_make(mc_kendall_test_matrices to,
                                               const mc_pairs_list *list,
                                               mc_kendall_test_options options, double quantile,
                                               double na);

/* Call this after the run. With one row nothing is counted, so the sink does not know which columns
   have the row: this sets n[k] to 1 if both columns of a pair have it, else to 0. If there are more
   rows, or `use` leaves rows out, n does not change. */
mc_status mc_kendall_test_one_row(const mc_kendall_request *request, const mc_pairs_given *pairs,
                                  int32_t *n, const mc_call *call);

/* Half the width of the interval for Fisher's z, as a tau: tanh(quantile sqrt(0.437 / (n - 4))) for
   n > 4. The variance of atanh(tau) is that of Fieller, Hartley and Pearson (1957). With ties,
   multiply the quantile by the spread of mc_kendall_tests. */
double mc_kendall_interval_width(double n, double quantile);

#endif
