/* The driver of Chatterjee's xi:

     for each block of columns of y
       rank the columns, pack them into panels
       for each block of columns of x
         rank and order the columns; tied rows come in a random order
         for each panel and chunk of columns of x, by threads
           for each column of x: xi with all columns of the panel     (kernels/kendall/xi.h)
           pairs that lack rows: one by one                           (xi_pair.h)

   A block has all columns, unless scratch is short. */

#include "kendall/xi.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "kendall/normal.h"
#include "kendall/ranks.h"
#include "kendall/request.h"
#include "kendall/xi_order.h"
#include "kendall/xi_pair.h"
#include "kendall/xi_panels.h"
#include "pairs/rows.h"

/* Progress is counted in pairs of columns; ranking a column counts as one. */
static const double RANKING_WORK = 1;

/* Fewer columns of y than this are not worth a panel: all pairs are counted one by one. */
enum { WORTH_A_PANEL = 4 };

typedef struct {
  const mc_kendall_xi_request *request;
  const mc_kendall_xi_results *to;
  const mc_call *call;
  mc_pairs_rows rows;
  int64_t n, x_columns, y_columns;
  int64_t x_side, y_side; /* columns of a block */
  int threads;
  bool test, pairwise, packs;
  bool shared;          /* x against itself in one block: b is a */
  int32_t *permutation; /* NULL until it is drawn */
  mc_kendall_ranks a, b;
  mc_kendall_rank_scratch sorting;
  uint32_t *count; /* mc_kendall_xi_pair_scratch() numbers for each thread */
  mc_kendall_xi_panels panels;
  int64_t x0, y0; /* the first columns of the blocks */
  int64_t chunk;  /* columns of x of a job */
  _Atomic int64_t constant_pairs;
} run;

/* ---- plan ---- */

static const mc_kendall_ranks_extras OF_X = {.order = true}, OF_Y = {.order = false};

static int width_of(int64_t n) {
  return n <= MC_RANK16_NA ? 2 : 4;
}

/* Bytes of the blocks, with one panel at least. */
static int64_t x_bytes(const run *k, int64_t columns) {
  return columns * mc_kendall_ranks_column_bytes(k->n, OF_X);
}

static int64_t y_bytes(const run *k, int64_t columns) {
  return (k->shared ? 0 : columns * mc_kendall_ranks_column_bytes(k->n, OF_Y)) +
         (k->packs ? mc_kendall_xi_panels_bytes(k->n, width_of(k->n), columns) : 0);
}

/* Chooses threads and blocks. The costs of a row of a pair: 10 ps in a panel, 1 ns one by one. */
static void plan(run *k) {
  const mc_kendall_xi_request *r = k->request;
  const double pairs = (double) k->x_columns * (double) k->y_columns, n = (double) k->n;
  const int64_t scratch = r->scratch > 0 ? r->scratch : MC_KENDALL_SCRATCH;
  const int64_t a_thread = mc_kendall_rank_scratch_bytes(k->n) + 8 * k->n;
  k->packs = k->n > 1 && k->y_columns >= WORTH_A_PANEL;
  k->threads = mc_call_threads(
    k->call, n * (pairs * (k->packs ? 1e-11 : 1e-9) +
                  (double) (k->x_columns + (r->symmetric ? 0 : k->y_columns)) * 1e-8));
  k->threads = (int) mc_max(1, mc_min(k->threads, scratch / 4 / a_thread));
  const int64_t room = mc_max(scratch / 2, scratch - k->threads * a_thread);
  k->shared = r->symmetric;
  k->x_side = k->x_columns;
  k->y_side = k->y_columns;
  if (x_bytes(k, k->x_side) + y_bytes(k, k->y_side) <= room)
    return;
  k->shared = false;
  const int64_t panel = mc_kendall_xi_panel_columns(width_of(k->n));
  k->x_side = mc_max(1, mc_min(k->x_side, room / 2 / x_bytes(k, 1)));
  k->y_side = mc_max(1, room / 2 / (y_bytes(k, panel) / panel) / panel) * panel;
  k->y_side = mc_min(k->y_columns, k->y_side);
}

static mc_status make_buffers(run *k) {
  mc_arena *arena = k->call->arena;
  MC_TRY(mc_kendall_ranks_make(&k->a, k->n, k->x_side, OF_X, arena));
  if (!k->shared)
    MC_TRY(mc_kendall_ranks_make(&k->b, k->n, k->y_side, OF_Y, arena));
  if (k->packs)
    MC_TRY(mc_kendall_xi_panels_make(&k->panels, k->n, k->a.width, k->y_side, arena));
  MC_TRY(mc_kendall_rank_scratch_make(&k->sorting, k->n, k->threads, arena));
  k->count = mc_alloc(arena, k->threads * mc_kendall_xi_pair_scratch(k->n), sizeof *k->count);
  return k->count == NULL ? MC_ERR_MEMORY : MC_OK;
}

/* ---- results ---- */

