/* Haplotype frequencies: likelihood, frequencies and expected pairs of a fit against the
   definition; genotypes explained by each pair; threads; limits. */
#include "haplotype/haplotype.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "haplotype/haplotype_oracle.h"
#include "haplotype/pairs.h"
#include "interrupts.h"

enum { MOST_LOCI = 80 };

/* A job of random genotypes that a few founders' haplotypes make up. */
typedef struct {
  mc_haplotype_job job;
  int32_t *allele, *alleles, *order;
  uint64_t *seed;
  double *weight;
} sample;

enum { STARTS = 7 };

static sample sample_make(rng *r, int64_t n, int loci, int32_t most, double missing,
                          bool weighted) {
  sample s = {.allele = GUARD_NEW(int32_t, 2 * loci * n),
              .alleles = GUARD_NEW(int32_t, loci),
              .order = GUARD_NEW(int32_t, loci),
              .seed = GUARD_NEW(uint64_t, STARTS),
              .weight = GUARD_NEW(double, n)};
  enum { FOUNDERS = 5 };
  int32_t founder[FOUNDERS][MOST_LOCI];
  for (int j = 0; j < loci; j++) {
    s.alleles[j] = (int32_t) rng_below(r, most) + 1;
    s.order[j] = j;
    for (int k = 0; k < FOUNDERS; k++)
      founder[k][j] = (int32_t) rng_below(r, s.alleles[j]) + 1;
    founder[0][j] = s.alleles[j];
  }
  for (int j = loci - 1; j > 0; j--) {
    const int64_t k = rng_below(r, j + 1);
    const int32_t kept = s.order[j];
    s.order[j] = s.order[k];
    s.order[k] = kept;
  }
  for (int64_t i = 0; i < n; i++) {
    s.weight[i] = weighted ? 0.25 + (double) rng_below(r, 8) / 4 : 1;
    for (int k = 0; k < 2; k++) {
      const int32_t *a = founder[i == 0 ? 0 : rng_below(r, FOUNDERS)];
      const int32_t *b = founder[i == 0 ? 0 : rng_below(r, FOUNDERS)];
      const int64_t from = rng_below(r, loci + 1);
      for (int j = 0; j < loci; j++)
        s.allele[(2 * j + k) * n + i] = rng_chance(r, i == 0 ? 0 : missing) ? 0
                                        : j < from                          ? a[j]
                                                                            : b[j];
    }
  }
  s.job = (mc_haplotype_job){.subjects = n,
                             .loci = loci,
                             .allele = s.allele,
                             .alleles = s.alleles,
                             .weight = weighted ? s.weight : NULL,
                             .order = s.order,
                             .max_iterations = 30,
                             .tolerance = 1e-6,
                             .max_haplotypes = INT32_MAX,
                             .max_bytes = 1e12,
                             .starts = 1,
                             .seed = s.seed};
  for (int k = 0; k < STARTS; k++)
    s.seed[k] = rng_next(r);
  return s;
}

static void sample_free(sample *s) {
  guard_free(s->allele);
  guard_free(s->alleles);
  guard_free(s->order);
  guard_free(s->seed);
  guard_free(s->weight);
}

/* Without culling, a fit has all pairs of its haplotypes that explain a genotype. */
static void test_definition(void) {
  rng r = {1};
  for (int round = 0; round < (check_fast() ? 10 : 60); round++) {
    const int loci = 1 + (int) rng_below(&r, 5);
    sample s = sample_make(&r, 1 + rng_below(&r, 20), loci, loci > 3 ? 2 : 4,
                           round % 3 == 0 ? 0 : 0.15, round % 2);
    check_note("round %d, loci %d, subjects %d", round, loci, (int) s.job.subjects);
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1 + round % 3);
    mc_haplotype_fit fit;
    mc_haplotype_limit limit;
    if (round % 5 == 0)
      s.job.seed = NULL;
    CHECK_INT(mc_haplotype(&s.job, &fit, &limit, &call), MC_OK);
    haplotype_check_fit(&s.job, &fit);
    guard_arena_release(&arena);
    sample_free(&s);
  }
}

