/* What mc_cor_kendall() does when it is interrupted, when memory is short, and
   when a job is beyond its limits or its buffers. Once, on the best target. */
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "kendall/coefficients.h"
#include "kendall/kendall.h"
#include "kendall/plan.h"
#include "kendall/ranks.h"
#include "oracle.h"
#include "pairs/matrix_sink.h"
#include "base/threads.h"

enum { ROWS = 270, COLUMNS = 13 };

/* A job of many passes, and its result. */
typedef struct {
  mc_kendall_request job;
  int threads;
  double *expected, *tau;
} sample;

static sample sample_make(mc_pairs_use use, bool symmetric) {
  rng r = {(uint64_t) use};
  sample s = {.job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, ROWS, COLUMNS, 0.01)),
                      .y = mc_columns_of_matrix(matrix_make(&r, MC_I32, ROWS, COLUMNS, 0.01)),
                      .symmetric = symmetric,
                      .use = use,
                      .na = oracle_na()},
              .threads = 2,
              .expected = GUARD_NEW(double, COLUMNS *COLUMNS),
              .tau = GUARD_NEW(double, COLUMNS *COLUMNS)};
  int64_t constant;
  oracle_cor(&s.job, s.expected, &constant);
  return s;
}

static void sample_free(sample *s) {
  matrix_free(&s->job.x.matrix);
  matrix_free(&s->job.y.matrix);
  guard_free(s->expected);
  guard_free(s->tau);
}

static mc_status run(sample *s, guard_arena *arena, mc_monitor *monitor) {
  mc_kendall_report report;
  const mc_call call = mc_call_make(&arena->arena, monitor, s->threads);
  mc_status status = mc_cor_kendall(&s->job, s->tau, &report, &call);
  guard_arena_release(arena);
  return status;
}

/* And then it works. */
static void run_again(sample *s) {
  guard_arena arena = guard_arena_make();
  CHECK_INT(run(s, &arena, NULL), MC_OK);
  CHECK(oracle_same(s->tau, s->expected, COLUMNS * COLUMNS));
}

typedef void (*with_sample)(sample *s);

static void for_samples(with_sample f) {
  const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_NA_OR_COMPLETE};
  for (int u = 0; u < 2; u++)
    for (int symmetric = 0; symmetric < 2; symmetric++) {
      sample s = sample_make(uses[u], symmetric);
      for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
        check_note("algorithm %d, use %d%s", k, (int) uses[u], symmetric ? ", symmetric" : "");
        s.job.algorithm = (mc_kendall_algorithm) k;
        f(&s);
      }
      sample_free(&s);
    }
}

/* ---- interrupts ---- */

typedef struct {
  int calls, stop_at;
  bool jump;
  jmp_buf back;
} stopper;

static bool stop(void *data, double done) {
  stopper *s = data;
  (void) done;
  if (++s->calls != s->stop_at)
    return false;
  if (s->jump)
    longjmp(s->back, 1);
  return true;
}

static mc_status solve_stopped(void *context, const mc_call *call) {
  sample *s = context;
  mc_kendall_report report;
  return mc_cor_kendall(&s->job, s->tau, &report, call);
}

static void stop_everywhere(sample *s) {
  check_interrupts((interruptible){solve_stopped, s, s->threads, 1e-9, 0});
  CHECK(oracle_same(s->tau, s->expected, COLUMNS * COLUMNS));
  run_again(s);
}

static void test_interrupts(void) {
  for_samples(stop_everywhere);
}

/* The poll may leave by a jump, as R's does; the arena holds all there is. */
static void jump_at(sample *s, int poll) {
  static stopper stopper; /* static, so that the jump leaves them as they are */
  static guard_arena arena;
  memset(&stopper, 0, sizeof stopper);
  stopper.stop_at = poll;
  stopper.jump = true;
  arena = guard_arena_make();
  mc_monitor monitor = {.poll = stop, .data = &stopper, .pass = 1e-9};
  if (setjmp(stopper.back) == 0) {
    CHECK_INT(run(s, &arena, &monitor), MC_OK);
    CHECK(stopper.calls < poll); /* there were fewer polls than that */
  } else {
    guard_arena_release(&arena);
  }
}

