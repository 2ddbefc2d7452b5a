#ifndef MC_KENDALL_TREND_POINTS_H
#define MC_KENDALL_TREND_POINTS_H

#include "dispatch/call.h"
#include "kendall/trend_request.h"

/* The values of one series that are not missing, season by season, in order of time. */
typedef struct {
  int64_t seasons;
  int64_t n, slopes; /* of all seasons */
  int64_t *first;    /* [season]: the place of its first point */
  int64_t *count;    /* [season]: points */
  double *x, *t;     /* [place]; padded behind each season, for kernels/kendall/trend.h */
  int32_t *later;    /* [place]: in its season, the first later point; NULL if no times are tied */
  double covariance; /* added to the variance of S; the caller sets it */
  double *spare;     /* for n numbers and MC_TREND_LAGS, free for users */
  double *sums;      /* the same */
} mc_trend_points;

/* Takes memory for series of the request. `tied`: are there tied times within a season? */
mc_status mc_trend_points_make(mc_trend_points *p, const mc_kendall_trend_request *request,
                               bool tied, mc_arena *arena);

/* Are there tied times within a season? */
bool mc_trend_times_tied(const mc_kendall_trend_request *request);

/* Becomes the points of a column of `view`. */
void mc_trend_points_take(mc_trend_points *p, const mc_kendall_trend_request *request,
                          const mc_matrix *view, int64_t column);

/* Call this after changes of first, count, x or t: pads, and finds later points and n. */
void mc_trend_points_close(mc_trend_points *p);

/* `variance` is the variance of S. `largest` is the largest |S| that is possible with the series'
   ties. Both are sums over the seasons. tau is S / largest. `untied`: no two values with different
   times are equal. Overwrites `spare`. O(n log n). */
typedef struct {
  double variance, largest;
} mc_trend_spread;
mc_trend_spread mc_trend_spread_of(mc_trend_points *p, bool untied, const mc_kernels *kernels);

/* In `spare`: x - slope t, in the order of the points. False if one of them is NaN. O(n). */
bool mc_trend_residuals(mc_trend_points *p, double slope);

/* Sorts n numbers in place. */
void mc_trend_sort(double *a, int64_t n, const mc_kernels *kernels);

#endif
