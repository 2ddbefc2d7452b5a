/* Kendall's tau of all pairs of columns: all algorithms on all targets, with one to four threads,
   are compared with the definition, bit by bit. */
#include <math.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "fuzz.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"

const char fuzz_topic[] = "kendall";

/* A matrix of shapes, or, with the same probability, a matrix whose cells are all picked. */
static mc_matrix pick_matrix(fuzz_source *s, int64_t n, int64_t m) {
  mc_type type = fuzz_pick(s, 2) ? MC_F64 : MC_I32;
  const double missing[] = {0, 0.02, 0.5};
  if (fuzz_pick(s, 2)) {
    rng r = {(uint64_t) fuzz_pick(s, 65536) ^ s->random.state};
    return matrix_make(&r, type, n, m, missing[fuzz_pick(s, 3)]);
  }
  double *d = type == MC_F64 ? GUARD_NEW(double, n *m) : NULL;
  int32_t *k = type == MC_I32 ? GUARD_NEW(int32_t, n * m) : NULL;
  int64_t values = 1 + fuzz_pick(s, 256);
  bool holes = fuzz_pick(s, 2);
  for (int64_t i = 0; i < n * m; i++) {
    int64_t v = fuzz_pick(s, values + holes);
    if (type == MC_F64)
      d[i] = v == values ? NAN : values <= NASTY ? nasty_doubles[v] : (double) v;
    else
      k[i] = v == values ? INT32_MIN : (int32_t) v;
  }
  return (mc_matrix){type == MC_F64 ? (void *) d : (void *) k, type, n, m};
}

static void compare(const mc_kendall_request *job, int threads, const double *expected,
                    mc_status status, int64_t constant) {
  int64_t cells = job->x.columns * (job->symmetric ? job->x.columns : job->y.columns);
  double *tau = GUARD_NEW(double, cells);
  guard_arena arena = guard_arena_make();
  mc_kendall_report report = {0};
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  check_note("%s, algorithm %d, %d threads, %d rows, %d and %d columns, use %d", mc_target_active(),
             (int) job->algorithm, threads, (int) job->x.rows, (int) job->x.columns,
             job->symmetric ? -1 : (int) job->y.columns, (int) job->use);
  CHECK_INT(mc_cor_kendall(job, tau, &report, &call), status);
  guard_arena_release(&arena);
  CHECK(status != MC_OK || oracle_same(tau, expected, cells));
  CHECK(status != MC_OK || report.constant_pairs == constant);
  guard_free(tau);
}

void fuzz_job(fuzz_source *s) {
  static const int row_limits[] = {6, 40, 140, 300};
  int64_t n = fuzz_pick(s, row_limits[fuzz_pick(s, 4)]);
  int64_t most = n > 140 ? 7 : 14;
  mc_kendall_request job = {.symmetric = fuzz_pick(s, 2) != 0,
                            .use = (mc_pairs_use) (MC_USE_ALL_OBS + fuzz_pick(s, 5)),
                            .na = oracle_na()};
  job.x = mc_columns_of_matrix(pick_matrix(s, n, fuzz_pick(s, most)));
  int64_t columns = job.x.columns;
  if (!job.symmetric) {
    job.y = mc_columns_of_matrix(pick_matrix(s, n, fuzz_pick(s, most)));
    columns = job.y.columns;
  }
  double *expected = GUARD_NEW(double, job.x.columns *columns);
  int64_t constant;
  mc_status status = oracle_cor(&job, expected, &constant);

  const int turn = (int) fuzz_pick(s, 4); /* rotates the number of threads */
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
      job.algorithm = (mc_kendall_algorithm) k;
      compare(&job, 1 + (turn + k + t) % 4, expected, status, constant);
    }
  guard_free(expected);
  matrix_free(&job.x.matrix);
  if (!job.symmetric)
    matrix_free(&job.y.matrix);
}
