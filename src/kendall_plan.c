#include "kendall_plan.h"

#include <math.h>
#include <stdbool.h>

#include "dispatch.h"
#include "kendall_panel.h"
#include "ranks.h"
#include "threads.h"

static int64_t smaller(int64_t a, int64_t b) {
  return a < b ? a : b;
}

/* ---- time ---- */

/* Seconds for ranking `columns` columns and counting `pairs` pairs on one
   thread, from the path's measured costs; rough, as it need be only within a
   factor of two. */
static double estimate(mc_kendall_kernel kernel, double n, double columns,
                       double pairs) {
  const mc_kendall_costs *cost = &mc_kernels_active()->kendall_costs;
  double comparisons = n * (n - 1) / 2, steps = n * log2(n + 1);
  double ranking = columns * n * 8e-9;
  switch (kernel) {
  case MC_KENDALL_BITSET:
    return ranking + 1e-12 * comparisons * (cost->make * columns + cost->tile * pairs);
  case MC_KENDALL_NAIVE:
    return ranking + 1e-12 * comparisons * pairs * 40;
  case MC_KENDALL_RADIX:
    return ranking + 1e-12 * cost->radix * steps * pairs;
  default:
    return ranking + 4e-9 * steps * pairs;
  }
}

static mc_kendall_kernel choose_kernel(const mc_kendall_job *job, double n,
                                       double columns, double pairs) {
  if (job->kernel != MC_KENDALL_AUTO)
    return job->kernel;
  return estimate(MC_KENDALL_BITSET, n, columns, pairs) <=
             estimate(MC_KENDALL_RADIX, n, columns, pairs)
           ? MC_KENDALL_BITSET
           : MC_KENDALL_RADIX;
}

/* A thread is worth waking for a millisecond of work: where other processes
   compete for the processors, waiting for each other costs threads that. */
static const double THREAD_SECONDS = 1e-3;

/* ---- memory ---- */

static int fit_threads(int threads, int64_t bytes_each, int64_t bytes) {
  int64_t fit = bytes / (bytes_each > 0 ? bytes_each : 1);
  return fit < 1 ? 1 : (int) smaller(threads, fit);
}

/* Fills in columns, threads and bytes for panels of plan->side columns. */
static void fit(mc_kendall_plan *plan, const mc_kendall_job *job, int64_t n,
                int64_t row_bytes, int threads, int64_t bytes) {
  const int64_t mx = job->x.columns, my = job->symmetric ? mx : job->y.columns;
  const bool alone = job->symmetric && plan->side >= mx;
  plan->a_columns = smaller(plan->side, mx);
  plan->b_columns = alone ? 0 : smaller(plan->side, my);

  int64_t sorting = mc_rank_scratch_bytes(n);
  plan->sort_threads = fit_threads(threads, sorting, bytes / 4);
  plan->bytes = row_bytes + plan->sort_threads * sorting +
                (plan->a_columns + plan->b_columns) *
                  mc_ranks_column_bytes(n, plan->kernel == MC_KENDALL_RADIX);
  plan->threads = threads;
  if (plan->kernel == MC_KENDALL_BITSET) {
    plan->bytes += mc_kendall_bitset_bytes(
      n, plan->a_columns, alone ? plan->a_columns : plan->b_columns);
  } else {
    int64_t pair = mc_kendall_pairs_scratch(plan->kernel, n);
    plan->threads = fit_threads(threads, pair, bytes - plan->bytes);
    plan->bytes += plan->threads * pair;
  }
}

mc_kendall_plan mc_kendall_make_plan(const mc_kendall_job *job, int64_t n,
                                     int64_t row_bytes) {
  const int64_t mx = job->x.columns, my = job->symmetric ? mx : job->y.columns;
  const int64_t columns = job->symmetric ? mx : mx + my;
  const double pairs = (double) mx * (double) my / (job->symmetric ? 2 : 1);
  const int64_t bytes = job->scratch > 0 ? job->scratch : MC_KENDALL_SCRATCH;

  mc_kendall_plan plan = {0};
  plan.kernel = choose_kernel(job, (double) n, (double) columns, pairs);
  int threads = mc_threads(
    job->threads, estimate(plan.kernel, (double) n, (double) columns, pairs),
    THREAD_SECONDS);

  int64_t each = mc_ranks_column_bytes(n, plan.kernel == MC_KENDALL_RADIX);
  plan.side = mx > my ? mx : my;
  if (columns > bytes / 2 / each)
    plan.side = bytes / 4 / each < 1 ? 1 : bytes / 4 / each;
  for (fit(&plan, job, n, row_bytes, threads, bytes);
       plan.bytes > bytes && plan.side > 1;
       fit(&plan, job, n, row_bytes, threads, bytes))
    plan.side /= 2;
  return plan;
}
