/* Let the columns of y for all permutations be one matrix. Then the pairs of all permutations are x
   against this matrix. A run walks over them in rounds; each round is a batch of permutations and
   leaves S of the batch in a buffer:

     for each round
       draw the permutations of the batch (the very first one is the identity)
       write S of x against the permuted columns of y to the buffer    (mc_kendall_run)
       p: count how often far(S) is at least that of the identity
       p_max: in place, turn S into z, and z into successive maxima; count again  */

#include "kendall/permutation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/team.h"
#include "kendall/cost.h"
#include "kendall/kendall.h"
#include "kendall/permuted.h"
#include "kendall/ranks.h"

/* A pair that takes part in the maxima, and its z for the data. */
typedef struct {
  double z;
  int64_t at; /* number among all pairs */
} hypothesis;

typedef struct {
  mc_pairs_sink sink; /* first: a pointer to it is a pointer to the whole */
  const mc_kendall_permutation_request *job;
  int64_t n, pairs, batch;
  int64_t done, here; /* permutations of earlier rounds; of this round */
  int threads;

  mc_kendall_ranked *x; /* the ranked columns of x, without ranks */
  mc_kendall_ranks y;
  int32_t *rows; /* of the batch */
  mc_kendall_permuted permuted;
  double *far;   /* [pairs r + pair]: far(S) of the batch */
  double *first; /* [pair]: of the identity */
  double *p, *p_max;

  double *sd; /* for p_max, in the order of z */
  hypothesis *order;
  int64_t ordered;
  double *limit; /* [pair]: maxima are compared with these */
} permutation;

/* ---- tiles ---- */

static double far_of(mc_kendall_alternative alternative, double s) {
  return alternative == MC_LESS ? -s : alternative == MC_GREATER ? s : fabs(s);
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *t, int thread) {
  const permutation *p = (const permutation *) sink;
  const int64_t rows = p->job->x.columns;
  int64_t own[MC_BITS_PANEL * MC_BITS_PANEL];
  const int64_t *s = mc_kendall_finish_s(mc_kendall_tile_of(t), own);
  double *to = p->far + t->row + t->column * rows;
  (void) thread;
  for (int j = 0; j < t->columns; j++)
    for (int i = 0; i < t->rows; i++)
      to[j * rows + i] = far_of(p->job->alternative, (double) s[t->stride * i + j]);
}

/* ---- after a round ---- */

typedef struct {
  const permutation *p;
  const double *limit;
  double *count;
} counting;

/* Counts how often pairs [first, last) reach their limits in the batch. Takes SOME pairs at a
   time. */
static void count_range(void *context, int64_t first, int64_t last) {
  enum { SOME = 32 };
  const counting *c = context;
  int64_t k = first;
  for (; last - k >= SOME; k += SOME) {
    double limit[SOME], count[SOME];
    memcpy(limit, c->limit + k, sizeof limit);
    memcpy(count, c->count + k, sizeof count);
    for (int64_t r = 0; r < c->p->here; r++) {
      const double *far = c->p->far + r * c->p->pairs + k;
      for (int l = 0; l < SOME; l++)
        count[l] += far[l] >= limit[l] ? 1 : 0;
    }
    memcpy(c->count + k, count, sizeof count);
  }
  for (; k < last; k++)
    for (int64_t r = 0; r < c->p->here; r++)
      c->count[k] += c->p->far[r * c->p->pairs + k] >= c->limit[k] ? 1 : 0;
}

static void count_far(const permutation *p, const double *limit, double *count) {
  enum { GRAIN = 2048 };
  counting c = {p, limit, count};
  mc_ranges(p->threads, p->pairs, GRAIN, count_range, &c);
}

/* Turns far(S) of a permutation into maxima of z, each over the pairs from its own pair on. */
MC_BODY(make_maxima, const permutation, p, r) {
  double *far = p->far + r * p->pairs, most = -INFINITY;
  for (int64_t k = p->ordered - 1; k >= 0; k--) {
    double *at = far + p->order[k].at;
    const double z = *at / p->sd[k];
    most = z > most ? z : most;
    *at = most;
  }
}

static int by_z(const void *a, const void *b) {
  const hypothesis *f = a, *g = b;
  return f->z != g->z ? (f->z < g->z) - (f->z > g->z) : (f->at > g->at) - (f->at < g->at);
}

static bool is_constant(const permutation *p, int64_t pair) {
  const int64_t columns = p->job->x.columns;
  return p->x[pair % columns].pairs == 0 || p->y.column[pair / columns].pairs == 0;
}

static double sd_of(const permutation *p, int64_t pair) {
  const mc_kendall_ranked *x = &p->x[pair % p->job->x.columns];
  const mc_kendall_ranked *y = &p->y.column[pair / p->job->x.columns];
  return sqrt(mc_kendall_variance(p->n, x->pairs, x->triples, y->pairs, y->triples));
}

