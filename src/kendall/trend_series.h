#ifndef MC_KENDALL_TREND_SERIES_H
#define MC_KENDALL_TREND_SERIES_H

#include "kendall/trend_slopes.h"

/* Everything about one series: element `at` of all results.

   S is the number of rising pairs of points less the number of falling ones, of the seasons summed.
   tau is S divided by the largest |S| that is possible with the series' ties. The variance is
   Kendall's (1970, equation 4.2, inference.h). z = S / sqrt(variance), with |S| - 1 for |S| if
   `continuity`. Sen's slope is
   the median of all N slopes. With C = quantile sqrt(variance) the bounds of its interval are the
   slopes number (N - C) / 2 and (N + C) / 2 + 1, rounded (to even if halfway), in ascending order
   from 1 on (Gilbert 1987, section 16.5); below 1 and above N they are infinite. The intercept is
   the median of x - slope t.

   The points are overwritten. MC_OK, MC_INTERRUPTED. */
mc_status mc_kendall_trend_series(const mc_kendall_trend_request *request, mc_trend_points *points,
                                  mc_trend_slopes *slopes, const mc_kernels *kernels, int64_t at,
                                  const mc_kendall_trends *to);

#endif
