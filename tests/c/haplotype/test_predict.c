/* Pairs of known haplotypes for genotypes against all pairs, by the definition; draws; threads. */
#include "haplotype/predict.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"

/* A job of random haplotypes, and genotypes of which most are made up of two of these. */
typedef struct {
  mc_haplotype_predict_job job;
  int32_t *allele, *alleles, *haplotype;
  double *frequency;
} sample;

static sample sample_make(rng *r, int64_t n, int loci, int64_t haplotypes, int32_t most,
                          double missing) {
  sample s = {.allele = GUARD_NEW(int32_t, 2 * loci * n),
              .alleles = GUARD_NEW(int32_t, loci),
              .haplotype = GUARD_NEW(int32_t, loci * haplotypes),
              .frequency = GUARD_NEW(double, haplotypes)};
  for (int64_t h = 0; h < haplotypes; h++)
    s.frequency[h] = (double) (1 + rng_below(r, 8)) / 64;
  for (int j = 0; j < loci; j++) {
    s.alleles[j] = (int32_t) rng_below(r, most) + 1;
    for (int64_t h = 0; h < haplotypes; h++)
      s.haplotype[j * haplotypes + h] = (int32_t) rng_below(r, s.alleles[j]) + 1;
  }
  for (int64_t i = 0; i < n; i++) {
    const int64_t of[2] = {rng_below(r, haplotypes), rng_below(r, haplotypes)};
    const bool odd = rng_chance(r, 0.1);
    for (int j = 0; j < loci; j++) {
      const bool swap = rng_chance(r, 0.5);
      for (int k = 0; k < 2; k++) {
        const int32_t allele =
          odd ? (int32_t) rng_below(r, s.alleles[j] + 1) + 1 : s.haplotype[j * haplotypes + of[k]];
        s.allele[(2 * j + (swap ? 1 - k : k)) * n + i] = rng_chance(r, missing) ? 0 : allele;
      }
    }
  }
  s.job = (mc_haplotype_predict_job){.subjects = n,
                                     .loci = loci,
                                     .allele = s.allele,
                                     .alleles = s.alleles,
                                     .haplotypes = haplotypes,
                                     .haplotype = s.haplotype,
                                     .frequency = s.frequency};
  return s;
}

static void sample_free(sample *s) {
  guard_free(s->allele);
  guard_free(s->alleles);
  guard_free(s->haplotype);
  guard_free(s->frequency);
}

static bool explains(const mc_haplotype_predict_job *job, int64_t i, int64_t one, int64_t two) {
  for (int j = 0; j < job->loci; j++) {
    const int32_t a = job->allele[2 * j * job->subjects + i];
    const int32_t b = job->allele[(2 * j + 1) * job->subjects + i];
    const int32_t x = job->haplotype[j * job->haplotypes + one];
    const int32_t y = job->haplotype[j * job->haplotypes + two];
    if (!(((a == 0 || a == x) && (b == 0 || b == y)) || ((a == 0 || a == y) && (b == 0 || b == x))))
      return false;
  }
  return true;
}

static double probability_of(const mc_haplotype_predict_job *job, int64_t one, int64_t two) {
  return job->frequency[one] * job->frequency[two] * (one == two ? 1 : 2);
}

/* Frequencies are multiples of 1/64, so that sums are exact and a threshold is met alike. */
static void check_subject(const mc_haplotype_predict_job *job, double least,
                          const mc_haplotype_prediction *p, int64_t i) {
  double all = 0, most = 0;
  for (int64_t one = 0; one < job->haplotypes; one++)
    for (int64_t two = one; two < job->haplotypes; two++)
      if (explains(job, i, one, two)) {
        all += probability_of(job, one, two);
        most = fmax(most, probability_of(job, one, two));
      }
  const int64_t g = p->groups.of[i];
  int64_t at = p->begin[g];
  bool best = true;
  for (int64_t one = 0; one < job->haplotypes; one++)
    for (int64_t two = one; two < job->haplotypes; two++) {
      const double probability = probability_of(job, one, two);
      if (!explains(job, i, one, two))
        continue;
      const bool first = best && probability == most;
      best = best && !first;
      if (!first && probability < least * all)
        continue;
      CHECK(at < p->begin[g + 1]);
      if (at >= p->begin[g + 1])
        return;
      CHECK(p->one[at] == one && p->two[at] == two);
      CHECK(fabs(p->posterior[at] - probability / all) < 1e-15);
      at++;
    }
  CHECK_INT(at, p->begin[g + 1]);
}

