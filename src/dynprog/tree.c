#include "dynprog/tree.h"

#include <math.h>

#include "dynprog/work.h"

/* The split of (i, j), or -1, and the best sum. */
static int64_t split_of(const mc_dynprog_job *job, const mc_dynprog_kernels *kernels,
                        const double *table, int64_t i, int64_t j, double *sum) {
  const bool chain = job->weight == MC_WEIGHT_CHAIN;
  const mc_dynprog_block t = {.a = table + j * job->n + i + 1,
                              .b = table + (i + 1) * job->n + i,
                              .stride = job->n,
                              .steps = j - i - 1,
                              .p_row = chain ? job->p + j : NULL,
                              .p_step = chain ? job->p + i + 1 : NULL,
                              .p_column = chain ? job->p + i : NULL};
  const int64_t step = kernels->split(&t, sum);
  return step < 0 ? -1 : i + 1 + step;
}

int64_t mc_dynprog_tree(const mc_dynprog_job *job, const double *table, int32_t *node,
                        int32_t *pending, const mc_call *call) {
  const mc_dynprog_kernels kernels = mc_dynprog_take(job, call->kernels);
  const int64_t n = job->n;
  int64_t count = 0, waiting = 0;
  if (n < 3)
    return 0;
  if (isinf(table[(n - 1) * n]))
    return -1;
  pending[waiting++] = 0;
  pending[waiting++] = (int32_t) n - 1;
  while (waiting > 0) {
    const int32_t j = pending[--waiting], i = pending[--waiting];
    if (j - i < 2)
      continue;
    double sum;
    int32_t k = (int32_t) split_of(job, &kernels, table, i, j, &sum);
    if (job->weight == MC_WEIGHT_PAIRS && table[j * n + i] > sum)
      k = i;
    int32_t *to = node + 3 * count++;
    to[0] = i;
    to[1] = k;
    to[2] = j;
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

/* ---- all of them ---- */

typedef struct {
  const mc_dynprog_job *job;
  mc_dynprog_kernels kernels;
  const double *table;
  int32_t none, *split;
  double *best; /* [thread][n] */
} splits;

/* Row j: by k, then i, so that rows are read as they lie. */
static void split_row(void *context, int64_t id, int thread) {
  const splits *s = context;
  const mc_dynprog_job *job = s->job;
  const int64_t n = job->n, j = n - 1 - id;
  const bool chain = job->weight == MC_WEIGHT_CHAIN;
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
}

mc_status mc_dynprog_splits(const mc_dynprog_job *job, const double *table, int32_t none,
                            int32_t *split, const mc_call *call) {
  const double n = (double) job->n;
  const int threads = mc_call_threads(call, n * n * n * 2e-10);
  splits s = {.job = job,
              .kernels = mc_dynprog_take(job, call->kernels),
              .table = table,
              .none = none,
              .split = split,
              .best = mc_alloc(call->arena, threads * job->n, sizeof(double))};
  if (s.best == NULL)
    return MC_ERR_MEMORY;
  mc_monitor_start(call->monitor, n);
  return mc_run_each(call->monitor, threads, job->n, 1, split_row, &s);
}
