/* The k nearest points of each query.

     for each panel of queries, by threads
       bounds of all groups of panels of points
       while a group or a panel may be nearer than the k-th neighbour of a query
         open the nearest groups: bounds of their panels
         of the nearest panels, twice as many as before, nearest first:
           if the panel may still hold a neighbour: sums; those that are near enough go into heaps

   The nearest points that a query has so far are a heap. A box that is exactly as far as the k-th
   neighbour matters only if it has a point with a lesser number: so queries among many equal points
   do not visit all of them. */

#include "distance/nearest.h"

#include <math.h>

#include "base/integers.h"
#include "distance/closest.h"

enum { LANES = MC_DISTANCE_LANES };

/* What a thread knows of its panel of queries. */
typedef struct {
  double *group_bound; /* bounds of groups, and the numbers of the groups */
  int32_t *group;
  int64_t groups, opened; /* the panels of the first `opened` groups are in `which` */
  double *bound;          /* bounds of panels, and the numbers of the panels */
  int32_t *which;
  int64_t panels;
  int64_t at, last; /* panels [at, last) come next, nearest first */
  int64_t wanted;   /* how many are to be put in order next time */
  double *distance; /* a heap of k for each query */
  int32_t *number;
  int64_t found[LANES];
  mc_distance_queries queries; /* with the limit of each query; -1: there is no such query */
} searcher;

typedef struct {
  mc_distance_neighbors_pass pass;
  const mc_distance_neighbors *n;
  int64_t k;
  int32_t *number; /* the result */
  double *distance;
  searcher *searcher; /* of each thread */
} nearest;

static mc_status make_searchers(nearest *s, int threads, mc_arena *arena) {
  const int64_t groups = s->n->x.group.step, panels = s->n->x.panel.count;
  s->searcher = mc_alloc(arena, threads, sizeof *s->searcher);
  if (s->searcher == NULL)
    return MC_ERR_MEMORY;
  for (int t = 0; t < threads; t++) {
    searcher *r = &s->searcher[t];
    *r = (searcher){.group_bound = mc_alloc(arena, groups, sizeof *r->group_bound),
                    .group = mc_alloc(arena, groups, sizeof *r->group),
                    .bound = mc_alloc(arena, panels, sizeof *r->bound),
                    .which = mc_alloc(arena, panels, sizeof *r->which),
                    .distance = mc_alloc(arena, LANES * s->k, sizeof *r->distance),
                    .number = mc_alloc(arena, LANES * s->k, sizeof *r->number)};
    if (r->group_bound == NULL || r->group == NULL || r->bound == NULL || r->which == NULL ||
        r->distance == NULL || r->number == NULL)
      return MC_ERR_MEMORY;
    MC_TRY(mc_distance_queries_make(&r->queries, &s->pass.screen));
  }
  return MC_OK;
}

/* ---- candidates ---- */

/* What take() knows. */
typedef struct {
  const nearest *s;
  searcher *r;
} search;

/* Takes a sum that is within the limit of query q. */
static void take(void *context, int64_t q, int64_t lane, double sum) {
  const search *c = context;
  const nearest *s = c->s;
  searcher *r = c->r;
  if (s->n->job.self && lane == r->queries.panel * LANES + q)
    return;
  double *distance = r->distance + q * s->k;
  r->found[q] =
    mc_distance_closest_add(distance, r->number + q * s->k, r->found[q], s->k,
                            mc_distance_of_sum(&s->pass.work.metric, sum), s->n->x.point[lane]);
  if (r->found[q] == s->k)
    mc_distance_queries_limit(&r->queries, q, mc_distance_limit(&s->pass.work.metric, distance[0]));
}

/* ---- which panels matter ---- */

static double greatest_limit(const searcher *r) {
  double most = -1;
  for (int q = 0; q < LANES; q++)
    most = r->queries.limit[q] > most ? r->queries.limit[q] : most;
  return most;
}

/* May a box with this bound hold a neighbour of a query? `least` is the least number of its points,
   of which none is nearer than `distance`. */
static bool matters(const nearest *s, const searcher *r, double bound, int32_t least) {
  const double distance = mc_distance_of_sum(&s->pass.work.metric, bound);
  for (int64_t q = 0; q < LANES; q++)
    if (bound <= r->queries.limit[q] &&
        (r->found[q] < s->k ||
         mc_distance_closer(distance, least, r->distance[q * s->k], r->number[q * s->k])))
      return true;
  return false;
}

