/* Parenthesization against the definition, bit by bit: all weights, algorithms, numbers of
   threads; trees and splits. */
#include "dynprog/parenthesis.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dynprog/parenthesis_oracle.h"
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

/* ---- runs ---- */

static void try_one(kind k, int64_t n, int first, int last) {
  rng r = {(uint64_t) (n * KINDS + k)};
  problem p = make(&r, k, n);
  const parenthesis_answer want = parenthesis_solve(&p.job);
  for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++)
    for (int threads = first; threads <= last; threads++) {
      check_note("kind %d, n %d, algorithm %d, %d threads", k, (int) n, a, threads);
      parenthesis_check(&p.job, &want, (mc_dynprog_algorithm) a, threads);
    }
  check_note("kind %d, n %d, tree", k, (int) n);
  parenthesis_check_tree(&p.job, &want);
  parenthesis_free(want);
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
    const parenthesis_answer want = parenthesis_solve(&p.job);
    for (p.job.cell = 1; p.job.cell <= 4; p.job.cell++)
      for (int t = 0; t < (check_fast() && k > 0 ? 1 : 3); t++) {
        check_note("kind %d, cells of %d, %d threads", kinds[k], (int) p.job.cell, threads[t]);
        parenthesis_check(&p.job, &want, MC_DYNPROG_AUTO, threads[t]);
      }
    parenthesis_check_tree(&p.job, &want);
    parenthesis_free(want);
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

static void interrupt(kind of) {
  rng r = {1};
  problem p = make(&r, of, 300);
  const parenthesis_answer want = parenthesis_solve(&p.job);
  stopped s = {p.job, GUARD_NEW(double, 300 * 300)};
  s.job.poll_every = 1e6;
  for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++) {
    check_note("kind %d, algorithm %d", of, a);
    s.job.algorithm = (mc_dynprog_algorithm) a;
    const check_polls end = check_interrupts((interruptible){solve_stopped, &s, 2, 1e-5, 0});
    CHECK(end.polls > 1);
    CHECK_INT(parenthesis_first_other(s.table, want.c, 300 * 300), -1);
  }
  guard_free(s.table);
  parenthesis_free(want);
  release(&p);
}

static void test_interrupt(void) {
  interrupt(PLAIN);
  interrupt(DIMENSIONS);
}

static void test_memory(void) {
  rng r = {1};
  problem p = make(&r, DIMENSIONS, 100);
  double *table = GUARD_NEW(double, 100 * 100);
  const struct {
    mc_dynprog_algorithm algorithm;
    int cell, calls;
  } runs[] = {{MC_DYNPROG_AUTO, 0, 12},     {MC_DYNPROG_AUTO, 1, 6},
              {MC_DYNPROG_LOOP, 0, 3},      {MC_DYNPROG_RECURSIVE, 0, 2},
              {MC_DYNPROG_OPTIMIZED, 0, 4}, {MC_DYNPROG_ZMORTON, 0, 4}};
  for (int k = 0; k < 6; k++)
    for (int refuse = 1; refuse <= runs[k].calls + 1; refuse++) {
      check_note("run %d, refuse %d", k, refuse);
      guard_arena arena = guard_arena_make();
      arena.refuse = refuse;
      mc_call call = mc_call_make(&arena.arena, NULL, 1);
      mc_dynprog_report report;
      p.job.algorithm = runs[k].algorithm;
      p.job.cell = runs[k].cell;
      const mc_status status = mc_parenthesize(&p.job, (double) NAN, table, &report, &call);
      CHECK_INT(status, refuse <= runs[k].calls ? MC_ERR_MEMORY : MC_OK);
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
