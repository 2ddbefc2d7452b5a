/* Matrix chains by candidates (candidates.c) against the definition, bit by bit: orders of points
   that have many or few candidates, and when candidates are used. */
#include <math.h>

#include "check.h"
#include "data.h"
#include "dynprog/parenthesis.h"
#include "dynprog/parenthesis_oracle.h"
#include "guard.h"

typedef enum {
  RANDOM,
  FEW,    /* three numbers: many ties */
  EQUAL,  /* ties only */
  ZEROS,  /* half of the numbers are 0 */
  UP,     /* all points in front of a point are less */
  DOWN,   /* all points behind a point are less */
  VALLEY, /* many candidates */
  HILL,   /* few */
  SAW,    /* slopes of 20 points */
  NEARLY, /* points that rise with exceptions */
  ORDERS
} order;

static double dimension(rng *r, order o, int64_t k, int64_t n) {
  const int64_t from_middle = k < n / 2 ? n / 2 - k : k - n / 2;
  switch (o) {
  case FEW: return (double) (1 + rng_below(r, 3));
  case EQUAL: return 7;
  case ZEROS: return rng_chance(r, 0.5) ? 0 : (double) rng_below(r, 50);
  case UP: return (double) (k + 1);
  case DOWN: return (double) (n - k);
  case VALLEY: return (double) (from_middle + 1);
  case HILL: return (double) (n - from_middle);
  case SAW: return (double) (1 + k % 20 + k / 40);
  case NEARLY: return rng_chance(r, 0.1) ? (double) (1 + rng_below(r, 500)) : (double) (k + 1);
  default: return (double) (1 + rng_below(r, 1000));
  }
}

typedef struct {
  mc_dynprog_job job;
  double *p, *leaf;
} chain;

/* A chain of n points that is computed by candidates if they are allowed. Leaves are whole numbers,
   also negative ones. */
static chain make(rng *r, order o, int64_t n, bool leaves) {
  chain c = {.p = GUARD_NEW(double, n), .leaf = GUARD_NEW(double, n - 1)};
  for (int64_t k = 0; k < n; k++)
    c.p[k] = dimension(r, o, k, n);
  for (int64_t k = 0; k + 1 < n; k++)
    c.leaf[k] = (double) rng_below(r, 100000) - 50000;
  c.job = (mc_dynprog_job){.n = n,
                           .leaf = leaves ? c.leaf : NULL,
                           .weight = MC_DYNPROG_WEIGHT_CHAIN,
                           .p = c.p,
                           .algorithm = MC_DYNPROG_AUTO,
                           .candidates = true};
  return c;
}

static void release(chain *c) {
  guard_free(c->p);
  guard_free(c->leaf);
}

/* Does a call take candidates? */
static bool takes_candidates(const mc_dynprog_job *job) {
  double *table = GUARD_NEW(double, job->n * job->n);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, 1);
  mc_dynprog_report report;
  CHECK_INT(mc_parenthesize(job, (double) NAN, table, &report, &call), MC_OK);
  guard_arena_release(&arena);
  guard_free(table);
  return report.candidates;
}

/* Checks the table of all numbers of threads from `first` to `last`. */
static void check_table(const chain *c, int first, int last) {
  const parenthesis_answer want = parenthesis_solve(&c->job);
  for (int threads = first; threads <= last; threads++) {
    check_note("n %d, %d threads", (int) c->job.n, threads);
    parenthesis_check(&c->job, &want, MC_DYNPROG_AUTO, threads);
  }
  parenthesis_free(want);
}

/* The same for a chain that is computed by candidates. */
static void check_all(const chain *c, int first, int last) {
  check_table(c, first, last);
  CHECK(takes_candidates(&c->job));
}

/* Every order, from two tiles to seven; the last tile is full, or has one row. */
static void test_orders(void) {
  const int64_t sizes[] = {65, 127, 128, 129, 200, 257, 448};
  for (int o = 0; o < ORDERS; o++)
    for (int s = 0; s < (check_fast() ? 5 : 7); s++) {
      rng r = {(uint64_t) (100 * o + s)};
      chain c = make(&r, (order) o, sizes[s], s % 2 == 0);
      check_note("order %d", o);
      check_all(&c, s == 4 ? 1 : 2, s == 4 ? 4 : 2);
      release(&c);
    }
}

/* Chains of slopes of random lengths, heights and noise: each point is a candidate at times. */
static void test_slopes(void) {
  for (int turn = 0; turn < (check_fast() ? 150 : 600); turn++) {
    rng r = {(uint64_t) turn};
    chain c = make(&r, RANDOM, 66 + (int64_t) rng_below(&r, 130), rng_chance(&r, 0.5));
    double height = 500;
    for (int64_t k = 0; k < c.job.n;) {
      const double slope = (double) rng_below(&r, 41) - 20;
      const uint64_t noise = 1 + rng_below(&r, 30);
      for (int64_t end = k + 1 + (int64_t) rng_below(&r, 60); k < end && k < c.job.n; k++) {
        height = fmax(1, height + slope);
        c.p[k] = height + (double) rng_below(&r, noise);
      }
    }
    check_note("turn %d", turn);
    check_all(&c, 1, 1);
    release(&c);
  }
}

/* The first or the last tiles are a little lower than all others, so that pairs of equally high
   points beside these tiles are of use (A in docs/matrix_chains.md). */
