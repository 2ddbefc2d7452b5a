#include "distance/neighbors.h"

#include <math.h>

#include "base/integers.h"
#include "distance/tile.h"

/* ---- integers as doubles ---- */

typedef struct {
  const int32_t *from;
  double *to;
} widening;

static void widen(void *context, int64_t first, int64_t last) {
  const widening *w = context;
  for (int64_t i = first; i < last; i++)
    w->to[i] = w->from[i] == INT32_MIN ? (double) NAN : (double) w->from[i];
}

/* Makes a matrix of integers one of doubles. */
static mc_status in_doubles(mc_matrix *x, int threads, mc_arena *arena) {
  enum { AT_ONCE = 1 << 16 };
  if (x->type == MC_F64)
    return MC_OK;
  widening w = {x->data, mc_alloc(arena, x->rows * x->columns, sizeof *w.to)};
  if (w.to == NULL)
    return MC_ERR_MEMORY;
  mc_ranges(threads, x->rows * x->columns, AT_ONCE, widen, &w);
  *x = (mc_matrix){w.to, MC_F64, x->rows, x->columns};
  return MC_OK;
}

/* ---- points in their order, as a source of columns ---- */

typedef struct {
  const mc_matrix *x;
  const int32_t *point;
  double *place; /* of `at_once` columns */
  int64_t first;
  int threads;
} ordered;

MC_BODY(gather, const ordered, o, column) {
  const int64_t n = o->x->rows;
  const double *from = (const double *) o->x->data + (o->first + column) * n;
  double *to = o->place + column * n;
  for (int64_t i = 0; i < n; i++)
    to[i] = from[o->point[i]];
}

static mc_status read_ordered(const mc_columns *columns, int64_t first, int64_t last,
                              mc_arena *arena, mc_matrix *view) {
  ordered *o = columns->source;
  if (o->place == NULL)
    o->place = mc_alloc(arena, columns->rows * columns->at_once, sizeof *o->place);
  if (o->place == NULL)
    return MC_ERR_MEMORY;
  o->first = first;
  mc_each(o->threads, 0, last - first, gather, o);
  *view = (mc_matrix){o->place, MC_F64, columns->rows, last - first};
  return MC_OK;
}

static mc_columns columns_of(ordered *o) {
  enum { NUMBERS = 1 << 20 };
  const int64_t n = o->x->rows, some = n > 0 ? NUMBERS / n : 1;
  return (mc_columns){.rows = n,
                      .columns = o->x->columns,
                      .at_once = some < 1 ? 1 : mc_min(some, o->x->columns + 1),
                      .read = read_ordered,
                      .source = o};
}

/* ---- the order of points ---- */

static mc_status order_all(mc_distance_neighbors *n, const mc_call *call) {
  mc_monitor_start(call->monitor, (double) n->points + (double) n->queries + 1);
  MC_TRY(in_doubles(&n->job.x, n->threads, call->arena));
  MC_TRY(mc_distance_tree_make(&n->x, &n->job.x, n->threads, call));
  n->y = n->x;
  if (n->job.self)
    return MC_OK;
  MC_TRY(in_doubles(&n->job.y, n->threads, call->arena));
  return mc_distance_tree_make(&n->y, &n->job.y, n->threads, call);
}

/* ---- a pass over panels of queries ---- */

static bool poll_part(void *data, double done) {
  const mc_distance_neighbors_pass *p = data;
  return p->whole->poll(p->whole->data, p->from + (p->to - p->from) * done);
}

/* Gives the pass a monitor that reports a part of the whole work. */
static void monitor_part(mc_distance_neighbors_pass *p, double from, double to,
                         const mc_call *call) {
  p->call = *call;
  if (!mc_monitor_listens(call->monitor))
    return;
  p->whole = call->monitor;
  p->from = from;
  p->to = to;
  p->monitor = (mc_monitor){.poll = poll_part, .data = p, .pass = call->monitor->pass};
  p->call.monitor = &p->monitor;
}

mc_status mc_distance_neighbors_begin(mc_distance_neighbors *n,
                                      const mc_distance_neighbors_job *job, const mc_call *call) {
  *n = (mc_distance_neighbors){.job = *job, .points = job->x.rows};
  n->queries = job->self ? job->x.rows : job->y.rows;
  if (!job->self && job->x.columns != job->y.columns)
    return MC_ERR_ARGUMENT;
  const double d = (double) job->x.columns;
  n->threads = mc_call_threads(call, (double) n->points * (double) n->queries * (d + 1) * 1e-10);
  mc_distance_neighbors_pass order; /* whose progress stays at 0 */
  monitor_part(&order, 0, 0, call);
  return order_all(n, &order.call);
}

static mc_status pack(mc_distance_neighbors *n, mc_distance_work *w) {
  MC_TRY(mc_distance_work_pack(w));
  MC_TRY(mc_distance_screen_make(&n->screen, w, &n->y.panel, &n->x.panel));
  n->a = w->a;
  n->b = w->b;
  n->missing = w->missing;
  n->is_packed = true;
  return MC_OK;
}

