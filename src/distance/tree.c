#include "distance/tree.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "distance/closest.h"
#include "distance/types.h"

enum {
  LANES = MC_DISTANCE_LANES,
  SAMPLE = 128,     /* points of a range that its variances are computed from */
  SERIAL = 4096,    /* fewer points are not worth another thread */
  MOST_RANGES = 512 /* for all threads */
};

typedef struct {
  int64_t first, last;
} range;

typedef struct {
  const double *x;
  int64_t rows, columns;
  mc_distance_tree *order;
  double *key;    /* of the points of a range, in their present order */
  uint8_t *odd;   /* points with NaN or infinite values */
  int64_t finite; /* points before the first of them */
  range *ranges;
} work;

/* ---- the tree ---- */

static double variance(const work *w, const range *r, int64_t k) {
  const double *column = w->x + k * w->rows;
  const int64_t step = (r->last - r->first + SAMPLE - 1) / SAMPLE;
  double sum = 0, squares = 0, count = 0, origin = column[w->order->point[r->first]];
  for (int64_t i = r->first; i < r->last; i += step) {
    const double v = column[w->order->point[i]] - origin;
    sum += v;
    squares += v * v;
    count++;
  }
  return squares - sum * sum / count;
}

/* Cuts a range into two halves, the first of whole panels. Returns false if the range is a
   panel. */
static bool cut(const work *w, const range *r, range halves[2]) {
  const int64_t n = r->last - r->first;
  if (n <= LANES || w->columns == 0)
    return false;
  int64_t along = 0;
  double most = -1;
  for (int64_t k = 0; k < w->columns; k++) {
    const double v = variance(w, r, k); /* NaN after an overflow: then never the largest */
    if (v > most) {
      most = v;
      along = k;
    }
  }
  const int64_t half = mc_min(mc_round_up(n / 2, LANES), (n - 1) / LANES * LANES);
  int32_t *point = w->order->point + r->first;
  double *key = w->key + r->first;
  for (int64_t i = 0; i < n; i++)
    key[i] = w->x[along * w->rows + point[i]];
  mc_distance_closest_select(key, point, n, half);
  halves[0] = (range){r->first, r->first + half};
  halves[1] = (range){r->first + half, r->last};
  return true;
}

static void cut_up(const work *w, const range *r) {
  range halves[2];
  if (cut(w, r, halves)) {
    cut_up(w, &halves[0]);
    cut_up(w, &halves[1]);
  }
}

MC_BODY(cut_range, const work, w, id) {
  cut_up(w, &w->ranges[id]);
}

/* Cuts the largest ranges one after the other until there are enough for all threads, which cut up
   the rest. */
static mc_status cut_all(work *w, int threads, mc_monitor *monitor) {
  const int64_t enough = mc_min(8 * (int64_t) threads, MOST_RANGES / 2);
  int64_t count = 1;
  w->ranges[0] = (range){0, w->finite};
  for (int64_t before = 0; threads > 1 && count < enough && count > before;) {
    before = count;
    for (int64_t i = 0; i < before; i++) {
      range halves[2];
      if (w->ranges[i].last - w->ranges[i].first > SERIAL && cut(w, &w->ranges[i], halves)) {
        w->ranges[i] = halves[0];
        w->ranges[count++] = halves[1];
      }
    }
  }
  return mc_run_each(monitor, threads, count, (double) w->finite / (double) count, cut_range, w);
}

/* ---- points that are not finite ---- */

static void find_odd(void *context, int64_t first, int64_t last) {
  const work *w = context;
  memset(w->odd + first, 0, (size_t) (last - first));
  for (int64_t k = 0; k < w->columns; k++) {
    const double *column = w->x + k * w->rows;
    for (int64_t i = first; i < last; i++)
      w->odd[i] |= !(column[i] - column[i] == 0);
  }
}

static void set_apart(work *w) {
  int64_t front = 0, back = w->rows;
  for (int64_t i = 0; i < w->rows; i++)
    w->order->point[w->odd[i] ? --back : front++] = (int32_t) i;
  w->finite = front;
}

/* ---- boxes ---- */