static void jump_out(sample *s) {
  for (int poll = 1; poll <= 3; poll++)
    jump_at(s, poll);
  run_again(s);
}

static void test_jumps(void) {
  for_samples(jump_out);
}

/* ---- memory ---- */

static void refuse_each(sample *s) {
  mc_status status = MC_ERR_MEMORY;
  for (int k = 1; status != MC_OK && k < 500; k++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = k;
    status = run(s, &arena, NULL);
    CHECK_INT(status, arena.calls < k ? MC_OK : MC_ERR_MEMORY);
  }
  CHECK_INT(status, MC_OK);
  CHECK(oracle_same(s->tau, s->expected, COLUMNS * COLUMNS));
}

static void test_memory(void) {
  for_samples(refuse_each);
}

/* Scratch in all, of which a small job takes little and none takes more than
   the bound. */
typedef struct {
  mc_arena arena;
  guard_arena guarded;
  size_t total;
} meter;

static void *take_metered(mc_arena *arena, size_t bytes) {
  meter *m = (meter *) arena;
  m->total += bytes;
  return m->guarded.arena.take(&m->guarded.arena, bytes);
}

/* What is taken is what the plan says, with the room to align each block. */
static void test_scratch_bound(void) {
  const struct {
    int64_t rows, columns;
  } sizes[] = {{10, 10}, {1000, 30}, {6000, 12}, {20000, 4}, {30, 700}, {100000, 2}};
  rng r = {1};
  for (int k = 0; k < 6; k++)
    for (int q = 0; q < MC_KENDALL_ALGORITHMS; q++)
      for (int64_t scratch = 0; scratch <= 1 << 22; scratch += 1 << 21) {
        mc_matrix x = matrix_make(&r, MC_I32, sizes[k].rows, sizes[k].columns, 0.001);
        double *tau = GUARD_NEW(double, sizes[k].columns *sizes[k].columns);
        mc_kendall_request job = {.x = mc_columns_of_matrix(x),
                                  .symmetric = true,
                                  .use = MC_USE_NA_OR_COMPLETE,
                                  .algorithm = (mc_kendall_algorithm) q,
                                  .scratch = scratch,
                                  .na = NAN};
        meter m = {.arena = {.take = take_metered}, .guarded = guard_arena_make()};
        check_note("%d x %d, algorithm %d", (int) x.rows, (int) x.columns, q);
        /* the slow ones take their memory before the first pass */
        const bool quick = q == MC_KENDALL_AUTO || q == MC_KENDALL_RADIX ||
                           (q == MC_KENDALL_BITSET && x.rows <= 6000);
        stopper stopper = {.stop_at = quick ? 0 : 1};
        mc_monitor monitor = {.poll = stop, .data = &stopper, .pass = 1e-9};
        mc_kendall_report report;
        const mc_call call = mc_call_make(&m.arena, &monitor, 4);
        mc_status status = mc_cor_kendall(&job, tau, &report, &call);
        CHECK(status == MC_INTERRUPTED || status == MC_OK);
        mc_kendall_coefficients coefficients = mc_kendall_coefficients_make(MC_KENDALL_B, NAN);
        const mc_pairs_matrix matrix = mc_pairs_matrix_make(NULL, &coefficients.maker);
        guard_arena planning = guard_arena_make();
        const mc_call plan_call = mc_call_make(&planning.arena, NULL, 4);
        mc_kendall_plan plan;
        CHECK_INT(mc_kendall_plan_make(&plan, &job, &matrix.sink, &plan_call), MC_OK);
        guard_arena_release(&planning);
        const int64_t bound = scratch > 0 ? scratch : MC_KENDALL_SCRATCH;
        if (report.algorithm == MC_KENDALL_SPARSE) /* its plan keeps to its half, or to a column */
          CHECK((int64_t) m.total <= bound + (2 << 20) + 40 * x.rows);
        else
          CHECK((int64_t) m.total <= plan.dense.bytes + plan.sparse.bytes + 100 * MC_ALIGN);
        guard_arena_release(&m.guarded);
        guard_free(tau);
        matrix_free(&x);
      }
}

