#include "haplotype/predict.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"
#include "haplotype/classes.h"
#include "haplotype/costs.h"
#include "haplotype/finder.h"

enum { BLOCK = 16 /* groups that a thread takes at a time */ };

typedef struct {
  const mc_haplotype_predict_job *job;
  mc_haplotype_packing packing;
  mc_haplotype_set set;
  const mc_haplotype_classes *groups;
  const int64_t *begin,
    *subject; /* for draws: the subjects of each group (mc_haplotype_classes_list) */
  mc_haplotype_finder *finders;
  mc_haplotype_found found;
  int draws;
  const double *uniform;
  int32_t *one, *two; /* the pairs that are drawn */
} prediction;

/* ---- the pairs of a group ---- */

/* Prepares the finder for the pairs of a group. */
static mc_haplotype_finder *find(const prediction *e, int64_t g, int thread) {
  mc_haplotype_finder *f = &e->finders[thread];
  mc_haplotype_finder_read(f, e->groups->genotype + g * e->job->loci);
  mc_haplotype_finder_fit(f, 0, e->set.count);
  mc_haplotype_finder_chain(f);
  return f;
}

/* begin[g + 1] becomes how many pairs group g has. */
static void count_block(void *context, int64_t block, int thread) {
  const prediction *e = context;
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, e->groups->count); g++) {
    mc_haplotype_finder *f = find(e, g, thread);
    mc_haplotype_finder_add_up(f, &e->found.all[g], &e->found.most[g]);
    e->found.begin[g + 1] = mc_haplotype_finder_list(f, &e->found, g, -1);
  }
}

static void list_block(void *context, int64_t block, int thread) {
  const prediction *e = context;
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, e->groups->count); g++)
    mc_haplotype_finder_list(find(e, g, thread), &e->found, g, e->found.begin[g]);
}

/* The pair at which the cumulative sum of probabilities passes `goal` (inverse CDF). Rounding may
   leave none: then the last pair. */
static void draw(const mc_haplotype_finder *f, double goal, int32_t *one, int32_t *two) {
  int64_t k = -1;
  for (int64_t i = 0; i < f->count; i++) {
    if (!(f->row[i] > 0))
      continue;
    k = i;
    if (goal < f->row[i])
      break;
    goal -= f->row[i];
  }
  if (k < 0)
    return;
  *one = f->fitting[k];
  for (int32_t m = mc_haplotype_finder_first(f, k); m >= 0; m = mc_haplotype_finder_next(f, k, m)) {
    *two = f->fitting[m];
    goal -= mc_haplotype_finder_probability(f, k, m);
    if (goal < 0)
      return;
  }
}

static void draw_block(void *context, int64_t block, int thread) {
  const prediction *e = context;
  const int64_t n = e->job->subjects;
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, e->groups->count); g++) {
    double all, most;
    mc_haplotype_finder *f = find(e, g, thread);
    mc_haplotype_finder_add_up(f, &all, &most);
    for (int64_t i = e->begin[g]; i < e->begin[g + 1]; i++)
      for (int64_t d = 0; d < e->draws; d++) {
        const int64_t at = d * n + e->subject[i];
        e->one[at] = e->two[at] = -1;
        draw(f, e->uniform[at] * all, &e->one[at], &e->two[at]);
      }
  }
}

/* ---- all groups ---- */

static mc_status pack(const mc_haplotype_predict_job *job, prediction *e, mc_arena *arena) {
  const mc_haplotype_packing *packing = &e->packing;
  const int64_t words = job->haplotypes * packing->words;
  uint64_t *code = mc_alloc(arena, words, sizeof *code);
  if (code == NULL)
    return MC_ERR_MEMORY;
  memset(code, 0, (size_t) words * sizeof *code);
  for (int j = 0; j < job->loci; j++)
    for (int64_t h = 0; h < job->haplotypes; h++)
      mc_haplotype_packing_put(packing, code + h * packing->words, j,
                               (uint64_t) (job->haplotype[j * job->haplotypes + h] - 1));
  e->set = (mc_haplotype_set){.packing = packing,
                              .loci = job->loci,
                              .alleles = job->alleles,
                              .count = job->haplotypes,
                              .code = code,
                              .frequency = job->frequency};
  return MC_OK;
}

