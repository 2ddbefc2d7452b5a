/* All points within a radius of each query: counts them, or lists them.

     for each panel of queries, by threads
       for each group of panels of points whose bound is within the largest radius
         for each of its panels whose bound is, too
           sums that may be within the query's radius (screen.h)
           those that are within the radius are counted, or listed */

#include "distance/within.h"

#include "base/integers.h"
#include "distance/closest.h"

enum { LANES = MC_DISTANCE_LANES };

/* What a thread knows of its panel of queries. */
typedef struct {
  double *group_bound;
  double most;  /* larger sums matter to no query */
  int64_t left; /* neighbours that are still to be listed; 1 while counting */
  int64_t found[LANES];
  mc_distance_queries queries; /* with the limit of each query */
} searcher;

typedef struct {
  mc_distance_neighbors_pass pass;
  const mc_distance_neighbors *n;
  const mc_distance_within_job *job;
  int64_t *counted;     /* the result of counting; or NULL, and: */
  const int64_t *count; /* neighbours of each query */
  int32_t *const *number;
  double *const *distance;
  searcher *searcher; /* of each thread */
} within;

static mc_status make_searchers(within *s, int threads, mc_arena *arena) {
  s->searcher = mc_alloc(arena, threads, sizeof *s->searcher);
  if (s->searcher == NULL)
    return MC_ERR_MEMORY;
  for (int t = 0; t < threads; t++) {
    searcher *r = &s->searcher[t];
    *r = (searcher){.group_bound = mc_alloc(arena, s->n->x.group.step, sizeof *r->group_bound)};
    if (r->group_bound == NULL)
      return MC_ERR_MEMORY;
    MC_TRY(mc_distance_queries_make(&r->queries, &s->pass.screen));
  }
  return MC_OK;
}

/* What take() knows. */
typedef struct {
  const within *s;
  searcher *r;
} search;

/* Takes a sum that is within the limit of query q. */
static void take(void *context, int64_t q, int64_t lane, double sum) {
  const search *c = context;
  const within *s = c->s;
  searcher *r = c->r;
  const int64_t row = r->queries.panel * LANES + q, query = s->n->y.point[row];
  const double distance = mc_distance_of_sum(&s->pass.work.metric, sum);
  if (distance > s->job->radius[query] || (!s->job->loops && s->n->job.self && lane == row))
    return;
  if (s->counted == NULL) {
    s->number[query][r->found[q]] = s->n->x.point[lane];
    s->distance[query][r->found[q]] = distance;
    r->left--;
  }
  r->found[q]++;
}

static void start(const within *s, searcher *r, int64_t panel) {
  const int64_t first = panel * LANES, count = mc_min(LANES, s->n->queries - first);
  mc_distance_queries_start(&r->queries, &s->pass.screen, panel);
  r->most = -1;
  r->left = 0;
  for (int64_t q = 0; q < LANES; q++) {
    r->found[q] = 0;
    double limit = -1; /* there is no such query */
    if (q < count) {
      const int64_t query = s->n->y.point[first + q];
      limit = mc_distance_limit(&s->pass.work.metric, s->job->radius[query]);
      r->left += s->counted == NULL ? s->count[query] : 1;
    }
    mc_distance_queries_limit(&r->queries, q, limit);
    r->most = limit > r->most ? limit : r->most;
  }
}

static void finish(const within *s, searcher *r) {
  const int64_t first = r->queries.panel * LANES, count = mc_min(LANES, s->n->queries - first);
  for (int64_t q = 0; q < count; q++) {
    const int64_t query = s->n->y.point[first + q];
    if (s->counted != NULL) {
      s->counted[query] = r->found[q];
      continue;
    }
    mc_distance_closest_sort(s->distance[query], s->number[query], r->found[q]);
    for (int64_t i = 0; i < r->found[q]; i++)
      s->number[query][i] += s->n->job.first;
  }
}

/* Meets the panels of a group that are within the largest radius. */
static void search_group(const within *s, searcher *r, int64_t group, int thread) {
  double bound[MC_DISTANCE_GROUP];
  search c = {s, r};
  const int64_t panels = mc_distance_neighbors_panels(&s->pass, r->queries.panel, group, bound);
  for (int64_t p = 0; p < panels && r->left > 0; p++)
    if (bound[p] <= r->most)
      mc_distance_neighbors_meet(&s->pass, &r->queries, group * MC_DISTANCE_GROUP + p, thread, take,
                                 &c);
}

static void search_panel(void *context, int64_t panel, int thread) {
  const within *s = context;
  searcher *r = &s->searcher[thread];
  start(s, r, panel);
  const int64_t groups = mc_distance_neighbors_groups(&s->pass, panel, r->group_bound);
  for (int64_t g = 0; g < groups && r->left > 0; g++)
    if (r->group_bound[g] <= r->most)
      search_group(s, r, g, thread);
  finish(s, r);
}

static mc_status run(within *s, mc_distance_neighbors *n, double from, double to,
                     const mc_call *call) {
  MC_TRY(mc_distance_neighbors_pack(&s->pass, n, from, to, call));
  MC_TRY(make_searchers(s, s->pass.work.plan.threads, call->arena));
  return mc_distance_neighbors_each(&s->pass, search_panel, s);
}

mc_status mc_distance_within_count(mc_distance_neighbors *n, const mc_distance_within_job *job,
                                   int64_t *count, const mc_call *call) {
  within s = {.n = n, .job = job, .counted = count};
  return run(&s, n, 0, 0.6, call);
}

mc_status mc_distance_within_find(mc_distance_neighbors *n, const mc_distance_within_job *job,
                                  const int64_t *count, int32_t *const *number,
                                  double *const *distance, const mc_call *call) {
  within s = {.n = n, .job = job, .count = count, .number = number, .distance = distance};
  return run(&s, n, 0.6, 1, call);
}
