/* The orders of "auto" (cells.c, candidates.c, gap_cells.c, accordion_groups.c) with threads that
   lag behind.

   Now and then a kernel begins late: after other threads have finished up to 200 more kernels, or
   after about 4 milliseconds. So other threads go on as far as their waits let them. If a wait is
   missing, they read unfinished numbers, and the result differs from that of one thread.

   Counters are relaxed: they order no other memory, so they hide no race from ThreadSanitizer. */
#include <stdatomic.h>
#include <string.h>

#include "base/threads.h"
#include "check.h"
#include "data.h"
#include "dynprog/accordion.h"
#include "dynprog/gap.h"
#include "dynprog/parenthesis.h"
#include "guard.h"
#include "system.h"

static mc_kernels now, late; /* the kernels of the target; the same, late */
static atomic_int begun, finished;

static int count_of(atomic_int *counter) {
  return atomic_load_explicit(counter, memory_order_relaxed);
}

static void lag(void) {
  rng r = {(uint64_t) atomic_fetch_add_explicit(&begun, 1, memory_order_relaxed)};
  if (!rng_chance(&r, 0.1))
    return;
  const int enough = count_of(&finished) + 1 + (int) rng_below(&r, 200);
  for (int nap = 0; nap < 40 && count_of(&finished) < enough; nap++)
    system_pause(100000);
}

/* A late kernel. */
#define LATE(NAME, ARGUMENTS, NAMES)                               \
  static void NAME ARGUMENTS {                                     \
    lag();                                                         \
    now.NAME NAMES;                                                \
    atomic_fetch_add_explicit(&finished, 1, memory_order_relaxed); \
  }
LATE(dynprog_inner_min, (const mc_dynprog_block *t), (t))
LATE(dynprog_beside_min, (const mc_dynprog_block *t), (t))
LATE(tropical_min_square_f64, (const void *a, const void *b, void *c, int64_t rows),
     (a, b, c, rows))
LATE(dynprog_inner_chain, (const mc_dynprog_block *t), (t))
LATE(dynprog_beside_chain, (const mc_dynprog_block *t), (t))
LATE(gap_inner_min, (const mc_gap_block *t), (t))
LATE(gap_product_min, (const mc_gap_block *t), (t))
LATE(dynprog_accordion_bounds, (const mc_accordion_group *t, int64_t from, int64_t to),
     (t, from, to))
LATE(dynprog_accordion_triangle, (const mc_accordion_group *t, int64_t from), (t, from))
LATE(dynprog_accordion_strands, (const mc_accordion_group *t, int64_t from, int64_t to),
     (t, from, to))

static void make_kernels(void) {
  now = late = *mc_kernels_active();
#define MAKE_LATE(NAME) late.NAME = NAME
  MAKE_LATE(dynprog_inner_min);
  MAKE_LATE(dynprog_beside_min);
  MAKE_LATE(tropical_min_square_f64);
  MAKE_LATE(dynprog_inner_chain);
  MAKE_LATE(dynprog_beside_chain);
  MAKE_LATE(gap_inner_min);
  MAKE_LATE(gap_product_min);
  MAKE_LATE(dynprog_accordion_bounds);
  MAKE_LATE(dynprog_accordion_triangle);
  MAKE_LATE(dynprog_accordion_strands);
}

static mc_call call_by(guard_arena *arena, int threads) {
  mc_call call = mc_call_make(&arena->arena, NULL, threads);
  if (threads > 1)
    call.kernels = &late;
  return call;
}

enum { RUNS = 4 };
static const int threads_of[RUNS] = {1, 4, 16, 64};

/* Late threads give the table of one thread. */
static void check_late(const mc_dynprog_job *job) {
  const int64_t size = job->n * job->n;
  double *table = GUARD_NEW(double, size), *want = GUARD_NEW(double, size);
  make_kernels();
  for (int run = 0; run < RUNS; run++) {
    check_note("cells of %d, candidates %d, %d threads", (int) job->cell, job->candidates,
               threads_of[run]);
    guard_arena arena = guard_arena_make();
    const mc_call call = call_by(&arena, threads_of[run]);
    mc_dynprog_report report;
    CHECK_INT(mc_parenthesize(job, -1, run == 0 ? want : table, &report, &call), MC_OK);
    CHECK(report.candidates == job->candidates);
    CHECK(run == 0 || memcmp(table, want, (size_t) size * sizeof *want) == 0);
    guard_arena_release(&arena);
  }
  guard_free(table);
  guard_free(want);
}

enum { POINTS = 12 * 64 - 5 };

