#include "tropical/recursion.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "base/integers.h"
#include "base/tasks.h"
#include "tropical/zmorton.h"

/* ---- splitting ---- */

static bool is_empty(const mc_tropical_call *t) {
  return t->i.count == 0 || t->j.count == 0 || t->k.count == 0;
}

static int64_t extent(const mc_tropical_call *t) {
  int64_t n = t->i.count > t->j.count ? t->i.count : t->j.count;
  return n > t->k.count ? n : t->k.count;
}

static void cut(mc_tropical_range r, int64_t at, mc_tropical_range half[2]) {
  const int64_t first = mc_min(at, r.count);
  half[0] = (mc_tropical_range){r.first, first};
  half[1] = (mc_tropical_range){r.first + first, r.count - first};
}

/* Calls in their order. */
typedef struct {
  mc_tropical_call one[MC_SUB_CALLS];
  int wave[MC_SUB_CALLS];
  int count;
} calls;

/* Halves are those of the Z-Morton layout. */
static calls split(const mc_tropical_recursion *r, const mc_tropical_call *t) {
  const int64_t at = mc_tropical_zmorton_cut(extent(t));
  mc_tropical_range half[6]; /* by mc_tropical_half */
  cut(t->i, at, half + MC_I1);
  cut(t->j, at, half + MC_J1);
  cut(t->k, at, half + MC_K1);
  calls all = {.count = 0};
  for (const mc_tropical_sub_call *s = r->functions[t->function].call; s->wave != 0; s++) {
    const mc_tropical_call next = {s->function, half[s->i], half[s->j], half[s->k]};
    if (is_empty(&next))
      continue;
    all.one[all.count] = next;
    all.wave[all.count++] = s->wave;
  }
  return all;
}

/* ---- inside a region: tasks ---- */

typedef struct {
  const mc_tropical_recursion *r;
  atomic_int status; /* the result of the first tile that failed */
} region;

static void do_tile(region *g, const mc_tropical_call *t) {
  const mc_tropical_recursion *r = g->r;
  if (atomic_load_explicit(&g->status, memory_order_relaxed) != MC_OK)
    return;
  const mc_status status =
    r->functions[t->function].tile(r->context, t->i.first, t->j.first, t->k.first);
  int before = MC_OK;
  if (status != MC_OK)
    atomic_compare_exchange_strong(&g->status, &before, (int) status);
}

/* A call as a task. */
typedef struct {
  region *g;
  mc_tropical_call t;
} visited;

/* All of k for some tiles of i and j. */
static void do_product(mc_tasks *tasks, const void *argument) {
  const visited *v = argument;
  const mc_tropical_call *t = &v->t;
  (void) tasks;
  for (int64_t k = 0; k < t->k.count; k++)
    for (int64_t i = 0; i < t->i.count; i++)
      for (int64_t j = 0; j < t->j.count; j++)
        do_tile(v->g, &(mc_tropical_call){.function = t->function,
                                          .i = {t->i.first + i, 1},
                                          .j = {t->j.first + j, 1},
                                          .k = {t->k.first + k, 1}});
}

/* Cuts a product into pieces of up to `side` x `side` tiles, but into a few pieces for each
   thread. */
static void visit_product(mc_tasks *tasks, const visited *v, int64_t side) {
  enum { FEW = 4 };
  const mc_tropical_call *t = &v->t;
  mc_task_group all = {0};
  while (side > 1 && t->i.count * t->j.count < FEW * v->g->r->threads * side * side)
    side--;
  for (int64_t i = 0; i < t->i.count; i += side)
    for (int64_t j = 0; j < t->j.count; j += side) {
      visited next = *v;
      next.t.i = (mc_tropical_range){t->i.first + i, mc_min(side, t->i.count - i)};
      next.t.j = (mc_tropical_range){t->j.first + j, mc_min(side, t->j.count - j)};
      if (i + side >= t->i.count && j + side >= t->j.count)
        do_product(tasks, &next);
      else
        mc_tasks_add(tasks, &all, do_product, &next, sizeof next);
    }
  mc_tasks_wait(tasks, &all);
}

static void visit(mc_tasks *tasks, const void *argument) {
  const visited *v = argument;
  if (extent(&v->t) == 1) {
    do_tile(v->g, &v->t);
    return;
  }
  const int64_t task = v->g->r->functions[v->t.function].task;
  if (task > 0) {
    visit_product(tasks, v, task);
    return;
  }
  const calls all = split(v->g->r, &v->t);
  mc_task_group wave = {0};
  for (int n = 0; n < all.count; n++) {
    const visited next = {v->g, all.one[n]};
    const bool last = n + 1 == all.count || all.wave[n + 1] != all.wave[n];
    if (!last) {
      mc_tasks_add(tasks, &wave, visit, &next, sizeof next);
    } else {
      visit(tasks, &next);
      mc_tasks_wait(tasks, &wave);
    }
  }
}

/* ---- outside: large calls one after the other, on the main thread ---- */

static mc_status descend(const mc_tropical_recursion *r, const mc_tropical_call *t) {
  if (extent(t) > r->region) {
    const calls all = split(r, t);
    for (int n = 0; n < all.count; n++)
      MC_TRY(descend(r, &all.one[n]));
    return MC_OK;
  }
  region g = {.r = r};
  const visited all = {&g, *t};
  mc_tasks_run(r->threads, visit, &all);
  MC_TRY((mc_status) atomic_load(&g.status));
  const double work = (double) t->i.count * (double) t->j.count * (double) t->k.count;
  return mc_monitor_step(r->monitor, r->weight * r->functions[t->function].share * work);
}

mc_status mc_tropical_recurse(const mc_tropical_recursion *r, const mc_tropical_call *call) {
  return is_empty(call) ? MC_OK : descend(r, call);
}

int64_t mc_tropical_recursion_region(int64_t side, int threads, double poll_every) {
  const double most = poll_every > 0 ? poll_every : 1e9 * threads;
  int64_t tiles = 1;
  for (double s = 2 * (double) side; s * s * s <= most || (tiles == 1 && !(poll_every > 0)); s *= 2)
    tiles *= 2;
  return tiles;
}