static void test_terraces(void) {
  for (int turn = 0; turn < (check_fast() ? 100 : 400); turn++) {
    rng r = {(uint64_t) turn};
    chain c = make(&r, RANDOM, 195 + (int64_t) rng_below(&r, 100), rng_chance(&r, 0.5));
    const int64_t border = 64 * (1 + (int64_t) rng_below(&r, 2));
    const bool first = rng_chance(&r, 0.5);
    const uint64_t hill = 1 + rng_below(&r, 300);
    for (int64_t k = 0; k < c.job.n; k++)
      c.p[k] = (k < border) == first ? (double) (80 + rng_below(&r, 15))
                                     : (double) (100 + rng_below(&r, hill));
    check_note("turn %d", turn);
    check_all(&c, 1, 1);
    release(&c);
  }
}

/* A few low points of nearly the same height, often in the first or last row of a tile. Only so is
   a point in one tile the best split beside a lower point between the tiles. */
static void test_low_points(void) {
  for (int turn = 0; turn < (check_fast() ? 150 : 600); turn++) {
    rng r = {(uint64_t) turn};
    chain c = make(&r, RANDOM, 195 + (int64_t) rng_below(&r, 60), false);
    for (int64_t k = 0; k < c.job.n; k++)
      c.p[k] = 200 + (double) rng_below(&r, 200);
    for (int low = 0; low < 6; low++) {
      const int64_t border = 64 * (1 + (int64_t) rng_below(&r, 3)) - (int64_t) rng_below(&r, 2);
      c.p[rng_chance(&r, 0.6) ? border : (int64_t) rng_below(&r, 195)] =
        100 + (double) rng_below(&r, 20);
    }
    check_note("turn %d", turn);
    check_all(&c, 1, 1);
    release(&c);
  }
}

/* More than 64 candidates lie between two tiles: their operands are copied in several parts. */
static void test_many(void) {
  rng r = {5};
  chain c = make(&r, VALLEY, 520, false);
  check_all(&c, 2, 2);
  release(&c);
}

/* "auto" takes candidates if they are few, also if many points have the same number. */
static void test_choice(void) {
  enum { N = 700 };
  const bool few[ORDERS] = {
    [RANDOM] = true, [FEW] = true,  [EQUAL] = true, [ZEROS] = true, [UP] = true,
    [DOWN] = true,   [HILL] = true, [SAW] = true,   [NEARLY] = true};
  for (int o = 0; o < ORDERS; o++) {
    rng r = {(uint64_t) o};
    chain c = make(&r, (order) o, N, false);
    c.job.candidates = false;
    check_note("order %d", o);
    CHECK(takes_candidates(&c.job) == few[o]);
    c.job.cell = 1;
    CHECK(!takes_candidates(&c.job));
    release(&c);
  }
}

/* If a sum may be rounded, all splits are tried: another split may have a sum that is less only by
   rounding. */
static void test_rounding(void) {
  enum { N = 200 };
  rng r = {9};
  chain c = make(&r, RANDOM, N, true);
  const double p = c.p[100], leaf = c.leaf[50];
  c.p[7] = c.p[8] = 1 << 15; /* the three greatest numbers count */
  c.p[100] = floor((0x1p53 - N * 50000.0) / N / (1 << 15) / (1 << 15));
  CHECK(takes_candidates(&c.job));
  c.p[100] += 2;
  CHECK(!takes_candidates(&c.job));
  c.p[7] = c.p[8] = 5;
  c.p[100] = 1e7; /* one large number does no harm */
  CHECK(takes_candidates(&c.job));
  check_table(&c, 1, 1);
  c.p[100] = p + 0.5;
  CHECK(!takes_candidates(&c.job));
  c.p[100] = p;
  c.leaf[50] = leaf + 0.25;
  CHECK(!takes_candidates(&c.job));
  c.leaf[50] = (double) INFINITY;
  CHECK(!takes_candidates(&c.job));
  check_table(&c, 1, 1);
  c.leaf[50] = -0x1p52;
  CHECK(takes_candidates(&c.job));
  c.leaf[50] = -0x1p53;
  CHECK(!takes_candidates(&c.job));
  for (int k = 0; k < N; k++) { /* the sum of the leaves is rounded to 2^53 */
    c.p[k] = 0;
    if (k < N - 1)
      c.leaf[k] = k == 0 ? -0x1p53 : -1;
  }
  CHECK(!takes_candidates(&c.job));
  check_table(&c, 1, 1);
  release(&c);
  /* all products are exact, or some are not; sums are rounded */
  const uint64_t widths[] = {31072, 108000, 300000};
  for (int k = 0; k < 12; k++) {
    chain wide = make(&r, RANDOM, N, false);
    for (int i = 0; i < N; i++)
      wide.p[i] = (double) (100000 + rng_below(&r, widths[k % 3]));
    CHECK(!takes_candidates(&wide.job));
    check_table(&wide, 1, 1);
    release(&wide);
  }
}

static const check_test tests[] = {{"orders of points", test_orders},
                                   {"slopes", test_slopes},
                                   {"terraces", test_terraces},
                                   {"low points", test_low_points},
                                   {"many candidates", test_many},
                                   {"when candidates are used", test_choice},
                                   {"sums that may be rounded", test_rounding},
                                   {0}};
const check_suite suite_candidates = {"candidates", tests, true, "dynprog_"};
