/* Concordance with a censored outcome: both ways, on all targets, with one to four threads, are
   compared with the definition by all pairs of rows. */
#include "fuzz.h"
#include "guard.h"
#include "kendall/concordance_oracle.h"

const char fuzz_topic[] = "concordance";

/* Some of the rows, in the order of the matrix or backwards. */
static outcome pick_outcome(fuzz_source *s, int64_t rows) {
  const int64_t strata = 1 + fuzz_pick(s, 3), times = 1 + fuzz_size(s, 90);
  const bool weights = fuzz_chance(s, 4), backwards = fuzz_chance(s, 2);
  outcome_line *lines = GUARD_NEW(outcome_line, rows);
  uint32_t *row = GUARD_NEW(uint32_t, rows);
  int64_t n = 0;
  for (int64_t i = 0; i < rows; i++) {
    if (fuzz_chance(s, 8))
      continue;
    lines[n] = (outcome_line){(int32_t) fuzz_pick(s, strata), (int32_t) fuzz_pick(s, 2),
                              (double) fuzz_pick(s, times), (double) fuzz_pick(s, 9) / 4};
    row[n++] = (uint32_t) (backwards ? rows - 1 - i : i);
  }
  const outcome o = outcome_of(lines, n, row, weights);
  guard_free(lines);
  guard_free(row);
  return o;
}

void fuzz_job(fuzz_source *s) {
  const mc_type type = fuzz_pick(s, 2) ? MC_F64 : MC_I32;
  const int64_t rows = fuzz_size(s, 90), columns = 1 + fuzz_size(s, 12);
  mc_matrix x = fuzz_matrix(s, type, rows, columns, (fuzz_kind) fuzz_pick(s, FUZZ_KINDS));
  outcome o = pick_outcome(s, rows);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    concordance_check(&o, &x);
  outcome_free(&o);
  matrix_free(&x);
}