/* Orders the hypotheses, from the most extreme on. */
static void order_pairs(permutation *p) {
  for (int64_t k = 0; k < p->pairs; k++) {
    p->limit[k] = INFINITY;
    if (!is_constant(p, k))
      p->order[p->ordered++] = (hypothesis){p->first[k] / sd_of(p, k), k};
  }
  qsort(p->order, (size_t) p->ordered, sizeof *p->order, by_z);
  for (int64_t k = 0; k < p->ordered; k++) {
    const hypothesis *h = &p->order[k];
    p->sd[k] = sd_of(p, h->at);
    p->limit[h->at] = h->z - fabs(h->z) * MC_Z_ROUNDING;
  }
}

static void end_round(permutation *p) {
  if (p->done == 0)
    memcpy(p->first, p->far, (size_t) p->pairs * sizeof *p->first);
  count_far(p, p->first, p->p);
  if (p->p_max == NULL)
    return;
  if (p->done == 0)
    order_pairs(p);
  mc_each(p->threads, 0, p->here, make_maxima, p);
  count_far(p, p->limit, p->p_max);
}

/* ---- the sink ---- */

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  permutation *p = (permutation *) sink;
  p->threads = p->permuted.threads = shape->threads;
  return mc_first_touch(p->far, p->batch * p->pairs * (int64_t) sizeof *p->far, p->threads,
                        call->monitor);
}

static mc_status next_round(mc_pairs_sink *sink, int64_t number, const mc_call *call) {
  permutation *p = (permutation *) sink;
  (void) call;
  if (number > 0)
    end_round(p);
  p->done = number * p->batch;
  p->here = mc_min(p->batch, p->job->permutations + 1 - p->done);
  /* the identity comes first, and fills up the last batch */
  const int64_t first = number == 0 ? 1 : 0;
  for (int64_t r = 0; r < p->batch; r++)
    for (int64_t i = 0; i < p->n && (r < first || r >= p->here); i++)
      p->rows[r * p->n + i] = (int32_t) i;
  return p->here == first
           ? MC_OK
           : p->job->draw(p->job->data, p->n, p->here - first, p->rows + first * p->n);
}

static bool any_missing(const mc_kendall_ranks *ranks) {
  for (int64_t j = 0; j < ranks->columns; j++)
    if (ranks->column[j].missing)
      return true;
  return false;
}

static mc_status panel(mc_pairs_sink *sink, const mc_pairs_panel *of) {
  permutation *p = (permutation *) sink;
  const mc_kendall_panel *panel = mc_kendall_panel_of(of);
  if (p->done > 0 || of->b0 > 0)
    return MC_OK;
  memcpy(p->x + of->a0, panel->a->column, (size_t) panel->a->columns * sizeof *panel->a->column);
  return any_missing(panel->a) ? MC_ERR_MISSING : MC_OK;
}

static mc_status finish(mc_pairs_sink *sink, const mc_call *call) {
  permutation *p = (permutation *) sink;
  const double all = (double) p->job->permutations + 1;
  double largest = 0;
  (void) call;
  end_round(p);
  for (int64_t k = 0; k < p->pairs; k++)
    p->p[k] = is_constant(p, k) ? p->job->na : p->p[k] / all;
  if (p->p_max == NULL)
    return MC_OK;
  for (int64_t k = 0; k < p->ordered; k++) {
    double *at = p->p_max + p->order[k].at;
    largest = *at / all > largest ? *at / all : largest;
    *at = largest;
  }
  for (int64_t k = 0; k < p->pairs; k++)
    if (is_constant(p, k))
      p->p_max[k] = p->job->na;
  return MC_OK;
}

/* ---- the whole ---- */

/* The number of permutations of a round. S of a round should stay in the caches of the threads.
   But a round should have so many columns of y that the bits of x, which each round makes again,
   cost little. S must fit into the buffer. All rounds have about the same size. */
static int64_t batch_of(const permutation *p, int threads) {
  enum { NEAR = 2 << 20, COLUMNS = 256 };
  const int64_t bytes = p->job->buffer > 0 ? p->job->buffer : MC_PERMUTATION_BUFFER;
  const int64_t all = p->job->permutations + 1, each = p->pairs * (int64_t) sizeof *p->far;
  const int64_t near = (int64_t) threads * NEAR / each, enough = COLUMNS / p->job->y.columns + 1;
  const int64_t most = mc_min(bytes / each, bytes / 16 / p->n);
  const int64_t fit = mc_min(mc_min(near > enough ? near : enough, most), all);
  const int64_t rounds = fit > 1 ? (all - 1) / fit + 1 : all;
  return (all - 1) / rounds + 1;
}