static void test_parenthesization(void) {
  rng r = {1};
  double *leaf = GUARD_NEW(double, POINTS - 1);
  for (int i = 0; i < POINTS - 1; i++)
    leaf[i] = (double) rng_below(&r, 1000) - 400;
  for (int64_t cell = 1; cell <= 2; cell++)
    check_late(
      &(mc_dynprog_job){.n = POINTS, .leaf = leaf, .algorithm = MC_DYNPROG_AUTO, .cell = cell});
  guard_free(leaf);
}

static void test_candidates(void) {
  rng r = {4};
  double *p = GUARD_NEW(double, POINTS);
  for (int i = 0; i < POINTS; i++)
    p[i] = (double) rng_below(&r, 1000);
  check_late(&(mc_dynprog_job){.n = POINTS,
                               .weight = MC_DYNPROG_WEIGHT_CHAIN,
                               .p = p,
                               .algorithm = MC_DYNPROG_AUTO,
                               .candidates = true});
  guard_free(p);
}

static void test_alignment(void) {
  enum { M = 7 * 64 - 2, N = 6 * 64 + 3, CELLS = (M + 1) * (N + 1) };
  rng r = {2};
  int32_t *symbol = GUARD_NEW(int32_t, M);
  double *gap = GUARD_NEW(double, M), *want = GUARD_NEW(double, CELLS);
  make_kernels();
  for (int i = 0; i < M; i++) {
    symbol[i] = (int32_t) rng_below(&r, 4);
    gap[i] = 3 + (double) rng_below(&r, 8);
  }
  for (int64_t cell = 1; cell <= 2; cell++)
    for (int run = 0; run < RUNS; run++) {
      check_note("cells of %d, %d threads", (int) cell, threads_of[run]);
      guard_arena arena = guard_arena_make();
      const mc_call call = call_by(&arena, threads_of[run]);
      const mc_gap_job job = {.m = M,
                              .n = N,
                              .x = symbol,
                              .y = symbol,
                              .mismatch = 2,
                              .gap_x = {gap, false},
                              .gap_y = {gap, false},
                              .algorithm = MC_DYNPROG_AUTO,
                              .cell_rows = cell,
                              .cell_columns = cell};
      mc_dynprog_report report;
      mc_gap_work w;
      CHECK_INT(mc_gap_align(&w, &job, &report, &call), MC_OK);
      int64_t odd = 0;
      for (int64_t i = 0; i <= M; i++)
        for (int64_t j = 0; j <= N; j++) {
          const double x = *mc_gap_at(&w, i, j);
          odd += run > 0 && x != want[i * (N + 1) + j];
          want[i * (N + 1) + j] = run > 0 ? want[i * (N + 1) + j] : x;
        }
      CHECK_INT(odd, 0);
      guard_arena_release(&arena);
    }
  guard_free(symbol);
  guard_free(gap);
  guard_free(want);
}

static void test_accordion(void) {
  enum { N = 1300, CELLS = (N + 1) * (N + 1) };
  rng r = {3};
  uint8_t *hydrophobic = GUARD_NEW(uint8_t, N);
  uint16_t *table = GUARD_NEW(uint16_t, CELLS), *want = GUARD_NEW(uint16_t, CELLS);
  make_kernels();
  memset(table, 0, CELLS * sizeof *table);
  memset(want, 0, CELLS * sizeof *want);
  for (int i = 0; i < N; i++)
    hydrophobic[i] = rng_chance(&r, 0.5);
  for (int round = 0; round < 2; round++)
    for (int run = 0; run < RUNS; run++) {
      check_note("round %d, %d threads", round, threads_of[run]);
      guard_arena arena = guard_arena_make();
      const mc_call call = call_by(&arena, threads_of[run]);
      const mc_accordion_job job = {.n = N,
                                    .hydrophobic = hydrophobic,
                                    .algorithm = MC_DYNPROG_AUTO,
                                    .table = run == 0 ? want : table};
      mc_accordion_report report;
      CHECK_INT(mc_accordion(&job, NULL, &report, &call), MC_OK);
      CHECK(run == 0 || memcmp(table, want, CELLS * sizeof *want) == 0);
      guard_arena_release(&arena);
    }
  guard_free(hydrophobic);
  guard_free(table);
  guard_free(want);
}

static const check_test tests[] = {{"parenthesization", test_parenthesization},
                                   {"candidates", test_candidates},
                                   {"alignment", test_alignment},
                                   {"accordion", test_accordion},
                                   {0}};
const check_suite suite_late = {"late", tests, false, NULL};