/* Of a locus without any known allele each allele is as likely as another. */
static void test_unknown_locus(void) {
  for (int32_t alleles = 1; alleles <= 3; alleles++)
    for (int place = 0; place < 2; place++) {
      rng r = {11};
      sample s = sample_make(&r, 5, 2, 2, 0, alleles == 2);
      s.alleles[1] = alleles;
      s.order[0] = place;
      s.order[1] = 1 - place;
      for (int i = 0; i < 10; i++)
        s.allele[10 + i] = 0;
      check_note("%d alleles, place %d", (int) alleles, place);
      guard_arena arena = guard_arena_make();
      const mc_call call = mc_call_make(&arena.arena, NULL, 1);
      mc_haplotype_fit fit;
      mc_haplotype_limit limit;
      s.job.seed = NULL;
      CHECK_INT(mc_haplotype(&s.job, &fit, &limit, &call), MC_OK);
      haplotype_check_fit(&s.job, &fit);
      double share[4] = {0};
      for (int64_t h = 0; h < fit.haplotypes.count; h++)
        share[mc_haplotype_allele(&fit, h, 1 - place)] += fit.haplotypes.frequency[h];
      for (int32_t a = 1; a <= alleles; a++)
        CHECK(fabs(share[a] * alleles - 1) < 1e-9);
      guard_arena_release(&arena);
      sample_free(&s);
    }
}

/* Loci of many sizes, over several words. Pairs that are listed explain the genotypes; groups are
   those of equal genotypes. */
static void test_words(void) {
  rng r = {2};
  for (int round = 0; round < (check_fast() ? 3 : 12); round++) {
    const int loci = 20 + (int) rng_below(&r, MOST_LOCI - 19);
    const int64_t n = 30;
    sample s = sample_make(&r, n, loci, round % 2 ? 2 : 40, 0.01, false);
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_haplotype_fit fit;
    mc_haplotype_limit limit;
    s.job.cull_every = 1 + (int) rng_below(&r, 3);
    s.job.min_posterior = 0.01;
    CHECK_INT(mc_haplotype(&s.job, &fit, &limit, &call), MC_OK);
    for (int64_t i = 0; i < n; i++) {
      const int64_t g = fit.classes->of[i];
      CHECK(fit.pairs.begin[g] < fit.pairs.begin[g + 1] && fit.lost[g] == 0);
      for (int64_t at = fit.pairs.begin[g]; at < fit.pairs.begin[g + 1]; at++)
        CHECK(haplotype_explains(&s.job, &fit, i, fit.pairs.one[at], fit.pairs.two[at]));
      for (int64_t k = 0; k < i; k++) {
        bool same = true;
        for (int j = 0; j < loci; j++) {
          const int32_t *x = s.allele + 2 * j * n, *y = x + n;
          same = same && ((x[i] == x[k] && y[i] == y[k]) || (x[i] == y[k] && y[i] == x[k]));
        }
        CHECK(same == (fit.classes->of[i] == fit.classes->of[k]));
      }
    }
    haplotype_check_order(&fit, loci);
    guard_arena_release(&arena);
    sample_free(&s);
  }
}

/* ---- refinement ---- */

/* The log-likelihood of the fit's frequencies, by all pairs of its haplotypes. */
static double loglik_of(const mc_haplotype_job *job, const mc_haplotype_fit *fit) {
  const double *f = fit->haplotypes.frequency;
  double loglik = 0;
  for (int64_t i = 0; i < job->subjects; i++) {
    double probability = 0;
    if (fit->lost[fit->classes->of[i]] > 0)
      continue;
    for (int64_t one = 0; one < fit->haplotypes.count; one++)
      for (int64_t two = one; two < fit->haplotypes.count; two++)
        if (f[one] * f[two] > 0 && haplotype_explains(job, fit, i, one, two))
          probability += f[one] * f[two] * (one == two ? 1 : 2);
    loglik += haplotype_weight(job, i) * log(probability);
  }
  return loglik;
}

