/* Haplotype frequencies: without culling the likelihood, the frequencies and the pairs are compared
   with the definition. With culling, several starts and refinement the pairs must explain the
   genotypes. All algorithms must give the same bits with one to four threads, and meet the same
   limits. (No kernel of a target takes part.) */
#include <math.h>
#include <string.h>

#include "check.h"
#include "fuzz.h"
#include "guard.h"
#include "haplotype/haplotype_oracle.h"

const char fuzz_topic[] = "haplotype";

enum { MOST_LOCI = 9, STARTS = 3, MOST_SUBJECTS = 40 };

typedef struct {
  int32_t alleles[MOST_LOCI], order[MOST_LOCI];
  uint64_t seed[STARTS];
  double weight[MOST_SUBJECTS];
  int32_t *allele;
  mc_haplotype_job job;
} sample;

/* Few loci have several alleles each, many have two: what makes up genotypes stays small. */
static void make(fuzz_source *s, sample *p) {
  const int64_t n = 1 + fuzz_pick(s, fuzz_chance(s, 3) ? MOST_SUBJECTS : 8);
  const bool many = fuzz_chance(s, 3);
  const int loci = 1 + (int) fuzz_pick(s, many ? MOST_LOCI : 4);
  const int64_t missing = fuzz_chance(s, 2) ? 0 : many ? 1 : fuzz_pick(s, 4);
  const bool founders = fuzz_chance(s, 2), weighted = fuzz_chance(s, 2);
  p->allele = GUARD_NEW(int32_t, 2 * loci * n);
  for (int j = 0; j < loci; j++) {
    p->alleles[j] = 1 + (int32_t) fuzz_pick(s, loci > 4 ? 2 : 3);
    p->order[j] = j;
  }
  for (int j = loci - 1; j > 0; j--) {
    const int64_t k = fuzz_pick(s, j + 1);
    const int32_t kept = p->order[j];
    p->order[j] = p->order[k];
    p->order[k] = kept;
  }
  for (int64_t i = 0; i < n; i++) {
    p->weight[i] = 0.25 * (double) (1 + fuzz_pick(s, 8));
    for (int k = 0; k < 2; k++) {
      const int64_t founder = fuzz_pick(s, 4);
      for (int j = 0; j < loci; j++) {
        const int64_t value = founders ? founder * (j + 1) / 2 + founder : fuzz_pick(s, 3);
        const bool lost = missing > 0 && fuzz_pick(s, 8) < missing;
        p->allele[(2 * j + k) * n + i] = lost ? 0 : 1 + (int32_t) (value % p->alleles[j]);
      }
    }
  }
  for (int k = 0; k < STARTS; k++)
    p->seed[k] = (uint64_t) fuzz_pick(s, 65536);
  p->job = (mc_haplotype_job){.subjects = n,
                              .loci = loci,
                              .allele = p->allele,
                              .alleles = p->alleles,
                              .weight = weighted ? p->weight : NULL,
                              .order = p->order,
                              .max_iterations = 1 + (int) fuzz_pick(s, 30),
                              .tolerance = 1e-6,
                              .max_haplotypes = INT32_MAX,
                              .max_bytes = 1e12,
                              .starts = 1,
                              .seed = fuzz_chance(s, 3) ? NULL : p->seed};
}

/* Culling and all that goes with it. */
static void choose_more(fuzz_source *s, mc_haplotype_job *job) {
  const double posteriors[] = {0, 1e-3, 0.01, 0.5}, priors[] = {0, 0.02, 0.15, 0.6};
  const double tolerances[] = {1e-6, 0, 1e-3, 1};
  job->cull_every = (int) fuzz_pick(s, 4);
  job->min_posterior = posteriors[fuzz_pick(s, 4)];
  job->min_prior = fuzz_chance(s, 2) ? priors[fuzz_pick(s, 4)] : 0;
  job->tolerance = tolerances[fuzz_pick(s, 4)];
  job->starts = job->seed == NULL ? 1 : 1 + (int) fuzz_pick(s, STARTS);
  job->refine = (int) fuzz_pick(s, 3);
  if (fuzz_chance(s, 4))
    job->max_haplotypes = 1 + fuzz_pick(s, 60);
}

static void check_one(const mc_haplotype_job *job, bool plain, const haplotype_outcome *o) {
  if (o->status != MC_OK) {
    CHECK_INT(o->status, MC_ERR_SIZE);
    CHECK(o->limit.haplotypes > (double) job->max_haplotypes);
    return;
  }
  haplotype_check_order(&o->fit, job->loci);
  haplotype_check_pairs(job, &o->fit);
  if (plain)
    haplotype_check_fit(job, &o->fit);
}

void fuzz_job(fuzz_source *s) {
  sample p;
  const bool plain = fuzz_chance(s, 2);
  make(s, &p);
  if (!plain)
    choose_more(s, &p.job);
  check_note("%d subjects, %d loci, culled every %d, %d starts, at most %d haplotypes",
             (int) p.job.subjects, p.job.loci, p.job.cull_every, p.job.starts,
             (int) p.job.max_haplotypes);
  haplotype_outcome want = haplotype_solve(&p.job, 1);
  check_one(&p.job, plain, &want);
  const int turn = (int) fuzz_pick(s, 4);
  for (int algorithm = 0; algorithm < MC_HAPLOTYPE_ALGORITHMS; algorithm++) {
    const int threads = 1 + (turn + algorithm) % 4;
    check_note("%d subjects, %d loci, culled every %d, %d starts, algorithm %d, %d threads",
               (int) p.job.subjects, p.job.loci, p.job.cull_every, p.job.starts, algorithm,
               threads);
    p.job.algorithm = (mc_haplotype_algorithm) algorithm;
    haplotype_outcome got = haplotype_solve(&p.job, threads);
    CHECK_INT(got.status, want.status);
    if (got.status == MC_OK && want.status == MC_OK)
      haplotype_check_same(&p.job, &want.fit, &got.fit);
    else if (got.status == MC_ERR_SIZE)
      CHECK(got.limit.locus == want.limit.locus && got.limit.added == want.limit.added &&
            got.limit.haplotypes == want.limit.haplotypes);
    guard_arena_release(&got.arena);
  }
  guard_arena_release(&want.arena);
  guard_free(p.allele);
}
