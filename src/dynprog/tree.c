#include "dynprog/tree.h"

#include <math.h>
#include <stdlib.h>

#include "base/integers.h"
#include "dynprog/overflow.h"
#include "dynprog/work.h"

/* A search reads a column of the table. The next interval often begins in a neighbouring column. So
   a search keeps copies of the BESIDE columns of its cache lines. (Rows of a large table are far
   apart. If their distance is a power of two, the nearest caches hold few rows.) A search looks at
   AT_FIRST steps, and then at AT_ONCE steps at a time. */
enum { BESIDE = 8, AT_FIRST = 8, AT_ONCE = 64 };

typedef struct {
  const mc_dynprog_job *job;
  const double *table;
  mc_dynprog_kernels kernels;
  int64_t first;      /* the first of the kept columns */
  int64_t begin, end; /* the kept rows of these columns */
  double *kept;       /* [column][row] */
} finder;

/* Column i from row `begin` to `end` - 1. */
static const double *column_of(finder *f, int64_t i, int64_t begin, int64_t end) {
  const int64_t n = f->job->n, first = i - i % BESIDE, count = mc_min(BESIDE, n - first);
  if (first != f->first || begin < f->begin || begin > f->end) {
    f->first = first;
    f->begin = f->end = begin;
  }
  for (; f->end < end; f->end++)
    for (int64_t c = 0; c < count; c++)
      f->kept[c * n + f->end] = f->table[f->end * n + first + c];
  return f->kept + (i - first) * n + begin;
}

/* Has a sum of (i, j) overflowed to the best value, without its weight or with it? */
static bool overflows(const mc_dynprog_job *job, int64_t i, int64_t j, double sum) {
  const double weight =
    job->weight == MC_DYNPROG_WEIGHT_PAIRS ? 0 : mc_dynprog_weight_of(job, i, j);
  return mc_dynprog_overflowed(job, sum) || mc_dynprog_overflowed(job, sum + weight);
}

/* The split of (i, j), or -1 if all sums are forbidden. *sum becomes the best sum. */
static int64_t split_of(finder *f, int64_t i, int64_t j, double *sum) {
  const mc_dynprog_job *job = f->job;
  const double *row = f->table + j * job->n;
  double known = row[i];
  const bool chain = job->weight == MC_DYNPROG_WEIGHT_CHAIN;
  const bool is_sum =
    job->weight == MC_DYNPROG_WEIGHT_NONE || chain || job->weight == MC_DYNPROG_WEIGHT_PAIRS;
  int64_t at = -1;
  *sum = job->maximum ? -(double) INFINITY : (double) INFINITY;
  for (int64_t k = i + 1, end; k < j && !(at >= 0 && is_sum && *sum == known); k = end) {
    end = mc_min(k + (k == i + 1 ? AT_FIRST : AT_ONCE), j); /* many splits are among the first */
    const mc_dynprog_block t = {.x = is_sum ? &known : NULL,
                                .a = row + k,
                                .b = column_of(f, i, k, end),
                                .stride = 1,
                                .steps = end - k,
                                .p_row = chain ? job->p + j : NULL,
                                .p_step = chain ? job->p + k : NULL,
                                .p_column = chain ? job->p + i : NULL};
    const int64_t step = f->kernels.split(&t, sum);
    if (step >= 0)
      at = k + step;
  }
  if (at >= 0 && overflows(job, i, j, *sum))
    *sum = mc_dynprog_best_without(job, &f->kernels, f->table, job->n, i, j, &at);
  return at;
}

/* ---- one parenthesization ---- */

/* The interval from i to j, and the number of its first node. */
typedef struct {
  int32_t i, j;
  int64_t at;
} subtree;

static void put_node(int32_t *node, int32_t i, int32_t k, int32_t j) {
  node[0] = i;
  node[1] = k;
  node[2] = j;
}

static int32_t node_of(finder *f, int32_t i, int32_t j) {
  const mc_dynprog_job *job = f->job;
  double sum;
  const int32_t k = (int32_t) split_of(f, i, j, &sum);
  return job->weight == MC_DYNPROG_WEIGHT_PAIRS && f->table[(int64_t) j * job->n + i] > sum ? i : k;
}

/* Puts the nodes of an interval, and returns their number. `pending` has room for 2 n numbers. */
static int64_t walk(finder *f, int32_t i, int32_t j, int32_t *node, int32_t *pending) {
  int64_t count = 0, waiting = 0;
  pending[waiting++] = i;
  pending[waiting++] = j;
  while (waiting > 0) {
    j = pending[--waiting];
    i = pending[--waiting];
    if (j - i < 2)
      continue;
    const int32_t k = node_of(f, i, j);
    put_node(node + 3 * count++, i, k, j);
    const bool pair = k == i;
    pending[waiting++] = pair ? i + 1 : k;
    pending[waiting++] = pair ? j - 1 : j;
    if (!pair) {
      pending[waiting++] = i;
      pending[waiting++] = k;
    }
  }
  return count;
}

/* By threads. Without pairs an interval from i to j has j - i - 1 nodes, so the places of the nodes
   of its parts are known. One thread splits the longest intervals until there are FEW intervals for
   each thread. Then all threads walk these intervals.

   The tree may be a chain: one part of each split is shorter than SHORT (for a matrix chain, on
   either side of the smallest dimension). Such splits make no work for other threads. So the one
   thread stops after IN_VAIN such splits in a row. */
enum { FEW = 4, SHORT = 32, IN_VAIN = 16 };

typedef struct {
  finder *finders;  /* one for each thread */
  int32_t *pending; /* 2 n for each thread */
  int32_t *node;
  subtree *part;
  int parts;
} forest;

