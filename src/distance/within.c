/* All within a radius: a sink that counts, or fills in, what belongs to panels of queries.

     bounds of all groups of panels of points against this one
     of those within the largest radius the panels that are within it, too: meet them */

#include "distance/within.h"

#include <math.h>

#include "base/integers.h"
#include "distance/closest.h"

enum { LANES = MC_DISTANCE_LANES };

/* A thread's panel of queries. */
typedef struct {
  int64_t panel; /* -1: none */
  double *group_bound;
  int64_t groups, group;        /* the next one */
  double bound[MC_ORDER_GROUP]; /* of panels of the group before it */
  int64_t panels, at;           /* how many; the next one */
  double most;                  /* sums beyond matter to none */
  int64_t left;                 /* to be found */
  int64_t found[LANES];
  double limit[LANES]; /* sums that matter to a query */
} searcher;

typedef struct {
  mc_distance_sink sink; /* first */
  const mc_neighbors *n;
  const mc_within_job *job;
  int64_t *counted; /* the result, or else */
  const int64_t *count;
  int32_t *const *number;
  double *const *distance;

  const mc_kernels *kernels;
  mc_distance_shape shape;
  searcher *searcher; /* of each thread */
} within;

static mc_status begin(mc_distance_sink *sink, const mc_distance_shape *shape,
                       const mc_call *call) {
  within *s = (within *) sink;
  s->shape = *shape;
  s->kernels = call->kernels;
  s->searcher = mc_alloc(call->arena, shape->threads, sizeof *s->searcher);
  if (s->searcher == NULL)
    return MC_ERR_MEMORY;
  for (int t = 0; t < shape->threads; t++) {
    searcher *r = &s->searcher[t];
    *r =
      (searcher){.panel = -1,
                 .group_bound = mc_alloc(call->arena, s->n->x.group.step, sizeof *r->group_bound)};
    if (r->group_bound == NULL)
      return MC_ERR_MEMORY;
  }
  return MC_OK;
}

static void put(mc_distance_sink *sink, const mc_distance_part *part, int thread) {
  const within *s = (const within *) sink;
  searcher *r = &s->searcher[thread];
  const int64_t lanes = part->lane1 - part->lane0;
  int32_t which[LANES];
  for (int64_t row = part->row0; row < part->row1; row++) {
    const int64_t q = row % LANES, at = (row - part->row0) * part->width;
    const int64_t query = s->n->y.point[row];
    const double *sum = (const double *) part->sum + at;
    mc_distance_scale(&s->shape, part, at, lanes);
    const int64_t some = s->kernels->distance_at_most(sum, lanes, r->limit[q], which);
    for (int64_t i = 0; i < some; i++) {
      const int64_t lane = part->lane0 + which[i];
      const double distance = sqrt(sum[which[i]]);
      if (distance > s->job->radius[query] || (!s->job->loops && s->shape.symmetric && lane == row))
        continue;
      if (s->counted == NULL) {
        s->number[query][r->found[q]] = s->n->x.point[lane];
        s->distance[query][r->found[q]] = distance;
        r->left--;
      }
      r->found[q]++;
    }
  }
}

static void start(const within *s, searcher *r, int64_t panel) {
  const int64_t first = panel * LANES, count = mc_min(LANES, s->n->queries - first);
  r->panel = panel;
  r->group = r->panels = r->at = 0;
  r->most = -1;
  r->left = 0;
  for (int64_t q = 0; q < count; q++) {
    const int64_t query = s->n->y.point[first + q];
    r->found[q] = 0;
    r->limit[q] = mc_neighbors_limit(s->job->radius[query]);
    r->most = r->limit[q] > r->most ? r->limit[q] : r->most;
    r->left += s->counted == NULL ? s->count[query] : 1;
  }
  r->groups = mc_neighbors_groups(s->n, s->kernels, panel, r->group_bound);
}

static void finish(const within *s, searcher *r) {
  const int64_t first = r->panel * LANES, count = mc_min(LANES, s->n->queries - first);
  for (int64_t q = 0; q < count; q++) {
    const int64_t query = s->n->y.point[first + q];
    if (s->counted != NULL) {
      s->counted[query] = r->found[q];
      continue;
    }
    mc_closest_sort(s->distance[query], s->number[query], r->found[q]);
    for (int64_t i = 0; i < r->found[q]; i++)
      s->number[query][i] += s->n->job.first;
  }
  r->panel = -1;
}

static bool next(mc_distance_sink *sink, int64_t panel, int thread, int64_t *first, int64_t *last) {
  const within *s = (const within *) sink;
  searcher *r = &s->searcher[thread];
  if (r->panel != panel)
    start(s, r, panel);
  while (r->left > 0) {
    for (; r->at < r->panels; r->at++)
      if (r->bound[r->at] <= r->most) {
        *first = (r->group - 1) * MC_ORDER_GROUP + r->at++;
        *last = *first + 1;
        return true;
      }
    while (r->group < r->groups && r->group_bound[r->group] > r->most)
      r->group++;
    if (r->group == r->groups)
      break;
    r->panels = mc_neighbors_panels(s->n, s->kernels, panel, r->group++, r->bound);
    r->at = 0;
  }
  finish(s, r);
  return false;
}

static within make(const mc_neighbors *n, const mc_within_job *job) {
  return (within){.sink = {.begin = begin, .put = put, .next = next}, .n = n, .job = job};
}

mc_status mc_within_count(mc_neighbors *n, const mc_within_job *job, int64_t *count,
                          const mc_call *call) {
  within s = make(n, job);
  s.counted = count;
  return mc_neighbors_run(n, &s.sink, 0, 0.6, call);
}

mc_status mc_within_find(mc_neighbors *n, const mc_within_job *job, const int64_t *count,
                         int32_t *const *number, double *const *distance, const mc_call *call) {
  within s = make(n, job);
  s.count = count;
  s.number = number;
  s.distance = distance;
  return mc_neighbors_run(n, &s.sink, 0.6, 1, call);
}