static mc_status prepare(const mc_haplotype_predict_job *job, mc_haplotype_classes *groups,
                         prediction *e, int *threads, const mc_call *call) {
  mc_arena *arena = call->arena;
  int32_t *order = mc_alloc(arena, job->loci, sizeof *order);
  int32_t *alleles = mc_alloc(arena, job->loci, sizeof *alleles);
  if (order == NULL || alleles == NULL)
    return MC_ERR_MEMORY;
  for (int j = 0; j < job->loci; j++) {
    order[j] = j;
    alleles[j] = job->alleles[j] + 1;
  }
  const mc_haplotype_job data = {.subjects = job->subjects,
                                 .loci = job->loci,
                                 .allele = job->allele,
                                 .alleles = alleles, /* with the one that no haplotype has */
                                 .order = order};
  *e = (prediction){.job = job, .groups = groups};
  MC_TRY(mc_haplotype_packing_of_alleles(&e->packing, job->loci, job->alleles, order, arena));
  MC_TRY(pack(job, e, arena));
  MC_TRY(mc_haplotype_classes_make(&data, groups, call));
  const double work = (double) groups->count * (double) job->haplotypes * e->packing.words;
  *threads = mc_call_threads(call, work * MC_HAPLOTYPE_SECONDS_PREDICTED);
  e->finders = mc_alloc(arena, *threads, sizeof *e->finders);
  if (e->finders == NULL)
    return MC_ERR_MEMORY;
  memset(e->finders, 0, (size_t) *threads * sizeof *e->finders);
  for (int t = 0; t < *threads; t++)
    MC_TRY(mc_haplotype_finder_begin(&e->set, &e->finders[t], arena));
  return MC_OK;
}

mc_status mc_haplotype_predict_pairs(const mc_haplotype_predict_job *job, double min_posterior,
                                     mc_haplotype_prediction *result, const mc_call *call) {
  prediction e;
  int threads;
  MC_TRY(prepare(job, &result->groups, &e, &threads, call));
  const int64_t groups = result->groups.count, blocks = (groups + BLOCK - 1) / BLOCK;
  mc_haplotype_found *found = &e.found;
  *found = (mc_haplotype_found){.min_posterior = min_posterior,
                                .all = mc_alloc(call->arena, groups, sizeof *found->all),
                                .most = mc_alloc(call->arena, groups, sizeof *found->most),
                                .begin = mc_alloc(call->arena, groups + 1, sizeof *found->begin)};
  if (found->all == NULL || found->most == NULL || found->begin == NULL)
    return MC_ERR_MEMORY;
  mc_monitor_start(call->monitor, 2 * (double) blocks);
  MC_TRY(mc_run_each(call->monitor, threads, blocks, 1, count_block, &e));
  found->begin[0] = 0;
  for (int64_t g = 0; g < groups; g++)
    found->begin[g + 1] += found->begin[g];
  const int64_t pairs = found->begin[groups];
  if (pairs > INT32_MAX)
    return MC_ERR_SIZE;
  found->one = mc_alloc(call->arena, pairs, sizeof *found->one);
  found->two = mc_alloc(call->arena, pairs, sizeof *found->two);
  found->posterior = mc_alloc(call->arena, pairs, sizeof *found->posterior);
  if (found->one == NULL || found->two == NULL || found->posterior == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(mc_run_each(call->monitor, threads, blocks, 1, list_block, &e));
  result->begin = found->begin;
  result->one = found->one;
  result->two = found->two;
  result->posterior = found->posterior;
  result->threads = threads;
  return MC_OK;
}

mc_status mc_haplotype_predict_draws(const mc_haplotype_predict_job *job, int draws,
                                     const double *uniform, int32_t *one, int32_t *two,
                                     const mc_call *call) {
  mc_haplotype_classes groups;
  prediction e;
  int threads;
  MC_TRY(prepare(job, &groups, &e, &threads, call));
  const int64_t blocks = (groups.count + BLOCK - 1) / BLOCK;
  int64_t *begin = mc_alloc(call->arena, groups.count + 1, sizeof *begin);
  int64_t *subject = mc_alloc(call->arena, job->subjects, sizeof *subject);
  if (begin == NULL || subject == NULL)
    return MC_ERR_MEMORY;
  mc_haplotype_classes_list(&groups, begin, subject);
  e.begin = begin;
  e.subject = subject;
  e.draws = draws;
  e.uniform = uniform;
  e.one = one;
  e.two = two;
  mc_monitor_start(call->monitor, (double) blocks);
  return mc_run_each(call->monitor, threads, blocks, 1, draw_block, &e);
}
