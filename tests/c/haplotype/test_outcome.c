/* What users see of a fit, against plain loops: ranks, rows of subjects, the likelihood without
   linkage disequilibrium; any number of threads; memory. */
#include "haplotype/outcome.h"

#include <math.h>
#include <string.h>

#include "haplotype/haplotype.h"

#include "check.h"
#include "data.h"
#include "guard.h"

typedef struct {
  mc_haplotype_job job;
  int32_t *allele, *alleles, *order;
  double *weight;
} sample;

enum { ALIKE, FEW, DIFFERENT };

static const uint64_t some_seed = 12345;

/* Subjects that are all alike, like one of seven, or all different (as far as loci allow it). Some
   alleles are missing but at the first subject, who has both alleles. */
static sample sample_make(rng *r, int64_t n, int loci, int kind, bool weighted) {
  sample s = {.allele = GUARD_NEW(int32_t, 2 * loci * n),
              .alleles = GUARD_NEW(int32_t, loci),
              .order = GUARD_NEW(int32_t, loci),
              .weight = GUARD_NEW(double, n)};
  const int64_t first = kind == ALIKE ? 1 : kind == FEW ? 7 : n;
  for (int j = 0; j < loci; j++) {
    s.alleles[j] = 2;
    s.order[j] = loci - 1 - j;
  }
  for (int64_t i = 0; i < n; i++) {
    s.weight[i] = 1.0 / (double) (1 + rng_below(r, 5));
    const int64_t like = i < first ? i : rng_below(r, first);
    for (int64_t c = 0; c < 2 * loci; c++)
      s.allele[c * n + i] = i >= first            ? s.allele[c * n + like]
                            : i == 0              ? (int32_t) (1 + c % 2)
                            : rng_chance(r, 0.02) ? 0
                                                  : 1 + rng_chance(r, 0.3);
  }
  s.job = (mc_haplotype_job){.subjects = n,
                             .loci = loci,
                             .allele = s.allele,
                             .alleles = s.alleles,
                             .weight = weighted ? s.weight : NULL,
                             .order = s.order,
                             .cull_every = 3,
                             .max_iterations = 9,
                             .min_posterior = 0.01,
                             .tolerance = 1e-3,
                             .max_haplotypes = INT32_MAX,
                             .max_bytes = 1e12,
                             .starts = 1,
                             .seed = &some_seed};
  return s;
}

static void sample_free(sample *s) {
  guard_free(s->allele);
  guard_free(s->alleles);
  guard_free(s->order);
  guard_free(s->weight);
}

/* Haplotypes by frequency; their alleles. */
static void check_haplotypes(const mc_haplotype_outcome *o, const mc_call *call) {
  const mc_haplotype_fit *fit = o->fit;
  const int64_t count = fit->haplotypes.count;
  const int loci = o->job->loci;
  int32_t *allele = GUARD_NEW(int32_t, count * loci);
  double *frequency = GUARD_NEW(double, count);
  mc_haplotype_outcome_haplotypes(o, allele, frequency, call);
  for (int64_t i = 0; i < count; i++) {
    const int32_t h = o->order[i];
    CHECK_INT(o->rank[h], i);
    CHECK(frequency[i] == fit->haplotypes.frequency[h]);
    CHECK(i == 0 || frequency[i - 1] > frequency[i] ||
          (frequency[i - 1] == frequency[i] && o->order[i - 1] < h));
    for (int k = 0; k < loci; k++)
      CHECK_INT(allele[o->job->order[k] * count + i],
                mc_haplotype_packed_allele(&fit->packing,
                                           fit->haplotypes.code + h * fit->packing.words, k));
  }
  guard_free(allele);
  guard_free(frequency);
}

/* Each subject's rows, in order, are the pairs of its class. */
static void check_rows(const mc_haplotype_outcome *o, const mc_call *call) {
  const mc_haplotype_fit *fit = o->fit;
  int32_t *subject = GUARD_NEW(int32_t, o->rows), *one = GUARD_NEW(int32_t, o->rows);
  int32_t *two = GUARD_NEW(int32_t, o->rows);
  double *posterior = GUARD_NEW(double, o->rows);
  mc_haplotype_outcome_rows(o, subject, one, two, posterior, call);
  int64_t at = 0;
  for (int64_t i = 0; i < o->job->subjects; i++) {
    const int64_t g = fit->classes->of[i], first = at;
    const int64_t count = fit->pairs.begin[g + 1] - fit->pairs.begin[g];
    double sum = 0;
    CHECK(at + count <= o->rows);
    for (; at < first + count && at < o->rows; at++) {
      bool found = false;
      sum += posterior[at];
      CHECK_INT(subject[at], i + 1);
      for (int64_t k = fit->pairs.begin[g]; k < fit->pairs.begin[g + 1] && !found; k++) {
        const int32_t x = o->rank[fit->pairs.one[k]] + 1, y = o->rank[fit->pairs.two[k]] + 1;
        found = one[at] == (x < y ? x : y) && two[at] == (x < y ? y : x) &&
                posterior[at] == fit->pairs.expected[k] / fit->groups.weight[g];
      }
      CHECK(found);
      if (at > first)
        CHECK(posterior[at - 1] > posterior[at] ||
              (posterior[at - 1] == posterior[at] &&
               (one[at - 1] < one[at] || (one[at - 1] == one[at] && two[at - 1] < two[at]))));
    }
    CHECK(count == 0 || fabs(sum - 1) < 1e-9);
  }
  CHECK_INT(at, o->rows);
  guard_free(subject);
  guard_free(one);
  guard_free(two);
  guard_free(posterior);
}

