#include "haplotype/em.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum { GRAIN_HAPLOTYPES = 1 << 10 };
#define SECONDS_A_PAIR 8e-9
#define SECONDS_A_GROUP 1e-8
#define LONG_ENOUGH 1e-3 /* seconds of an iteration that threads share */

double mc_em_seconds(const mc_haplotype_fit *fit) {
  const int64_t groups = fit->groups.count;
  return (double) fit->pairs.begin[groups] * SECONDS_A_PAIR + (double) groups * SECONDS_A_GROUP;
}

int mc_em_threads(const mc_haplotype_job *job, double seconds, const mc_call *call) {
  /* the thesis divides all iterations, for its tables */
  const bool divided = seconds >= LONG_ENOUGH || mc_snphap_does(job->algorithm);
  return divided ? mc_call_threads(call, seconds) : 1;
}

int mc_em_iterations(double seconds, double each) {
  return each >= seconds ? 1 : seconds / each < 1e6 ? (int) (seconds / each) : 1000000;
}

double mc_em_bytes(const mc_haplotype_job *job, double pairs, double haplotypes) {
  if (mc_snphap_does(job->algorithm))
    return haplotypes * 8 + mc_snphap_bytes(job, pairs, haplotypes);
  return pairs * 8 + haplotypes * 24;
}

/* ---- E ---- */

/* Sums by haplotype are made here, too, if `sum` is there: in the order of pairs, as
   add_haplotypes() does. */
static inline void expect_group(const mc_em *e, int64_t g, double *sum, mc_likelihood *s) {
  const mc_pairs *p = &e->fit->pairs;
  const int64_t begin = p->begin[g], end = p->begin[g + 1];
  const double weight = e->fit->groups.weight[g], *f = e->fit->haplotypes.frequency;
  double all = 0;
  for (int64_t i = begin; i < end; i++) {
    const double product = f[p->one[i]] * f[p->two[i]];
    const double probability = p->one[i] == p->two[i] ? product : 2 * product;
    p->expected[i] = probability;
    all += probability;
  }
  if (!(all > 0))
    return;
  const double factor = weight / all;
  for (int64_t i = begin; i < end; i++) {
    const double expected = p->expected[i] * factor;
    p->expected[i] = expected;
    if (sum != NULL) {
      sum[p->one[i]] += expected;
      sum[p->two[i]] += expected;
    }
  }
  s->loglik += weight * log(all);
  s->weight += weight;
}

static inline void expect_groups(const mc_em *e, int64_t b, double *sum) {
  const int64_t last = mc_min((b + 1) * MC_LIKELIHOOD_BLOCK, e->fit->groups.count);
  mc_likelihood s = {0, 0};
  for (int64_t g = b * MC_LIKELIHOOD_BLOCK; g < last; g++)
    expect_group(e, g, sum, &s);
  e->block[b] = s;
}

MC_BODY(expect_block, const mc_em, e, b) {
  expect_groups(e, b, NULL);
}

static void expect_alone(const mc_em *e) {
  memset(e->sum, 0, (size_t) e->fit->haplotypes.count * sizeof *e->sum);
  for (int64_t b = 0; b < e->blocks; b++)
    expect_groups(e, b, e->sum);
}

/* ---- M ---- */

typedef struct {
  const mc_em *em;
  double scale;
} maximization;

static void add_haplotypes(void *context, int64_t first, int64_t last) {
  const maximization *m = context;
  const mc_em *e = m->em;
  const double *expected = e->fit->pairs.expected;
  for (int64_t h = first; h < last; h++) {
    double sum = 0;
    for (int64_t i = e->begin[h]; i < e->begin[h + 1]; i++)
      sum += expected[e->occurrence[i]];
    e->fit->haplotypes.frequency[h] = mc_haplotype_frequency(sum, m->scale);
  }
}

/* The sums that E makes alone, of expected pairs from elsewhere. */
static void add_alone(const mc_em *e) {
  const mc_pairs *p = &e->fit->pairs;
  memset(e->sum, 0, (size_t) e->fit->haplotypes.count * sizeof *e->sum);
  for (int64_t i = 0; i < e->pairs; i++) {
    e->sum[p->one[i]] += p->expected[i];
    e->sum[p->two[i]] += p->expected[i];
  }
}

