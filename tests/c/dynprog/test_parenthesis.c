/* Parenthesization against the definition, bit by bit: all weights, algorithms, numbers of
   threads; trees and splits. */
#include "dynprog/parenthesis.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dynprog/tree.h"
#include "guard.h"
#include "interrupts.h"

/* ---- problems ---- */

typedef enum {
  PLAIN,       /* small whole numbers: many ties */
  LARGEST,     /* the same, the maximum */
  DIMENSIONS,  /* a chain of whole numbers */
  FRACTIONS,   /* a chain whose products are rounded */
  GIANT,       /* a chain of whole numbers whose products are rounded */
  TABLE,       /* weights of a matrix, some forbidden */
  TABLE_MOST,  /* the maximum */
  FORBIDDEN,   /* some leaves are forbidden */
  DIFFERENCES, /* a search tree */
  POLYGON,
  PAIRS,           /* no loop */
  LOOPS,           /* at least three bases */
  HUGE_LEAVES,     /* sums overflow, in both directions */
  HUGE_MOST,       /* the maximum */
  HUGE_TABLE,      /* weights, too */
  HUGE_TABLE_MOST, /* the maximum */
  HUGE_CHAIN,      /* leaves of a chain */
  KINDS
} kind;

typedef struct {
  mc_dynprog_job job;
  double *leaf, *p, *q, *w;
  int32_t *base, *mate;
} problem;

static const mc_dynprog_weight weight_of[KINDS] = {
  [DIMENSIONS] = MC_DYNPROG_WEIGHT_CHAIN,  [FRACTIONS] = MC_DYNPROG_WEIGHT_CHAIN,
  [GIANT] = MC_DYNPROG_WEIGHT_CHAIN,       [TABLE] = MC_DYNPROG_WEIGHT_MATRIX,
  [TABLE_MOST] = MC_DYNPROG_WEIGHT_MATRIX, [DIFFERENCES] = MC_DYNPROG_WEIGHT_DIFFERENCE,
  [POLYGON] = MC_DYNPROG_WEIGHT_DISTANCE,  [PAIRS] = MC_DYNPROG_WEIGHT_PAIRS,
  [LOOPS] = MC_DYNPROG_WEIGHT_PAIRS,       [HUGE_TABLE] = MC_DYNPROG_WEIGHT_MATRIX,
  [HUGE_CHAIN] = MC_DYNPROG_WEIGHT_CHAIN,  [HUGE_TABLE_MOST] = MC_DYNPROG_WEIGHT_MATRIX};

static bool is_maximum(kind k) {
  return k == LARGEST || k == TABLE_MOST || k == PAIRS || k == LOOPS || k == HUGE_MOST ||
         k == HUGE_TABLE_MOST;
}

static bool is_huge(kind k) {
  return k >= HUGE_LEAVES;
}

/* The sum of two such numbers often overflows. */
static double huge(rng *r) {
  const double some[] = {-1.7e308, -1e308, -4e307, -1e306, 0, 7, 4e307, 1e308, 1.7e308};
  return some[rng_below(r, 9)];
}

static double number(rng *r, kind k) {
  switch (k) {
  case FRACTIONS:
  case POLYGON: return (double) (rng_next(r) >> 11) * 0x1p-53;
  case DIFFERENCES: return (double) (rng_next(r) >> 11) * 0x1p-53;
  case GIANT: return 100000 + (double) rng_below(r, 1000000000);
  default: return (double) rng_below(r, 20);
  }
}

static problem make(rng *r, kind k, int64_t n) {
  const int64_t parts = n > 0 ? n - 1 : 0;
  problem p = {.leaf = GUARD_NEW(double, parts),
               .p = GUARD_NEW(double, n),
               .q = GUARD_NEW(double, n),
               .base = GUARD_NEW(int32_t, parts),
               .mate = GUARD_NEW(int32_t, parts)};
  const double bad = is_maximum(k) ? -(double) INFINITY : (double) INFINITY;
  const bool pairs = weight_of[k] == MC_DYNPROG_WEIGHT_PAIRS;
  for (int64_t i = 0; i < parts; i++) {
    p.leaf[i] = k == FORBIDDEN && rng_chance(r, 0.1) ? bad
                : pairs                              ? 0
                : is_huge(k)                         ? huge(r)
                                                     : number(r, k) - 5;
    p.base[i] = 1 << rng_below(r, 4);
    p.mate[i] = (15 - p.base[i]) & (int32_t) rng_below(r, 16);
  }
  for (int64_t i = 0; i < n; i++) {
    p.p[i] = number(r, k);
    p.q[i] = number(r, k);
  }
  if (weight_of[k] == MC_DYNPROG_WEIGHT_MATRIX) {
    p.w = GUARD_NEW(double, n *n);
    for (int64_t i = 0; i < n * n; i++)
      p.w[i] = rng_chance(r, 0.2) ? bad : is_huge(k) ? huge(r) : (double) rng_below(r, 30) - 3;
  }
  p.job = (mc_dynprog_job){.n = n,
                           .leaf = pairs && rng_chance(r, 0.5) ? NULL : p.leaf,
                           .maximum = is_maximum(k),
                           .weight = weight_of[k],
                           .p = p.p,
                           .q = p.q,
                           .w = p.w,
                           .base = p.base,
                           .mate = p.mate,
                           .loop = k == LOOPS ? 3 : 0};
  return p;
}

