#ifndef MC_KENDALL_TREND_SLOPES_H
#define MC_KENDALL_TREND_SLOPES_H

#include "kendall/trend_points.h"

enum { MC_TREND_RANKS = 4 };

/* The slopes between the points of a series, and their order statistics. Two ways do this with the
   same bits: trend_slopes.c holds all slopes of a series; trend_long.c computes the slopes again in
   each pass and holds the few around the wanted ones. */
typedef struct mc_trend_slopes mc_trend_slopes;
struct mc_trend_slopes {
  /* *up and *down become the numbers of rising and falling pairs. Call this first for each
     series. MC_OK, MC_INTERRUPTED. */
  mc_status (*count)(mc_trend_slopes *slopes, const mc_trend_points *points, int64_t *up,
                     int64_t *down);
  /* value[k] becomes the slope with rank[k] others below it, in ascending order of all slopes. The
     ranks ascend, from 0 to points->slopes - 1; count <= MC_TREND_RANKS. MC_OK, MC_INTERRUPTED. */
  mc_status (*select)(mc_trend_slopes *slopes, const mc_trend_points *points, const int64_t *rank,
                      int count, double *value);
};

/* value[k] becomes the number with rank[k] others below it, of n numbers, which are reordered. The
   ranks ascend. No number is NaN. O(n) expected time, O(n log n) at most. */
void mc_trend_select(double *a, int64_t n, const int64_t *rank, int count, double *value,
                     const mc_kernels *kernels);

/* The median as stats::median() defines it, of n > 0 numbers, which are reordered. */
double mc_trend_median(double *a, int64_t n, const mc_kernels *kernels);

/* The mean of two numbers, without overflow. */
double mc_trend_middle(double a, double b);

/* ---- all slopes in memory ---- */

typedef struct {
  mc_trend_slopes slopes; /* first: a pointer to it is a pointer to the whole */
  const mc_kernels *kernels;
  double *slope; /* room for the slopes of a series and MC_TREND_PAD numbers */
} mc_trend_short;
mc_trend_short mc_trend_short_make(double *slope, const mc_kernels *kernels);

#endif
