/* Networks: the edges from a cutoff on, the strongest partners of each column, or the edges of a
   false discovery rate. Each target takes another algorithm, with one to four threads, and is
   compared with all pairs of the naive algorithm. */
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
  return mc_columns_of_matrix(
    fuzz_matrix(s, type, rows, columns, (fuzz_kind) fuzz_pick(s, FUZZ_KINDS)));
}

void fuzz_job(fuzz_source *s) {
  static const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING, MC_USE_NA_OR_COMPLETE};
  const int64_t rows = fuzz_size(s, 80);
  mc_kendall_request job = {.x = pick_columns(s, rows),
                            .y = pick_columns(s, rows),
                            .use = uses[fuzz_pick(s, 3)],
                            .na = oracle_na()};
  const int64_t shape = fuzz_pick(s, 3);
  job.symmetric = shape == 1;
  job.of_one = shape == 2;
  const int64_t rule = fuzz_pick(s, 3); /* by cutoff, top, or rate */
  const mc_kendall_edge_sign sign = (mc_kendall_edge_sign) fuzz_pick(s, MC_SIGN_NEGATIVE + 1);
  const double cutoff = (double) fuzz_pick(s, 65) / 64, rate = (double) (1 + fuzz_pick(s, 64)) / 64;
  const int64_t top = 1 + fuzz_size(s, 50);
  const int turn = (int) fuzz_pick(s, 64);
  network_pairs all = network_pairs_of(job);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    const int threads = 1 + (turn + t) % 4;
    job.algorithm = (mc_kendall_algorithm) ((turn + t) % MC_KENDALL_ALGORITHMS);
    job.scratch = turn % 2 ? 0 : 30000; /* several panels */
    check_note("%s, algorithm %d, %d x %d and %d, shape %d, use %d, sign %d, cutoff %g, top %d",
               mc_target_active(), (int) job.algorithm, (int) rows, (int) job.x.columns,
               (int) job.y.columns, (int) shape, (int) job.use, (int) sign, cutoff, (int) top);
    if (rule == 0)
      network_check_cutoff(&job, &all, sign, cutoff, threads);
    else if (rule == 1)
      network_check_top(&job, &all, sign, top, threads);
    else
      network_check_fdr(&job, &all, rate, threads, false);
  }
  network_pairs_free(&all);
  matrix_free(&job.x.matrix);
  matrix_free(&job.y.matrix);
}
