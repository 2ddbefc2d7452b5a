#include "distance/screen.h"

#include <float.h>
#include <math.h>

#include "base/integers.h"

enum {
  LANES = MC_DISTANCE_LANES,
  FEWEST = 8,     /* coordinates; fewer cost less than the filter */
  MOST = 1 << 16, /* coordinates; roundings of more could add up */
  SAMPLE = 64,    /* panels that the center is found from */
  FAR = 450,      /* 2^FAR squared is a double */
  PASSING = 48,   /* more sums cost more than the exact sums of a panel */
  LONGEST_PAUSE = 15
};

static const double UNIT = 0x1p-24; /* of floats */
static const double TINY = 1e-37;   /* for each coordinate: 8.5 times 2^-126 */

/* ---- center and scale ---- */

static double packed(const mc_distance_points *p, int64_t panel, int64_t k, int64_t lane) {
  return ((const double *) p->number)[panel * p->block_step + k * LANES + lane];
}

/* The mean of coordinate k of a whole panel. */
static double mean_of(const mc_distance_points *p, int64_t panel, int64_t k) {
  double sum = 0;
  for (int64_t l = 0; l < LANES; l++)
    sum += packed(p, panel, k, l);
  return sum / LANES;
}

/* The median of the means of sampled panels, for each coordinate: of three panels or more, a few
   points that are far away do not move it. With any other center the answers would be the same; the
   nearer the center is to the points, the fewer sums pass. */
static void find_center(const mc_distance_points *b, double *center) {
  const int64_t step = (b->blocks + SAMPLE - 1) / SAMPLE, whole = b->points / LANES;
  for (int64_t k = 0; k < b->coordinates; k++) {
    double mean[SAMPLE];
    int count = 0;
    for (int64_t p = 0; p < whole; p += step)
      if (!b->nonfinite[p]) {
        const double here = mean_of(b, p, k);
        int at = count++;
        for (; at > 0 && mean[at - 1] > here; at--)
          mean[at] = mean[at - 1];
        mean[at] = here;
      }
    const double median = count > 0 ? mean[count / 2] : 0;
    center[k] = isfinite(median) ? median : 0;
  }
}

/* The greatest |x - center| of coordinates of points without NaN and infinite values, or more. */
static double reach(const mc_distance_boxes *boxes, const double *center, int64_t d) {
  double most = 0;
  for (int64_t k = 0; k < d; k++)
    for (int64_t i = 0; i < boxes->count; i++) {
      const double low = boxes->low[k * boxes->step + i], high = boxes->high[k * boxes->step + i];
      if (isfinite(low) && isfinite(high))
        most = fmax(most, fmax(high - center[k], center[k] - low));
    }
  return most;
}

/* ---- points as floats ---- */

typedef struct {
  const mc_distance_points *from;
  mc_distance_screened *to;
  const double *center;
  double scale;
} narrowing;

MC_BODY(narrow_panel, const narrowing, c, panel) {
  const mc_distance_points *p = c->from;
  if (p->nonfinite[panel])
    return;
  const int64_t d = p->coordinates, some = mc_min(LANES, p->points - panel * LANES);
  const double *from = (const double *) p->number + panel * p->block_step;
  float *to = c->to->number + panel * LANES * d;
  double square[LANES] = {0};
  for (int64_t k = 0; k < d; k++, from += LANES, to += LANES) {
    const double center = c->center[k];
    for (int64_t l = 0; l < LANES; l++) {
      to[l] = (float) (l < some ? (from[l] - center) * c->scale : 0);
      square[l] += (double) to[l] * (double) to[l];
    }
  }
  double greatest = 0;
  for (int64_t l = 0; l < LANES; l++) {
    const int64_t at = panel * LANES + l;
    c->to->start[at] = (float) (-square[l] / 2);
    c->to->half[at] = square[l] / 2 * (1 - (double) (d + 8) * 0x1p-52);
    c->to->norm[at] = sqrt(square[l]) * (1 + 0x1p-20);
    greatest = fmax(greatest, c->to->norm[at]);
  }
  c->to->greatest[panel] = greatest;
}

static mc_status narrow(mc_distance_screened *to, const mc_distance_points *from,
                        const double *center, double scale, const mc_distance_work *work) {
  mc_arena *arena = work->call->arena;
  const int64_t lanes = from->blocks * LANES;
  *to =
    (mc_distance_screened){.number = mc_alloc(arena, lanes * from->coordinates, sizeof *to->number),
                           .start = mc_alloc(arena, lanes, sizeof *to->start),
                           .half = mc_alloc(arena, lanes, sizeof *to->half),
                           .norm = mc_alloc(arena, lanes, sizeof *to->norm),
                           .greatest = mc_alloc(arena, from->blocks, sizeof *to->greatest)};
  if (to->number == NULL || to->start == NULL || to->half == NULL || to->norm == NULL ||
      to->greatest == NULL)
    return MC_ERR_MEMORY;
  narrowing c = {from, to, center, scale};
  mc_monitor_phase(work->call->monitor);
  return mc_run_each(work->call->monitor, work->plan.threads, from->blocks, 0, narrow_panel, &c);
}

