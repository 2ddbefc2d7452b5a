/* Accordion folding: tables against the recurrence, scores against all folds, the strands against
   both; all algorithms and numbers of threads. */
#include "dynprog/accordion.h"

#include <string.h>

#include "check.h"
#include "data.h"
#include "dynprog/accordion_oracle.h"
#include "guard.h"
#include "interrupts.h"

static accordion_chain make(uint64_t seed, int64_t n, double share) {
  rng r = {seed};
  accordion_chain c = {n, GUARD_NEW(uint8_t, n), GUARD_NEW(uint16_t, (n + 1) * (n + 1))};
  for (int64_t i = 0; i < n; i++)
    c.hydrophobic[i] = rng_chance(&r, share);
  memset(c.s, 0xee, (size_t) ((n + 1) * (n + 1)) * sizeof *c.s);
  accordion_solve(&c);
  return c;
}

static void try_one(int64_t n, double share, int first, int last) {
  accordion_chain c = make((uint64_t) n, n, share);
  for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++)
    for (int threads = first; threads <= last; threads++) {
      check_note("n %d, share %g, algorithm %d, %d threads", (int) n, share, a, threads);
      accordion_check(&c, (mc_dynprog_algorithm) a, threads);
    }
  accordion_free(&c);
}

static void test_small(void) {
  for (int64_t n = 0; n <= 70; n += n < 8 || (n > 28 && n < 36) || n > 60 ? 1 : 3)
    try_one(n, n % 3 == 0 ? 0.9 : 0.4, 1 + (int) (n % 4), 1 + (int) (n % 4));
}

static void test_tiles(void) {
  const int64_t sizes[] = {127, 128, 129, 193, 257};
  for (int s = 0; s < (check_fast() ? 2 : 5); s++)
    try_one(sizes[s], s % 2 == 0 ? 0.4 : 1, s == 2 ? 1 : 2, s == 2 ? 4 : 3 - s % 2);
}

/* A long chain, whose turn groups have many chunks. The table is that of one thread, and the
   strands have the score. */
static void test_threads(void) {
  rng r = {7};
  const int64_t n = check_fast() ? 1500 : 3000, cells = (n + 1) * (n + 1);
  const int threads[] = {1, 2, 3, 64};
  accordion_chain c = {n, GUARD_NEW(uint8_t, n), GUARD_NEW(uint16_t, cells)};
  for (int64_t i = 0; i < n; i++)
    c.hydrophobic[i] = rng_chance(&r, 0.5);
  uint16_t *table = GUARD_NEW(uint16_t, cells);
  int32_t *end = GUARD_NEW(int32_t, n);
  memset(c.s, 0, (size_t) cells * sizeof *c.s);
  memset(table, 0, (size_t) cells * sizeof *table);
  for (int t = 0; t < 4; t++) {
    check_note("%d threads", threads[t]);
    mc_accordion_job job = accordion_job(&c, MC_DYNPROG_AUTO);
    job.table = t == 0 ? c.s : table;
    guard_arena arena = guard_arena_make();
    mc_call call = mc_call_make(&arena.arena, NULL, threads[t]);
    mc_accordion_report report;
    CHECK_INT(mc_accordion(&job, end, &report, &call), MC_OK);
    CHECK_INT(accordion_score(&c, end, report.strands), report.score);
    CHECK(t == 0 || memcmp(table, c.s, (size_t) cells * sizeof *table) == 0);
    guard_arena_release(&arena);
  }
  guard_free(table);
  guard_free(end);
  accordion_free(&c);
}

