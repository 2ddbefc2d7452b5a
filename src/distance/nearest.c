/* The k nearest: a sink whose answers belong to panels of queries.

     bounds of all panels of points against this one
     meet a few panels with the least bounds, which have more than k points
     meet the others that may matter, by increasing bound, until one is beyond
     the k-th distance of all queries

   A query's nearest so far are a heap. */

#include "distance/nearest.h"

#include <math.h>

#include "base/integers.h"
#include "distance/closest.h"

enum { LANES = MC_DISTANCE_LANES };

/* A thread's panel of queries. */
typedef struct {
  int64_t panel; /* -1: none */
  double *bound; /* of panels of points, and their numbers, those to be met first */
  int32_t *which;
  int64_t at, last, panels; /* met next; the last of those in order; all that may matter */
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
  s->searcher = mc_alloc(call->arena, shape->threads, sizeof *s->searcher);
  if (s->searcher == NULL)
    return MC_ERR_MEMORY;
  for (int t = 0; t < shape->threads; t++) {
    searcher *r = &s->searcher[t];
    *r = (searcher){.panel = -1,
                    .bound = mc_alloc(call->arena, s->n->x.step, sizeof *r->bound),
                    .which = mc_alloc(call->arena, s->n->x.step, sizeof *r->which),
                    .distance = mc_alloc(call->arena, LANES * s->k, sizeof *r->distance),
                    .number = mc_alloc(call->arena, LANES * s->k, sizeof *r->number)};
    if (r->bound == NULL || r->which == NULL || r->distance == NULL || r->number == NULL)
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

static void start(const nearest *s, searcher *r, int64_t panel) {
  r->panel = panel;
  for (int64_t q = 0; q < LANES; q++) {
    r->found[q] = 0;
    r->limit[q] = panel * LANES + q < s->n->queries ? (double) INFINITY : -1;
  }
  mc_neighbors_bounds(s->n, s->kernels, panel, r->bound);
  for (int64_t p = 0; p < s->n->x.panels; p++)
    r->which[p] = (int32_t) p;
  r->at = 0;
  r->panels = s->n->x.panels;
  r->last = mc_min(r->panels, 2 + 2 * (s->k / LANES));
  mc_closest_select(r->bound, r->which, r->panels, r->last);
  mc_closest_sort(r->bound, r->which, r->last);
}

/* Those that are not met yet and may matter, in order. */
static void sort_rest(searcher *r) {
  const double limit = greatest_limit(r);
  int64_t kept = r->at;
  for (int64_t p = r->at; p < r->panels; p++)
    if (r->bound[p] <= limit) {
      const double bound = r->bound[p];
      const int32_t which = r->which[p];
      r->bound[kept] = bound;
      r->which[kept++] = which;
    }
  r->last = r->panels = kept;
  mc_closest_sort(r->bound + r->at, r->which + r->at, kept - r->at);
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
  if (r->at == r->last && r->last < r->panels)
    sort_rest(r);
  if (r->at == r->last || r->bound[r->at] > greatest_limit(r)) {
    finish(s, r);
    return false;
  }
  *first = r->which[r->at++];
  *last = *first + 1;
  return true;
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
