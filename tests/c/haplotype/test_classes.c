/* Classes of subjects with the same genotype, and groups at the first loci, against plain loops;
   weights of alleles; any number of threads; memory. */
#include "haplotype/classes.h"

#include <string.h>

#include "haplotype/alleles.h"
#include "haplotype/groups.h"

#include "check.h"
#include "data.h"
#include "guard.h"

typedef struct {
  mc_haplotype_job job;
  int32_t *allele, *alleles, *order;
  double *weight;
} sample;

/* Genotypes, of which some are copies of the first `few`. weights: 0 of 1, 1 whole, 2 any. */
static sample sample_make(rng *r, int64_t n, int loci, int32_t most, int64_t few, int weights) {
  sample s = {.allele = GUARD_NEW(int32_t, 2 * loci * n),
              .alleles = GUARD_NEW(int32_t, loci),
              .order = GUARD_NEW(int32_t, loci),
              .weight = GUARD_NEW(double, n)};
  for (int j = 0; j < loci; j++) {
    s.alleles[j] = (int32_t) rng_below(r, most) + 1;
    s.order[j] = loci - 1 - j;
  }
  for (int64_t i = 0; i < n; i++) {
    const int64_t like = i < few ? -1 : rng_below(r, few);
    const bool turn = rng_chance(r, 0.5);
    s.weight[i] = weights == 2 ? 1.0 / (double) (1 + rng_below(r, 9)) : (double) rng_below(r, 9);
    for (int j = 0; j < loci; j++)
      for (int k = 0; k < 2; k++)
        s.allele[(2 * j + k) * n + i] = like < 0
                                          ? (int32_t) rng_below(r, s.alleles[j] + 1)
                                          : s.allele[(2 * j + (turn ? 1 - k : k)) * n + like];
  }
  s.job = (mc_haplotype_job){.subjects = n,
                             .loci = loci,
                             .allele = s.allele,
                             .alleles = s.alleles,
                             .weight = weights == 0 ? NULL : s.weight,
                             .order = s.order};
  return s;
}

static void sample_free(sample *s) {
  guard_free(s->allele);
  guard_free(s->alleles);
  guard_free(s->order);
  guard_free(s->weight);
}

static double weight_of(const mc_haplotype_job *job, int64_t i) {
  return job->weight == NULL ? 1 : job->weight[i];
}

/* The genotype of subject i at the place k. */
static mc_haplotype_genotype genotype_of(const mc_haplotype_job *job, int64_t i, int k) {
  const int32_t x = job->allele[2 * job->order[k] * job->subjects + i];
  const int32_t y = job->allele[(2 * job->order[k] + 1) * job->subjects + i];
  return x < y ? (mc_haplotype_genotype){x, y} : (mc_haplotype_genotype){y, x};
}

static int compare(mc_haplotype_genotype x, mc_haplotype_genotype y) {
  return x.low != y.low ? (x.low < y.low ? -1 : 1) : x.high < y.high ? -1 : x.high > y.high;
}

/* The first place at which two rows of genotypes differ, or the number of loci. */
static int first_difference(const mc_haplotype_genotype *x, const mc_haplotype_genotype *y,
                            int loci) {
  int k = 0;
  while (k < loci && compare(x[k], y[k]) == 0)
    k++;
  return k;
}

static void check_classes(const mc_haplotype_job *job, const mc_haplotype_classes *classes) {
  const int loci = job->loci;
  int64_t *seen = GUARD_NEW(int64_t, classes->count);
  memset(seen, 0, (size_t) classes->count * sizeof *seen);
  for (int64_t i = 0; i < job->subjects; i++) {
    const int32_t c = classes->of[i];
    seen[c]++;
    for (int k = 0; k < loci; k++)
      CHECK(compare(classes->genotype[c * loci + k], genotype_of(job, i, k)) == 0);
  }
  for (int64_t c = 0; c < classes->count; c++) {
    const mc_haplotype_genotype *own = classes->genotype + c * loci;
    CHECK(seen[c] > 0);
    if (c == 0) {
      CHECK_INT(classes->differs[0], -1);
      continue;
    }
    const int k = first_difference(own - loci, own, loci);
    CHECK(k < loci && compare(own[k - loci], own[k]) < 0);
    CHECK_INT(classes->differs[c], k);
  }
  guard_free(seen);
}

/* Groups are runs of classes that are the same at the first loci, with the sums of their weights in
   the order of subjects. */
static void check_groups(const mc_haplotype_job *job, const mc_haplotype_classes *classes,
                         const mc_call *call) {
  const int loci = job->loci;
  mc_haplotype_grouping work;
  mc_haplotype_groups groups;
  CHECK_INT(mc_haplotype_groups_room(job, classes, &work, &groups, call), MC_OK);
  int32_t *of = GUARD_NEW(int32_t, classes->count), *before = GUARD_NEW(int32_t, classes->count);
  double *weight = GUARD_NEW(double, classes->count);
  memset(of, 0, (size_t) classes->count * sizeof *of);
  for (int added = 0; added < loci; added++) {
    memcpy(before, of, (size_t) classes->count * sizeof *of);
    int64_t count = 0;
    mc_haplotype_groups_refine(job, added, &work, &groups, call);
    for (int64_t c = 0; c < classes->count; c++) {
      const mc_haplotype_genotype *own = classes->genotype + c * loci;
      if (c == 0 || first_difference(own - loci, own, loci) <= added) {
        CHECK(count < groups.count && groups.begin[count] == c);
        CHECK_INT(work.parent[count], before[c]);
        CHECK(compare(work.genotype[count], own[added]) == 0);
        weight[count++] = 0;
      }
      of[c] = (int32_t) (count - 1);
    }
    CHECK_INT(groups.count, count);
    CHECK_INT(groups.begin[count], classes->count);
    for (int64_t i = 0; i < job->subjects; i++)
      weight[of[classes->of[i]]] += weight_of(job, i);
    CHECK(memcmp(weight, groups.weight, (size_t) count * sizeof *weight) == 0);
  }
  guard_free(of);
  guard_free(before);
  guard_free(weight);
}

