#ifndef MC_KENDALL_TREND_CORRECTION_H
#define MC_KENDALL_TREND_CORRECTION_H

#include "kendall/trend_points.h"

/* Corrections for autocorrelation, of a series of one season with n points whose Sen's slope is
   `slope`. Lags are counted in points. r_k is the autocorrelation of lag k, with the mean of all n
   numbers and the divisor of lag 0, as stats::acf() has it. If all numbers are equal, r_k is 0.
   x - slope t counts as 0 if its values differ by rounding errors only: by at most 4 epsilon times
   the largest |x| or |slope t|. */

/* What the variance of S is multiplied by. NaN if x - slope t is not finite. With less than three
   points 1.

   Hamed and Rao: 1 + 2 / (n (n - 1) (n - 2)) sum over k < n of (n - k) (n - k - 1) (n - k - 2) r_k,
     of the ranks of x - slope t, for the lags with |r_k| > lag_quantile / sqrt(n)
   Yue and Wang: 1 + 2 sum over k < n of (1 - k / n) r_k, of x - slope t                       */
double mc_trend_factor(mc_trend_points *p, double slope, mc_trend_correction correction,
                       double lag_quantile, const mc_kernels *kernels);

/* Trend-free prewhitening: with e = x - slope t, the points become (t_(i + 1), e_(i + 1) - r_1
   e_i + slope t_(i + 1)), 1 <= i < n. False, and the points do not change, if x - slope t or a new
   number is not finite. */
bool mc_trend_prewhiten(mc_trend_points *p, double slope);

#endif
