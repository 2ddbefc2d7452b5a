#include "distance/neighbors.h"

#include <float.h>
#include <math.h>

#include "base/integers.h"
#include "distance/distance.h"

/* ---- numbers that are read in any order ---- */

static void widen(void *context, int64_t first, int64_t last) {
  const mc_matrix *const *m = context; /* from, to */
  const int32_t *from = m[0]->data;
  double *to = (double *) (uintptr_t) m[1]->data;
  for (int64_t i = first; i < last; i++)
    to[i] = from[i] == INT32_MIN ? (double) NAN : (double) from[i];
}

/* Makes doubles of a matrix of integers. */
static mc_status in_doubles(mc_matrix *x, int threads, mc_arena *arena) {
  enum { AT_ONCE = 1 << 16 };
  if (x->type == MC_F64)
    return MC_OK;
  mc_matrix wide = {mc_alloc(arena, x->rows * x->columns, sizeof(double)), MC_F64, x->rows,
                    x->columns};
  if (wide.data == NULL)
    return MC_ERR_MEMORY;
  const mc_matrix *both[2] = {x, &wide};
  mc_ranges(threads, x->rows * x->columns, AT_ONCE, widen, both);
  *x = wide;
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

/* ---- progress of a part of the work ---- */

typedef struct {
  const mc_monitor *whole;
  double from, to;
} stage;

static bool poll_stage(void *data, double done) {
  const stage *s = data;
  return s->whole->poll(s->whole->data, s->from + (s->to - s->from) * done);
}

/* The call with a monitor of its own, which takes the room that is given. */
static mc_call call_stage(const mc_call *call, double from, double to, stage *s,
                          mc_monitor *monitor) {
  mc_call part = *call;
  if (mc_monitor_listens(call->monitor)) {
    *s = (stage){call->monitor, from, to};
    *monitor = (mc_monitor){.poll = poll_stage, .data = s, .pass = call->monitor->pass};
    part.monitor = monitor;
  }
  return part;
}

/* ---- the search ---- */

static mc_status order_all(mc_neighbors *n, const mc_call *call) {
  mc_monitor_start(call->monitor, (double) n->points + (double) n->queries + 1);
  MC_TRY(in_doubles(&n->job.x, n->threads, call->arena));
  MC_TRY(mc_order_make(&n->x, &n->job.x, n->threads, call));
  n->y = n->x;
  if (n->job.self)
    return MC_OK;
  MC_TRY(in_doubles(&n->job.y, n->threads, call->arena));
  return mc_order_make(&n->y, &n->job.y, n->threads, call);
}

mc_status mc_neighbors_begin(mc_neighbors *n, const mc_neighbors_job *job, const mc_call *call) {
  *n = (mc_neighbors){.job = *job, .points = job->x.rows};
  n->queries = job->self ? job->x.rows : job->y.rows;
  if (!job->self && job->x.columns != job->y.columns)
    return MC_ERR_ARGUMENT;
  const double d = (double) job->x.columns;
  n->threads = mc_call_threads(call, (double) n->points * (double) n->queries * (d + 1) * 1e-10);
  stage s;
  mc_monitor monitor;
  const mc_call part = call_stage(call, 0, 0, &s, &monitor);
  return order_all(n, &part);
}

mc_status mc_neighbors_run(mc_neighbors *n, mc_distance_sink *sink, double from, double to,
                           const mc_call *call) {
  ordered x = {.x = &n->job.x, .point = n->x.point, .threads = n->threads};
  ordered y = {.x = &n->job.y, .point = n->y.point, .threads = n->threads};
  const mc_distance_job job = {.x = columns_of(&x),
                               .y = n->job.self ? (mc_columns){0} : columns_of(&y),
                               .symmetric = n->job.self,
                               .squared = true,
                               .fused = n->job.fused,
                               .algorithm = MC_DISTANCE_TILE};
  mc_distance_report report;
  stage s;
  mc_monitor monitor;
  const mc_call part = call_stage(call, from, to, &s, &monitor);
  MC_TRY(mc_distance_run(&job, sink, &report, &part));
  n->threads = report.threads;
  return MC_OK;
}

/* If the root, rounded, is at most t, the sum is at most t^2 (1 + 2^-52 + 2^-106); the product is
   at least t^2 (1 - 2^-53), or where it underflows t^2 - 2^-1074. */
double mc_neighbors_limit(double distance) {
  return distance * distance * (1 + 0x1p-50) + DBL_MIN;
}

/* To `count` boxes from `first` on, up to a multiple of 8. */
static void bounds(const mc_neighbors *n, const mc_kernels *kernels, int64_t panel,
                   const mc_boxes *boxes, int64_t first, int64_t count, double *bound) {
  const mc_boxes *own = &n->y.panel;
  (n->job.fused ? kernels->distance_boxes_f64_fused : kernels->distance_boxes_f64)(
    own->low + panel, own->high + panel, own->step, boxes->low + first, boxes->high + first,
    boxes->step, n->job.x.columns, count, bound);
}

int64_t mc_neighbors_groups(const mc_neighbors *n, const mc_kernels *kernels, int64_t panel,
                            double *bound) {
  bounds(n, kernels, panel, &n->x.group, 0, n->x.group.step, bound);
  return n->x.group.count;
}

int64_t mc_neighbors_panels(const mc_neighbors *n, const mc_kernels *kernels, int64_t panel,
                            int64_t group, double *bound) {
  const int64_t first = group * MC_ORDER_GROUP;
  bounds(n, kernels, panel, &n->x.panel, first, mc_min(MC_ORDER_GROUP, n->x.panel.step - first),
         bound);
  return mc_min(MC_ORDER_GROUP, n->x.panel.count - first);
}
