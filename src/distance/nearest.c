/* The k nearest: a sink whose answers belong to panels of queries.

     bounds of all groups of panels of points against this one
     as long as there are groups and panels within the k-th distance of any query
       of the nearest groups the nearest panels, twice as many as before: meet them, nearest first

   A query's nearest so far are a heap. A box as far as the k-th neighbour matters if it has a
   point with a lesser number: so many equal points are not met by each other. */

#include "distance/nearest.h"

#include <math.h>

#include "base/integers.h"
#include "distance/closest.h"

enum { LANES = MC_DISTANCE_LANES };

/* A thread's panel of queries. */
typedef struct {
  int64_t panel;       /* -1: none */
  double *group_bound; /* of groups, and their numbers; the first `opened` are among the panels */
  int32_t *group;
  int64_t groups, opened;
  double *bound; /* of panels, and their numbers */
  int32_t *which;
  int64_t at, last, panels; /* met next; the end of those in order, and of those that there are */
  int64_t wanted;           /* in order next time */
  double *distance;         /* heaps of k */
  int32_t *number;
  int64_t found[LANES];
  double limit[LANES]; /* sums that matter to a query; -1 if it is none */
} searcher;

typedef struct {
  mc_distance_sink sink; /* first */
  const mc_neighbors *n;
  int64_t k;
  int32_t *number; /* the result */
  double *distance;

  const mc_kernels *kernels;
  mc_distance_shape shape;
  searcher *searcher; /* of each thread */
} nearest;

static mc_status begin(mc_distance_sink *sink, const mc_distance_shape *shape,
                       const mc_call *call) {
  nearest *s = (nearest *) sink;
  s->shape = *shape;
  s->kernels = call->kernels;
  const int64_t groups = s->n->x.group.step, panels = s->n->x.panel.count;
  s->searcher = mc_alloc(call->arena, shape->threads, sizeof *s->searcher);
  if (s->searcher == NULL)
    return MC_ERR_MEMORY;
  for (int t = 0; t < shape->threads; t++) {
    searcher *r = &s->searcher[t];
    *r = (searcher){.panel = -1,
                    .group_bound = mc_alloc(call->arena, groups, sizeof *r->group_bound),
                    .group = mc_alloc(call->arena, groups, sizeof *r->group),
                    .bound = mc_alloc(call->arena, panels, sizeof *r->bound),
                    .which = mc_alloc(call->arena, panels, sizeof *r->which),
                    .distance = mc_alloc(call->arena, LANES * s->k, sizeof *r->distance),
                    .number = mc_alloc(call->arena, LANES * s->k, sizeof *r->number)};
    if (r->group_bound == NULL || r->group == NULL || r->bound == NULL || r->which == NULL ||
        r->distance == NULL || r->number == NULL)
      return MC_ERR_MEMORY;
  }
  return MC_OK;
}

/* ---- candidates ---- */

static void put(mc_distance_sink *sink, const mc_distance_part *part, int thread) {
  const nearest *s = (const nearest *) sink;
  searcher *r = &s->searcher[thread];
  const int64_t lanes = part->lane1 - part->lane0;
  int32_t which[LANES];
  for (int64_t row = part->row0; row < part->row1; row++) {
    const int64_t q = row % LANES, at = (row - part->row0) * part->width;
    const double *sum = (const double *) part->sum + at;
    mc_distance_scale(&s->shape, part, at, lanes);
    const int64_t some = s->kernels->distance_at_most(sum, lanes, r->limit[q], which);
    double *distance = r->distance + q * s->k;
    for (int64_t i = 0; i < some; i++) {
      const int64_t lane = part->lane0 + which[i];
      if (s->shape.symmetric && lane == row)
        continue;
      r->found[q] = mc_closest_add(distance, r->number + q * s->k, r->found[q], s->k,
                                   sqrt(sum[which[i]]), s->n->x.point[lane]);
      if (r->found[q] == s->k)
        r->limit[q] = mc_neighbors_limit(distance[0]);
    }
  }
}

/* ---- which panels are met ---- */

static double greatest_limit(const searcher *r) {
  double most = -1;
  for (int q = 0; q < LANES; q++)
    most = r->limit[q] > most ? r->limit[q] : most;
  return most;
}

/* May the box with this bound, and this least number, have a neighbour of any query? */
static bool matters(const nearest *s, const searcher *r, double bound, int32_t least) {
  const double root = sqrt(bound); /* not above that of any sum */
  for (int64_t q = 0; q < LANES; q++)
    if (bound <= r->limit[q] &&
        (r->found[q] < s->k || mc_closer(root, least, r->distance[q * s->k], r->number[q * s->k])))
      return true;
  return false;
}