/* Panels of few columns give the same taus as one of all. */
static void small_scratch(sample *s) {
  const int64_t scratch[] = {1, 5000, 20000, 50000, 1000000};
  for (int k = 0; k < 5; k++) {
    s->job.scratch = scratch[k];
    guard_arena arena = guard_arena_make();
    CHECK_INT(run(s, &arena, NULL), MC_OK);
    CHECK(oracle_same(s->tau, s->expected, COLUMNS * COLUMNS));
    guard_arena_release(&arena);
  }
  s->job.scratch = 0;
}

static void test_small_scratch(void) {
  for_samples(small_scratch);
}

/* ---- sizes ---- */

static void test_sizes(void) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 0);
  mc_kendall_report report;
  mc_kendall_request job = {.symmetric = true, .na = NAN};
  for (int use = MC_USE_ALL_OBS; use <= MC_USE_NA_OR_COMPLETE; use++) {
    job.use = (mc_pairs_use) use;
    job.x = mc_columns_of_matrix((mc_matrix){NULL, MC_F64, MC_RANKS_MAX_ROWS + 1, 2});
    CHECK_INT(mc_cor_kendall(&job, NULL, &report, &call), MC_ERR_SIZE);
    job.x.rows = INT64_MAX;
    CHECK_INT(mc_cor_kendall(&job, NULL, &report, &call), MC_ERR_SIZE);
  }
  job.symmetric = false;
  job.x = mc_columns_of_matrix((mc_matrix){NULL, MC_F64, 10, 2});
  job.y = mc_columns_of_matrix((mc_matrix){NULL, MC_F64, 11, 2});
  CHECK_INT(mc_cor_kendall(&job, NULL, &report, &call), MC_ERR_ARGUMENT);
  job.y.rows = 9;
  CHECK_INT(mc_cor_kendall(&job, NULL, &report, &call), MC_ERR_ARGUMENT);
  CHECK_INT(arena.calls, 0);
  guard_arena_release(&arena);
}

/* A threads' request that no budget could serve, and one of no use. */
static void test_thread_requests(void) {
  sample s = sample_make(MC_USE_PAIRWISE, true);
  const int requests[] = {0, 1, 3, 64, 1 << 30};
  for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++)
    for (int q = 0; q < 5; q++) {
      check_note("algorithm %d, %d threads", k, requests[q]);
      s.job.algorithm = (mc_kendall_algorithm) k;
      s.threads = requests[q];
      run_again(&s);
    }
  sample_free(&s);
}

/* ---- bits of many blocks ---- */

/* Too long for the oracle; the sorting kernel is the judge. */
static void compare_algorithms(int64_t n, int64_t mx, int64_t my, mc_pairs_use use,
                               double missing) {
  rng r = {(uint64_t) n};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, n, mx, missing)),
                            .symmetric = my < 0,
                            .use = use,
                            .na = oracle_na()};
  if (my >= 0)
    job.y = mc_columns_of_matrix(matrix_make(&r, MC_I32, n, my, missing));
  int64_t cells = mx * (my < 0 ? mx : my);
  double *tau[2] = {GUARD_NEW(double, cells), GUARD_NEW(double, cells)};
  mc_kendall_report report[2];
  for (int k = 0; k < 2; k++) {
    job.algorithm = k == 0 ? MC_KENDALL_BITSET : MC_KENDALL_VSE;
    mc_arena arena = mc_arena_malloc();
    const mc_call call = mc_call_make(&arena, NULL, 2);
    CHECK_INT(mc_cor_kendall(&job, tau[k], &report[k], &call), MC_OK);
    mc_arena_release(&arena);
  }
  check_note("%d rows, %d and %d columns", (int) n, (int) mx, (int) my);
  CHECK(oracle_same(tau[0], tau[1], cells));
  CHECK_INT(report[0].constant_pairs, report[1].constant_pairs);
  guard_free(tau[0]);
  guard_free(tau[1]);
  matrix_free(&job.x.matrix);
  if (my >= 0)
    matrix_free(&job.y.matrix);
}