/* With more rounds the log-likelihood is never lower, and often higher; it is that of the
   frequencies, less what pairs that are left out add. Pairs explain the genotypes; posteriors are
   shares of the pairs that are there. */
static void test_refine(void) {
  rng r = {8};
  int higher = 0, rounds = 0;
  for (int round = 0; round < (check_fast() ? 6 : 24); round++) {
    const int loci = 6 + (int) rng_below(&r, 10);
    sample s = sample_make(&r, 20 + rng_below(&r, 40), loci, round % 3 == 0 ? 5 : 2,
                           round % 2 ? 0.05 : 0, round % 4 == 1);
    double before = 0;
    s.job.cull_every = 2 + round % 3;
    s.job.min_posterior = 0.01;
    if (round % 5 == 4)
      s.job.min_prior = 0.01;
    for (int refine = 0; refine <= 3; refine++) {
      check_note("round %d, refine %d", round, refine);
      mc_haplotype_job job = s.job;
      job.refine = refine;
      guard_arena arena = guard_arena_make();
      const mc_call call = mc_call_make(&arena.arena, NULL, 1 + round % 2);
      mc_haplotype_fit fit;
      mc_haplotype_limit limit;
      CHECK_INT(mc_haplotype(&job, &fit, &limit, &call), MC_OK);
      CHECK(refine == 0 || fit.loglik >= before);
      higher += refine == 1 && fit.loglik > before + 0.1;
      rounds += fit.trace[fit.iterations - 1].round;
      before = fit.loglik;
      CHECK(fit.trace[fit.iterations - 1].loglik == fit.loglik);
      CHECK(fit.trace[fit.iterations - 1].round <= refine);
      if (job.min_prior == 0) {
        const double all = loglik_of(&job, &fit);
        CHECK(fit.loglik < all + 1e-9 && fit.loglik > all - 0.02 * (double) job.subjects);
      }
      haplotype_check_pairs(&job, &fit);
      haplotype_check_order(&fit, loci);
      guard_arena_release(&arena);
    }
    sample_free(&s);
  }
  CHECK(higher > 0 && rounds > 0);
}

/* A round begins with the haplotypes of all pairs, also of the last group's only pair. The last
   subject alone has the greatest allele, at each locus and twice. Without that haplotype no round
   could explain all genotypes, so no round would raise the log-likelihood. */
static void test_refine_last(void) {
  rng r = {12};
  int higher = 0;
  for (int round = 0; round < 6; round++) {
    const int loci = 8 + round;
    sample s = sample_make(&r, 40, loci, 2, 0.05, false);
    for (int j = 0; j < loci; j++) {
      s.alleles[j]++;
      for (int k = 0; k < 2; k++)
        s.allele[(2 * j + k) * 40 + 39] = s.alleles[j];
    }
    s.job.cull_every = 2;
    s.job.min_posterior = 0.01;
    double loglik[2];
    for (int refine = 0; refine < 2; refine++) {
      s.job.refine = refine;
      guard_arena arena = guard_arena_make();
      const mc_call call = mc_call_make(&arena.arena, NULL, 1);
      mc_haplotype_fit fit;
      mc_haplotype_limit limit;
      CHECK_INT(mc_haplotype(&s.job, &fit, &limit, &call), MC_OK);
      loglik[refine] = fit.loglik;
      guard_arena_release(&arena);
    }
    higher += loglik[1] > loglik[0] + 0.1;
    sample_free(&s);
  }
  CHECK(higher > 0);
}