static void release(problem *p) {
  guard_free(p->leaf);
  guard_free(p->p);
  guard_free(p->q);
  guard_free(p->w);
  guard_free(p->base);
  guard_free(p->mate);
}

/* ---- the definition ---- */

typedef struct {
  double *c; /* as mc_parenthesize() has it, `none` NaN */
  int32_t *split;
} answer;

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

static answer solve(const mc_dynprog_job *job) {
  const int64_t n = job->n;
  answer a = {GUARD_NEW(double, n *n), GUARD_NEW(int32_t, n * n)};
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
        *c = job->leaf == NULL ? 0 : job->leaf[i];
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

static void answer_free(answer a) {
  guard_free(a.c);
  guard_free(a.split);
}

/* ---- runs ---- */

static bool same(const double *a, const double *b, int64_t count) {
  return count == 0 || memcmp(a, b, (size_t) count * sizeof *a) == 0;
}

static int64_t first_other(const double *a, const double *b, int64_t count) {
  if (same(a, b, count))
    return -1;
  for (int64_t i = 0; i < count; i++)
    if (!same(a + i, b + i, 1))
      return i;
  return -1;
}

static void run_one(problem *p, const answer *want, mc_dynprog_algorithm algorithm, int threads) {
  const int64_t n = p->job.n;
  double *table = GUARD_NEW(double, n *n);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_dynprog_report report;
  p->job.algorithm = algorithm;
  p->job.poll_every = threads == 3 ? 1e6 : 0;
  CHECK_INT(mc_parenthesize(&p->job, (double) NAN, table, &report, &call), MC_OK);
  CHECK_INT(first_other(table, want->c, n * n), -1);
  CHECK(report.algorithm == algorithm);
  CHECK(n == 0 || report.threads >= 1);
  guard_arena_release(&arena);
  guard_free(table);
}

/* The tree is that of the splits, in the order of the contract. */
static void check_tree(const problem *p, const answer *want) {
  const int64_t n = p->job.n;
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, 1 + (int) (n % 5));
  const bool pairs = p->job.weight == MC_DYNPROG_WEIGHT_PAIRS;
  int32_t *node = GUARD_NEW(int32_t, n == 0 ? 0 : pairs ? 3 * n : n < 3 ? 0 : 3 * (n - 2));
  int32_t *stack = GUARD_NEW(int32_t, 2 * n + 4);
  int64_t count = 0;
  CHECK_INT(mc_dynprog_tree(&p->job, want->c, node, &count, &call), MC_OK);
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
    CHECK_INT(mc_dynprog_splits(&p->job, want->c, -7, split, &call), MC_OK);
    for (int64_t at = 0; at < n * n; at++)
      CHECK(split[at] == want->split[at]);
    guard_free(split);
  }
  guard_arena_release(&arena);
  guard_free(node);
  guard_free(stack);
}

static void try_one(kind k, int64_t n, int first, int last) {
  rng r = {(uint64_t) (n * KINDS + k)};
  problem p = make(&r, k, n);
  const answer want = solve(&p.job);
  for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++)
    for (int threads = first; threads <= last; threads++) {
      check_note("kind %d, n %d, algorithm %d, %d threads", k, (int) n, a, threads);
      run_one(&p, &want, (mc_dynprog_algorithm) a, threads);
    }
  check_note("kind %d, n %d, tree", k, (int) n);
  check_tree(&p, &want);
  answer_free(want);
  release(&p);
}

static void test_small(void) {
  for (int k = 0; k < KINDS; k++)
    for (int64_t n = 0; n <= 70; n += n < 10 || (n >= 60 && n < 68) ? 1 : 3)
      try_one((kind) k, n, 1 + (int) (n % 4), 1 + (int) (n % 4));
}

/* Three tiles in each direction show all that a kind does to a tile. More of them are for the order
   and the places of tiles, which kinds have in common: so a kind has one of the last two sizes, and
   both occur with each kernel. Sums that overflow are made once more by one loop, whatever the
   algorithm: small sizes are enough. */
static void test_tiles(void) {
  const int64_t sizes[] = {127, 128, 129, 131, 200, 257};
  for (int k = 0; k < KINDS; k++)
    for (int s = 0; s < (check_fast() ? 1 : 6); s++)
      if (s < 4 || (!is_huge((kind) k) && k % 2 == s % 2))
        try_one((kind) k, sizes[s], s == 4 ? 1 : 2, s == 4 ? 4 : 3 - s % 2);
}

