#include "haplotype/predict_oracle.h"

#include <math.h>

#include "check.h"
#include "guard.h"

predict_sample predict_sample_room(int64_t n, int loci, int64_t haplotypes) {
  predict_sample s = {.allele = GUARD_NEW(int32_t, 2 * loci * n),
                      .alleles = GUARD_NEW(int32_t, loci),
                      .haplotype = GUARD_NEW(int32_t, loci * haplotypes),
                      .frequency = GUARD_NEW(double, haplotypes)};
  s.job = (mc_haplotype_predict_job){.subjects = n,
                                     .loci = loci,
                                     .allele = s.allele,
                                     .alleles = s.alleles,
                                     .haplotypes = haplotypes,
                                     .haplotype = s.haplotype,
                                     .frequency = s.frequency};
  return s;
}

predict_sample predict_sample_make(rng *r, int64_t n, int loci, int64_t haplotypes, int32_t most,
                                   double missing) {
  predict_sample s = predict_sample_room(n, loci, haplotypes);
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
  return s;
}

void predict_sample_free(predict_sample *s) {
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
      CHECK(p->posterior[at] == probability / all);
      at++;
    }
  CHECK_INT(at, p->begin[g + 1]);
}

int64_t predict_check_pairs(const predict_sample *s, double least, int threads) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_haplotype_prediction p;
  CHECK_INT(mc_haplotype_predict_pairs(&s->job, least, &p, &call), MC_OK);
  int64_t none = 0;
  for (int64_t i = 0; i < s->job.subjects; i++) {
    check_subject(&s->job, least, &p, i);
    none += p.begin[p.groups.of[i]] == p.begin[p.groups.of[i] + 1];
  }
  guard_arena_release(&arena);
  return none;
}

/* The pair at which the running sum, row by row of pairs, passes the number. */
static void drawn_pair(const mc_haplotype_predict_job *job, int64_t i, double uniform,
                       int32_t *pair) {
  double all = 0, sum = 0;
  pair[0] = pair[1] = -1;
  for (int pass = 0; pass < 2; pass++)
    for (int32_t x = 0; x < job->haplotypes; x++)
      for (int32_t y = x; y < job->haplotypes; y++) {
        if (!explains(job, i, x, y))
          continue;
        if (pass == 0) {
          all += probability_of(job, x, y);
        } else if (pair[0] < 0) {
          sum += probability_of(job, x, y);
          if (sum > uniform * all)
            pair[0] = x, pair[1] = y;
        }
      }
}

void predict_check_draws(const predict_sample *s, rng *r, int draws, int threads) {
  const int64_t n = s->job.subjects;
  double *uniform = GUARD_NEW(double, n *draws);
  int32_t *one = GUARD_NEW(int32_t, n * draws), *two = GUARD_NEW(int32_t, n * draws);
  for (int64_t i = 0; i < n * draws; i++)
    uniform[i] = (double) rng_below(r, 1 << 20) * 0x1p-20;
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  CHECK_INT(mc_haplotype_predict_draws(&s->job, draws, uniform, one, two, &call), MC_OK);
  for (int64_t i = 0; i < n * draws; i++) {
    int32_t want[2];
    drawn_pair(&s->job, i % n, uniform[i], want);
    CHECK(one[i] == want[0] && two[i] == want[1]);
  }
  guard_arena_release(&arena);
  guard_free(uniform);
  guard_free(one);
  guard_free(two);
}