static void check_alleles(const mc_haplotype_job *job, const mc_haplotype_classes *classes,
                          const int32_t *lost, const mc_call *call) {
  mc_haplotype_allele_weights weights;
  CHECK_INT(mc_haplotype_alleles_weigh(job, classes, lost, &weights, call), MC_OK);
  for (int j = 0; j < job->loci; j++)
    for (int32_t a = 1; a <= job->alleles[j]; a++) {
      double sum = 0;
      for (int64_t i = 0; i < 2 * job->subjects; i++)
        if (job->allele[2 * j * job->subjects + i] == a &&
            (lost == NULL || lost[classes->of[i % job->subjects]] == 0))
          sum += weight_of(job, i % job->subjects);
      CHECK(weights.weight[weights.begin[j] + a] == sum);
    }
}

static void check_list(const mc_haplotype_classes *classes) {
  int64_t *begin = GUARD_NEW(int64_t, classes->count + 1);
  int64_t *subject = GUARD_NEW(int64_t, classes->subjects);
  mc_haplotype_classes_list(classes, begin, subject);
  CHECK(begin[0] == 0 && begin[classes->count] == classes->subjects);
  for (int64_t c = 0; c < classes->count; c++)
    for (int64_t i = begin[c]; i < begin[c + 1]; i++)
      CHECK(classes->of[subject[i]] == c && (i == begin[c] || subject[i - 1] < subject[i]));
  guard_free(begin);
  guard_free(subject);
}

/* All subjects are alike at the first `alike` loci. */
static void check_all(rng *r, int64_t n, int loci, int32_t most, int64_t few, int alike) {
  for (int weights = 0; weights < 3; weights++) {
    sample s = sample_make(r, n, loci, most, few, weights);
    for (int k = 0; k < alike; k++)
      for (int64_t i = 0; i < 2 * n; i++)
        s.allele[2 * s.order[k] * n + i] = 1;
    int32_t *first = GUARD_NEW(int32_t, n);
    for (int threads = 1; threads <= 4; threads += check_fast() ? 2 : 1) {
      check_note("%d subjects, %d loci, weights %d, %d threads", (int) n, loci, weights, threads);
      guard_arena arena = guard_arena_make();
      const mc_call call = mc_call_make(&arena.arena, NULL, threads);
      mc_haplotype_classes classes;
      CHECK_INT(mc_haplotype_classes_make(&s.job, &classes, &call), MC_OK);
      CHECK(classes.exact || weights == 2);
      if (threads == 1) {
        memcpy(first, classes.of, (size_t) n * sizeof *first);
        check_classes(&s.job, &classes);
        check_list(&classes);
      }
      CHECK(memcmp(first, classes.of, (size_t) n * sizeof *first) == 0);
      check_groups(&s.job, &classes, &call);
      if (most < 100) {
        int32_t *lost = GUARD_NEW(int32_t, classes.count);
        for (int64_t c = 0; c < classes.count; c++)
          lost[c] = c % 3 == 1;
        check_alleles(&s.job, &classes, NULL, &call);
        check_alleles(&s.job, &classes, lost, &call);
        guard_free(lost);
      }
      guard_arena_release(&arena);
    }
    guard_free(first);
    sample_free(&s);
  }
}

static void test_small(void) {
  rng r = {71};
  for (int64_t n = 1; n < 40; n += 1 + n / 4)
    for (int loci = 1; loci < 70; loci += 1 + 2 * loci)
      check_all(&r, n, loci, 1 + (int32_t) rng_below(&r, 5), 1 + n / 2, 0);
  check_all(&r, 30, 5, MC_HAPLOTYPE_MOST_ALLELES, 20, 0);
  check_all(&r, 30, 9, 300, 20, 0);
}

/* Keys of several words, of which the first are the same. */
static void test_words(void) {
  rng r = {74};
  check_all(&r, 300, 60, 2, 200, 40);
  check_all(&r, 5000, 50, 5, 40, 30);
  check_all(&r, 700, 40, 2, 1, 0); /* all alike */
}

/* Blocks and buckets: few that differ, and nearly all. */
static void test_large(void) {
  rng r = {72};
  check_all(&r, 4096, 3, 2, 10, 0);
  check_all(&r, 9001, 21, 2, 60, 0);
  check_all(&r, 20011, 24, 2, 20000, 0);
}

static void test_refused(void) {
  rng r = {73};
  sample s = sample_make(&r, 300, 9, 3, 100, 1);
  for (int64_t refuse = 1; refuse < 100; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_haplotype_classes classes;
    mc_haplotype_grouping work;
    mc_haplotype_groups groups;
    mc_status status = mc_haplotype_classes_make(&s.job, &classes, &call);
    if (status == MC_OK)
      status = mc_haplotype_groups_room(&s.job, &classes, &work, &groups, &call);
    guard_arena_release(&arena);
    CHECK(status == MC_OK || status == MC_ERR_MEMORY);
    CHECK(status == MC_ERR_MEMORY || refuse > 10);
    if (status == MC_OK)
      break;
  }
  sample_free(&s);
}

static const check_test tests[] = {{"few subjects", test_small},
                                   {"several words", test_words},
                                   {"several blocks and buckets", test_large},
                                   {"memory that is refused", test_refused},
                                   {0}};
const check_suite suite_classes = {"classes", tests, false, NULL};