mc_status mc_distance_screen_make(mc_distance_screen *s, const mc_distance_work *work,
                                  const mc_distance_boxes *a, const mc_distance_boxes *b) {
  const int64_t d = work->b.coordinates;
  *s = (mc_distance_screen){.work = work};
  if (d < FEWEST || d > MOST || work->job->metric != MC_DISTANCE_METRIC_EUCLIDEAN)
    return MC_OK;
  double *center = mc_alloc(work->call->arena, d, sizeof *center);
  if (center == NULL)
    return MC_ERR_MEMORY;
  find_center(&work->b, center);
  const double most = fmax(reach(a, center, d), reach(b, center, d));
  int exponent;
  if (!isfinite(most) || most == 0)
    return MC_OK;
  (void) frexp(most, &exponent); /* most < 2^exponent */
  if (exponent < -FAR || exponent > FAR)
    return MC_OK;
  const double scale = ldexp(1, -exponent);
  s->square = scale * scale;
  s->narrow = 1.01 * UNIT;
  s->sums = 1.01 * UNIT * (double) (d + 3);
  s->wide = 1 + (double) (d + 8) * 0x1p-51;
  MC_TRY(narrow(&s->b, &work->b, center, scale, work));
  if (work->job->symmetric)
    s->a = s->b;
  else
    MC_TRY(narrow(&s->a, &work->a, center, scale, work));
  s->on = true;
  return MC_OK;
}

/* ---- a panel of queries ---- */

mc_status mc_distance_queries_make(mc_distance_queries *r, const mc_distance_screen *s) {
  const int64_t d = s->on ? s->work->a.coordinates : 0;
  *r = (mc_distance_queries){.query = mc_alloc(s->work->call->arena, LANES * d, sizeof(double))};
  return r->query == NULL ? MC_ERR_MEMORY : MC_OK;
}

void mc_distance_queries_start(mc_distance_queries *r, const mc_distance_screen *s, int64_t panel) {
  r->panel = panel;
  r->met = INT64_MAX; /* no panel was met */
  r->changed = 0;
  for (int64_t k = 0; s->on && k < s->work->a.coordinates; k++)
    for (int64_t q = 0; q < LANES; q++)
      r->query[q * s->work->a.coordinates + k] = packed(&s->work->a, panel, k, q);
}

/* root(limit) + U |a| of the queries whose limits have changed. */
static void find_roots(mc_distance_queries *r, const mc_distance_screen *s) {
  const double least = TINY * (double) s->work->a.coordinates;
  for (int64_t q = 0; r->changed != 0; q++, r->changed >>= 1)
    if (r->changed & 1)
      r->root[q] = r->limit[q] >= 0 ? sqrt(r->limit[q] * s->square * s->wide + least) +
                                        s->narrow * s->a.norm[r->panel * LANES + q] + least
                                    : -1;
}

/* The least t of each query, as a float. If the limit of a query is infinite, or too large for
   these formulas, all its sums pass. */
static void find_least(mc_distance_queries *r, const mc_distance_screen *s, int64_t points,
                       float *least) {
  find_roots(r, s);
  const double *half = s->a.half + r->panel * LANES, *norm = s->a.norm + r->panel * LANES;
  const double b = s->b.greatest[points], tiny = TINY * (double) s->work->a.coordinates;
  const double farther = s->narrow * b, sums = s->sums * b;
  for (int64_t q = 0; q < LANES; q++) {
    const double root = r->root[q] + farther;
    const double t = half[q] - root * root / 2 * (1 + 0x1p-50) - sums * (norm[q] + b / 2) - tiny;
    const double lower = t - fabs(t) * 0x1p-23 - tiny;
    least[q] = r->root[q] < 0 ? INFINITY : lower >= (double) -FLT_MAX ? (float) lower : -INFINITY;
  }
}

/* Is the next panel to be met exactly, because too many sums would pass? */
static bool rests(mc_distance_queries *r) {
  if (r->met > PASSING)
    return true;
  r->wait--;
  return r->wait >= 0;
}

bool mc_distance_queries_screen(mc_distance_queries *r, const mc_distance_screen *s, int64_t points,
                                uint32_t *which) {
  float least[LANES];
  if (!s->on || mc_distance_nonfinite(s->work, r->panel * LANES, points * LANES) || rests(r))
    return false;
  find_least(r, s, points, least);
  const int64_t d = s->work->a.coordinates, lanes = s->work->b.points - points * LANES;
  const uint32_t there = lanes < LANES ? (UINT32_C(1) << lanes) - 1 : UINT32_MAX;
  s->work->kernels->distance_screen(s->a.number + r->panel * LANES * d,
                                    s->b.number + points * LANES * d, d,
                                    s->b.start + points * LANES, least, which);
  int count = 0;
  for (int64_t q = 0; q < LANES; q++)
    for (uint32_t rest = which[q] &= there; rest != 0 && count <= PASSING; rest &= rest - 1)
      count++;
  r->pause = count <= PASSING ? 0 : mc_min(2 * r->pause + 1, LONGEST_PAUSE);
  r->wait = r->pause;
  return count <= PASSING;
}

void mc_distance_queries_sums(const mc_distance_queries *r, const mc_distance_screen *s, int64_t q,
                              int64_t points, uint32_t which, double *sum) {
  enum { GROUP = 8 };
  const mc_distance_points *b = &s->work->b;
  const double *panel = (const double *) b->number + points * b->block_step;
  for (int64_t l = 0; l < LANES; l += GROUP)
    if (which >> l & 0xff)
      s->work->metric.blockwise(r->query + q * b->coordinates, panel + l, b->coordinates, LANES,
                                GROUP, false, sum + l);
}