static void list_occurrences(const mc_em *e) {
  const mc_pairs *p = &e->fit->pairs;
  const int64_t haplotypes = e->fit->haplotypes.count;
  memset(e->begin, 0, (size_t) (haplotypes + 2) * sizeof *e->begin);
  int64_t *next = e->begin + 1; /* becomes `begin` of the next haplotype while it is filled */
  for (int64_t i = 0; i < e->pairs; i++) {
    next[p->one[i] + 1]++;
    next[p->two[i] + 1]++;
  }
  for (int64_t h = 0; h < haplotypes; h++)
    next[h + 1] += next[h];
  for (int64_t i = 0; i < e->pairs; i++) {
    e->occurrence[next[p->one[i]]++] = (int32_t) i;
    e->occurrence[next[p->two[i]]++] = (int32_t) i;
  }
}

/* ---- both ---- */

static double weight_to_begin_with(const mc_haplotype_fit *fit) {
  double weight = 0;
  for (int64_t g = 0; g < fit->groups.count; g++)
    if (fit->pairs.begin[g] < fit->pairs.begin[g + 1])
      weight += fit->groups.weight[g];
  return weight;
}

/* Room for all iterations that there may be. */
static mc_status trace_room(mc_em *e, mc_arena *arena) {
  mc_haplotype_fit *fit = e->fit;
  const mc_iteration *kept = fit->iterations > 0 ? fit->trace : NULL;
  MC_TRY(mc_room_take(&e->room.trace, fit->iterations + e->job->max_iterations, sizeof *fit->trace,
                      arena, &fit->trace));
  if (kept != NULL && kept != fit->trace)
    memcpy(fit->trace, kept, (size_t) fit->iterations * sizeof *fit->trace);
  return MC_OK;
}

mc_status mc_em_begin(const mc_haplotype_job *job, int added, int threads, mc_em *em,
                      mc_haplotype_fit *fit, mc_arena *arena) {
  const int64_t pairs = fit->pairs.begin[fit->groups.count], haplotypes = fit->haplotypes.count;
  em->job = job;
  em->fit = fit;
  em->added = added;
  em->threads = threads;
  em->iterations = 0;
  em->round = 0;
  em->tolerance = job->tolerance;
  em->done = false;
  em->pairs = pairs;
  em->blocks = (fit->groups.count + MC_LIKELIHOOD_BLOCK - 1) / MC_LIKELIHOOD_BLOCK;
  em->weight = weight_to_begin_with(fit);
  MC_TRY(trace_room(em, arena));
  MC_TRY(mc_room_take(&em->room.block, em->blocks, sizeof *em->block, arena, &em->block));
  MC_TRY(mc_room_take(&em->room.frequency, haplotypes, sizeof *fit->haplotypes.frequency, arena,
                      &fit->haplotypes.frequency));
  fit->threads = threads > fit->threads ? threads : fit->threads;
  if (mc_snphap_does(job->algorithm))
    return mc_snphap_begin(job, added, threads, fit, &em->snphap, arena);
  if (threads == 1)
    return mc_room_take(&em->room.sum, haplotypes, sizeof *em->sum, arena, &em->sum);
  MC_TRY(mc_room_take(&em->room.begin, haplotypes + 2, sizeof *em->begin, arena, &em->begin));
  return mc_room_take(&em->room.occurrence, 2 * pairs, sizeof *em->occurrence, arena,
                      &em->occurrence);
}

/* M, then E. */
static void iterate_grouped(mc_em *e, double scale) {
  const int64_t haplotypes = e->fit->haplotypes.count;
  if (e->threads > 1) {
    if (e->iterations == 0)
      list_occurrences(e);
    maximization m = {e, scale};
    mc_ranges(e->threads, haplotypes, GRAIN_HAPLOTYPES, add_haplotypes, &m);
    mc_each(e->threads, 0, e->blocks, expect_block, e);
    return;
  }
  if (e->iterations == 0)
    add_alone(e);
  for (int64_t h = 0; h < haplotypes; h++)
    e->fit->haplotypes.frequency[h] = mc_haplotype_frequency(e->sum[h], scale);
  expect_alone(e);
}

void mc_em_iterate(mc_em *em, int most) {
  mc_haplotype_fit *fit = em->fit;
  for (int i = 0; i < most && !em->done; i++) {
    if (mc_snphap_does(em->job->algorithm))
      mc_snphap_iterate(&em->snphap, 0.5 / em->weight, em->block);
    else
      iterate_grouped(em, 0.5 / em->weight);
    mc_likelihood all = {0, 0};
    for (int64_t b = 0; b < em->blocks; b++) {
      all.loglik += em->block[b].loglik;
      all.weight += em->block[b].weight;
    }
    em->weight = all.weight;
    fit->converged = em->iterations++ > 0 && all.loglik - fit->loglik < em->tolerance;
    fit->loglik = all.loglik;
    fit->trace[fit->iterations++] = (mc_iteration){em->added, em->round, all.loglik};
    em->done = fit->converged || em->iterations == em->job->max_iterations;
  }
}
