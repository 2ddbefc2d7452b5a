/* Random jobs: all algorithms on all targets are compared with the definition, bit by bit.

     fuzz_kendall SECONDS [SEED]    SEED as printed by an earlier run

   With FUZZ_WITH_LIBFUZZER the program is a target of clang's libFuzzer, and the fuzzer's input
   decides about the job. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"
#include "kendall/kendall.h"
#include "oracle.h"
#include "base/threads.h"

/* The source of decisions: bytes of the input as long as there are any, then random numbers. */
typedef struct {
  const uint8_t *bytes;
  size_t left;
  rng random;
} source;

static int64_t pick(source *s, int64_t limit) {
  if (s->left == 0)
    return rng_below(&s->random, limit);
  uint64_t v = *s->bytes++;
  s->left--;
  if (limit > 256 && s->left > 0) {
    v = v << 8 | *s->bytes++;
    s->left--;
  }
  return (int64_t) (v % (uint64_t) limit);
}

/* A matrix of shapes, or, with the same probability, a matrix whose cells are all picked. */
static mc_matrix pick_matrix(source *s, int64_t n, int64_t m) {
  mc_type type = pick(s, 2) ? MC_F64 : MC_I32;
  const double missing[] = {0, 0.02, 0.5};
  if (pick(s, 2)) {
    rng r = {(uint64_t) pick(s, 65536) ^ s->random.state};
    return matrix_make(&r, type, n, m, missing[pick(s, 3)]);
  }
  double *d = type == MC_F64 ? GUARD_NEW(double, n *m) : NULL;
  int32_t *k = type == MC_I32 ? GUARD_NEW(int32_t, n * m) : NULL;
  int64_t values = 1 + pick(s, 256);
  bool holes = pick(s, 2);
  for (int64_t i = 0; i < n * m; i++) {
    int64_t v = pick(s, values + holes);
    if (type == MC_F64)
      d[i] = v == values ? NAN : values <= NASTY ? nasty_doubles[v] : (double) v;
    else
      k[i] = v == values ? INT32_MIN : (int32_t) v;
  }
  return (mc_matrix){type == MC_F64 ? (void *) d : (void *) k, type, n, m};
}

static int failures;

static void compare(const mc_kendall_request *job, int threads, const double *expected,
                    mc_status status, int64_t constant) {
  int64_t cells = job->x.columns * (job->symmetric ? job->x.columns : job->y.columns);
  double *tau = GUARD_NEW(double, cells);
  guard_arena arena = guard_arena_make();
  mc_kendall_report report = {0};
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_status got = mc_cor_kendall(job, tau, &report, &call);
  guard_arena_release(&arena);
  if (got != status || (status == MC_OK && (!oracle_same(tau, expected, cells) ||
                                            report.constant_pairs != constant))) {
    failures++;
    fprintf(stderr,
            "%s, algorithm %d, %d threads: wrong for %d rows, %d and %d columns, "
            "use %d\n",
            mc_target_active(), (int) job->algorithm, threads, (int) job->x.rows,
            (int) job->x.columns, job->symmetric ? -1 : (int) job->y.columns, (int) job->use);
  }
  guard_free(tau);
}

/* One job by all algorithms on all targets; `turn` rotates the number of threads. */
static void one_job(source *s, int turn) {
  static const int row_limits[] = {6, 40, 140, 300};
  int64_t n = pick(s, row_limits[pick(s, 4)]);
  int64_t most = n > 140 ? 7 : 14;
  mc_kendall_request job = {.symmetric = pick(s, 2) != 0,
                            .use = (mc_pairs_use) (MC_USE_ALL_OBS + pick(s, 5)),
                            .na = oracle_na()};
  job.x = mc_columns_of_matrix(pick_matrix(s, n, pick(s, most)));
  int64_t columns = job.x.columns;
  if (!job.symmetric) {
    job.y = mc_columns_of_matrix(pick_matrix(s, n, pick(s, most)));
    columns = job.y.columns;
  }
  double *expected = GUARD_NEW(double, job.x.columns *columns);
  int64_t constant;
  mc_status status = oracle_cor(&job, expected, &constant);

  int targets;
  const mc_target_info *target = mc_target_list(&targets);
  for (int p = 0; p < targets; p++) {
    if (mc_target_choose(target[p].name) != MC_TARGET_CHOSEN)
      continue;
    for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
      job.algorithm = (mc_kendall_algorithm) k;
      compare(&job, 1 + (turn + k + p) % 3, expected, status, constant);
    }
  }
  guard_free(expected);
  matrix_free(&job.x.matrix);
  if (!job.symmetric)
    matrix_free(&job.y.matrix);
}

#ifdef FUZZ_WITH_LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  source s = {.bytes = data, .left = size};
  one_job(&s, 0);
  if (failures > 0)
    abort();
  return 0;
}

#else

/* Each job has a seed of its own, so that a failed job can be repeated alone. */
int main(int argc, char **argv) {
  double seconds = argc > 1 ? strtod(argv[1], NULL) : 10;
  time_t start = time(NULL);
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : (uint64_t) start;
  printf("c fuzz: seed %" PRIu64 ", %g seconds\n", seed, seconds);
  fflush(stdout);
  mc_threads_init(false);
  int64_t jobs = 0;
  while (failures == 0 && (jobs == 0 || difftime(time(NULL), start) < seconds)) {
    source s = {.random = {seed}};
    one_job(&s, (int) (seed % 3));
    if (failures > 0)
      fprintf(stderr, "repeat this job with: fuzz_kendall 0 %" PRIu64 "\n", seed);
    seed++;
    jobs++;
  }
  printf("c harness (fuzz): %d passed, %d failed, 0 skipped\n", failures == 0, failures != 0);
  printf("c fuzz: %" PRId64 " jobs\n", jobs);
  return failures != 0;
}

#endif