mc_status mc_distance_neighbors_pack(mc_distance_neighbors_pass *pass, mc_distance_neighbors *n,
                                     double from, double to, const mc_call *call) {
  ordered x = {.x = &n->job.x, .point = n->x.point, .threads = n->threads};
  ordered y = {.x = &n->job.y, .point = n->y.point, .threads = n->threads};
  *pass = (mc_distance_neighbors_pass){.n = n};
  monitor_part(pass, from, to, call);
  pass->job = (mc_distance_job){.x = columns_of(&x),
                                .y = n->job.self ? (mc_columns){0} : columns_of(&y),
                                .symmetric = n->job.self,
                                .metric = n->job.metric,
                                .squared = true,
                                .fused = n->job.fused,
                                .algorithm = MC_DISTANCE_TILE};
  mc_distance_work *w = &pass->work;
  MC_TRY(mc_distance_work_begin(w, &pass->job, &pass->call));
  w->plan.swapped = false; /* queries stay a */
  n->threads = w->plan.threads;
  if (!n->is_packed)
    MC_TRY(pack(n, w));
  w->a = n->a;
  w->b = n->b;
  w->missing = n->missing;
  pass->screen = n->screen;
  pass->screen.work = w;
  pass->shape = mc_distance_work_shape(w);
  mc_monitor_phase(pass->call.monitor);
  return mc_distance_work_scratch(w, mc_distance_panels_scratch(w));
}

mc_status mc_distance_neighbors_each_at(const mc_site *site, mc_distance_neighbors_pass *pass,
                                        mc_body body, void *context) {
  const mc_distance_work *w = &pass->work;
  const int64_t panels = w->a.blocks;
  const double pairs = (double) mc_distance_size(w->b.points, w->a.points, w->job->symmetric);
  const double weight = pairs / (double) (panels > 0 ? panels : 1);
  return mc_run_each_at(site, pass->call.monitor, w->plan.threads, panels, weight, body, context);
}

/* ---- sums within limits ---- */

/* Makes all sums. */
static void meet_all(const mc_distance_neighbors_pass *pass, mc_distance_queries *r, int64_t points,
                     int thread, mc_distance_take take, void *context) {
  const mc_distance_part part = mc_distance_panels(&pass->work, r->panel, points, thread);
  const int64_t lanes = part.lane1 - part.lane0;
  int32_t which[MC_DISTANCE_LANES];
  r->met = 0;
  for (int64_t q = 0; q < part.row1 - part.row0; q++) {
    if (part.count != NULL)
      mc_distance_scale(&pass->shape, &part, q * part.width, lanes);
    const double *sum = (const double *) part.sum + q * part.width;
    const int64_t some = pass->work.kernels->distance_at_most(sum, lanes, r->limit[q], which);
    for (int64_t i = 0; i < some; i++)
      take(context, q, part.lane0 + which[i], sum[which[i]]);
    r->met += some;
  }
}

void mc_distance_neighbors_meet(const mc_distance_neighbors_pass *pass, mc_distance_queries *r,
                                int64_t points, int thread, mc_distance_take take, void *context) {
  uint32_t which[MC_DISTANCE_LANES];
  if (!mc_distance_queries_screen(r, &pass->screen, points, which)) {
    meet_all(pass, r, points, thread, take, context);
    return;
  }
  double sum[MC_DISTANCE_LANES];
  for (int64_t q = 0; q < MC_DISTANCE_LANES; q++) {
    if (which[q] == 0)
      continue;
    mc_distance_queries_sums(r, &pass->screen, q, points, which[q], sum);
    for (int64_t l = 0; l < MC_DISTANCE_LANES; l++)
      if (which[q] >> l & 1 && sum[l] <= r->limit[q])
        take(context, q, points * MC_DISTANCE_LANES + l, sum[l]);
  }
}

/* ---- bounds ---- */

/* Bounds for `count` boxes from `first` on, and more up to a multiple of 8. */
static void bounds(const mc_distance_neighbors_pass *pass, int64_t queries,
                   const mc_distance_boxes *boxes, int64_t first, int64_t count, double *bound) {
  const mc_distance_boxes *own = &pass->n->y.panel;
  pass->work.metric.boxes(own->low + queries, own->high + queries, own->step, boxes->low + first,
                          boxes->high + first, boxes->step, pass->work.b.coordinates, count, bound);
}

int64_t mc_distance_neighbors_groups(const mc_distance_neighbors_pass *pass, int64_t queries,
                                     double *bound) {
  const mc_distance_boxes *group = &pass->n->x.group;
  bounds(pass, queries, group, 0, group->step, bound);
  return group->count;
}

int64_t mc_distance_neighbors_panels(const mc_distance_neighbors_pass *pass, int64_t queries,
                                     int64_t group, double *bound) {
  const int64_t first = group * MC_DISTANCE_GROUP;
  const mc_distance_boxes *panel = &pass->n->x.panel;
  bounds(pass, queries, panel, first, mc_min(MC_DISTANCE_GROUP, panel->step - first), bound);
  return mc_min(MC_DISTANCE_GROUP, panel->count - first);
}
