/* Chatterjee's xi against its definition: results to the bit, tests nearly so; ties by a
   permutation; missing rows; blocks; interrupts; memory. Run on each target. */
#include "kendall/xi_oracle.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "oracle.h"

static void test_definition(void) {
  rng r = {7};
  const int64_t rows[] = {1, 2, 3, 4, 17, 64, 181, 258, 365};
  const struct { int64_t x, y; } columns[] = {{1, 1}, {3, 2}, {5, 7}, {20, 3}, {3, 66}, {18, 64}};
  const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING, MC_USE_NA_OR_COMPLETE};
  int turn = 0;
  for (int k = 0; k < (check_fast() ? 6 : 9); k++)
    for (int c = 0; c < (check_fast() ? 4 : 6); c++)
      for (int missing = 0; missing < 2; missing++) {
        mc_matrix x =
          matrix_make(&r, turn % 2 ? MC_F64 : MC_I32, rows[k], columns[c].x, missing ? 0.2 : 0);
        mc_matrix y =
          matrix_make(&r, turn % 3 ? MC_F64 : MC_I32, rows[k], columns[c].y, missing ? 0.2 : 0);
        const mc_pairs_use use = uses[turn % 3];
        check_note("%d rows, %d x %d columns, use %d, missing %d", (int) rows[k],
                   (int) columns[c].x, (int) columns[c].y, (int) use, missing);
        xi_check(&x, &y, use, false, turn % 2 == 0);
        xi_check(&x, &y, use, true, turn % 2 == 1);
        turn++;
        matrix_free(&x);
        matrix_free(&y);
      }
}

/* y rises and falls as far as it can along x: the largest sums. */
static void test_large_sums(void) {
  const int64_t rows[] = {256, 257, 362, 363, 1000, 32768, 65534, 65535, 65536, 70000};
  for (int k = 0; k < (check_fast() ? 5 : 10); k++) {
    const int64_t n = rows[k];
    int32_t *x = GUARD_NEW(int32_t, n), *y = GUARD_NEW(int32_t, 5 * n);
    for (int64_t i = 0; i < n; i++) {
      x[i] = (int32_t) i;
      y[i] = (int32_t) (i % 2 ? n - 1 - i / 2 : i / 2);
      y[n + i] = (int32_t) (i % 2); /* two values */
      y[2 * n + i] = (int32_t) i;
      y[3 * n + i] = i == 5;
      y[4 * n + i] = (int32_t) (n - i);
    }
    const mc_matrix mx = {x, MC_I32, n, 1}, my = {y, MC_I32, n, 5};
    check_note("%d rows", (int) n);
    xi_check(&mx, &my, MC_USE_PAIRWISE, false, false);
    guard_free(x);
    guard_free(y);
  }
}

/* Nothing is drawn for columns of x without ties, whatever y has. */
static void test_draws(void) {
  rng r = {3};
  double v[60];
  for (int i = 0; i < 60; i++)
    v[i] = i < 30 ? (double) (i * 7 % 30) : (double) rng_below(&r, 3);
  const mc_matrix untied = {v, MC_F64, 30, 1}, tied = {v + 30, MC_F64, 30, 1};
  mc_kendall_xi_report report;
  for (int turn = 0; turn < 2; turn++) {
    xi_job s = turn == 0 ? xi_job_make(&untied, &tied, MC_USE_EVERYTHING, false, true)
                         : xi_job_make(&tied, &untied, MC_USE_EVERYTHING, false, true);
    s.request.data = &s;
    xi_matrices m = xi_matrices_make(&s);
    CHECK_INT(xi_solve(&s, &m, 1, &report), MC_OK);
    CHECK_INT(s.draws, turn);
    xi_matrices_free(&m);
  }
}