/* Asks for interrupts, without telling progress. */
static bool poll_at_start(void *data, double done) {
  const mc_monitor *monitor = data;
  (void) done;
  return monitor->poll(monitor->data, 0);
}

static mc_status rank_y(permutation *p, const mc_call *call) {
  const int64_t m = p->job->y.columns, bytes = mc_kendall_rank_scratch_bytes(p->n);
  const int64_t most = (p->job->scratch > 0 ? p->job->scratch : MC_KENDALL_SCRATCH) / 4;
  const int64_t fit = mc_min(m, bytes < most ? most / bytes : 1);
  const mc_kendall_census many = {.columns = (double) m, .distinct = (double) m * (double) p->n};
  const double seconds = mc_kendall_ranking_seconds(p->n, &many);
  const int threads = (int) mc_min(fit, mc_call_threads(call, seconds));
  const mc_columns y = mc_columns_of_matrix(p->job->y);
  const mc_kendall_rank_job job = {&p->y, &y, 0, m};
  mc_monitor start = {.poll = poll_at_start, .data = call->monitor};
  mc_kendall_rank_scratch scratch;
  mc_call quiet = *call;
  quiet.monitor = mc_monitor_listens(call->monitor) ? &start : NULL;
  MC_TRY(mc_kendall_rank_scratch_make(&scratch, p->n, threads, call->arena));
  MC_TRY(
    mc_kendall_ranks_make(&p->y, p->n, m, (mc_kendall_ranks_extras){.triples = true}, call->arena));
  MC_TRY(mc_kendall_ranks_fill(&job, 1, NULL, threads, &scratch, 1, &quiet));
  return any_missing(&p->y) ? MC_ERR_MISSING : MC_OK;
}

static mc_status make_room(permutation *p, const mc_call *call) {
  mc_arena *arena = call->arena;
  p->rows = mc_alloc(arena, p->batch * p->n, sizeof *p->rows);
  p->far = mc_alloc(arena, p->batch * p->pairs, sizeof *p->far);
  p->first = mc_alloc(arena, p->pairs, sizeof *p->first);
  p->x = mc_alloc(arena, p->job->x.columns, sizeof *p->x);
  if (p->rows == NULL || p->far == NULL || p->first == NULL || p->x == NULL)
    return MC_ERR_MEMORY;
  if (p->p_max == NULL)
    return MC_OK;
  p->order = mc_alloc(arena, p->pairs, sizeof *p->order);
  p->sd = mc_alloc(arena, p->pairs, sizeof *p->sd);
  p->limit = mc_alloc(arena, p->pairs, sizeof *p->limit);
  return p->order == NULL || p->sd == NULL || p->limit == NULL ? MC_ERR_MEMORY : MC_OK;
}

mc_status mc_kendall_permutations(const mc_kendall_permutation_request *job, double *p_values,
                                  double *p_max, mc_kendall_report *report, const mc_call *call) {
  permutation p = {.sink = {.begin = begin,
                            .round = next_round,
                            .panel = panel,
                            .put = put,
                            .finish = finish,
                            .wants = p_max != NULL ? MC_KENDALL_TRIPLES : 0},
                   .job = job,
                   .n = job->x.rows,
                   .pairs = job->x.columns * job->y.columns,
                   .p = p_values,
                   .p_max = p_max};
  *report = (mc_kendall_report){.algorithm = job->algorithm, .threads = 1};
  if (job->x.rows != job->y.rows || job->permutations < 1)
    return MC_ERR_ARGUMENT;
  if (p.n > MC_RANKS_MAX_ROWS)
    return MC_ERR_SIZE;
  for (int64_t k = 0; k < p.pairs; k++) {
    const double start = p.n < 2 ? job->na : 0;
    p_values[k] = start;
    if (p_max != NULL)
      p_max[k] = start;
  }
  if (p.n < 2 || p.pairs == 0)
    return MC_OK;

  p.batch = batch_of(&p, mc_call_threads(call, 1e9));
  MC_TRY(rank_y(&p, call));
  MC_TRY(make_room(&p, call));
  p.permuted =
    (mc_kendall_permuted){.ranks = &p.y, .permutations = p.batch, .rows = p.rows, .threads = 1};
  const mc_kendall_request pairs = {.x = mc_columns_of_matrix(job->x),
                                    .y = mc_kendall_permuted_columns(&p.permuted),
                                    .use = MC_USE_EVERYTHING,
                                    .algorithm = job->algorithm,
                                    .scratch = job->scratch,
                                    .rounds = job->permutations / p.batch + 1,
                                    .na = job->na};
  return mc_kendall_run(&pairs, &p.sink, report, call);
}
