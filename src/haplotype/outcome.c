#include "haplotype/outcome.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"
#include "haplotype/alleles.h"
#include "haplotype/costs.h"
#include "haplotype/threads.h"
#include "quicksort/by_comparison.h"

enum {
  BLOCK = 4096,  /* subjects, or haplotypes, that a thread takes at a time */
  GROUPS = 256,  /* groups that a thread takes at a time */
  FEW_PAIRS = 16 /* the most pairs of a group that are sorted by insertion */
};

static int64_t pairs_of(const mc_haplotype_fit *fit) {
  return fit->pairs.begin[fit->groups.count];
}

/* ---- haplotypes ---- */

typedef struct {
  double frequency;
  int32_t haplotype;
} ranked;

static int compare_ranked(const void *x_, const void *y_) {
  const ranked *x = x_, *y = y_;
  if (x->frequency != y->frequency)
    return x->frequency > y->frequency ? -1 : 1;
  return x->haplotype < y->haplotype ? -1 : x->haplotype > y->haplotype;
}

static mc_status rank_haplotypes(mc_haplotype_outcome *o, const mc_call *call) {
  const mc_haplotype_distinct *h = &o->fit->haplotypes;
  ranked *all = mc_alloc(call->arena, h->count, sizeof *all);
  o->order = mc_alloc(call->arena, h->count, sizeof *o->order);
  o->rank = mc_alloc(call->arena, h->count, sizeof *o->rank);
  if (all == NULL || o->order == NULL || o->rank == NULL)
    return MC_ERR_MEMORY;
  for (int64_t i = 0; i < h->count; i++)
    all[i] = (ranked){h->frequency[i], (int32_t) i};
  mc_qsort(all, (size_t) h->count, sizeof *all, compare_ranked,
           mc_haplotype_threads((double) h->count * 5 * MC_HAPLOTYPE_SECONDS_PAIR_PUT, call), 0);
  for (int64_t i = 0; i < h->count; i++) {
    o->order[i] = all[i].haplotype;
    o->rank[all[i].haplotype] = (int32_t) i;
  }
  return MC_OK;
}

typedef struct {
  const mc_haplotype_outcome *outcome;
  int32_t *allele;
  double *frequency;
} writing_haplotypes;

static void write_haplotypes(void *context, int64_t first, int64_t last) {
  const writing_haplotypes *w = context;
  const mc_haplotype_fit *fit = w->outcome->fit;
  const int64_t count = fit->haplotypes.count;
  for (int64_t i = first; i < last; i++) {
    const int64_t h = w->outcome->order[i];
    const uint64_t *code = fit->haplotypes.code + h * fit->packing.words;
    w->frequency[i] = fit->haplotypes.frequency[h];
    for (int k = 0; k < w->outcome->job->loci; k++)
      w->allele[w->outcome->job->order[k] * count + i] =
        mc_haplotype_packed_allele(&fit->packing, code, k);
  }
}

void mc_haplotype_outcome_haplotypes(const mc_haplotype_outcome *outcome, int32_t *allele,
                                     double *frequency, const mc_call *call) {
  const int64_t count = outcome->fit->haplotypes.count;
  writing_haplotypes w = {outcome, allele, frequency};
  const double seconds = (double) count * outcome->job->loci * MC_HAPLOTYPE_SECONDS_ALLELE;
  mc_ranges(mc_haplotype_threads(seconds, call), count, BLOCK, write_haplotypes, &w);
}

/* ---- pairs ---- */

static int compare_pairs(const void *x_, const void *y_) {
  const mc_haplotype_outcome_pair *x = x_, *y = y_;
  if (x->posterior != y->posterior)
    return x->posterior > y->posterior ? -1 : 1;
  if (x->one != y->one)
    return x->one < y->one ? -1 : 1;
  return x->two < y->two ? -1 : x->two > y->two;
}

static void sort_pairs(mc_haplotype_outcome_pair *pair, int64_t count) {
  if (count > FEW_PAIRS) {
    mc_qsort(pair, (size_t) count, sizeof *pair, compare_pairs, 1, 0);
    return;
  }
  for (int64_t i = 1; i < count; i++) {
    const mc_haplotype_outcome_pair own = pair[i];
    int64_t to = i;
    for (; to > 0 && compare_pairs(&pair[to - 1], &own) > 0; to--)
      pair[to] = pair[to - 1];
    pair[to] = own;
  }
}

