/* Networks: the edges from a cutoff on, the strongest partners of each column, or the edges of a
   false discovery rate. Each target takes one algorithm, with one to four threads, and one panel or
   several. The edges are compared with those chosen from all pairs of the naive algorithm. */
#include "check.h"
#include "dispatch/dispatch.h"
#include "fuzz.h"
#include "kendall/kendall.h"
#include "kendall/network_oracle.h"
#include "oracle.h"

const char fuzz_topic[] = "network";

static mc_columns pick_columns(fuzz_source *s, int64_t rows) {
  const mc_type type = fuzz_pick(s, 2) ? MC_F64 : MC_I32;
  const int64_t columns = fuzz_size(s, 40);
  const fuzz_kind kind = (fuzz_kind) fuzz_pick(s, FUZZ_KINDS);
  return mc_columns_of_matrix(fuzz_matrix(s, type, rows, columns, kind));
}

static mc_kendall_request pick_job(fuzz_source *s) {
  static const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING, MC_USE_NA_OR_COMPLETE};
  const int64_t rows = fuzz_size(s, 80);
  mc_kendall_request job = {.na = oracle_na()};
  job.x = pick_columns(s, rows);
  job.y = pick_columns(s, rows);
  job.use = uses[fuzz_pick(s, 3)];
  const int64_t shape = fuzz_pick(s, 3);
  job.symmetric = shape == 1;
  job.of_one = shape == 2;
  job.scratch = fuzz_pick(s, 2) ? 0 : 30000; /* one panel, or several */
  return job;
}

/* Which pairs are edges: by cutoff, top, or rate. */
typedef struct {
  int64_t kind;
  mc_kendall_edge_sign sign;
  double cutoff, rate;
  int64_t top;
} edge_rule;

static edge_rule pick_rule(fuzz_source *s) {
  edge_rule rule = {.kind = fuzz_pick(s, 3)};
  rule.sign = (mc_kendall_edge_sign) fuzz_pick(s, MC_SIGN_NEGATIVE + 1);
  rule.cutoff = (double) fuzz_pick(s, 65) / 64;
  rule.rate = (double) (1 + fuzz_pick(s, 64)) / 64;
  rule.top = 1 + fuzz_size(s, 50);
  return rule;
}

void fuzz_job(fuzz_source *s) {
  mc_kendall_request job = pick_job(s);
  const edge_rule rule = pick_rule(s);
  const int turn = (int) fuzz_pick(s, MC_KENDALL_ALGORITHMS), threads = fuzz_threads(s);
  (void) fuzz_target(0); /* for the pairs, whichever target the job before has left */
  network_pairs all = network_pairs_of(job);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    const int here = 1 + (threads + t) % 4;
    job.algorithm = (mc_kendall_algorithm) ((turn + t) % MC_KENDALL_ALGORITHMS);
    check_note(
      "%s, algorithm %d, %d threads, %d x %d and %d, symmetric %d, of one %d, use %d, rule %d",
      mc_target_active(), (int) job.algorithm, here, (int) job.x.rows, (int) job.x.columns,
      (int) job.y.columns, job.symmetric, job.of_one, (int) job.use, (int) rule.kind);
    if (rule.kind == 0)
      network_check_cutoff(&job, &all, rule.sign, rule.cutoff, here);
    else if (rule.kind == 1)
      network_check_top(&job, &all, rule.sign, rule.top, here);
    else
      network_check_fdr(&job, &all, rule.rate, here, false);
  }
  network_pairs_free(&all);
  matrix_free(&job.x.matrix);
  matrix_free(&job.y.matrix);
}