/* xi of a column with itself, without ties, is (n - 2) / (n + 1). */
static void test_itself(void) {
  for (int64_t n = 2; n < 200; n++) {
    double *v = GUARD_NEW(double, 4 * n);
    for (int64_t i = 0; i < 4 * n; i++)
      v[i] = (double) (i % n) * (i / n % 2 ? -1 : 1);
    const mc_matrix x = {v, MC_F64, n, 4};
    xi_job s = xi_job_make(&x, &x, MC_USE_EVERYTHING, true, false);
    xi_matrices m = xi_matrices_make(&s);
    mc_kendall_xi_report report;
    CHECK_INT(xi_solve(&s, &m, 2, &report), MC_OK);
    for (int k = 0; k < 16; k++)
      CHECK(fabs(m.xi[k] - (double) (n - 2) / (double) (n + 1)) < 1e-15);
    xi_matrices_free(&m);
    guard_free(v);
  }
}

/* ---- interrupts, memory, sizes ---- */

typedef struct {
  xi_job s;
  xi_matrices to;
} stoppable;

static mc_status solve_stopped(void *context, const mc_call *call) {
  stoppable *t = context;
  const mc_kendall_xi_results results = {t->to.xi, t->to.z, t->to.p, t->to.n};
  mc_kendall_xi_report report;
  return mc_kendall_xi(&t->s.request, &results, &report, call);
}

static void test_interrupts(void) {
  rng r = {5};
  mc_matrix x = matrix_make(&r, MC_F64, 90, 40, 0.1), y = matrix_make(&r, MC_I32, 90, 70, 0.1);
  for (int symmetric = 0; symmetric < 2; symmetric++)
    for (int64_t scratch = 0; scratch <= 60000; scratch += 30000) {
      stoppable t = {.s = xi_job_make(&x, &y, MC_USE_PAIRWISE, symmetric, true)};
      t.s.request.data = &t.s;
      t.s.request.scratch = scratch;
      t.to = xi_matrices_make(&t.s);
      check_note("symmetric %d, scratch %d", symmetric, (int) scratch);
      check_interrupts((interruptible){solve_stopped, &t, 2, 1e-9, 1 + scratch % 3});
      xi_matrices_free(&t.to);
      for (int k = 1, done = 0; !done && k < 100; k++) { /* each allocation fails once */
        t.to = xi_matrices_make(&t.s);
        guard_arena arena = guard_arena_make();
        arena.refuse = k;
        const mc_call call = mc_call_make(&arena.arena, NULL, 2);
        const mc_status status = solve_stopped(&t, &call);
        CHECK_INT(status, arena.calls < k ? MC_OK : MC_ERR_MEMORY);
        done = status == MC_OK;
        guard_arena_release(&arena);
        xi_matrices_free(&t.to);
      }
    }
  matrix_free(&x);
  matrix_free(&y);
}

static void test_sizes(void) {
  double v[4] = {1, NAN, NAN, 2}, xi[4];
  mc_matrix x = {v, MC_F64, 2, 2};
  xi_job s = xi_job_make(&x, &x, MC_USE_COMPLETE, true, false);
  const xi_matrices to = {.xi = xi};
  mc_kendall_xi_report report;
  CHECK_INT(xi_solve(&s, &to, 1, &report), MC_ERR_NO_COMPLETE);
  s.request.use = MC_USE_ALL_OBS;
  CHECK_INT(xi_solve(&s, &to, 1, &report), MC_ERR_MISSING);
  s.request.use = MC_USE_NA_OR_COMPLETE;
  CHECK_INT(xi_solve(&s, &to, 1, &report), MC_OK);
  CHECK(xi_is_na(xi[0]) && xi_is_na(xi[3]));
  s.request.use = MC_USE_PAIRWISE;
  CHECK_INT(xi_solve(&s, &to, 1, &report), MC_OK);
  CHECK(xi_is_na(xi[0]) && xi_is_na(xi[3]));
  s.request.x.rows = MC_RANKS_MAX_ROWS + 1;
  CHECK_INT(xi_solve(&s, &to, 1, &report), MC_ERR_SIZE);
}

static const check_test tests[] = {{"the definition", test_definition},
                                   {"the largest sums", test_large_sums},
                                   {"random order of ties", test_draws},
                                   {"a column with itself", test_itself},
                                   {"interrupts and memory", test_interrupts},
                                   {"sizes", test_sizes},
                                   {0}};
const check_suite suite_xi = {"xi", tests, true, NULL};
