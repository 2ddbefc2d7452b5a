#include "dynprog/parenthesis_oracle.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "dynprog/tree.h"
#include "guard.h"

static double plus(const mc_dynprog_job *job, int64_t i, int64_t j) {
  switch (job->weight) {
  case MC_DYNPROG_WEIGHT_MATRIX: return job->w[j * job->n + i];
  case MC_DYNPROG_WEIGHT_DIFFERENCE: return job->p[j] - job->q[i];
  case MC_DYNPROG_WEIGHT_DISTANCE: {
    const volatile double x = (job->p[j] - job->p[i]) * (job->p[j] - job->p[i]);
    const volatile double y = (job->q[j] - job->q[i]) * (job->q[j] - job->q[i]);
    return sqrt(x + y);
  }
  default: return 0;
  }
}

static double chain(const mc_dynprog_job *job, int64_t i, int64_t k, int64_t j) {
  const volatile double two = job->p[i] * job->p[j];
  const volatile double three = two * job->p[k];
  return three;
}

/* What overflows is forbidden, also if it would win. */
static bool overflows(const mc_dynprog_job *job, double s) {
  return s == (job->maximum ? (double) INFINITY : -(double) INFINITY);
}

parenthesis_answer parenthesis_solve(const mc_dynprog_job *job) {
  const int64_t n = job->n;
  parenthesis_answer a = {GUARD_NEW(double, n *n), GUARD_NEW(int32_t, n * n)};
  const double none = job->maximum ? -(double) INFINITY : (double) INFINITY;
  for (int64_t at = 0; at < n * n; at++) {
    a.c[at] = (double) NAN;
    a.split[at] = -7;
  }
  for (int64_t length = 1; length < n; length++)
    for (int64_t i = 0; i + length < n; i++) {
      const int64_t j = i + length;
      double *c = &a.c[j * n + i];
      if (length == 1) {
        *c = job->leaf == NULL ? 0 : job->leaf[i] + 0.0; /* -0 becomes 0 */
        continue;
      }
      *c = none;
      for (int64_t k = i + 1; k < j; k++) {
        volatile double s = a.c[k * n + i] + a.c[j * n + k];
        if (overflows(job, s) || overflows(job, s + plus(job, i, j)))
          continue;
        if (job->weight == MC_DYNPROG_WEIGHT_CHAIN)
          s = s + chain(job, i, k, j);
        if (job->maximum ? s > *c : s < *c) {
          *c = s;
          a.split[j * n + i] = (int32_t) k;
        }
      }
      if (job->weight == MC_DYNPROG_WEIGHT_PAIRS) {
        const bool pair = length - 2 >= job->loop && (job->base[i] & job->mate[j - 1]) != 0;
        const double s = pair ? 1 + (length == 2 ? 0 : a.c[(j - 1) * n + i + 1]) : none;
        if (s > *c) {
          *c = s;
          a.split[j * n + i] = (int32_t) i;
        }
      } else {
        *c += plus(job, i, j);
      }
    }
  return a;
}

void parenthesis_free(parenthesis_answer a) {
  guard_free(a.c);
  guard_free(a.split);
}

static bool same(const double *a, const double *b, int64_t count) {
  return count == 0 || memcmp(a, b, (size_t) count * sizeof *a) == 0;
}

int64_t parenthesis_first_other(const double *a, const double *b, int64_t count) {
  if (same(a, b, count))
    return -1;
  for (int64_t i = 0; i < count; i++)
    if (!same(a + i, b + i, 1))
      return i;
  return -1;
}

void parenthesis_check(const mc_dynprog_job *problem, const parenthesis_answer *want,
                       mc_dynprog_algorithm algorithm, int threads) {
  mc_dynprog_job job = *problem;
  const int64_t n = job.n;
  double *table = GUARD_NEW(double, n *n);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_dynprog_report report;
  job.algorithm = algorithm;
  job.poll_every = threads == 3 ? 1e6 : 0;
  CHECK_INT(mc_parenthesize(&job, (double) NAN, table, &report, &call), MC_OK);
  CHECK_INT(parenthesis_first_other(table, want->c, n * n), -1);
  CHECK(report.algorithm == algorithm);
  CHECK(n == 0 || report.threads >= 1);
  guard_arena_release(&arena);
  guard_free(table);
}

void parenthesis_check_tree(const mc_dynprog_job *job, const parenthesis_answer *want) {
  const int64_t n = job->n;
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, 1 + (int) (n % 5));
  const bool pairs = job->weight == MC_DYNPROG_WEIGHT_PAIRS;
  int32_t *node = GUARD_NEW(int32_t, n == 0 ? 0 : pairs ? 3 * n : n < 3 ? 0 : 3 * (n - 2));
  int32_t *stack = GUARD_NEW(int32_t, 2 * n + 4);
  int64_t count = 0;
  CHECK_INT(mc_dynprog_tree(job, want->c, node, &count, &call), MC_OK);
  const bool forbidden = n > 2 && isinf(want->c[(n - 1) * n]);
  int64_t seen = 0, waiting = 0;
  if (n > 2 && !forbidden) {
    stack[waiting++] = 0;
    stack[waiting++] = (int32_t) n - 1;
  }
  while (waiting > 0) {
    const int32_t j = stack[--waiting], i = stack[--waiting];
    if (j - i < 2)
      continue;
    const int32_t k = want->split[j * n + i];
    CHECK(seen < count && node[3 * seen] == i && node[3 * seen + 1] == k &&
          node[3 * seen + 2] == j);
    seen++;
    const bool pair = k == i;
    stack[waiting++] = pair ? i + 1 : k;
    stack[waiting++] = pair ? j - 1 : j;
    if (!pair) {
      stack[waiting++] = i;
      stack[waiting++] = k;
    }
  }
  CHECK_INT(count, forbidden ? -1 : seen);
  if (!pairs) {
    CHECK(n < 3 || forbidden || count == n - 2);
    int32_t *split = GUARD_NEW(int32_t, n * n);
    CHECK_INT(mc_dynprog_splits(job, want->c, -7, split, &call), MC_OK);
    for (int64_t at = 0; at < n * n; at++)
      CHECK(split[at] == want->split[at]);
    guard_free(split);
  }
  guard_arena_release(&arena);
  guard_free(node);
  guard_free(stack);
}