static void test_many_blocks(void) {
  if (check_fast())
    return;
  compare_algorithms(3001, 7, -1, MC_USE_PAIRWISE, 0.3);
  compare_algorithms(3001, 3, 6, MC_USE_PAIRWISE, 0.3);
  compare_algorithms(5000, 9, -1, MC_USE_EVERYTHING, 0.05);
}

/* ---- ranks that do not fit into the scratch ---- */

/* Five columns, of which two fit into a panel. A rotation by d passes
   d (n - d) pairs. */
static void test_long_columns(void) {
  enum { M = 5 };
  const int64_t n = 3400000, all = n * (n - 1) / 2;
  const int64_t turn[M] = {0, 1, 1000, 1700000, 3399999};
  /* on one thread it takes twice as long and shows nothing new */
  if (check_fast() || guard_poisons() || !mc_threads_built())
    return;
  int32_t *v = GUARD_NEW(int32_t, n * M);
  for (int j = 0; j < M; j++)
    for (int64_t i = 0; i < n; i++)
      v[j * n + i] = (int32_t) ((i + turn[j]) % n);
  mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){v, MC_I32, n, M}),
                            .symmetric = true,
                            .use = MC_USE_EVERYTHING,
                            .algorithm = MC_KENDALL_VSE,
                            .na = oracle_na()};
  double tau[M * M];
  mc_kendall_report report;
  mc_arena arena = mc_arena_malloc();
  const mc_call call = mc_call_make(&arena, NULL, 2);
  CHECK_INT(mc_cor_kendall(&job, tau, &report, &call), MC_OK);
  mc_arena_release(&arena);
  for (int j = 0; j < M; j++)
    for (int k = 0; k < M; k++) {
      int64_t d = llabs(turn[j] - turn[k]);
      CHECK(tau[j * M + k] == (double) (all - 2 * d * (n - d)) / (double) all);
    }
  guard_free(v);
}

/* So many columns that their ranks do not fit into the scratch: three panels of
   columns. Of three rows, so that there are few taus to tell apart. */
static void test_many_columns(void) {
  const int64_t many = 690000;
  if (check_fast())
    return;
  rng r = {6};
  for (int flipped = 0; flipped < 2; flipped++) {
    const int64_t mx = flipped ? many : 1, my = flipped ? 1 : many;
    mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_I32, 3, mx, 0)),
                              .y = mc_columns_of_matrix(matrix_make(&r, MC_I32, 3, my, 0)),
                              .use = MC_USE_EVERYTHING,
                              .na = oracle_na()};
    sample s = {job, 2, GUARD_NEW(double, many), GUARD_NEW(double, many)};
    int64_t constant;
    oracle_cor(&job, s.expected, &constant);
    s.job.algorithm = flipped ? MC_KENDALL_BITSET : MC_KENDALL_RADIX;
    check_note("%d x %d", (int) job.x.columns, (int) job.y.columns);
    guard_arena arena = guard_arena_make();
    CHECK_INT(run(&s, &arena, NULL), MC_OK);
    CHECK(oracle_same(s.tau, s.expected, many));
    sample_free(&s);
  }
}

static const check_test tests[] = {{"interrupt at each poll", test_interrupts},
                                   {"jumps out of polls", test_jumps},
                                   {"memory refused at each call", test_memory},
                                   {"scratch is what the plan says", test_scratch_bound},
                                   {"panels of few columns", test_small_scratch},
                                   {"sizes", test_sizes},
                                   {"requests of threads", test_thread_requests},
                                   {"bits of many blocks", test_many_blocks},
                                   {"panels of long columns", test_long_columns},
                                   {"panels of many columns", test_many_columns},
                                   {0}};
const check_suite suite_limits = {"limits", tests, false, NULL};
