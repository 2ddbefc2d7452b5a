#include "haplotype/haplotype_oracle.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "haplotype/pairs.h"

/* Do alleles x and y make up the genotype of subject i at a locus? */
static bool explains(const mc_haplotype_job *job, int64_t i, int locus, int32_t x, int32_t y) {
  const int32_t a = job->allele[2 * locus * job->subjects + i];
  const int32_t b = job->allele[(2 * locus + 1) * job->subjects + i];
  return ((a == 0 || a == x) && (b == 0 || b == y)) || ((a == 0 || a == y) && (b == 0 || b == x));
}

bool haplotype_explains(const mc_haplotype_job *job, const mc_haplotype_fit *fit, int64_t i,
                        int64_t one, int64_t two) {
  for (int k = 0; k < job->loci; k++)
    if (!explains(job, i, job->order[k], mc_haplotype_allele(fit, one, k),
                  mc_haplotype_allele(fit, two, k)))
      return false;
  return true;
}

double haplotype_weight(const mc_haplotype_job *job, int64_t i) {
  return job->weight == NULL ? 1 : job->weight[i];
}

void haplotype_check_fit(const mc_haplotype_job *job, const mc_haplotype_fit *fit) {
  const double *f = fit->haplotypes.frequency;
  const int64_t haplotypes = fit->haplotypes.count;
  double sum = 0, loglik = 0, all = 0;
  double *count = GUARD_NEW(double, haplotypes);
  memset(count, 0, (size_t) haplotypes * sizeof *count);
  for (int64_t h = 0; h < haplotypes; h++)
    sum += f[h];
  CHECK(fabs(sum - 1) < 1e-9);
  for (int64_t i = 0; i < job->subjects; i++) {
    const int64_t g = fit->classes->of[i];
    int64_t at = fit->pairs.begin[g];
    double probability = 0;
    for (int64_t one = 0; one < haplotypes; one++)
      for (int64_t two = one; two < haplotypes; two++)
        if (haplotype_explains(job, fit, i, one, two))
          probability += f[one] * f[two] * (one == two ? 1 : 2);
    loglik += haplotype_weight(job, i) * log(probability);
    all += haplotype_weight(job, i);
    double expected = 0;
    for (; at < fit->pairs.begin[g + 1]; at++) {
      const int32_t one = fit->pairs.one[at], two = fit->pairs.two[at];
      const double share = fit->pairs.expected[at] / fit->groups.weight[g];
      CHECK(one <= two && haplotype_explains(job, fit, i, one, two));
      CHECK(fabs(share - f[one] * f[two] * (one == two ? 1 : 2) / probability) < 1e-9);
      expected += share;
      count[one] += share * haplotype_weight(job, i);
      count[two] += share * haplotype_weight(job, i);
    }
    CHECK(fabs(expected - 1) < 1e-9);
  }
  CHECK(fabs(loglik - fit->loglik) < 1e-9 * (1 + fabs(loglik)));
  for (int64_t i = 1; i < fit->iterations; i++)
    if (fit->trace[i].loci == fit->trace[i - 1].loci &&
        fit->trace[i].round == fit->trace[i - 1].round)
      CHECK(fit->trace[i].loglik > fit->trace[i - 1].loglik - 1e-9);
  for (int64_t h = 0; h < haplotypes && fit->converged; h++)
    CHECK(fabs(count[h] / (2 * all) - f[h]) < 1e-2);
  guard_free(count);
}

void haplotype_check_order(const mc_haplotype_fit *fit, int loci) {
  for (int64_t h = 1; h < fit->haplotypes.count; h++) {
    int k = 0;
    while (k < loci && mc_haplotype_allele(fit, h, k) == mc_haplotype_allele(fit, h - 1, k))
      k++;
    CHECK(k < loci && mc_haplotype_allele(fit, h, k) > mc_haplotype_allele(fit, h - 1, k));
  }
}