/* All folds of short chains. */
static void test_all_folds(void) {
  for (int64_t n = 1; n <= 13; n++) {
    accordion_chain c = make(100 + (uint64_t) n, n, 0.6);
    int64_t best = 0;
    for (int64_t code = 0; code < INT64_C(1) << (n - 1); code++) {
      int32_t end[16];
      int64_t strands = 0;
      for (int64_t j = 1; j < n; j++)
        if (code >> (j - 1) & 1)
          end[strands++] = (int32_t) j;
      end[strands++] = (int32_t) n;
      const int64_t score = accordion_score(&c, end, strands);
      best = score > best ? score : best;
    }
    for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++) {
      mc_accordion_job job = accordion_job(&c, (mc_dynprog_algorithm) a);
      guard_arena arena = guard_arena_make();
      mc_call call = mc_call_make(&arena.arena, NULL, 1);
      mc_accordion_report report;
      CHECK_INT(mc_accordion(&job, NULL, &report, &call), MC_OK);
      CHECK_INT(report.score, best);
      CHECK_INT(report.strands, 0);
      guard_arena_release(&arena);
    }
    accordion_free(&c);
  }
}

/* ---- interrupts, memory, invalid arguments ---- */

static mc_status solve_stopped(void *context, const mc_call *call) {
  const mc_accordion_job *job = context;
  mc_accordion_report report;
  return mc_accordion(job, NULL, &report, call);
}

static void test_interrupt(void) {
  accordion_chain c = make(1, 260, 0.4);
  for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++) {
    check_note("algorithm %d", a);
    mc_accordion_job job = accordion_job(&c, (mc_dynprog_algorithm) a);
    job.poll_every = 2e6;
    const int64_t thin = check_fast() ? 1 : 0;
    /* so short a pass that a fast machine polls several times, too */
    const check_polls end = check_interrupts((interruptible){solve_stopped, &job, 2, 1e-7, thin});
    CHECK(end.polls > 1);
  }
  accordion_free(&c);
}

static void test_memory(void) {
  accordion_chain c = make(1, 100, 0.4);
  int32_t end[100];
  const int calls[MC_DYNPROG_ALGORITHMS] = {12, 3, 3, 3, 3};
  for (int a = 0; a < MC_DYNPROG_ALGORITHMS; a++)
    for (int refuse = 1; refuse <= calls[a] + 1; refuse++) {
      check_note("algorithm %d, refuse %d", a, refuse);
      guard_arena arena = guard_arena_make();
      arena.refuse = refuse;
      mc_call call = mc_call_make(&arena.arena, NULL, 1);
      mc_accordion_report report;
      mc_accordion_job job = accordion_job(&c, (mc_dynprog_algorithm) a);
      const mc_status status = mc_accordion(&job, end, &report, &call);
      CHECK_INT(status, refuse <= calls[a] ? MC_ERR_MEMORY : MC_OK);
      guard_arena_release(&arena);
    }
  accordion_free(&c);
}

/* With few contacts a later turn gives more, so far strands decide. */
static void test_far(void) {
  const int64_t sizes[] = {240, 280, 320};
  for (int k = 0; k < 3; k++)
    for (int share = 1; share <= 4; share *= 2) {
      accordion_chain c = make((uint64_t) sizes[k] + 1, sizes[k], 0.05 * share);
      check_note("n %d, share %g", (int) sizes[k], 0.05 * share);
      accordion_check(&c, MC_DYNPROG_AUTO, 1);
      accordion_free(&c);
    }
}

static void test_arguments(void) {
  mc_call call = mc_call_make(NULL, NULL, 1);
  mc_accordion_report report;
  const mc_accordion_job bad[] = {{.n = -1}, {.algorithm = MC_DYNPROG_ALGORITHMS}};
  for (int i = 0; i < 2; i++)
    CHECK_INT(mc_accordion(&bad[i], NULL, &report, &call), MC_ERR_ARGUMENT);
  const mc_accordion_job large = {.n = 65536};
  CHECK_INT(mc_accordion(&large, NULL, &report, &call), MC_ERR_SIZE);
}

static const check_test tests[] = {
  {"small", test_small},         {"tiles", test_tiles},          {"threads", test_threads},
  {"all folds", test_all_folds}, {"interrupts", test_interrupt}, {"memory", test_memory},
  {"far strands", test_far},     {"arguments", test_arguments},  {0}};
const check_suite suite_accordion = {"accordion", tests, true, "dynprog_accordion_ "};