/* Where memory or haplotypes do not do for a round, the fit is that of the rounds before. */
static void test_refine_limits(void) {
  rng r = {9};
  sample s = sample_make(&r, 60, 16, 2, 0.02, false);
  s.job.cull_every = 4;
  s.job.min_posterior = 0.01;
  double before = -INFINITY;
  int different = 0;
  for (double bytes = 1e4; bytes < 1e8; bytes *= 1.1) {
    mc_haplotype_job job = s.job;
    mc_haplotype_fit fit[2];
    mc_haplotype_limit limit;
    mc_status status[2];
    guard_arena arena[2] = {guard_arena_make(), guard_arena_make()};
    job.max_bytes = bytes;
    job.refine = 5;
    for (int k = 0; k < 2; k++) {
      const mc_call call = mc_call_make(&arena[k].arena, NULL, 1 + 2 * k);
      status[k] = mc_haplotype(&job, &fit[k], &limit, &call);
    }
    CHECK_INT(status[0], status[1]);
    if (status[0] == MC_OK && status[1] == MC_OK) {
      haplotype_check_same(&job, &fit[0], &fit[1]);
      CHECK(fit[0].loglik >= before);
      different += fit[0].loglik > before;
      before = fit[0].loglik;
    } else {
      CHECK_INT(status[0], MC_ERR_SIZE);
    }
    for (int k = 0; k < 2; k++)
      guard_arena_release(&arena[k]);
  }
  CHECK(different >= 2); /* without refinement, and with it */
  sample_free(&s);
}

static void test_threads(void) {
  rng r = {3};
  for (int round = 0; round < (check_fast() ? 1 : 4); round++) {
    const bool large = round < 2;
    sample s = large ? sample_make(&r, 3000, 14, 2, 0.02, round % 2)
                     : sample_make(&r, 40, 9, 12, 0.02, round % 2);
    s.job.cull_every = large ? 4 : 2;
    s.job.min_posterior = 1e-3;
    s.job.refine = 3;
    const haplotype_outcome want = haplotype_solve(&s.job, 1);
    CHECK_INT(want.status, MC_OK);
    for (int algorithm = 0; algorithm < MC_HAPLOTYPE_ALGORITHMS; algorithm++)
      for (int threads = 1; threads <= 4; threads++) {
        check_note("round %d, algorithm %d, %d threads", round, algorithm, threads);
        mc_haplotype_job job = s.job;
        job.algorithm = (mc_haplotype_algorithm) algorithm;
        haplotype_outcome got = haplotype_solve(&job, threads);
        CHECK_INT(got.status, MC_OK);
        haplotype_check_same(&job, &want.fit, &got.fit);
        guard_arena_release(&got.arena);
      }
    haplotype_outcome last = want;
    guard_arena_release(&last.arena);
    sample_free(&s);
  }
}

/* Of several starts the first of the best counts, side by side or not. */
static void test_starts(void) {
  rng r = {6};
  for (int round = 0; round < (check_fast() ? 2 : 4); round++) {
    const bool large = round % 4 == 3;
    sample s = sample_make(&r, large ? 3000 : 60, large ? 16 : 8, large ? 2 : 4, 0.02, round % 2);
    s.job.cull_every = large ? 8 : 3; /* EMs of several turns */
    s.job.min_posterior = 1e-3;
    if (round % 2 == 0)
      s.job.min_prior = 0.02;
    haplotype_outcome alone[STARTS];
    int best = 0;
    if (round == 1)
      s.seed[4] = s.seed[2]; /* equal ones */
    for (int k = 0; k < STARTS; k++) {
      mc_haplotype_job job = s.job;
      job.seed = s.seed + k;
      alone[k] = haplotype_solve(&job, 1);
      CHECK_INT(alone[k].status, MC_OK);
      if (alone[k].fit.loglik > alone[best].fit.loglik)
        best = k;
    }
    mc_haplotype_job only = s.job;
    only.seed = s.seed + best;
    only.refine = 2; /* of the best start alone */
    haplotype_outcome refined = haplotype_solve(&only, 1);
    for (int threads = 1; threads <= 4; threads++)
      for (int crowded = 0; crowded < 2; crowded++) {
        mc_haplotype_job job = s.job;
        job.starts = STARTS;
        job.refine = crowded ? 0 : 2; /* which takes memory */
        job.max_bytes = crowded ? large ? 4e7 : 1e6 : 1e12;
        check_note("round %d, %d threads, crowded %d", round, threads, crowded);
        haplotype_outcome got = haplotype_solve(&job, threads);
        CHECK_INT(got.status, MC_OK);
        if (got.status == MC_OK)
          haplotype_check_same(&job, crowded ? &alone[best].fit : &refined.fit, &got.fit);
        guard_arena_release(&got.arena);
      }
    guard_arena_release(&refined.arena);
    for (int k = 0; k < STARTS; k++)
      guard_arena_release(&alone[k].arena);
    sample_free(&s);
  }
}

