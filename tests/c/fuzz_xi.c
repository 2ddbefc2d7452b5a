/* Chatterjee's xi of all pairs of columns: on all targets, with one to four threads and other
   scratch, is compared with the definition. */
#include "fuzz.h"
#include "kendall/xi_oracle.h"

const char fuzz_topic[] = "xi";

static mc_matrix pick_matrix(fuzz_source *s, int64_t rows) {
  const mc_type type = fuzz_pick(s, 2) ? MC_F64 : MC_I32;
  return fuzz_matrix(s, type, rows, 1 + fuzz_size(s, 8), (fuzz_kind) fuzz_pick(s, FUZZ_KINDS));
}

void fuzz_job(fuzz_source *s) {
  static const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING, MC_USE_NA_OR_COMPLETE};
  const int64_t rows = 1 + fuzz_size(s, 100);
  mc_matrix x = pick_matrix(s, rows), y = pick_matrix(s, rows);
  const mc_pairs_use use = uses[fuzz_pick(s, 3)];
  const bool symmetric = fuzz_chance(s, 3), random = fuzz_chance(s, 2);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    xi_check(&x, &y, use, symmetric, random);
  matrix_free(&x);
  matrix_free(&y);
}