static double share_of(const mc_haplotype_outcome *o, int locus, int32_t allele) {
  return o->alleles.weight[o->alleles.begin[locus] + allele];
}

/* Frequencies of alleles, and the log-likelihood of products of them. */
static void check_without_ld(const mc_haplotype_outcome *o) {
  const mc_haplotype_job *job = o->job;
  const mc_haplotype_fit *fit = o->fit;
  const int64_t haplotypes = fit->haplotypes.count;
  for (int j = 0; j < job->loci; j++) {
    double sum[3] = {0};
    for (int64_t i = 0; i < job->subjects; i++)
      for (int k = 0; k < 2; k++)
        if (fit->lost[fit->classes->of[i]] == 0)
          sum[job->allele[(2 * j + k) * job->subjects + i]] += job->weight ? job->weight[i] : 1;
    for (int32_t a = 1; a <= 2; a++)
      CHECK(fabs(share_of(o, j, a) - sum[a] / (sum[1] + sum[2])) < 1e-12);
  }
  double *frequency = GUARD_NEW(double, haplotypes), all = 0, loglik = 0;
  bool *listed = GUARD_NEW(bool, haplotypes);
  memset(listed, 0, (size_t) haplotypes * sizeof *listed);
  for (int64_t i = 0; i < fit->pairs.begin[fit->groups.count]; i++)
    listed[fit->pairs.one[i]] = listed[fit->pairs.two[i]] = true;
  for (int64_t h = 0; h < haplotypes; h++) {
    const uint64_t *code = fit->haplotypes.code + h * fit->packing.words;
    frequency[h] = 1;
    for (int k = 0; k < job->loci; k++)
      frequency[h] *=
        share_of(o, job->order[k], mc_haplotype_packed_allele(&fit->packing, code, k));
    all += listed[h] ? frequency[h] : 0;
  }
  for (int64_t g = 0; g < fit->groups.count; g++) {
    double probability = 0;
    for (int64_t i = fit->pairs.begin[g]; i < fit->pairs.begin[g + 1]; i++)
      probability += frequency[fit->pairs.one[i]] / all * frequency[fit->pairs.two[i]] / all *
                     (fit->pairs.one[i] == fit->pairs.two[i] ? 1 : 2);
    if (probability > 0)
      loglik += fit->groups.weight[g] * log(probability);
  }
  CHECK(fabs(o->loglik - loglik) <= 1e-9 * (1 + fabs(loglik)));
  guard_free(frequency);
  guard_free(listed);
}

static void check_job(const mc_haplotype_job *job) {
  guard_arena arena = guard_arena_make();
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  mc_call call = mc_call_make(&arena.arena, NULL, 1);
  CHECK_INT(mc_haplotype(job, &fit, &limit, &call), MC_OK);
  double loglik = 0;
  for (int threads = 1; threads <= 5; threads += threads == 1 ? 1 : 3) {
    check_note("%d subjects, %d loci, %d threads", (int) job->subjects, job->loci, threads);
    call = mc_call_make(&arena.arena, NULL, threads);
    mc_haplotype_outcome o;
    CHECK_INT(mc_haplotype_outcome_make(job, &fit, &o, &call), MC_OK);
    check_haplotypes(&o, &call);
    check_rows(&o, &call);
    check_without_ld(&o);
    CHECK(threads == 1 || o.loglik == loglik);
    loglik = o.loglik;
  }
  guard_arena_release(&arena);
}

static void test_subjects(void) {
  static const int64_t subjects[] = {1, 2, 30, 4097, 8193};
  rng r = {101};
  for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
    for (int kind = ALIKE; kind <= DIFFERENT; kind++) {
      const int loci = 4 + (int) rng_below(&r, 5);
      sample s = sample_make(&r, subjects[k], loci, kind, (int) (k + (size_t) kind) % 2 == 1);
      check_job(&s.job);
      sample_free(&s);
    }
}

/* More loci than are multiplied at once; many pairs of a subject; subjects without a pair. */
static void test_extremes(void) {
  rng r = {102};
  sample s = sample_make(&r, 40, 131, FEW, false);
  check_job(&s.job);
  sample_free(&s);
  s = sample_make(&r, 60, 7, DIFFERENT, true);
  s.job.cull_every = 0;
  s.job.min_posterior = 0;
  s.job.max_iterations = 1; /* which leaves many alike */
  check_job(&s.job);
  s.job.cull_every = 2;
  s.job.min_prior = 0.1;
  check_job(&s.job);
  sample_free(&s);
}

static void test_refused(void) {
  rng r = {103};
  sample s = sample_make(&r, 100, 6, FEW, false);
  guard_arena arena = guard_arena_make();
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  mc_call call = mc_call_make(&arena.arena, NULL, 1);
  CHECK_INT(mc_haplotype(&s.job, &fit, &limit, &call), MC_OK);
  for (int64_t refuse = 1;; refuse++) {
    guard_arena own = guard_arena_make();
    own.refuse = refuse;
    call = mc_call_make(&own.arena, NULL, 2);
    mc_haplotype_outcome o;
    const mc_status status = mc_haplotype_outcome_make(&s.job, &fit, &o, &call);
    guard_arena_release(&own);
    CHECK(status == MC_OK || status == MC_ERR_MEMORY);
    CHECK(status == MC_ERR_MEMORY || refuse > 5);
    if (status == MC_OK || refuse > 100)
      break;
  }
  guard_arena_release(&arena);
  sample_free(&s);
}

static const check_test tests[] = {{"few and many subjects", test_subjects},
                                   {"many loci, many pairs, no pairs", test_extremes},
                                   {"memory that is refused", test_refused},
                                   {0}};
const check_suite suite_outcome = {"outcome", tests, false, NULL};
