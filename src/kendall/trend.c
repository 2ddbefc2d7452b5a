#include "kendall/trend.h"

#include <math.h>

#include "base/integers.h"
#include "base/jobs.h"
#include "kendall/trend_covariance.h"
#include "kendall/trend_long.h"
#include "kendall/trend_series.h"

/* Seconds for a slope; for the rest of a point; for a sign of the covariances. Rough: they only
   choose a number of threads. */
static const double SLOPE_SECONDS = 2e-9, POINT_SECONDS = 5e-9, SIGN_SECONDS = 1e-9;

/* A series of more signs goes by passes, so that it can be interrupted. */
static const double MOST_SIGNS = 1e8;

/* Are the times finite, and their differences, too? */
static bool range_is_finite(const double *time, int64_t n) {
  double least = INFINITY, greatest = -INFINITY;
  for (int64_t k = 0; k < n; k++) {
    if (!isfinite(time[k]))
      return false;
    least = fmin(least, time[k]);
    greatest = fmax(greatest, time[k]);
  }
  return n == 0 || isfinite(greatest - least);
}

/* Slopes of a series without missing values: pairs of different times within a season. */
static int64_t most_slopes(const mc_kendall_trend_request *q) {
  int64_t slopes = 0;
  for (int64_t g = 0; g < q->seasons; g++) {
    int64_t same = q->begin[g]; /* the first place with the time of place k */
    for (int64_t k = same; k < q->begin[g + 1]; k++) {
      if (q->time[k] != q->time[same])
        same = k;
      slopes += same - q->begin[g];
    }
  }
  return slopes;
}

/* ---- many series ---- */

/* What a thread needs. Threads do not share cache lines. */
typedef struct {
  mc_trend_points points;
  mc_trend_short slopes;
  mc_trend_covariance seasons;
  unsigned char pad[MC_ALIGN];
} room;

typedef struct {
  const mc_kendall_trend_request *request;
  const mc_kendall_trends *to;
  const mc_call *call;
  room *rooms;
  const mc_matrix *view;
  int64_t first, each; /* the first column of the view; series of a job */
} run;

static void do_series(void *context, int64_t id, int thread) {
  const run *r = context;
  room *own = &r->rooms[thread];
  const int64_t begin = id * r->each, end = mc_min(r->view->columns, begin + r->each);
  for (int64_t k = begin; k < end; k++) {
    mc_trend_points_take(&own->points, r->request, r->view, k);
    if (r->request->correction == MC_TREND_HIRSCH_SLACK)
      (void) mc_trend_covariance_of(&own->seasons, r->view, k, NULL, 0, &own->points.covariance);
    (void) mc_kendall_trend_series(r->request, &own->points, &own->slopes.slopes, r->call->kernels,
                                   r->first + k, r->to); /* without passes: always MC_OK */
  }
}

static mc_status many_series(const mc_kendall_trend_request *q, const mc_kendall_trends *to,
                             bool tied, int threads, const mc_call *call) {
  enum { SLOPES_OF_JOB = 1 << 17, SERIES_OF_JOB = 512 };
  const int64_t slopes = most_slopes(q);
  run r = {.request = q,
           .to = to,
           .call = call,
           .rooms = mc_alloc(call->arena, threads, sizeof *r.rooms),
           .each = mc_max(1, mc_min(SERIES_OF_JOB, SLOPES_OF_JOB / (slopes + q->x.rows + 1)))};
  if (r.rooms == NULL)
    return MC_ERR_MEMORY;
  for (int k = 0; k < threads; k++) {
    double *slope = mc_alloc(call->arena, slopes + MC_TREND_PAD, sizeof *slope);
    if (slope == NULL)
      return MC_ERR_MEMORY;
    MC_TRY(mc_trend_points_make(&r.rooms[k].points, q, tied, call->arena));
    r.rooms[k].slopes = mc_trend_short_make(slope, call->kernels);
    if (q->correction == MC_TREND_HIRSCH_SLACK)
      MC_TRY(mc_trend_covariance_make(&r.rooms[k].seasons, q, 1, call->arena));
  }
  for (int64_t j = 0; j < q->x.columns; j += q->x.at_once) {
    mc_matrix view;
    r.first = j;
    MC_TRY(q->x.read(&q->x, j, mc_min(q->x.columns, j + q->x.at_once), call->arena, &view));
    r.view = &view;
    const int64_t jobs = (view.columns + r.each - 1) / r.each;
    MC_TRY(mc_run_each(call->monitor, threads, jobs, (double) view.columns / (double) jobs,
                       do_series, &r));
  }
  return MC_OK;
}

/* ---- long series ---- */

static mc_status long_series(const mc_kendall_trend_request *q, const mc_kendall_trends *to,
                             bool tied, int threads, const mc_call *call) {
  mc_trend_points points;
  mc_trend_long slopes;
  mc_trend_covariance seasons;
  const double of_seasons = q->correction == MC_TREND_HIRSCH_SLACK ? 0.5 : 0; /* of the work */
  MC_TRY(mc_trend_points_make(&points, q, tied, call->arena));
  MC_TRY(mc_trend_long_make(&slopes, q->x.rows, threads, call));
  if (of_seasons > 0)
    MC_TRY(mc_trend_covariance_make(&seasons, q, threads, call->arena));
  for (int64_t j = 0; j < q->x.columns; j++) {
    mc_matrix view;
    MC_TRY(q->x.read(&q->x, j, j + 1, call->arena, &view));
    mc_trend_points_take(&points, q, &view, 0);
    if (of_seasons > 0)
      MC_TRY(
        mc_trend_covariance_of(&seasons, &view, 0, call->monitor, of_seasons, &points.covariance));
    slopes.weight = 1 - of_seasons;
    MC_TRY(mc_kendall_trend_series(q, &points, &slopes.slopes, call->kernels, j, to));
    MC_TRY(mc_monitor_step(call->monitor, slopes.weight));
  }
  return MC_OK;
}

mc_status mc_kendall_trend_held(const mc_kendall_trend_request *q, const mc_kendall_trends *to,
                                int64_t held, int *threads, const mc_call *call) {
  if (q->correction != MC_TREND_UNCORRECTED && q->correction != MC_TREND_HIRSCH_SLACK &&
      q->seasons > 1)
    return MC_ERR_ARGUMENT;
  if (q->correction == MC_TREND_HIRSCH_SLACK && (q->year == NULL || !mc_trend_covariance_fits(q)))
    return MC_ERR_ARGUMENT;
  if (!range_is_finite(q->time, q->x.rows))
    return MC_ERR_ARGUMENT;
  const int64_t slopes = most_slopes(q);
  const double signs = mc_trend_covariance_signs(q);
  const double seconds =
    (double) q->x.columns * ((double) slopes * SLOPE_SECONDS +
                             (double) (q->x.rows + 1) * POINT_SECONDS + signs * SIGN_SECONDS);
  *threads = mc_call_threads(call, seconds);
  const bool tied = mc_trend_times_tied(q);
  mc_monitor_start(call->monitor, (double) q->x.columns);
  if (q->x.columns == 0)
    return MC_OK;
  return slopes <= held && signs <= MOST_SIGNS ? many_series(q, to, tied, *threads, call)
                                               : long_series(q, to, tied, *threads, call);
}

mc_status mc_kendall_trend(const mc_kendall_trend_request *q, const mc_kendall_trends *to,
                           int *threads, const mc_call *call) {
  return mc_kendall_trend_held(q, to, MC_TREND_HELD, threads, call);
}