/* Touches the results; fills them if there are no rows. */
static mc_status begin_results(const run *k) {
  const mc_kendall_xi_results *to = k->to;
  const int64_t cells = k->x_columns * k->y_columns;
  double *numbers[] = {to->xi, to->z, to->p};
  mc_fresh fresh[4];
  int count = 0;
  for (int q = 0; q < 3; q++)
    if (numbers[q] != NULL)
      fresh[count++] = (mc_fresh){numbers[q], cells * (int64_t) sizeof **numbers};
  if (to->n != NULL)
    fresh[count++] = (mc_fresh){to->n, cells * (int64_t) sizeof *to->n};
  MC_TRY(mc_first_touch_all(fresh, count, k->threads, k->call->monitor));
  for (int q = 0; q < 3 && k->n == 0; q++)
    for (int64_t i = 0; numbers[q] != NULL && i < cells; i++)
      numbers[q][i] = k->request->na;
  for (int64_t i = 0; k->n == 0 && to->n != NULL && i < cells; i++)
    to->n[i] = 0;
  return MC_OK;
}

static void put(const run *k, int64_t at, double xi, double z_of_one, int64_t n) {
  k->to->xi[at] = xi;
  if (!k->test)
    return;
  k->to->z[at] = xi * z_of_one;
  k->to->p[at] = mc_kendall_normal_upper(k->to->z[at]);
  k->to->n[at] = (int32_t) n;
}

static void put_na(const run *k, int64_t at, int64_t n) {
  const double na = k->request->na;
  k->to->xi[at] = na;
  if (!k->test)
    return;
  k->to->z[at] = k->to->p[at] = na;
  k->to->n[at] = (int32_t) n;
}

static void put_constant(run *k, int64_t at, int64_t n) {
  put_na(k, at, n);
  atomic_fetch_add_explicit(&k->constant_pairs, 1, memory_order_relaxed);
}

/* Columns i of a and j of b, over the rows that both have. */
static void put_pair(run *k, int64_t at, int64_t i, int64_t j, int thread) {
  const mc_kendall_ranks *b = k->shared ? &k->a : &k->b;
  const bool lacks = k->a.column[i].missing || b->column[j].missing;
  if (lacks && !k->pairwise && !k->test) {
    put_na(k, at, 0);
    return;
  }
  const mc_kendall_xi_result r = mc_kendall_xi_pair(
    &k->a, i, b, j, k->test, k->count + thread * mc_kendall_xi_pair_scratch(k->n));
  if (r.n <= 1 || (lacks && !k->pairwise))
    put_na(k, at, r.n);
  else if (r.margin.scale == 0)
    put_constant(k, at, r.n);
  else
    put(k, at, r.xi, r.margin.z, r.n);
}

/* ---- a block of x and a block of y ---- */

enum { SOME = 16, WIDEST = MC_XI_COLUMNS16 }; /* columns of x that are written together */

static void count_column(const run *k, const mc_kendall_xi_panel *panel, int64_t i, double *xi) {
  const int64_t at = i * k->a.stride;
  if (k->a.width == 2)
    k->call->kernels->kendall_xi16(panel, (const uint16_t *) k->a.order + at, k->n, xi);
  else
    k->call->kernels->kendall_xi32(panel, (const uint32_t *) k->a.order + at, k->n, xi);
}

/* Columns [i0, i1) of a with the columns of a panel; at most SOME. */
static void do_some(run *k, int64_t id, int64_t i0, int64_t i1, int thread) {
  const mc_kendall_xi_panels *p = &k->panels;
  const mc_kendall_xi_panel panel = mc_kendall_xi_panels_at(p, id);
  const mc_kendall_ranks *b = k->shared ? &k->a : &k->b;
  const int64_t j0 = id * p->panel_columns, j1 = mc_min(b->columns, j0 + p->panel_columns);
  double xi[SOME][WIDEST];
  bool plain = p->plain[id];
  for (int64_t i = i0; i < i1; i++) {
    plain &= !k->a.column[i].missing;
    if (!k->a.column[i].missing)
      count_column(k, &panel, i, xi[i - i0]);
  }
  if (plain && !k->test) {
    for (int64_t j = j0; j < j1; j++) {
      double *column = k->to->xi + k->x0 + (k->y0 + j) * k->x_columns;
      for (int64_t i = i0; i < i1; i++)
        column[i] = xi[i - i0][j - j0];
    }
    return;
  }
  for (int64_t j = j0; j < j1; j++)
    for (int64_t i = i0; i < i1; i++) {
      const int64_t at = k->x0 + i + (k->y0 + j) * k->x_columns;
      if (!plain && (k->a.column[i].missing || b->column[j].missing))
        put_pair(k, at, i, j, thread);
      else if (!plain && p->scale[j] == 0)
        put_constant(k, at, k->n);
      else
        put(k, at, xi[i - i0][j - j0], p->z[j], k->n);
    }
}