static int longest(const forest *t) {
  int best = 0;
  for (int p = 1; p < t->parts; p++)
    if (t->part[p].j - t->part[p].i > t->part[best].j - t->part[best].i)
      best = p;
  return best;
}

static void split_longest(forest *t, int threads) {
  int in_vain = 0;
  while (t->parts > 0 && t->parts < FEW * threads && in_vain < IN_VAIN) {
    const int p = longest(t);
    const subtree s = t->part[p];
    if (s.j - s.i < SHORT)
      return;
    const int32_t k = node_of(&t->finders[0], s.i, s.j);
    put_node(t->node + 3 * s.at, s.i, k, s.j);
    const subtree left = {s.i, k, s.at + 1}, right = {k, s.j, s.at + 1 + mc_max(0, k - s.i - 1)};
    in_vain = mc_min(k - s.i, s.j - k) < SHORT ? in_vain + 1 : 0;
    t->part[p] = left;
    t->part[t->parts++] = right;
  }
}

static int by_length(const void *x_, const void *y_) {
  const subtree *x = x_, *y = y_;
  return (y->j - y->i > x->j - x->i) - (y->j - y->i < x->j - x->i);
}

static void walk_part(void *context, int64_t id, int thread) {
  const forest *t = context;
  const subtree *s = &t->part[id];
  finder *f = &t->finders[thread];
  walk(f, s->i, s->j, t->node + 3 * s->at, t->pending + 2 * thread * f->job->n);
}

static mc_status make_finders(forest *t, const mc_dynprog_job *job, const double *table,
                              int threads, const mc_call *call) {
  const int64_t n = job->n;
  t->finders = mc_alloc(call->arena, threads, sizeof *t->finders);
  double *kept = mc_alloc(call->arena, threads * BESIDE * n, sizeof *kept);
  t->pending = mc_alloc(call->arena, threads * 2 * n, sizeof *t->pending);
  t->part = mc_alloc(call->arena, FEW * (int64_t) threads, sizeof *t->part);
  if (t->finders == NULL || kept == NULL || t->pending == NULL || t->part == NULL)
    return MC_ERR_MEMORY;
  for (int k = 0; k < threads; k++)
    t->finders[k] = (finder){.job = job,
                             .table = table,
                             .kernels = mc_dynprog_kernels_for(job, call->kernels),
                             .first = -1,
                             .kept = kept + k * BESIDE * n};
  return MC_OK;
}

mc_status mc_dynprog_tree(const mc_dynprog_job *job, const double *table, int32_t *node,
                          int64_t *nodes, const mc_call *call) {
  static const double SECONDS = 5e-7; /* about the time of a node */
  const int64_t n = job->n;
  const bool pairs = job->weight == MC_DYNPROG_WEIGHT_PAIRS;
  const bool serial = pairs || n < FEW * SHORT;
  const int threads = serial ? 1 : mc_call_threads(call, SECONDS * (double) n);
  forest t = {.node = node};
  *nodes = n < 3 ? 0 : -1;
  if (n < 3 || isinf(table[(n - 1) * n]))
    return MC_OK;
  MC_TRY(make_finders(&t, job, table, threads, call));
  if (threads == 1) {
    *nodes = walk(t.finders, 0, (int32_t) n - 1, node, t.pending);
    return MC_OK;
  }
  t.part[t.parts++] = (subtree){0, (int32_t) n - 1, 0};
  split_longest(&t, threads);
  qsort(t.part, (size_t) t.parts, sizeof *t.part, by_length);
  mc_each(threads, 0, t.parts, walk_part, &t);
  *nodes = n - 2;
  return MC_OK;
}

/* ---- all splits ---- */

typedef struct {
  const mc_dynprog_job *job;
  mc_dynprog_kernels kernels;
  const double *table;
  int32_t none, *split;
  double *best; /* [thread][n] */
} splits;

/* Row j. The outer loop is over k and the inner one over i, so rows are read in the order of
   memory. */
static void split_row(void *context, int64_t id, int thread) {
  const splits *s = context;
  const mc_dynprog_job *job = s->job;
  const int64_t n = job->n, j = n - 1 - id;
  const bool chain = job->weight == MC_DYNPROG_WEIGHT_CHAIN;
  const mc_dynprog_block t = {.x = s->best + thread * n,
                              .a = s->table + j * n,
                              .b = s->table,
                              .stride = n,
                              .steps = j,
                              .p_row = chain ? job->p + j : NULL,
                              .p_step = job->p,
                              .p_column = job->p};
  for (int64_t i = 0; i < n; i++) {
    t.x[i] = job->maximum ? -(double) INFINITY : (double) INFINITY;
    s->split[j * n + i] = s->none;
  }
  s->kernels.splits(&t, s->split + j * n);
  for (int64_t i = 0; i + 2 <= j; i++) {
    int64_t at;
    if (!overflows(job, i, j, t.x[i]))
      continue;
    mc_dynprog_best_without(job, &s->kernels, s->table, n, i, j, &at);
    s->split[j * n + i] = at < 0 ? s->none : (int32_t) at;
  }
}

mc_status mc_dynprog_splits(const mc_dynprog_job *job, const double *table, int32_t none,
                            int32_t *split, const mc_call *call) {
  const double n = (double) job->n;
  const int threads = mc_call_threads(call, n * n * n * 2e-10);
  splits s = {.job = job,
              .kernels = mc_dynprog_kernels_for(job, call->kernels),
              .table = table,
              .none = none,
              .split = split,
              .best = mc_alloc(call->arena, threads * job->n, sizeof(double))};
  if (s.best == NULL)
    return MC_ERR_MEMORY;
  mc_monitor_start(call->monitor, n);
  return mc_run_each(call->monitor, threads, job->n, 1, split_row, &s);
}