/* What is reported is what stops the first start that fails, as if they came one by one. */
static void test_limit_of_starts(void) {
  rng r = {7};
  sample s = sample_make(&r, 60, 30, 3, 0.05, false);
  s.job.cull_every = 2;
  s.job.min_posterior = 0.01;
  int64_t later = 0;
  for (int64_t most = 100; most < 140; most++) { /* where they fail at different loci */
    mc_haplotype_job job = s.job;
    job.max_haplotypes = most;
    haplotype_outcome alone[STARTS];
    int first = STARTS;
    for (int k = STARTS - 1; k >= 0; k--) {
      job.seed = s.seed + k;
      alone[k] = haplotype_solve(&job, 1);
      if (alone[k].status == MC_ERR_SIZE) {
        later += first < STARTS && alone[k].limit.added > alone[first].limit.added;
        first = k;
      }
    }
    job.seed = s.seed;
    job.starts = STARTS;
    for (int threads = 1; threads <= 3; threads++) {
      haplotype_outcome got = haplotype_solve(&job, threads);
      check_note("at most %d, %d threads", (int) most, threads);
      CHECK_INT(got.status, first < STARTS ? MC_ERR_SIZE : MC_OK);
      if (first < STARTS && got.status == MC_ERR_SIZE)
        CHECK(got.limit.locus == alone[first].limit.locus &&
              got.limit.added == alone[first].limit.added &&
              got.limit.haplotypes == alone[first].limit.haplotypes);
      guard_arena_release(&got.arena);
    }
    for (int k = 0; k < STARTS; k++)
      guard_arena_release(&alone[k].arena);
  }
  CHECK(later > 0);
  sample_free(&s);
}

static mc_status fit_stopped(void *context, const mc_call *call) {
  const mc_haplotype_job *job = context;
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  return mc_haplotype(job, &fit, &limit, call);
}

static void test_limits(void) {
  rng r = {4};
  sample s = sample_make(&r, 50, 30, 3, 0.1, false);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, 2);
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  mc_haplotype_job job = s.job;
  job.max_haplotypes = 10;
  CHECK_INT(mc_haplotype(&job, &fit, &limit, &call), MC_ERR_SIZE);
  CHECK(limit.haplotypes > 10 && limit.added > 2 && limit.locus == job.order[limit.added]);
  job = s.job;
  job.max_bytes = 1e6;
  CHECK_INT(mc_haplotype(&job, &fit, &limit, &call), MC_ERR_SIZE);
  CHECK(limit.haplotypes == 0 && limit.bytes > 1e6 && limit.added > 0);
  guard_arena_release(&arena);

  job = s.job;
  job.cull_every = 3;
  job.min_posterior = 0.01;
  job.starts = 3;
  job.refine = 2;
  for (int64_t refuse = 1;; refuse++) { /* every allocation may fail */
    guard_arena short_of = guard_arena_make();
    short_of.refuse = refuse;
    call = mc_call_make(&short_of.arena, NULL, 1 + (int) (refuse % 2));
    const mc_status status = mc_haplotype(&job, &fit, &limit, &call);
    guard_arena_release(&short_of);
    if (status == MC_OK)
      break;
    CHECK_INT(status, MC_ERR_MEMORY);
    CHECK(refuse < 1000);
    if (refuse >= 1000)
      break;
  }
  job.starts = STARTS;
  CHECK(check_interrupts((interruptible){fit_stopped, &job, 2, 0, 0}).polls > 2);
  sample_free(&s);
}