/* Cells of several tiles, and so many of them that products are made ahead; for chains, that the
   kernels of squares take part. */
static void test_cells(void) {
  const kind kinds[] = {PLAIN, DIMENSIONS, FRACTIONS, LOOPS};
  const int threads[] = {3, 1, 64};
  for (int k = 0; k < (check_fast() ? 3 : 4); k++) {
    const int64_t n = k == 0 ? 601 : 448;
    rng r = {(uint64_t) k};
    problem p = make(&r, kinds[k], n);
    const answer want = solve(&p.job);
    for (p.job.cell = 1; p.job.cell <= 4; p.job.cell++)
      for (int t = 0; t < (check_fast() && k > 0 ? 1 : 3); t++) {
        check_note("kind %d, cells of %d, %d threads", kinds[k], (int) p.job.cell, threads[t]);
        run_one(&p, &want, MC_DYNPROG_AUTO, threads[t]);
      }
    check_tree(&p, &want);
    answer_free(want);
    release(&p);
  }
}

/* ---- interrupts, memory, invalid arguments ---- */

typedef struct {
  mc_dynprog_job job;
  double *table;
} stopped;

static mc_status solve_stopped(void *context, const mc_call *call) {
  stopped *s = context;
  mc_dynprog_report report;
  return mc_parenthesize(&s->job, (double) NAN, s->table, &report, call);
}

static void test_interrupt(void) {
  rng r = {1};
  problem p = make(&r, PLAIN, 300);
  const answer want = solve(&p.job);
  stopped s = {p.job, GUARD_NEW(double, 300 * 300)};
  s.job.poll_every = 1e6;
  for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++) {
    check_note("algorithm %d", a);
    s.job.algorithm = (mc_dynprog_algorithm) a;
    const check_polls end = check_interrupts((interruptible){solve_stopped, &s, 2, 1e-5, 0});
    CHECK(end.polls > 1);
    CHECK_INT(first_other(s.table, want.c, 300 * 300), -1);
  }
  guard_free(s.table);
  answer_free(want);
  release(&p);
}

static void test_memory(void) {
  rng r = {1};
  problem p = make(&r, DIMENSIONS, 100);
  double *table = GUARD_NEW(double, 100 * 100);
  const int calls[MC_DYNPROG_ALGORITHMS] = {6, 3, 2, 4, 4};
  for (int a = 0; a < MC_DYNPROG_ALGORITHMS; a++)
    for (int refuse = 1; refuse <= calls[a] + 1; refuse++) {
      check_note("algorithm %d, refuse %d", a, refuse);
      guard_arena arena = guard_arena_make();
      arena.refuse = refuse;
      mc_call call = mc_call_make(&arena.arena, NULL, 1);
      mc_dynprog_report report;
      p.job.algorithm = (mc_dynprog_algorithm) a;
      const mc_status status = mc_parenthesize(&p.job, (double) NAN, table, &report, &call);
      CHECK_INT(status, refuse <= calls[a] ? MC_ERR_MEMORY : MC_OK);
      guard_arena_release(&arena);
    }
  guard_arena arena = guard_arena_make();
  arena.refuse = 1;
  mc_call call = mc_call_make(&arena.arena, NULL, 1);
  int32_t node[300];
  int64_t count;
  CHECK_INT(mc_dynprog_tree(&p.job, table, node, &count, &call), MC_ERR_MEMORY);
  guard_arena_release(&arena);
  guard_free(table);
  release(&p);
}

static void test_arguments(void) {
  mc_call call = mc_call_make(NULL, NULL, 1);
  mc_dynprog_report report;
  const mc_dynprog_job bad[] = {{.n = -1},
                                {.weight = MC_DYNPROG_WEIGHTS},
                                {.algorithm = MC_DYNPROG_ALGORITHMS},
                                {.cell = -1},
                                {.weight = MC_DYNPROG_WEIGHT_CHAIN, .maximum = true},
                                {.weight = MC_DYNPROG_WEIGHT_PAIRS}};
  for (int i = 0; i < 6; i++)
    CHECK_INT(mc_parenthesize(&bad[i], 0, NULL, &report, &call), MC_ERR_ARGUMENT);
  const mc_dynprog_job large = {.n = INT64_C(1) << 30};
  CHECK_INT(mc_parenthesize(&large, 0, NULL, &report, &call), MC_ERR_SIZE);
}

static const check_test tests[] = {{"small", test_small},
                                   {"tiles", test_tiles},
                                   {"cells", test_cells},
                                   {"interrupts", test_interrupt},
                                   {"memory", test_memory},
                                   {"arguments", test_arguments},
                                   {0}};
const check_suite suite_parenthesis = {"parenthesis", tests, true, "tropical_ dynprog_ "};