static void order_pairs(void *context, int64_t first, int64_t last) {
  const mc_haplotype_outcome *o = context;
  const mc_haplotype_pairs *p = &o->fit->pairs;
  for (int64_t g = first; g < last; g++) {
    for (int64_t i = p->begin[g]; i < p->begin[g + 1]; i++) {
      const int32_t one = o->rank[p->one[i]], two = o->rank[p->two[i]];
      o->pair[i] = (mc_haplotype_outcome_pair){p->expected[i] / o->fit->groups.weight[g],
                                               one < two ? one : two, one < two ? two : one};
    }
    sort_pairs(o->pair + p->begin[g], p->begin[g + 1] - p->begin[g]);
  }
}

/* ---- rows ---- */

MC_BODY(count_rows, const mc_haplotype_outcome, o, block) {
  const int64_t *begin = o->fit->pairs.begin;
  int64_t rows = 0;
  for (int64_t i = block * BLOCK; i < mc_min((block + 1) * BLOCK, o->job->subjects); i++) {
    const int32_t g = o->fit->classes->of[i];
    rows += begin[g + 1] - begin[g];
  }
  o->before[block] = rows;
}

typedef struct {
  const mc_haplotype_outcome *outcome;
  int32_t *subject, *one, *two;
  double *posterior;
} writing_rows;

MC_BODY(write_rows, const writing_rows, w, block) {
  const mc_haplotype_outcome *o = w->outcome;
  const int64_t *begin = o->fit->pairs.begin;
  int64_t to = o->before[block];
  for (int64_t i = block * BLOCK; i < mc_min((block + 1) * BLOCK, o->job->subjects); i++) {
    const int32_t g = o->fit->classes->of[i];
    for (int64_t k = begin[g]; k < begin[g + 1]; k++, to++) {
      w->subject[to] = (int32_t) i + 1;
      w->one[to] = o->pair[k].one + 1;
      w->two[to] = o->pair[k].two + 1;
      w->posterior[to] = o->pair[k].posterior;
    }
  }
}

static int threads_of_rows(const mc_haplotype_outcome *o, const mc_call *call) {
  return mc_haplotype_threads((double) (o->job->subjects + o->rows) * MC_HAPLOTYPE_SECONDS_ROW,
                              call);
}

void mc_haplotype_outcome_rows(const mc_haplotype_outcome *outcome, int32_t *subject, int32_t *one,
                               int32_t *two, double *posterior, const mc_call *call) {
  writing_rows w = {outcome, subject, one, two, posterior};
  const int64_t blocks = (outcome->job->subjects + BLOCK - 1) / BLOCK;
  mc_each(threads_of_rows(outcome, call), 0, blocks, write_rows, &w);
}

/* ---- without linkage disequilibrium ---- */

/* Without linkage disequilibrium the frequency of a haplotype is in proportion to the product of
   the frequencies of its alleles; the frequencies of the haplotypes in pairs add up to 1. */
typedef struct {
  const mc_haplotype_outcome *outcome;
  double *frequency; /* of each haplotype */
  double *term;      /* of each group: its term of the log-likelihood */
} equilibrium;

static void multiply_alleles(void *context, int64_t first, int64_t last) {
  const equilibrium *e = context;
  const mc_haplotype_job *job = e->outcome->job;
  const mc_haplotype_fit *fit = e->outcome->fit;
  const mc_haplotype_allele_weights *alleles = &e->outcome->alleles;
  int place[64]; /* of some loci: their places in the order in which they are added */
  for (int64_t h = first; h < last; h++)
    e->frequency[h] = 1;
  for (int j = 0; j < job->loci; j += 64) {
    const int some = (int) mc_min(64, job->loci - j);
    for (int k = 0; k < job->loci; k++)
      if (job->order[k] >= j && job->order[k] < j + some)
        place[job->order[k] - j] = k;
    for (int64_t h = first; h < last; h++) {
      const uint64_t *code = fit->haplotypes.code + h * fit->packing.words;
      double product = e->frequency[h];
      for (int l = 0; l < some; l++)
        product *= alleles->weight[alleles->begin[j + l] +
                                   mc_haplotype_packed_allele(&fit->packing, code, place[l])];
      e->frequency[h] = product;
    }
  }
}

