/* Permutation tests of all pairs of columns. Each target takes one algorithm, with one to four
   threads, batches of any size, and one panel or several. P-values are compared with the
   definition. */
#include "check.h"
#include "dispatch/dispatch.h"
#include "fuzz.h"
#include "guard.h"
#include "kendall/permutation_oracle.h"
#include "oracle.h"

const char fuzz_topic[] = "permutation";

static mc_matrix pick_matrix(fuzz_source *s, int64_t rows) {
  const mc_type type = fuzz_pick(s, 2) ? MC_F64 : MC_I32;
  const int64_t columns = 1 + fuzz_size(s, 8);
  const bool nasty = fuzz_chance(s, 4);
  const fuzz_kind kind = (fuzz_kind) fuzz_pick(s, nasty ? FUZZ_KINDS : FUZZ_REALS + 1);
  return fuzz_matrix(s, type, rows, columns, kind);
}

static bool misses(const mc_matrix *x) {
  for (int64_t k = 0; k < x->columns; k++)
    if (column_misses(x, k))
      return true;
  return false;
}

/* The bytes for batches of `batch` permutations (permutation.c, batch_of()). */
static int64_t buffer_for(const mc_kendall_permutation_request *job, int64_t batch) {
  const int64_t results = 8 * job->x.columns * job->y.columns, rows = 16 * job->x.rows;
  return batch * (results > rows ? results : rows);
}

static mc_kendall_permutation_request pick_job(fuzz_source *s, permutation_deck *d) {
  const int64_t rows = 2 + fuzz_size(s, 40);
  mc_kendall_permutation_request job = {.draw = permutation_draw, .data = d, .na = oracle_na()};
  job.x = pick_matrix(s, rows);
  job.y = pick_matrix(s, rows);
  job.alternative = (mc_kendall_alternative) fuzz_pick(s, MC_GREATER + 1);
  job.permutations = 1 + fuzz_size(s, 20);
  job.scratch = fuzz_pick(s, 2) ? 0 : 20000; /* one panel, or several */
  job.buffer = buffer_for(&job, fuzz_pick(s, job.permutations + 2));
  d->random.state = (uint64_t) fuzz_pick(s, 65536);
  return job;
}

/* A job with missing values is refused. */
static void check_refused(const mc_kendall_permutation_request *job, int threads) {
  double *p = GUARD_NEW(double, job->x.columns * job->y.columns);
  CHECK_INT(permutation_run(job, p, NULL, threads), MC_ERR_MISSING);
  guard_free(p);
}

void fuzz_job(fuzz_source *s) {
  permutation_deck d = {0};
  mc_kendall_permutation_request job = pick_job(s, &d);
  const int turn = (int) fuzz_pick(s, MC_KENDALL_ALGORITHMS), threads = fuzz_threads(s);
  const bool refused = misses(&job.x) || misses(&job.y);
  permutation_reference f = {0};
  if (!refused)
    f = permutation_reference_make(&job);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    const int here = 1 + (threads + t) % 4;
    job.algorithm = (mc_kendall_algorithm) ((turn + t) % MC_KENDALL_ALGORITHMS);
    check_note(
      "%s, algorithm %d, %d threads, %d rows, %d and %d columns, %d permutations, buffer %d",
      mc_target_active(), (int) job.algorithm, here, (int) job.x.rows, (int) job.x.columns,
      (int) job.y.columns, (int) job.permutations, (int) job.buffer);
    if (refused)
      check_refused(&job, here);
    else
      permutation_compare(job, &f, here);
  }
  if (!refused)
    permutation_reference_free(&f);
  matrix_free(&job.x);
  matrix_free(&job.y);
}
