/* The EM of pairs that are made up: a step against the definition, and the same bits for any number
   of threads, with slices and blocks of all sizes, and with no pairs at all. */
#include "haplotype/em.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"

typedef struct {
  int64_t groups, haplotypes, pairs;
  int64_t *begin;
  int32_t *one, *two;
  double *weight, *expected;
} sample;

/* Groups of up to `most` pairs, some of none. */
static sample sample_make(rng *r, int64_t groups, int64_t haplotypes, int64_t most) {
  sample s = {.groups = groups, .haplotypes = haplotypes, .begin = GUARD_NEW(int64_t, groups + 1)};
  s.begin[0] = 0;
  for (int64_t g = 0; g < groups; g++)
    s.begin[g + 1] = s.begin[g] + (most == 0 || rng_chance(r, 0.1) ? 0 : 1 + rng_below(r, most));
  s.pairs = s.begin[groups];
  s.one = GUARD_NEW(int32_t, s.pairs);
  s.two = GUARD_NEW(int32_t, s.pairs);
  s.expected = GUARD_NEW(double, s.pairs);
  s.weight = GUARD_NEW(double, groups);
  for (int64_t g = 0; g < groups; g++) {
    s.weight[g] = 0.25 * (double) (1 + rng_below(r, 9));
    for (int64_t i = s.begin[g]; i < s.begin[g + 1]; i++) {
      const int32_t x = (int32_t) rng_below(r, haplotypes), y = (int32_t) rng_below(r, haplotypes);
      s.one[i] = x < y ? x : y;
      s.two[i] = x < y ? y : x;
      s.expected[i] = s.weight[g] / (double) (s.begin[g + 1] - s.begin[g]);
    }
  }
  return s;
}

static void sample_free(sample *s) {
  guard_free(s->begin);
  guard_free(s->one);
  guard_free(s->two);
  guard_free(s->expected);
  guard_free(s->weight);
}

/* The frequencies and the log-likelihood after the first iteration. */
static void check_first(const sample *s, const mc_haplotype_fit *fit) {
  double *sum = GUARD_NEW(double, s->haplotypes), all = 0, loglik = 0;
  memset(sum, 0, (size_t) s->haplotypes * sizeof *sum);
  for (int64_t i = 0; i < s->pairs; i++) {
    sum[s->one[i]] += s->expected[i];
    sum[s->two[i]] += s->expected[i];
    all += s->expected[i];
  }
  for (int64_t h = 0; h < s->haplotypes; h++)
    CHECK(fabs(fit->haplotypes.frequency[h] - sum[h] / (2 * all)) < 1e-12);
  for (int64_t g = 0; g < s->groups; g++) {
    double probability = 0;
    for (int64_t i = s->begin[g]; i < s->begin[g + 1]; i++)
      probability +=
        sum[s->one[i]] / (2 * all) * sum[s->two[i]] / (2 * all) * (s->one[i] == s->two[i] ? 1 : 2);
    if (s->begin[g] < s->begin[g + 1])
      loglik += s->weight[g] * log(probability);
  }
  CHECK(fabs(fit->loglik - loglik) <= 1e-9 * fabs(loglik));
  guard_free(sum);
}

/* Iterations with so many threads: *fit has arrays of the arena and `expected`. */
static void fit_with(const sample *s, int threads, int iterations, double *expected,
                     mc_haplotype_fit *fit, mc_arena *arena) {
  const mc_haplotype_job job = {
    .algorithm = MC_HAPLOTYPE_GROUPED, .max_iterations = iterations, .tolerance = 0};
  if (s->pairs > 0)
    memcpy(expected, s->expected, (size_t) s->pairs * sizeof *expected);
  *fit = (mc_haplotype_fit){.groups = {.count = s->groups, .weight = s->weight},
                            .pairs = {s->begin, s->one, s->two, expected},
                            .haplotypes = {.count = s->haplotypes}};
  mc_haplotype_em em;
  memset(&em, 0, sizeof em);
  CHECK_INT(mc_haplotype_em_begin(&job, 1, threads, &em, fit, arena), MC_OK);
  while (!em.done)
    mc_haplotype_em_iterate(&em, 2);
}

static void check_sample(const sample *s) {
  enum { ITERATIONS = 5 };
  double *expected[2] = {GUARD_NEW(double, s->pairs), GUARD_NEW(double, s->pairs)};
  for (int iterations = 1; iterations <= ITERATIONS; iterations += ITERATIONS - 1) {
    guard_arena arena = guard_arena_make();
    mc_haplotype_fit want;
    fit_with(s, 1, iterations, expected[0], &want, &arena.arena);
    if (iterations == 1 && s->pairs > 0)
      check_first(s, &want);
    for (int threads = 2; threads <= 5; threads++) {
      check_note("%d groups, %d pairs, %d haplotypes, %d threads", (int) s->groups, (int) s->pairs,
                 (int) s->haplotypes, threads);
      guard_arena own = guard_arena_make();
      mc_haplotype_fit got;
      fit_with(s, threads, iterations, expected[1], &got, &own.arena);
      CHECK_INT(got.iterations, want.iterations);
      CHECK(s->pairs == 0 || got.loglik == want.loglik);
      CHECK(memcmp(got.haplotypes.frequency, want.haplotypes.frequency,
                   (size_t) s->haplotypes * sizeof(double)) == 0);
      CHECK(memcmp(expected[1], expected[0], (size_t) s->pairs * sizeof(double)) == 0);
      guard_arena_release(&own);
    }
    guard_arena_release(&arena);
  }
  guard_free(expected[0]);
  guard_free(expected[1]);
}

static void test_pairs(void) {
  static const int64_t size[][3] = {/* groups, haplotypes, pairs of a group */
                                    {1, 1, 1},      {1, 40, 1},    {1, 3, 300},   {3, 500, 4},
                                    {100, 2, 9},    {255, 30, 40}, {257, 7, 5},   {1024, 100, 12},
                                    {5000, 60, 10}, {3000, 1, 3},  {700, 9000, 2}};
  rng r = {91};
  for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
    sample s = sample_make(&r, size[k][0], size[k][1], size[k][2]);
    check_sample(&s);
    sample_free(&s);
  }
}

/* Where all pairs have been culled there are groups, but neither pairs nor haplotypes. */
static void test_nothing(void) {
  rng r = {92};
  sample s = sample_make(&r, 3000, 0, 0);
  check_sample(&s);
  sample_free(&s);
}

static const check_test tests[] = {
  {"by definition, 1 to 5 threads", test_pairs}, {"no pairs", test_nothing}, {0}};
const check_suite suite_em = {"em", tests, false, NULL};
