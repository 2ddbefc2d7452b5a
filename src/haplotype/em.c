#include "haplotype/em.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum { BLOCK = 256 /* groups whose log-likelihoods are added up by one thread */ };
enum { GRAIN_HAPLOTYPES = 1 << 10, BETWEEN_POLLS = 1 << 22 /* pairs */ };
#define SECONDS_A_PAIR 8e-9
#define SECONDS_A_GROUP 1e-8
#define LEAST_SECONDS 1e-3 /* of an iteration, for which threads do more than one does alone */
#define LEAST_FREQUENCY 1e-150

/* Of a block of groups. */
typedef struct {
  double loglik, weight;
} share;

typedef struct {
  const mc_groups *groups;
  const mc_pairs *pairs;
  double *frequency;
  double *sum; /* by haplotype; only with one thread */
  share *block;
  double scale;
  /* the pairs of each haplotype, in their order, twice that with itself; with several threads */
  int64_t *begin;
  int32_t *occurrence;
} em;

/* ---- E ---- */

/* Sums by haplotype are made here, too, if `sum` is there: in the order of pairs, as
   add_haplotypes() does. */
static inline void expect_group(const em *e, int64_t g, double *sum, share *s) {
  const mc_pairs *p = e->pairs;
  const int64_t begin = p->begin[g], end = p->begin[g + 1];
  const double weight = e->groups->weight[g], *f = e->frequency;
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

MC_BODY(expect_block, const em, e, b) {
  const int64_t last = mc_min((b + 1) * BLOCK, e->groups->count);
  share s = {0, 0};
  for (int64_t g = b * BLOCK; g < last; g++)
    expect_group(e, g, NULL, &s);
  e->block[b] = s;
}

static void expect_alone(const em *e, int64_t haplotypes) {
  memset(e->sum, 0, (size_t) haplotypes * sizeof *e->sum);
  for (int64_t g = 0, b = 0; g < e->groups->count; b++) {
    share s = {0, 0};
    for (; g < mc_min((b + 1) * BLOCK, e->groups->count); g++)
      expect_group(e, g, e->sum, &s);
    e->block[b] = s;
  }
}

/* ---- M ---- */

static double frequency_of(double sum, double scale) {
  const double frequency = sum * scale;
  return frequency < LEAST_FREQUENCY ? 0 : frequency;
}

static void add_haplotypes(void *context, int64_t first, int64_t last) {
  const em *e = context;
  for (int64_t h = first; h < last; h++) {
    double sum = 0;
    for (int64_t i = e->begin[h]; i < e->begin[h + 1]; i++)
      sum += e->pairs->expected[e->occurrence[i]];
    e->frequency[h] = frequency_of(sum, e->scale);
  }
}

/* The sums that E makes alone, of expected pairs from elsewhere. */
static void add_alone(const em *e, int64_t haplotypes, int64_t pairs) {
  const mc_pairs *p = e->pairs;
  memset(e->sum, 0, (size_t) haplotypes * sizeof *e->sum);
  for (int64_t i = 0; i < pairs; i++) {
    e->sum[p->one[i]] += p->expected[i];
    e->sum[p->two[i]] += p->expected[i];
  }
}

static void list_occurrences(const mc_pairs *p, int64_t pairs, int64_t haplotypes, int64_t *begin,
                             int32_t *occurrence) {
  memset(begin, 0, (size_t) (haplotypes + 2) * sizeof *begin);
  int64_t *next = begin + 1; /* becomes `begin` of the next haplotype while it is filled */
  for (int64_t i = 0; i < pairs; i++) {
    next[p->one[i] + 1]++;
    next[p->two[i] + 1]++;
  }
  for (int64_t h = 0; h < haplotypes; h++)
    next[h + 1] += next[h];
  for (int64_t i = 0; i < pairs; i++) {
    occurrence[next[p->one[i]]++] = (int32_t) i;
    occurrence[next[p->two[i]]++] = (int32_t) i;
  }
}

/* ---- both ---- */

static share add_blocks(const em *e) {
  share all = {0, 0};
  for (int64_t b = 0; b * BLOCK < e->groups->count; b++) {
    all.loglik += e->block[b].loglik;
    all.weight += e->block[b].weight;
  }
  return all;
}

static double weight_to_begin_with(const em *e) {
  double weight = 0;
  for (int64_t g = 0; g < e->groups->count; g++)
    if (e->pairs->begin[g] < e->pairs->begin[g + 1])
      weight += e->groups->weight[g];
  return weight;
}

static mc_status note_iteration(int added, double loglik, mc_haplotype_fit *fit, mc_arena *arena) {
  if (fit->iterations == fit->traceable) {
    const int64_t room = 2 * fit->traceable + 256;
    mc_iteration *trace = mc_alloc(arena, room, sizeof *trace);
    if (trace == NULL)
      return MC_ERR_MEMORY;
    if (fit->iterations > 0)
      memcpy(trace, fit->trace, (size_t) fit->iterations * sizeof *trace);
    fit->trace = trace;
    fit->traceable = room;
  }
  fit->trace[fit->iterations++] = (mc_iteration){added, loglik};
  return MC_OK;
}

mc_status mc_em(const mc_haplotype_job *job, int added, mc_em_rooms *rooms, mc_haplotype_fit *fit,
                const mc_call *call) {
  const int64_t pairs = fit->pairs.begin[fit->groups.count], haplotypes = fit->haplotypes.count;
  const double seconds =
    (double) pairs * SECONDS_A_PAIR + (double) fit->groups.count * SECONDS_A_GROUP;
  const int threads = seconds < LEAST_SECONDS ? 1 : mc_call_threads(call, seconds);
  const int64_t blocks = (fit->groups.count + BLOCK - 1) / BLOCK;
  em e = {.groups = &fit->groups, .pairs = &fit->pairs};
  MC_TRY(
    mc_room_take(&rooms->frequency, haplotypes, sizeof *e.frequency, call->arena, &e.frequency));
  MC_TRY(mc_room_take(&rooms->block, blocks, sizeof *e.block, call->arena, &e.block));
  if (threads > 1) {
    MC_TRY(mc_room_take(&rooms->begin, haplotypes + 2, sizeof *e.begin, call->arena, &e.begin));
    MC_TRY(mc_room_take(&rooms->occurrence, 2 * pairs, sizeof *e.occurrence, call->arena,
                        &e.occurrence));
    list_occurrences(&fit->pairs, pairs, haplotypes, e.begin, e.occurrence);
  } else {
    MC_TRY(mc_room_take(&rooms->sum, haplotypes, sizeof *e.sum, call->arena, &e.sum));
    add_alone(&e, haplotypes, pairs);
  }
  fit->haplotypes.frequency = e.frequency;
  fit->threads = threads > fit->threads ? threads : fit->threads;

  fit->converged = false;
  double weight = weight_to_begin_with(&e);
  int64_t unpolled = 0;
  for (int i = 0; i < job->max_iterations && !fit->converged; i++) {
    e.scale = 0.5 / weight;
    if (threads > 1) {
      mc_ranges(threads, haplotypes, GRAIN_HAPLOTYPES, add_haplotypes, &e);
      mc_each(threads, 0, blocks, expect_block, &e);
    } else {
      for (int64_t h = 0; h < haplotypes; h++)
        e.frequency[h] = frequency_of(e.sum[h], e.scale);
      expect_alone(&e, haplotypes);
    }
    const share all = add_blocks(&e);
    weight = all.weight;
    fit->converged = i > 0 && all.loglik - fit->loglik < job->tolerance;
    fit->loglik = all.loglik;
    MC_TRY(note_iteration(added, all.loglik, fit, call->arena));
    if ((unpolled += pairs) >= BETWEEN_POLLS) {
      MC_TRY(mc_monitor_step(call->monitor, 0));
      unpolled = 0;
    }
  }
  fit->unconverged += !fit->converged;
  return MC_OK;
}
