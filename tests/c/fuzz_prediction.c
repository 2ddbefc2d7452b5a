/* Pairs of known haplotypes for genotypes, listed and drawn, with one to four threads, are compared
   with the definition by all pairs of haplotypes. */
#include "check.h"
#include "fuzz.h"
#include "haplotype/predict_oracle.h"

const char fuzz_topic[] = "prediction";

/* The two alleles of a subject at a locus: those of two haplotypes in any order, or any, or
   missing. */
static void pick_alleles(fuzz_source *s, const predict_sample *x, int locus, const int64_t *of,
                         int64_t subject) {
  const int64_t n = x->job.subjects, swap = fuzz_pick(s, 2);
  for (int k = 0; k < 2; k++) {
    int32_t allele = x->haplotype[locus * x->job.haplotypes + of[k]];
    if (fuzz_chance(s, 16))
      allele = (int32_t) fuzz_pick(s, x->alleles[locus] + 2);
    x->allele[(2 * locus + (k ^ (int) swap)) * n + subject] = allele;
  }
}

static predict_sample pick_sample(fuzz_source *s) {
  const int64_t n = 1 + fuzz_size(s, 40), haplotypes = 1 + fuzz_size(s, 40);
  const int loci = 1 + (int) fuzz_size(s, n > 8 ? 10 : 90);
  const bool many = fuzz_chance(s, 4);
  const int32_t most = 1 + (int32_t) fuzz_pick(s, many ? 300 : 3);
  predict_sample x = predict_sample_room(n, loci, haplotypes);
  for (int64_t h = 0; h < haplotypes; h++)
    x.frequency[h] = (double) (1 + fuzz_pick(s, 8)) / 64;
  for (int j = 0; j < loci; j++) {
    x.alleles[j] = 1 + (int32_t) fuzz_pick(s, most);
    for (int64_t h = 0; h < haplotypes; h++)
      x.haplotype[j * haplotypes + h] = 1 + (int32_t) fuzz_pick(s, x.alleles[j]);
  }
  for (int64_t i = 0; i < n; i++) {
    int64_t of[2];
    for (int k = 0; k < 2; k++)
      of[k] = fuzz_pick(s, haplotypes);
    for (int j = 0; j < loci; j++)
      pick_alleles(s, &x, j, of, i);
  }
  return x;
}

void fuzz_job(fuzz_source *s) {
  static const double least[] = {0, 0.001, 0x1p-10, 0x1p-5, 0.25, 2};
  predict_sample x = pick_sample(s);
  const int64_t limit = fuzz_pick(s, 6);
  const int threads = fuzz_threads(s), draws = 1 + (int) fuzz_pick(s, 3);
  rng r = {(uint64_t) fuzz_pick(s, 65536)};
  check_note("%d subjects, %d loci, %d haplotypes, posteriors from %g, %d draws, %d threads",
             (int) x.job.subjects, x.job.loci, (int) x.job.haplotypes, least[limit], draws,
             threads);
  predict_check_pairs(&x, least[limit], threads);
  predict_check_draws(&x, &r, draws, threads);
  predict_sample_free(&x);
}
