#include "haplotype/em.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"
#include "haplotype/costs.h"

enum { GRAIN_OCCURRENCES = 1 << 11 };
#define LONG_ENOUGH 2e-4 /* seconds of an iteration from which on threads share it */
#define LEAST_SHARE 2e-5 /* ... at least, for each thread */

double mc_haplotype_em_seconds(const mc_haplotype_fit *fit) {
  const int64_t groups = fit->groups.count;
  return (double) fit->pairs.begin[groups] * MC_HAPLOTYPE_SECONDS_PAIR +
         (double) groups * MC_HAPLOTYPE_SECONDS_GROUP;
}

int mc_haplotype_em_threads(const mc_haplotype_job *job, double seconds, const mc_call *call) {
  /* the thesis divides all iterations */
  if (mc_haplotype_snphap_does(job->algorithm))
    return mc_call_threads(call, seconds);
  const int most = (int) mc_min(INT32_MAX, (int64_t) (seconds / LEAST_SHARE));
  return seconds < LONG_ENOUGH ? 1 : (int) mc_min(most, mc_call_threads(call, seconds));
}

int mc_haplotype_em_iterations(double seconds, double each) {
  return each >= seconds ? 1 : seconds / each < 1e6 ? (int) (seconds / each) : 1000000;
}

double mc_haplotype_em_bytes(const mc_haplotype_job *job, double pairs, double haplotypes) {
  if (mc_haplotype_snphap_does(job->algorithm))
    return haplotypes * 8 + mc_haplotype_snphap_bytes(job, pairs, haplotypes);
  return pairs * 8 + haplotypes * 24;
}

/* ---- E ---- */

/* Also makes the sums of the haplotypes if `sum` is not NULL: in the order of pairs, as
   add_haplotypes() does. */
