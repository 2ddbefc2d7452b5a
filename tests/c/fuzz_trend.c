/* Trends of series: as short and as long ones, on all targets, with one to four threads, are
   compared with the definitions by all pairs of points. */
#include "fuzz.h"
#include "kendall/trend_oracle.h"

const char fuzz_topic[] = "trend";

void fuzz_job(fuzz_source *s) {
  const mc_type type = fuzz_pick(s, 2) ? MC_F64 : MC_I32;
  const int64_t rows = fuzz_size(s, 100), columns = fuzz_size(s, 8);
  mc_matrix x = fuzz_matrix(s, type, rows, columns, (fuzz_kind) fuzz_pick(s, FUZZ_KINDS));
  rng r = {(uint64_t) fuzz_pick(s, 65536)};
  const int64_t seasons = fuzz_chance(s, 2) ? 1 : 1 + fuzz_pick(s, 5);
  trend_job j = trend_job_make(&r, x, seasons, fuzz_chance(s, 2));
  const int turn = (int) fuzz_pick(s, 4);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    trend_check(&j.request, &x, turn, true);
  trend_job_free(&j);
  matrix_free(&x);
}