static void weigh_groups(void *context, int64_t first, int64_t last) {
  const equilibrium *e = context;
  const mc_haplotype_fit *fit = e->outcome->fit;
  const mc_haplotype_pairs *p = &fit->pairs;
  for (int64_t g = first; g < last; g++) {
    double sum = 0;
    for (int64_t i = p->begin[g]; i < p->begin[g + 1]; i++) {
      const double product = e->frequency[p->one[i]] * e->frequency[p->two[i]];
      sum += p->one[i] == p->two[i] ? product : 2 * product;
    }
    e->term[g] = fit->groups.weight[g] * log(sum);
  }
}

/* The sums are made as R's sum() makes them. */
static mc_status without_ld(mc_haplotype_outcome *o, const mc_call *call) {
  const mc_haplotype_job *job = o->job;
  const mc_haplotype_fit *fit = o->fit;
  const int64_t haplotypes = fit->haplotypes.count, groups = fit->groups.count;
  bool lost = false;
  for (int64_t g = 0; g < groups; g++)
    lost = lost || fit->lost[g] != 0;
  MC_TRY(mc_haplotype_alleles_weigh(job, fit->classes, lost ? fit->lost : NULL, &o->alleles, call));
  for (int j = 0; j < job->loci; j++) {
    double *weight = o->alleles.weight + o->alleles.begin[j];
    long double all = 0;
    for (int32_t a = 1; a <= job->alleles[j]; a++)
      all += weight[a];
    for (int32_t a = 1; a <= job->alleles[j]; a++)
      weight[a] /= (double) all;
  }
  equilibrium e = {o, mc_alloc(call->arena, haplotypes, sizeof *e.frequency),
                   mc_alloc(call->arena, groups, sizeof *e.term)};
  unsigned char *listed = mc_alloc(call->arena, haplotypes, 1);
  if (e.frequency == NULL || e.term == NULL || listed == NULL)
    return MC_ERR_MEMORY;
  const double seconds = (double) haplotypes * job->loci * MC_HAPLOTYPE_SECONDS_ALLELE;
  mc_ranges(mc_haplotype_threads(seconds, call), haplotypes, BLOCK, multiply_alleles, &e);
  memset(listed, 0, (size_t) haplotypes);
  for (int64_t i = 0; i < pairs_of(fit); i++)
    listed[fit->pairs.one[i]] = listed[fit->pairs.two[i]] = 1;
  long double all = 0;
  for (int64_t h = 0; h < haplotypes; h++)
    if (listed[h])
      all += e.frequency[h];
  for (int64_t h = 0; h < haplotypes; h++)
    e.frequency[h] /= (double) all;
  mc_ranges(mc_haplotype_threads((double) pairs_of(fit) * MC_HAPLOTYPE_SECONDS_PAIR_PUT, call),
            groups, GROUPS, weigh_groups, &e);
  long double loglik = 0;
  for (int64_t g = 0; g < groups; g++)
    if (fit->pairs.begin[g] < fit->pairs.begin[g + 1])
      loglik += e.term[g];
  o->loglik = (double) loglik;
  return MC_OK;
}

mc_status mc_haplotype_outcome_make(const mc_haplotype_job *job, const mc_haplotype_fit *fit,
                                    mc_haplotype_outcome *outcome, const mc_call *call) {
  const int64_t pairs = pairs_of(fit), blocks = (job->subjects + BLOCK - 1) / BLOCK;
  *outcome =
    (mc_haplotype_outcome){.job = job,
                           .fit = fit,
                           .pair = mc_alloc(call->arena, pairs, sizeof *outcome->pair),
                           .before = mc_alloc(call->arena, blocks, sizeof *outcome->before)};
  if (outcome->pair == NULL || outcome->before == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(rank_haplotypes(outcome, call));
  mc_ranges(mc_haplotype_threads((double) pairs * MC_HAPLOTYPE_SECONDS_PAIR_PUT, call),
            fit->groups.count, GROUPS, order_pairs, outcome);
  mc_each(threads_of_rows(outcome, call), 0, blocks, count_rows, outcome);
  for (int64_t b = 0; b < blocks; b++) {
    const int64_t own = outcome->before[b];
    outcome->before[b] = outcome->rows;
    outcome->rows += own;
  }
  return without_ld(outcome, call);
}
