/* Permutation tests of all pairs of columns: all algorithms on all targets, with one to four
   threads, batches of any size, and one panel or several, are compared with the definition. */
#include "check.h"
#include "dispatch/dispatch.h"
#include "fuzz.h"
#include "guard.h"
#include "kendall/permutation_oracle.h"
#include "oracle.h"

const char fuzz_topic[] = "permutation";

static mc_matrix pick_matrix(fuzz_source *s, int64_t rows, fuzz_kind kind) {
  return fuzz_matrix(s, fuzz_pick(s, 2) ? MC_F64 : MC_I32, rows, 1 + fuzz_size(s, 8), kind);
}

static bool misses(const mc_matrix *x) {
  for (int64_t k = 0; k < x->columns; k++)
    if (column_misses(x, k))
      return true;
  return false;
}

/* A job with missing values is refused. */
static void check_refused(mc_kendall_permutation_request job, int threads) {
  const int64_t pairs = job.x.columns * job.y.columns;
  double *p = GUARD_NEW(double, pairs);
  permutation_deck d = {0};
  job.data = &d;
  CHECK_INT(permutation_run(&job, p, NULL, threads), MC_ERR_MISSING);
  guard_free(p);
}

/* Each target takes another algorithm. */
static void check_all(mc_kendall_permutation_request job, fuzz_source *s) {
  const int64_t pairs = job.x.columns * job.y.columns;
  const int64_t buffers[] = {0, 1, 8 * 3 * pairs, 8 * 5 * pairs + 1};
  const int turn = (int) fuzz_pick(s, 64);
  permutation_reference f = permutation_reference_make(&job);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    job.algorithm = (mc_kendall_algorithm) ((turn + t) % MC_KENDALL_ALGORITHMS);
    job.buffer = buffers[(turn + t) % 4];
    job.scratch = turn % 2 ? 0 : 20000; /* several panels */
    check_note("%s, algorithm %d, %d rows, %d and %d columns, %d permutations, buffer %d",
               mc_target_active(), (int) job.algorithm, (int) job.x.rows, (int) job.x.columns,
               (int) job.y.columns, (int) job.permutations, (int) job.buffer);
    permutation_compare(job, &f, 1 + (turn + t) % 4);
  }
  permutation_reference_free(&f);
}

void fuzz_job(fuzz_source *s) {
  const int64_t rows = 2 + fuzz_size(s, 40);
  const fuzz_kind kind = (fuzz_kind) fuzz_pick(s, fuzz_chance(s, 4) ? FUZZ_KINDS : FUZZ_REALS + 1);
  permutation_deck d = {.random = {(uint64_t) fuzz_pick(s, 65536)}};
  const mc_kendall_permutation_request job = {
    .x = pick_matrix(s, rows, kind),
    .y = pick_matrix(s, rows, FUZZ_WHOLE),
    .alternative = (mc_kendall_alternative) fuzz_pick(s, MC_GREATER + 1),
    .permutations = 1 + fuzz_size(s, 20),
    .draw = permutation_draw,
    .data = &d,
    .na = oracle_na()};
  if (misses(&job.x))
    check_refused(job, fuzz_threads(s));
  else
    check_all(job, s);
  mc_matrix x = job.x, y = job.y;
  matrix_free(&x);
  matrix_free(&y);
}
