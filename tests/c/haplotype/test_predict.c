/* Pairs of known haplotypes for genotypes against all pairs, by the definition; draws; threads. */
#include "haplotype/predict.h"

#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "haplotype/predict_oracle.h"
#include "interrupts.h"

static void test_definition(void) {
  rng r = {1};
  int64_t none = 0;
  for (int round = 0; round < (check_fast() ? 15 : 100); round++) {
    const int loci = 1 + (int) rng_below(&r, round % 4 == 0 ? 90 : 6);
    predict_sample s = predict_sample_make(&r, 1 + rng_below(&r, 30), loci, 1 + rng_below(&r, 40),
                                           round % 2 ? 2 : 1 + (int32_t) rng_below(&r, 20),
                                           round % 3 == 0 ? 0 : 0.3 * (double) (round % 3));
    check_note("round %d, loci %d, subjects %d", round, loci, (int) s.job.subjects);
    const double least[] = {0, 0.001, 0.25, 2};
    for (int k = 0; k < 4; k++)
      none += predict_check_pairs(&s, least[k], 1 + round % 3);
    predict_sample_free(&s);
  }
  CHECK(none > 10);
}

static void test_draws(void) {
  rng r = {2};
  for (int round = 0; round < (check_fast() ? 8 : 40); round++) {
    const int64_t n = 1 + rng_below(&r, 20);
    const int draws = 1 + (int) rng_below(&r, 4);
    const int loci = 1 + (int) rng_below(&r, 5);
    predict_sample s = predict_sample_make(&r, n, loci, 1 + rng_below(&r, 20), 3, 0.3);
    predict_check_draws(&s, &r, draws, 1 + round % 3);
    predict_sample_free(&s);
  }
}

static void test_threads(void) {
  rng r = {3};
  const int64_t n = 3000;
  predict_sample s = predict_sample_make(&r, n, 20, 900, 2, 0.15);
  double *uniform = GUARD_NEW(double, n);
  for (int64_t i = 0; i < n; i++)
    uniform[i] = (double) rng_below(&r, 1 << 30) * 0x1p-30;
  int32_t *drawn[4][2];
  mc_haplotype_prediction p[4];
  guard_arena arenas[4];
  for (int t = 0; t < 4; t++) {
    arenas[t] = guard_arena_make();
    const mc_call call = mc_call_make(&arenas[t].arena, NULL, t + 1);
    CHECK_INT(mc_haplotype_predict_pairs(&s.job, 0.01, &p[t], &call), MC_OK);
    const int64_t pairs = p[0].begin[p[0].groups.count];
    CHECK_INT(p[t].begin[p[t].groups.count], pairs);
    CHECK(memcmp(p[t].posterior, p[0].posterior, (size_t) pairs * sizeof(double)) == 0);
    CHECK(memcmp(p[t].one, p[0].one, (size_t) pairs * sizeof(int32_t)) == 0);
    for (int k = 0; k < 2; k++)
      drawn[t][k] = GUARD_NEW(int32_t, n);
    CHECK_INT(mc_haplotype_predict_draws(&s.job, 1, uniform, drawn[t][0], drawn[t][1], &call),
              MC_OK);
    for (int k = 0; k < 2; k++)
      CHECK(memcmp(drawn[t][k], drawn[0][k], (size_t) n * sizeof(int32_t)) == 0);
  }
  for (int t = 0; t < 4; t++) {
    guard_arena_release(&arenas[t]);
    guard_free(drawn[t][0]);
    guard_free(drawn[t][1]);
  }
  guard_free(uniform);
  predict_sample_free(&s);
}

static mc_status list_stopped(void *context, const mc_call *call) {
  const mc_haplotype_predict_job *job = context;
  mc_haplotype_prediction p;
  return mc_haplotype_predict_pairs(job, 0, &p, call);
}

static mc_status draw_stopped(void *context, const mc_call *call) {
  const mc_haplotype_predict_job *job = context;
  const double uniform[60] = {0};
  int32_t one[60], two[60];
  return mc_haplotype_predict_draws(job, 1, uniform, one, two, call);
}

static void test_refused(void) {
  rng r = {4};
  predict_sample s = predict_sample_make(&r, 60, 8, 30, 3, 0.2);
  double uniform[60] = {0};
  int32_t one[60], two[60];
  for (int64_t refuse = 1;; refuse++) { /* every allocation may fail */
    guard_arena short_of = guard_arena_make();
    short_of.refuse = refuse;
    const mc_call call = mc_call_make(&short_of.arena, NULL, 2);
    mc_haplotype_prediction p;
    const mc_status listed = mc_haplotype_predict_pairs(&s.job, 0, &p, &call);
    guard_arena_release(&short_of);
    short_of = guard_arena_make();
    short_of.refuse = refuse;
    const mc_status drawn = mc_haplotype_predict_draws(&s.job, 1, uniform, one, two, &call);
    guard_arena_release(&short_of);
    CHECK(listed == MC_OK || listed == MC_ERR_MEMORY);
    CHECK(drawn == MC_OK || drawn == MC_ERR_MEMORY);
    CHECK(refuse < 200);
    if ((listed == MC_OK && drawn == MC_OK) || refuse >= 200)
      break;
  }
  CHECK(check_interrupts((interruptible){list_stopped, &s.job, 2, 0, 0}).polls > 0);
  CHECK(check_interrupts((interruptible){draw_stopped, &s.job, 2, 0, 0}).polls > 0);
  predict_sample_free(&s);
}

static const check_test tests[] = {{"pairs by definition", test_definition},
                                   {"draws", test_draws},
                                   {"same bits with 1 to 4 threads", test_threads},
                                   {"memory that is refused, interrupts", test_refused},
                                   {0}};
const check_suite suite_predict = {"predict", tests, false, NULL};