/* Haplotypes below min_prior take their pairs with them, and subjects that have no others. */
static void test_lost(void) {
  rng r = {5};
  sample s = sample_make(&r, 60, 8, 2, 0, true);
  s.job.cull_every = 2;
  s.job.min_prior = 0.15;
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 2);
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  CHECK_INT(mc_haplotype(&s.job, &fit, &limit, &call), MC_OK);
  int64_t lost = 0;
  for (int64_t i = 0; i < 60; i++) {
    const int64_t g = fit.classes->of[i];
    CHECK((fit.lost[g] > 0) == (fit.pairs.begin[g] == fit.pairs.begin[g + 1]));
    CHECK(fit.lost[g] == 0 || fit.lost[g] % 2 == 0);
    lost += fit.lost[g] > 0;
  }
  CHECK(lost > 0 && lost < 60);
  for (int64_t i = 0; i < fit.pairs.begin[fit.groups.count]; i++)
    CHECK(fit.haplotypes.frequency[fit.pairs.one[i]] >= 0.15 &&
          fit.haplotypes.frequency[fit.pairs.two[i]] >= 0.15);
  guard_arena_release(&arena);
  sample_free(&s);
}

/* A subject with both alleles at each locus has all haplotypes of two of the three alleles that
   there are said to be: blocks of them, in order, and none besides. */
static void test_many_haplotypes(void) {
  enum { LOCI = 12, HAPLOTYPES = 1 << LOCI };
  rng r = {10};
  sample s = sample_make(&r, 2, LOCI, 3, 0, false);
  for (int j = 0; j < LOCI; j++) {
    s.alleles[j] = 3;
    for (int c = 0; c < 4; c++)
      s.allele[4 * j + c] = 1 + c / 2;
  }
  s.job.max_iterations = 2;
  for (int threads = 1; threads <= 4; threads++) {
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, threads);
    mc_haplotype_fit fit;
    mc_haplotype_limit limit;
    s.job.max_haplotypes = HAPLOTYPES - 1;
    CHECK_INT(mc_haplotype(&s.job, &fit, &limit, &call), MC_ERR_SIZE);
    CHECK(limit.haplotypes == HAPLOTYPES);
    s.job.max_haplotypes = HAPLOTYPES;
    CHECK_INT(mc_haplotype(&s.job, &fit, &limit, &call), MC_OK);
    CHECK_INT(fit.haplotypes.count, HAPLOTYPES);
    CHECK_INT(fit.pairs.begin[fit.groups.count], HAPLOTYPES / 2);
    for (int64_t h = 0; h < fit.haplotypes.count; h++)
      for (int k = 0; k < LOCI; k++)
        CHECK_INT(mc_haplotype_allele(&fit, h, k), 1 + (h >> (LOCI - 1 - k) & 1));
    for (int64_t i = 0; i < fit.pairs.begin[fit.groups.count]; i++)
      CHECK_INT(fit.pairs.one[i] + fit.pairs.two[i], HAPLOTYPES - 1);
    guard_arena_release(&arena);
  }
  sample_free(&s);
}

static const check_test tests[] = {{"likelihood and posteriors by definition", test_definition},
                                   {"a locus without known alleles", test_unknown_locus},
                                   {"haplotypes of several words; groups", test_words},
                                   {"same bits: algorithms, 1 to 4 threads", test_threads},
                                   {"many haplotypes", test_many_haplotypes},
                                   {"refinement", test_refine},
                                   {"refinement of the last group", test_refine_last},
                                   {"refinement within limits", test_refine_limits},
                                   {"the best of several starts", test_starts},
                                   {"limits that starts meet", test_limit_of_starts},
                                   {"limits, memory that is refused, interrupts", test_limits},
                                   {"subjects without a pair", test_lost},
                                   {0}};
const check_suite suite_haplotype = {"haplotype", tests, false, NULL};