/* A chunk of columns of a with a panel, or with a column of b. */
static void do_chunk(void *context, int64_t id, int thread) {
  run *k = context;
  const int64_t chunks = (k->a.columns + k->chunk - 1) / k->chunk, j = id / chunks;
  const int64_t first = id % chunks * k->chunk, last = mc_min(k->a.columns, first + k->chunk);
  if (k->packs)
    for (int64_t i = first; i < last; i += SOME)
      do_some(k, j, i, mc_min(last, i + SOME), thread);
  else
    for (int64_t i = first; i < last; i++)
      put_pair(k, k->x0 + i + (k->y0 + j) * k->x_columns, i, j, thread);
}

/* A job takes about 10 microseconds, or at least one column of x. */
static mc_status count_blocks(run *k) {
  const mc_kendall_ranks *b = k->shared ? &k->a : &k->b;
  const int64_t others = k->packs ? k->panels.panels : b->columns;
  k->chunk = mc_max(1, mc_min(4 * SOME, (1 << 14) / k->n));
  const int64_t jobs = (k->a.columns + k->chunk - 1) / k->chunk * others;
  const double pairs = (double) k->a.columns * (double) b->columns;
  mc_monitor_phase(k->call->monitor);
  return mc_run_each(k->call->monitor, k->threads, jobs, pairs / (double) jobs, do_chunk, k);
}

/* ---- blocks ---- */

static mc_status rank(run *k, mc_kendall_ranks *ranks, const mc_columns *from, int64_t first,
                      int64_t last) {
  const mc_kendall_rank_job job = {ranks, from, first, last};
  return mc_kendall_ranks_fill(&job, 1, k->rows.row, k->threads, &k->sorting, RANKING_WORK,
                               k->call);
}

static mc_status draw(run *k) {
  k->permutation = mc_alloc(k->call->arena, k->n, sizeof *k->permutation);
  if (k->permutation == NULL)
    return MC_ERR_MEMORY;
  return k->request->draw(k->request->data, k->n, k->permutation);
}

static mc_status rank_x(run *k) {
  MC_TRY(rank(k, &k->a, &k->request->x, k->x0, mc_min(k->x_columns, k->x0 + k->x_side)));
  if (k->request->draw == NULL || !mc_kendall_xi_any_tied(&k->a))
    return MC_OK;
  if (k->permutation == NULL)
    MC_TRY(draw(k));
  mc_kendall_xi_order_ties(&k->a, k->permutation, k->threads, k->count);
  return MC_OK;
}

static mc_status rank_y(run *k) {
  const mc_columns *from = k->request->symmetric ? &k->request->x : &k->request->y;
  if (!k->shared)
    MC_TRY(rank(k, &k->b, from, k->y0, mc_min(k->y_columns, k->y0 + k->y_side)));
  if (!k->packs)
    return MC_OK;
  return mc_kendall_xi_panels_fill(&k->panels, k->shared ? &k->a : &k->b, k->test, k->threads,
                                   k->count, k->call);
}

static mc_status do_blocks(run *k) {
  const bool one = k->x_side >= k->x_columns;
  if (one)
    MC_TRY(rank_x(k));
  for (; k->y0 < k->y_columns; k->y0 += k->y_side) {
    MC_TRY(rank_y(k));
    for (k->x0 = 0; k->x0 < k->x_columns; k->x0 += k->x_side) {
      if (!one)
        MC_TRY(rank_x(k));
      MC_TRY(count_blocks(k));
    }
    k->x0 = 0;
  }
  return MC_OK;
}

static double work(const run *k) {
  const double x = (double) k->x_columns, y = (double) k->y_columns;
  const double y_blocks = ceil(y / (double) k->y_side);
  return x * y + RANKING_WORK * (k->shared                   ? x
                                 : k->x_side >= k->x_columns ? x + y
                                                             : x * y_blocks + y);
}

mc_status mc_kendall_xi(const mc_kendall_xi_request *request, const mc_kendall_xi_results *to,
                        mc_kendall_xi_report *report, const mc_call *call) {
  run k = {.request = request,
           .to = to,
           .call = call,
           .x_columns = request->x.columns,
           .y_columns = request->symmetric ? request->x.columns : request->y.columns,
           .test = to->z != NULL,
           .pairwise = request->use == MC_USE_PAIRWISE};
  if (request->x.rows > MC_RANKS_MAX_ROWS)
    return MC_ERR_SIZE;
  MC_TRY(mc_pairs_rows_choose(&k.rows, request->use, &request->x,
                              request->symmetric ? NULL : &request->y, call->arena));
  k.n = k.rows.n;
  *report = (mc_kendall_xi_report){.threads = 1};
  if (k.x_columns == 0 || k.y_columns == 0)
    return MC_OK;
  if (k.n == 0) {
    k.threads = 1;
    return begin_results(&k);
  }
  plan(&k);
  MC_TRY(make_buffers(&k));
  mc_monitor_start(call->monitor, work(&k));
  MC_TRY(begin_results(&k));
  MC_TRY(do_blocks(&k));
  *report = (mc_kendall_xi_report){k.threads, atomic_load(&k.constant_pairs)};
  return MC_OK;
}
