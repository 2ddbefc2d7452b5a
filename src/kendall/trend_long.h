#ifndef MC_KENDALL_TREND_LONG_H
#define MC_KENDALL_TREND_LONG_H

#include <stdatomic.h>

#include "kendall/trend_slopes.h"

/* Slopes of a series that has too many of them to hold: see trend_slopes.h. A pass computes all
   slopes, by blocks of points, on all threads. Memory is O(points). */
typedef struct {
  mc_trend_slopes slopes; /* first: a pointer to it is a pointer to the whole */
  const mc_call *call;
  int threads;
  double weight; /* of the next pass, for the monitor: halved after each */

  double *scratch; /* of each thread: the slopes of a block */
  int64_t scratch_each;
  double *kept; /* slopes between low and high */
  int64_t room;
  double *sample;

  /* the pass */
  const mc_trend_points *points;
  int64_t blocks, step; /* of all seasons; in the order k step % blocks */
  bool counts;          /* count rises and falls only */
  double low, high;
  _Atomic int64_t up, down, below, inside, held;
} mc_trend_long;

/* For series of up to n points. MC_OK, MC_ERR_MEMORY. */
mc_status mc_trend_long_make(mc_trend_long *l, int64_t n, int threads, const mc_call *call);

#endif
