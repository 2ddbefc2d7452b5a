#include "dynprog/gap_oracle.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "dynprog/gap_trace.h"
#include "guard.h"

static double pair_of(const mc_gap_job *job, int64_t i, int64_t j) {
  if (job->pair == NULL)
    return job->x[i - 1] == job->y[j - 1] ? job->match : job->mismatch;
  return job->pair[job->y[j - 1] * job->kinds + job->x[i - 1]];
}

static double gap_of(const mc_gap_costs *costs, int64_t count, int64_t p, int64_t q) {
  return costs->is_matrix ? costs->w[q * (count + 1) + p] : costs->w[q - p - 1];
}

static void meet(const mc_gap_job *job, double *g, double s) {
  if (job->maximum ? s > *g : s < *g)
    *g = s;
}

double *gap_solve(const mc_gap_job *job) {
  const int64_t across = job->n + 1;
  double *g = GUARD_NEW(double, (job->m + 1) * across);
  for (int64_t i = 0; i <= job->m; i++)
    for (int64_t j = 0; j <= job->n; j++) {
      double best = job->maximum ? -(double) INFINITY : (double) INFINITY;
      if (i + j == 0 || (job->overlap && (i == 0 || j == 0)))
        best = 0;
      if (i > 0 && j > 0)
        meet(job, &best, g[(i - 1) * across + j - 1] + pair_of(job, i, j));
      for (int64_t p = 0; p < i; p++)
        meet(job, &best, g[p * across + j] + gap_of(&job->gap_x, job->m, p, i));
      for (int64_t q = 0; q < j; q++)
        meet(job, &best, g[i * across + q] + gap_of(&job->gap_y, job->n, q, j));
      g[i * across + j] = best;
    }
  return g;
}

static double best_of(const mc_gap_job *job, const double *g) {
  const int64_t across = job->n + 1;
  double best = g[job->m * across + job->n];
  for (int64_t i = 0; i <= job->m && job->overlap; i++)
    meet(job, &best, g[i * across + job->n]);
  for (int64_t j = 0; j <= job->n && job->overlap; j++)
    meet(job, &best, g[job->m * across + j]);
  return best;
}

/* The steps lead from (0, 0) to the end. Each step has its own cost. The sum of the costs is the
   best value, exactly for whole numbers and otherwise up to rounding. */
static void check_steps(const mc_gap_job *job, const mc_gap_work *w, double best) {
  mc_gap_step *step = GUARD_NEW(mc_gap_step, job->m + job->n);
  const int64_t count = mc_gap_trace(w, step);
  int64_t i = 0, j = 0;
  double sum = 0;
  CHECK_INT(count < 0, isinf(best) != 0);
  for (int64_t s = 0; s < count; s++) {
    const int64_t of_x = step[s].i - i, of_y = step[s].j - j;
    const bool free_end = job->overlap && step[s].cost == 0 && (s == 0 || s == count - 1);
    CHECK(of_x >= 0 && of_y >= 0 && of_x + of_y > 0);
    i = step[s].i;
    j = step[s].j;
    CHECK(i <= job->m && j <= job->n);
    if (of_x > 0 && of_y > 0)
      CHECK(of_x == 1 && of_y == 1 && step[s].cost == pair_of(job, i, j));
    else if (of_x > 0)
      CHECK(free_end || step[s].cost == gap_of(&job->gap_x, job->m, i - of_x, i));
    else
      CHECK(free_end || step[s].cost == gap_of(&job->gap_y, job->n, j - of_y, j));
    sum += step[s].cost;
  }
  CHECK(count < 0 || (i == job->m && j == job->n));
  CHECK(count < 0 || fabs(sum - best) <= 1e-12 * (double) (job->m + job->n));
  guard_free(step);
}

void gap_check(const mc_gap_job *problem, const double *want, mc_dynprog_algorithm algorithm,
               int threads) {
  mc_gap_job job = *problem;
  const int64_t m = job.m, n = job.n;
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_dynprog_report report;
  mc_gap_work w;
  job.algorithm = algorithm;
  job.poll_every = threads == 3 ? 1e6 : 0;
  CHECK_INT(mc_gap_align(&w, &job, &report, &call), MC_OK);
  int64_t odd = 0;
  for (int64_t i = 0; i <= m; i++)
    for (int64_t j = 0; j <= n; j++)
      odd += memcmp(mc_gap_at(&w, i, j), want + i * (n + 1) + j, sizeof *want) != 0;
  CHECK_INT(odd, 0);
  const double best = best_of(&job, want), value = mc_gap_value(&w);
  CHECK(memcmp(&value, &best, sizeof best) == 0);
  CHECK(report.algorithm == algorithm);
  CHECK(report.threads >= 1);
  check_steps(&job, &w, best);
  guard_arena_release(&arena);
}
