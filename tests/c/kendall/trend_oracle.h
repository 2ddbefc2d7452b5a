#ifndef TREND_ORACLE_H
#define TREND_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "data.h"
#include "kendall/trend.h"

/* Trends of series by their definitions, by all pairs of points; and calls of
   mc_kendall_trend_held(). */

/* The order of two doubles, for qsort(). */
int trend_compare(const void *a, const void *b);

/* A request of random seasons and times, in guarded memory. */
typedef struct {
  mc_kendall_trend_request request;
  int32_t *begin, *row, *year;
  double *time;
} trend_job;

/* tied: some times of a season are equal. */
trend_job trend_job_make(rng *r, mc_matrix x, int64_t seasons, bool tied);
void trend_job_free(trend_job *j);

/* The numbers of mc_kendall_trends in their order. */
enum { TREND_RESULTS = 10 };
typedef struct {
  double *number[TREND_RESULTS];
  int32_t *n;
} trend_results;
trend_results trend_results_make(int64_t series);
void trend_results_free(trend_results *to);
mc_kendall_trends trend_places(const trend_results *to);
bool trend_same(const trend_results *a, const trend_results *b, int64_t series);

trend_results trend_run(const mc_kendall_trend_request *q, int64_t held, int threads);

/* Checks S, slope and interval of a series by all its slopes in order. */
void trend_check_series(const mc_kendall_trend_request *q, const mc_matrix *x, int64_t column,
                        const trend_results *to);

/* Checks all series, and the variance of Hirsch and Slack by its definition. The results have the
   same bits with another number of threads (`turn` chooses both), and, if `as_long`, when all
   series are done as long ones. */
void trend_check(const mc_kendall_trend_request *q, const mc_matrix *x, int turn, bool as_long);

#endif