/* Keeps those of boxes [from, n) that are within the limit; returns where they end. */
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

/* Adds the panels of groups [opened, last). */
static void open_groups(const nearest *s, searcher *r, int64_t last) {
  for (; r->opened < last; r->opened++) {
    const int64_t group = r->group[r->opened];
    double bound[MC_DISTANCE_GROUP];
    const int64_t count = mc_distance_neighbors_panels(&s->pass, r->queries.panel, group, bound);
    for (int64_t p = 0; p < count; p++) {
      r->bound[r->panels] = bound[p];
      r->which[r->panels++] = (int32_t) (group * MC_DISTANCE_GROUP + p);
    }
  }
}

/* Puts the nearest panels in order, twice as many as before, of those that are within the limit. */
static void choose(const nearest *s, searcher *r) {
  const double limit = greatest_limit(r);
  r->groups = keep_within(limit, r->group_bound, r->group, r->opened, r->groups);
  const int64_t few = mc_min(r->groups - r->opened, 1 + r->wanted / MC_DISTANCE_GROUP);
  mc_distance_closest_select(r->group_bound + r->opened, r->group + r->opened,
                             r->groups - r->opened, few);
  open_groups(s, r, r->opened + few);
  r->panels = keep_within(limit, r->bound, r->which, r->at, r->panels);
  const int64_t some = mc_min(r->panels - r->at, r->wanted);
  mc_distance_closest_select(r->bound + r->at, r->which + r->at, r->panels - r->at, some);
  mc_distance_closest_sort(r->bound + r->at, r->which + r->at, some);
  r->last = r->at + some;
  r->wanted *= 2;
}

static void start(const nearest *s, searcher *r, int64_t panel) {
  mc_distance_queries_start(&r->queries, &s->pass.screen, panel);
  for (int64_t q = 0; q < LANES; q++) {
    r->found[q] = 0;
    const bool there = panel * LANES + q < s->n->queries;
    mc_distance_queries_limit(&r->queries, q, there ? (double) INFINITY : -1);
  }
  r->groups = mc_distance_neighbors_groups(&s->pass, panel, r->group_bound);
  for (int64_t g = 0; g < r->groups; g++)
    r->group[g] = (int32_t) g;
  r->at = r->last = r->panels = r->opened = 0;
  r->wanted = 2 + 2 * (s->k / LANES); /* these panels have more than k points */
}

static void finish(const nearest *s, searcher *r) {
  const int64_t first = r->queries.panel * LANES, count = mc_min(LANES, s->n->queries - first);
  for (int64_t q = 0; q < count; q++) {
    const int64_t query = s->n->y.point[first + q];
    double *distance = r->distance + q * s->k;
    int32_t *number = r->number + q * s->k;
    mc_distance_closest_sort_heap(distance, number, r->found[q]);
    for (int64_t j = 0; j < s->k; j++) {
      const bool there = j < r->found[q];
      s->number[query + j * s->n->queries] =
        there ? s->n->job.first + number[j] : s->n->job.no_number;
      s->distance[query + j * s->n->queries] = there ? distance[j] : s->n->job.no_distance;
    }
  }
}

static void search_panel(void *context, int64_t panel, int thread) {
  const nearest *s = context;
  searcher *r = &s->searcher[thread];
  search c = {s, r};
  start(s, r, panel);
  while (r->opened < r->groups || r->last < r->panels) {
    choose(s, r);
    for (; r->at < r->last; r->at++) {
      const int32_t p = r->which[r->at];
      if (matters(s, r, r->bound[r->at], s->n->x.panel.least[p]))
        mc_distance_neighbors_meet(&s->pass, &r->queries, p, thread, take, &c);
    }
  }
  finish(s, r);
}

mc_status mc_distance_nearest(mc_distance_neighbors *n, int64_t k, int32_t *number,
                              double *distance, const mc_call *call) {
  nearest s = {.n = n, .k = k, .number = number, .distance = distance};
  if (k == 0)
    return MC_OK;
  MC_TRY(mc_distance_neighbors_pack(&s.pass, n, 0, 1, call));
  MC_TRY(make_searchers(&s, s.pass.work.plan.threads, call->arena));
  return mc_distance_neighbors_each(&s.pass, search_panel, &s);
}
