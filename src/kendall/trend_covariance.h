#ifndef MC_KENDALL_TREND_COVARIANCE_H
#define MC_KENDALL_TREND_COVARIANCE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/monitor.h"
#include "kendall/trend_request.h"

/* The covariances of the seasons' S (Dietz and Killeen 1981; Hirsch and Slack 1984), which the
   correction of Hirsch and Slack adds to the variance of the sum.

   Let s_g(i, j) be the sign of x_ig - x_jg, the values of the years i and j in season g, and 0 if
   one of them is missing. With D_ig = sum over j of s_g(i, j), which is twice the midrank of x_ig
   less n_g + 1, and 0 for a missing value, equation 12 of Hirsch and Slack is

     Cov(S_g, S_h) = (sum over i < j of s_g(i, j) s_h(i, j) + sum over i of D_ig D_ih) / 3

   All pairs of different seasons together need no loop over pairs of seasons:

     T_ij = sum over g of s_g(i, j),  E_i = sum over j of T_ij
     sum over g != h of Cov = (sum over i < j of (T_ij^2 - sum over g of s_g(i, j)^2)
                               + sum over i of (E_i^2 - sum over g of D_ig^2)) / 3             */

typedef struct {
  const mc_kendall_trend_request *request;
  int threads;
  double *x;   /* [year][season] of one series; NaN: missing */
  int32_t *d;  /* [thread][season], each thread's apart from the others' */
  int64_t pad; /* numbers of d for each thread */
} mc_trend_covariance;

/* Signs of one series, years^2 seasons. 0 without this correction. */
double mc_trend_covariance_signs(const mc_kendall_trend_request *request);

/* Do the sums of one series fit in 64 bits? They are at most seasons^2 years^3. */
bool mc_trend_covariance_fits(const mc_kendall_trend_request *request);

/* Takes memory for one series and a number of threads. MC_OK, MC_ERR_MEMORY. */
mc_status mc_trend_covariance_make(mc_trend_covariance *c, const mc_kendall_trend_request *request,
                                   int threads, mc_arena *arena);

/* The sum of the covariances of different seasons, of a column of `view`. Exact up to 2^53. By the
   threads, in passes of `weight` work units altogether, if there is a monitor. O(years^2 seasons).
   MC_OK, MC_INTERRUPTED. */
mc_status mc_trend_covariance_of(mc_trend_covariance *c, const mc_matrix *view, int64_t column,
                                 mc_monitor *monitor, double weight, double *sum);

#endif