static inline void expect_group(const mc_haplotype_em *e, int64_t g, double *sum,
                                mc_haplotype_likelihood *s) {
  const mc_haplotype_pairs *p = &e->fit->pairs;
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

static inline void expect_groups(const mc_haplotype_em *e, int64_t b, double *sum) {
  const int64_t last = mc_min((b + 1) * MC_HAPLOTYPE_LIKELIHOOD_BLOCK, e->fit->groups.count);
  mc_haplotype_likelihood s = {0, 0};
  for (int64_t g = b * MC_HAPLOTYPE_LIKELIHOOD_BLOCK; g < last; g++)
    expect_group(e, g, sum, &s);
  e->block[b] = s;
}

MC_BODY(expect_block, const mc_haplotype_em, e, b) {
  expect_groups(e, b, NULL);
}

static void expect_alone(const mc_haplotype_em *e) {
  memset(e->sum, 0, (size_t) e->fit->haplotypes.count * sizeof *e->sum);
  for (int64_t b = 0; b < e->blocks; b++)
    expect_groups(e, b, e->sum);
}

/* ---- M ---- */

typedef struct {
  const mc_haplotype_em *em;
  double scale;
} maximization;

static void add_haplotypes(void *context, int64_t first, int64_t last) {
  const maximization *m = context;
  const mc_haplotype_em *e = m->em;
  const double *expected = e->fit->pairs.expected;
  for (int64_t h = first; h < last; h++) {
    double sum = 0;
    for (int64_t i = e->begin[h]; i < e->begin[h + 1]; i++)
      sum += expected[e->occurrence[i]];
    e->fit->haplotypes.frequency[h] = mc_haplotype_frequency(sum, m->scale);
  }
}

/* The sums of the haplotypes, of expected weights that E has not made. */
static void add_alone(const mc_haplotype_em *e) {
  const mc_haplotype_pairs *p = &e->fit->pairs;
  memset(e->sum, 0, (size_t) e->fit->haplotypes.count * sizeof *e->sum);
  for (int64_t i = 0; i < e->pairs; i++) {
    e->sum[p->one[i]] += p->expected[i];
    e->sum[p->two[i]] += p->expected[i];
  }
}

/* Lists the pairs of each haplotype by a stable counting sort. Threads count the pairs of slices,
   one thread finds the places of each slice's pairs, and threads write the pairs there. */
MC_BODY(count_slice, const mc_haplotype_em, e, slice) {
  const mc_haplotype_pairs *p = &e->fit->pairs;
  const int64_t haplotypes = e->fit->haplotypes.count;
  int64_t *count = e->place + slice * haplotypes;
  memset(count, 0, (size_t) haplotypes * sizeof *count);
  for (int64_t i = e->pairs * slice / e->slices; i < e->pairs * (slice + 1) / e->slices; i++) {
    count[p->one[i]]++;
    count[p->two[i]]++;
  }
}

MC_BODY(put_slice, const mc_haplotype_em, e, slice) {
  const mc_haplotype_pairs *p = &e->fit->pairs;
  int64_t *next = e->place + slice * e->fit->haplotypes.count;
  for (int64_t i = e->pairs * slice / e->slices; i < e->pairs * (slice + 1) / e->slices; i++) {
    e->occurrence[next[p->one[i]]++] = (int32_t) i;
    e->occurrence[next[p->two[i]]++] = (int32_t) i;
  }
}

static void list_occurrences(mc_haplotype_em *e) {
  const int64_t haplotypes = e->fit->haplotypes.count;
  mc_each(e->threads, 0, e->slices, count_slice, e);
  int64_t next = 0;
  for (int64_t h = 0; h < haplotypes; h++) {
    e->begin[h] = next;
    for (int64_t k = h; k < e->slices * haplotypes; k += haplotypes) {
      const int64_t count = e->place[k];
      e->place[k] = next;
      next += count;
    }
  }
  e->begin[haplotypes] = next;
  mc_each(e->threads, 0, e->slices, put_slice, e);
}

/* The number of slices, at least one. Their counts take at most an eighth of the memory of the
   pairs. */
static int64_t slices_of(int threads, int64_t pairs, int64_t haplotypes) {
  return mc_max(1, mc_min(threads, pairs / (8 * haplotypes + 1)));
}

/* ---- both ---- */

static double weight_to_begin_with(const mc_haplotype_fit *fit) {
  double weight = 0;
  for (int64_t g = 0; g < fit->groups.count; g++)
    if (fit->pairs.begin[g] < fit->pairs.begin[g + 1])
      weight += fit->groups.weight[g];
  return weight;
}

/* Makes room in the trace for all iterations that there may be. */
static mc_status trace_room(mc_haplotype_em *e, mc_arena *arena) {
  mc_haplotype_fit *fit = e->fit;
  const mc_haplotype_iteration *kept = fit->iterations > 0 ? fit->trace : NULL;
  MC_TRY(mc_haplotype_room_take(&e->room.trace, fit->iterations + e->job->max_iterations, arena));
  fit->trace = e->room.trace.at;
  if (kept != NULL && kept != fit->trace)
    memcpy(fit->trace, kept, (size_t) fit->iterations * sizeof *fit->trace);
  return MC_OK;
}

mc_status mc_haplotype_em_begin(const mc_haplotype_job *job, int added, int threads,
                                mc_haplotype_em *em, mc_haplotype_fit *fit, mc_arena *arena) {
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
  em->blocks =
    (fit->groups.count + MC_HAPLOTYPE_LIKELIHOOD_BLOCK - 1) / MC_HAPLOTYPE_LIKELIHOOD_BLOCK;
  em->weight = weight_to_begin_with(fit);
  MC_TRY(trace_room(em, arena));
  MC_TRY(mc_haplotype_room_take(&em->room.block, em->blocks, arena));
  MC_TRY(mc_haplotype_room_take(&em->room.frequency, haplotypes, arena));
  em->block = em->room.block.at;
  fit->haplotypes.frequency = em->room.frequency.at;
  fit->threads = threads > fit->threads ? threads : fit->threads;
  if (mc_haplotype_snphap_does(job->algorithm))
    return mc_haplotype_snphap_begin(job, added, threads, fit, &em->snphap, arena);
  if (threads == 1) {
    MC_TRY(mc_haplotype_room_take(&em->room.sum, haplotypes, arena));
    em->sum = em->room.sum.at;
    return MC_OK;
  }
  em->slices = slices_of(threads, pairs, haplotypes);
  MC_TRY(mc_haplotype_room_take(&em->room.begin, haplotypes + 1, arena));
  MC_TRY(mc_haplotype_room_take(&em->room.place, em->slices * haplotypes, arena));
  MC_TRY(mc_haplotype_room_take(&em->room.occurrence, 2 * pairs, arena));
  em->begin = em->room.begin.at;
  em->place = em->room.place.at;
  em->occurrence = em->room.occurrence.at;
  return MC_OK;
}

/* M, then E. */
static void iterate_grouped(mc_haplotype_em *e, double scale) {
  const int64_t haplotypes = e->fit->haplotypes.count;
  if (e->threads > 1) {
    if (e->iterations == 0)
      list_occurrences(e);
    maximization m = {e, scale};
    const int64_t each = 2 * e->pairs / mc_max(1, haplotypes) + 1; /* occurrences, about */
    mc_ranges(e->threads, haplotypes, GRAIN_OCCURRENCES / each + 1, add_haplotypes, &m);
    mc_each(e->threads, 0, e->blocks, expect_block, e);
    return;
  }
  if (e->iterations == 0)
    add_alone(e);
  for (int64_t h = 0; h < haplotypes; h++)
    e->fit->haplotypes.frequency[h] = mc_haplotype_frequency(e->sum[h], scale);
  expect_alone(e);
}

void mc_haplotype_em_iterate(mc_haplotype_em *em, int most) {
  mc_haplotype_fit *fit = em->fit;
  for (int i = 0; i < most && !em->done; i++) {
    if (mc_haplotype_snphap_does(em->job->algorithm))
      mc_haplotype_snphap_iterate(&em->snphap, 0.5 / em->weight, em->block);
    else
      iterate_grouped(em, 0.5 / em->weight);
    mc_haplotype_likelihood all = {0, 0};
    for (int64_t b = 0; b < em->blocks; b++) {
      all.loglik += em->block[b].loglik;
      all.weight += em->block[b].weight;
    }
    em->weight = all.weight;
    fit->converged = em->iterations++ > 0 && all.loglik - fit->loglik < em->tolerance;
    fit->loglik = all.loglik;
    fit->trace[fit->iterations++] = (mc_haplotype_iteration){em->added, em->round, all.loglik};
    em->done = fit->converged || em->iterations == em->job->max_iterations;
  }
}
