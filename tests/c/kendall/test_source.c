/* Columns that are not R's matrix: made on the fly, gone with the next read. Once. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "kendall/ranks.h"
#include "oracle.h"
#include "pairs/rows.h"

static _Thread_local bool main_thread;

typedef struct {
  mc_matrix from;
  double *held;      /* the columns of the last read */
  int64_t reads[40]; /* of each column */
  bool refuses;
} maker;

static mc_status make(const mc_columns *columns, int64_t first, int64_t last, mc_arena *arena,
                      mc_matrix *view) {
  maker *m = (maker *) columns->source;
  const int64_t n = m->from.rows;
  CHECK(main_thread && arena != NULL && 0 <= first && first < last && last <= m->from.columns);
  CHECK(last - first <= columns->at_once);
  if (m->refuses)
    return MC_ERR_MEMORY;
  if (m->held != NULL)
    guard_free(m->held);
  m->held = GUARD_NEW(double, n *(last - first));
  for (int64_t j = first; j < last; j++) {
    m->reads[j]++;
    for (int64_t i = 0; i < n; i++) {
      bool na;
      const double v = matrix_at(&m->from, i, j, &na);
      m->held[(j - first) * n + i] = na ? (double) NAN : v;
    }
  }
  *view = (mc_matrix){m->held, MC_F64, n, last - first};
  return MC_OK;
}

static mc_columns columns_of(maker *m, int64_t at_once) {
  return (mc_columns){.rows = m->from.rows,
                      .columns = m->from.columns,
                      .at_once = at_once,
                      .read = make,
                      .source = m};
}

static void maker_free(maker *m) {
  if (m->held != NULL)
    guard_free(m->held);
}

static mc_status run(const mc_kendall_request *job, double *tau) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 2);
  mc_kendall_report report;
  const mc_status status = mc_cor_kendall(job, tau, &report, &call);
  guard_arena_release(&arena);
  return status;
}

/* The job with sources in the place of its matrices: the same result, and how often each column
   was read. */
static void compare(mc_kendall_request job, int64_t at_once, int64_t x_reads, int64_t y_reads) {
  const int64_t mx = job.x.columns, my = job.symmetric ? mx : job.y.columns;
  double *expected = GUARD_NEW(double, mx *my), *tau = GUARD_NEW(double, mx *my);
  maker x = {.from = job.x.matrix}, y = {.from = job.y.matrix};
  const mc_status status = run(&job, expected);
  main_thread = true;
  job.x = columns_of(&x, at_once);
  if (!job.symmetric)
    job.y = columns_of(&y, at_once);
  CHECK_INT(run(&job, tau), status);
  if (status == MC_OK)
    CHECK(oracle_same(tau, expected, mx * my));
  for (int64_t j = 0; j < mx && x_reads > 0; j++)
    CHECK_INT(x.reads[j], x_reads);
  for (int64_t j = 0; j < my && !job.symmetric && y_reads > 0; j++)
    CHECK_INT(y.reads[j], y_reads);
  x.refuses = y.refuses = true;
  CHECK_INT(run(&job, tau), MC_ERR_MEMORY);
  maker_free(&x);
  maker_free(&y);
  guard_free(expected);
  guard_free(tau);
}

static int64_t complete_rows(const mc_kendall_request *job) {
  int64_t rows = 0;
  uint8_t *flag = GUARD_NEW(uint8_t, job->x.rows);
  memset(flag, 0, (size_t) job->x.rows);
  mc_pairs_flag_missing(&job->x.matrix, flag);
  if (!job->symmetric)
    mc_pairs_flag_missing(&job->y.matrix, flag);
  for (int64_t i = 0; i < job->x.rows; i++)
    rows += flag[i] == 0;
  guard_free(flag);
  return rows;
}

/* Once for the ranks, if there are any, and once before for a `use` that scans for NA. */
static void test_reads(void) {
  rng r = {1};
  for (int use = MC_USE_ALL_OBS; use <= MC_USE_NA_OR_COMPLETE; use++)
    for (int symmetric = 0; symmetric < 2; symmetric++)
      for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
        const double missing = use == MC_USE_ALL_OBS ? 0 : 0.02;
        mc_kendall_request job = {
          .x = mc_columns_of_matrix(matrix_make(&r, k % 2 ? MC_F64 : MC_I32, 60, 19, missing)),
          .y = mc_columns_of_matrix(matrix_make(&r, MC_F64, 60, 11, missing)),
          .symmetric = symmetric,
          .use = (mc_pairs_use) use,
          .algorithm = (mc_kendall_algorithm) k,
          .na = oracle_na()};
        const bool scans = use != MC_USE_PAIRWISE && use != MC_USE_EVERYTHING;
        check_note("use %d, algorithm %d, symmetric %d", use, k, symmetric);
        const int64_t reads = scans ? 1 + (complete_rows(&job) > 1) : 1;
        compare(job, 1 + 5 * k, reads, reads);
        matrix_free(&job.x.matrix);
        matrix_free(&job.y.matrix);
      }
}

/* Several panels: those of x are read once, those of y for each of x. */
static void test_panels(void) {
  rng r = {2};
  for (int symmetric = 0; symmetric < 2; symmetric++) {
    mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 500, 40, 0.01)),
                              .y = mc_columns_of_matrix(matrix_make(&r, MC_F64, 500, 40, 0.01)),
                              .symmetric = symmetric,
                              .use = MC_USE_PAIRWISE,
                              .algorithm = MC_KENDALL_RADIX,
                              .scratch = 100000,
                              .na = oracle_na()};
    check_note("symmetric %d", symmetric);
    compare(job, 7, symmetric ? 0 : 1, 0);
    matrix_free(&job.x.matrix);
    matrix_free(&job.y.matrix);
  }
}

/* Two of many rows at a time, so that the last one is alone. */
static void test_batches(void) {
  enum { N = 70000, M = 9 };
  rng r = {3};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_I32, N, M, 0.0001)),
                            .y = mc_columns_of_matrix(matrix_make(&r, MC_I32, N, 1, 0.0001)),
                            .use = MC_USE_NA_OR_COMPLETE,
                            .algorithm = MC_KENDALL_RADIX,
                            .na = oracle_na()};
  compare(job, 2, 2, 2);
  matrix_free(&job.x.matrix);
  matrix_free(&job.y.matrix);
}

static const check_test tests[] = {{"how often columns are read", test_reads},
                                   {"panels", test_panels},
                                   {"batches", test_batches},
                                   {0}};
const check_suite suite_source = {"source", tests, false, NULL};