static mc_status make_boxes(mc_distance_boxes *b, int64_t count, int64_t d, mc_arena *arena) {
  *b = (mc_distance_boxes){.count = count, .step = mc_round_up(count, 8)};
  if (d > 0 && b->step > INT64_MAX / 16 / d)
    return MC_ERR_SIZE;
  b->low = mc_alloc(arena, b->step * d, sizeof *b->low);
  b->high = mc_alloc(arena, b->step * d, sizeof *b->high);
  b->least = mc_alloc(arena, b->step, sizeof *b->least);
  return b->low == NULL || b->high == NULL || b->least == NULL ? MC_ERR_MEMORY : MC_OK;
}

/* Makes one coordinate of all boxes. Boxes that fill up are from -Inf to Inf. */
MC_BODY(box, const work, w, k) {
  const double *column = w->x + k * w->rows;
  const mc_distance_boxes *panel = &w->order->panel, *group = &w->order->group;
  double *low = panel->low + k * panel->step, *high = panel->high + k * panel->step;
  for (int64_t p = 0; p < panel->step; p++) {
    const int64_t first = p * LANES, last = mc_min(first + LANES, w->rows);
    const bool everywhere = last > w->finite || first >= last;
    low[p] = everywhere ? -INFINITY : INFINITY;
    high[p] = -low[p];
    for (int64_t i = first; i < last && !everywhere; i++) {
      const double v = column[w->order->point[i]];
      low[p] = v < low[p] ? v : low[p];
      high[p] = v > high[p] ? v : high[p];
    }
  }
  double *lower = group->low + k * group->step, *higher = group->high + k * group->step;
  for (int64_t g = 0; g < group->step; g++) {
    const int64_t first = g * MC_DISTANCE_GROUP,
                  last = mc_min(first + MC_DISTANCE_GROUP, panel->count);
    lower[g] = first < last ? INFINITY : -INFINITY;
    higher[g] = -lower[g];
    for (int64_t p = first; p < last; p++) {
      lower[g] = low[p] < lower[g] ? low[p] : lower[g];
      higher[g] = high[p] > higher[g] ? high[p] : higher[g];
    }
  }
}

static void find_least(mc_distance_tree *o) {
  for (int64_t i = 0; i < o->points; i++) {
    int32_t *panel = &o->panel.least[i / LANES];
    int32_t *group = &o->group.least[i / LANES / MC_DISTANCE_GROUP];
    if (i % LANES == 0 || o->point[i] < *panel)
      *panel = o->point[i];
    if (i % (LANES * MC_DISTANCE_GROUP) == 0 || o->point[i] < *group)
      *group = o->point[i];
  }
}

mc_status mc_distance_tree_make(mc_distance_tree *order, const mc_matrix *x, int threads,
                                const mc_call *call) {
  const int64_t n = x->rows, d = x->columns, panels = n / LANES + (n % LANES != 0);
  *order = (mc_distance_tree){.points = n};
  if (n > INT32_MAX)
    return MC_ERR_SIZE;
  MC_TRY(make_boxes(&order->panel, panels, d, call->arena));
  MC_TRY(make_boxes(&order->group, mc_round_up(panels, MC_DISTANCE_GROUP) / MC_DISTANCE_GROUP, d,
                    call->arena));
  work w = {.x = x->data, .rows = n, .columns = d, .order = order};
  order->point = mc_alloc(call->arena, n, sizeof *order->point);
  w.key = mc_alloc(call->arena, n, sizeof *w.key);
  w.odd = mc_alloc(call->arena, n, 1);
  w.ranges = mc_alloc(call->arena, MOST_RANGES, sizeof *w.ranges);
  if (order->point == NULL || w.key == NULL || w.odd == NULL || w.ranges == NULL)
    return MC_ERR_MEMORY;
  mc_ranges(threads, n, SERIAL, find_odd, &w);
  set_apart(&w);
  MC_TRY(cut_all(&w, threads, call->monitor));
  find_least(order);
  return mc_run_each(call->monitor, threads, d, (double) n / (double) (d > 0 ? d : 1), box, &w);
}