void haplotype_check_pairs(const mc_haplotype_job *job, const mc_haplotype_fit *fit) {
  for (int64_t g = 0; g < fit->groups.count; g++) {
    int64_t i = 0; /* a subject of the group */
    while (fit->classes->of[i] != g)
      i++;
    double sum = 0;
    for (int64_t at = fit->pairs.begin[g]; at < fit->pairs.begin[g + 1]; at++) {
      CHECK(fit->pairs.one[at] <= fit->pairs.two[at]);
      CHECK(haplotype_explains(job, fit, i, fit->pairs.one[at], fit->pairs.two[at]));
      sum += fit->pairs.expected[at];
    }
    CHECK((sum == 0) == (fit->lost[g] > 0));
    CHECK(sum == 0 || fabs(sum - fit->groups.weight[g]) < 1e-9 * sum);
  }
}

static bool same_em(const mc_haplotype_iteration *x, const mc_haplotype_iteration *y) {
  return x->loci == y->loci && x->round == y->round;
}

/* In every EM the log-likelihood never decreases, and it goes on until that grows by less than the
   tolerance, or iterations run out. */
static void check_trace(const mc_haplotype_job *job, const mc_haplotype_fit *fit) {
  const mc_haplotype_iteration *t = fit->trace;
  int64_t first = 0;
  for (int64_t i = 0; i < fit->iterations; i++) {
    const bool last = i + 1 == fit->iterations || !same_em(&t[i], &t[i + 1]);
    if (i > 0 && !same_em(&t[i - 1], &t[i]))
      first = i;
    const double grown = i == first ? INFINITY : t[i].loglik - t[i - 1].loglik;
    CHECK(grown >= -1e-9 * (1 + fabs(t[i].loglik)));
    CHECK(last == (grown < (t[i].round > 0 ? 0.01 : 1) * job->tolerance ||
                   i + 1 - first == job->max_iterations));
  }
}

haplotype_outcome haplotype_solve(const mc_haplotype_job *job, int threads) {
  haplotype_outcome o = {.arena = guard_arena_make()};
  const mc_call call = mc_call_make(&o.arena.arena, NULL, threads);
  o.status = mc_haplotype(job, &o.fit, &o.limit, &call);
  if (o.status == MC_OK)
    check_trace(job, &o.fit);
  return o;
}

void haplotype_check_same(const mc_haplotype_job *job, const mc_haplotype_fit *x,
                          const mc_haplotype_fit *y) {
  const int64_t haplotypes = x->haplotypes.count, groups = x->groups.count;
  const int64_t pairs = x->pairs.begin[groups], words = x->packing.words;
  CHECK_INT(y->haplotypes.count, haplotypes);
  CHECK_INT(y->groups.count, groups);
  CHECK_INT(y->pairs.begin[groups], pairs);
  CHECK_INT(y->iterations, x->iterations);
  if (y->haplotypes.count != haplotypes || y->groups.count != groups ||
      y->pairs.begin[groups] != pairs || y->iterations != x->iterations)
    return;
  CHECK(y->loglik == x->loglik && y->converged == x->converged);
#define CHECK_ARRAY(WHAT, COUNT) \
  CHECK(memcmp(y->WHAT, x->WHAT, (size_t) (COUNT) * sizeof *y->WHAT) == 0)
  CHECK_ARRAY(haplotypes.frequency, haplotypes);
  CHECK_ARRAY(haplotypes.code, haplotypes * words);
  CHECK_ARRAY(pairs.begin, groups + 1);
  CHECK_ARRAY(pairs.one, pairs);
  CHECK_ARRAY(pairs.two, pairs);
  CHECK_ARRAY(pairs.expected, pairs);
  CHECK_ARRAY(classes->of, job->subjects);
  CHECK_ARRAY(groups.weight, groups);
  CHECK_ARRAY(lost, groups);
#undef CHECK_ARRAY
  for (int64_t i = 0; i < x->iterations; i++)
    CHECK(same_em(&y->trace[i], &x->trace[i]) && y->trace[i].loglik == x->trace[i].loglik);
}