/* Those of boxes [from, n) that are within the limit; how many there are then up to their end. */
static int64_t keep_within(double limit, double *bound, int32_t *which, int64_t from, int64_t n) {
  int64_t kept = from;
  for (int64_t i = from; i < n; i++)
    if (bound[i] <= limit) {
      const double b = bound[i];
      const int32_t w = which[i];
      bound[kept] = b;
      which[kept++] = w;
    }
  return kept;
}

/* The panels of the groups before `last` that are not opened. */
static void open_groups(const nearest *s, searcher *r, int64_t last) {
  for (; r->opened < last; r->opened++) {
    const int64_t group = r->group[r->opened];
    double bound[MC_ORDER_GROUP];
    const int64_t count = mc_neighbors_panels(s->n, s->kernels, r->panel, group, bound);
    for (int64_t p = 0; p < count; p++) {
      r->bound[r->panels] = bound[p];
      r->which[r->panels++] = (int32_t) (group * MC_ORDER_GROUP + p);
    }
  }
}

/* The next ones in order, twice as many as before, of those that are still within the limit. */
static void choose(const nearest *s, searcher *r) {
  const double limit = greatest_limit(r);
  r->groups = keep_within(limit, r->group_bound, r->group, r->opened, r->groups);
  const int64_t few = mc_min(r->groups - r->opened, 1 + r->wanted / MC_ORDER_GROUP);
  mc_closest_select(r->group_bound + r->opened, r->group + r->opened, r->groups - r->opened, few);
  open_groups(s, r, r->opened + few);
  r->panels = keep_within(limit, r->bound, r->which, r->at, r->panels);
  const int64_t some = mc_min(r->panels - r->at, r->wanted);
  mc_closest_select(r->bound + r->at, r->which + r->at, r->panels - r->at, some);
  mc_closest_sort(r->bound + r->at, r->which + r->at, some);
  r->last = r->at + some;
  r->wanted *= 2;
}

static void start(const nearest *s, searcher *r, int64_t panel) {
  r->panel = panel;
  for (int64_t q = 0; q < LANES; q++) {
    r->found[q] = 0;
    r->limit[q] = panel * LANES + q < s->n->queries ? (double) INFINITY : -1;
  }
  r->groups = mc_neighbors_groups(s->n, s->kernels, panel, r->group_bound);
  for (int64_t g = 0; g < r->groups; g++)
    r->group[g] = (int32_t) g;
  r->at = r->last = r->panels = r->opened = 0;
  r->wanted = 2 + 2 * (s->k / LANES); /* which have more than k points */
}

static void finish(const nearest *s, searcher *r) {
  const int64_t first = r->panel * LANES, count = mc_min(LANES, s->n->queries - first);
  for (int64_t q = 0; q < count; q++) {
    const int64_t query = s->n->y.point[first + q];
    double *distance = r->distance + q * s->k;
    int32_t *number = r->number + q * s->k;
    mc_closest_sort_heap(distance, number, r->found[q]);
    for (int64_t j = 0; j < s->k; j++) {
      const bool there = j < r->found[q];
      s->number[query + j * s->n->queries] =
        there ? s->n->job.first + number[j] : s->n->job.no_number;
      s->distance[query + j * s->n->queries] = there ? distance[j] : s->n->job.no_distance;
    }
  }
  r->panel = -1;
}

static bool next(mc_distance_sink *sink, int64_t panel, int thread, int64_t *first, int64_t *last) {
  const nearest *s = (const nearest *) sink;
  searcher *r = &s->searcher[thread];
  if (r->panel != panel)
    start(s, r, panel);
  for (;;) {
    for (; r->at < r->last; r->at++) {
      const int32_t p = r->which[r->at];
      if (matters(s, r, r->bound[r->at], s->n->x.panel.least[p])) {
        *first = p;
        *last = p + 1;
        r->at++;
        return true;
      }
    }
    if (r->opened == r->groups && r->last == r->panels)
      break;
    choose(s, r);
  }
  finish(s, r);
  return false;
}

mc_status mc_nearest(mc_neighbors *n, int64_t k, int32_t *number, double *distance,
                     const mc_call *call) {
  nearest s = {.sink = {.begin = begin, .put = put, .next = next},
               .n = n,
               .k = k,
               .number = number,
               .distance = distance};
  return k == 0 ? MC_OK : mc_neighbors_run(n, &s.sink, 0, 1, call);
}