static void test_definition(void) {
  rng r = {1};
  int64_t none = 0;
  for (int round = 0; round < (check_fast() ? 15 : 100); round++) {
    const int loci = 1 + (int) rng_below(&r, round % 4 == 0 ? 90 : 6);
    sample s = sample_make(&r, 1 + rng_below(&r, 30), loci, 1 + rng_below(&r, 40),
                           round % 2 ? 2 : 1 + (int32_t) rng_below(&r, 20),
                           round % 3 == 0 ? 0 : 0.3 * (double) (round % 3));
    check_note("round %d, loci %d, subjects %d", round, loci, (int) s.job.subjects);
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1 + round % 3);
    const double least[] = {0, 0.001, 0.25, 2};
    for (int k = 0; k < 4; k++) {
      mc_haplotype_prediction p;
      CHECK_INT(mc_haplotype_predict_pairs(&s.job, least[k], &p, &call), MC_OK);
      for (int64_t i = 0; i < s.job.subjects; i++) {
        check_subject(&s.job, least[k], &p, i);
        none += p.begin[p.groups.of[i]] == p.begin[p.groups.of[i] + 1];
      }
    }
    guard_arena_release(&arena);
    sample_free(&s);
  }
  CHECK(none > 10);
}

/* The pair at which the running sum, row by row of pairs, passes the number. */
static void test_draws(void) {
  rng r = {2};
  for (int round = 0; round < (check_fast() ? 8 : 40); round++) {
    const int64_t n = 1 + rng_below(&r, 20);
    const int draws = 1 + (int) rng_below(&r, 4);
    sample s = sample_make(&r, n, 1 + (int) rng_below(&r, 5), 1 + rng_below(&r, 20), 3, 0.3);
    double *uniform = GUARD_NEW(double, n *draws);
    int32_t *one = GUARD_NEW(int32_t, n * draws), *two = GUARD_NEW(int32_t, n * draws);
    for (int64_t i = 0; i < n * draws; i++)
      uniform[i] = (double) rng_below(&r, 1 << 20) * 0x1p-20;
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1 + round % 3);
    CHECK_INT(mc_haplotype_predict_draws(&s.job, draws, uniform, one, two, &call), MC_OK);
    for (int64_t i = 0; i < n * draws; i++) {
      double all = 0, sum = 0;
      int32_t want[2] = {-1, -1};
      for (int pass = 0; pass < 2; pass++)
        for (int32_t x = 0; x < s.job.haplotypes; x++)
          for (int32_t y = x; y < s.job.haplotypes; y++) {
            if (!explains(&s.job, i % n, x, y))
              continue;
            if (pass == 0) {
              all += probability_of(&s.job, x, y);
            } else if (want[0] < 0) {
              sum += probability_of(&s.job, x, y);
              if (sum > uniform[i] * all)
                want[0] = x, want[1] = y;
            }
          }
      CHECK(one[i] == want[0] && two[i] == want[1]);
    }
    guard_arena_release(&arena);
    guard_free(uniform);
    guard_free(one);
    guard_free(two);
    sample_free(&s);
  }
}

static void test_threads(void) {
  rng r = {3};
  const int64_t n = 3000;
  sample s = sample_make(&r, n, 20, 900, 2, 0.15);
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
  sample_free(&s);
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
  sample s = sample_make(&r, 60, 8, 30, 3, 0.2);
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
  sample_free(&s);
}

static const check_test tests[] = {{"pairs by definition", test_definition},
                                   {"draws", test_draws},
                                   {"same bits with 1 to 4 threads", test_threads},
                                   {"memory that is refused, interrupts", test_refused},
                                   {0}};
const check_suite suite_predict = {"predict", tests, false, NULL};
