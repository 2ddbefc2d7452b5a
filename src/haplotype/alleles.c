#include "haplotype/alleles.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"
#include "haplotype/costs.h"
#include "haplotype/threads.h"

enum { BLOCK = 4096 /* classes that a thread takes at a time */ };

typedef struct {
  const mc_haplotype_job *job;
  const mc_haplotype_classes *classes;
  const int32_t *lost;
  mc_haplotype_allele_weights *weights;
  double *own; /* the sums of each thread; of all threads, if a thread takes whole loci */
} weighing;

static void add_classes(void *context, int64_t block, int thread) {
  const weighing *w = context;
  const mc_haplotype_classes *classes = w->classes;
  const int64_t loci = w->job->loci, *begin = w->weights->begin;
  double *own = w->own + thread * begin[loci];
  for (int64_t c = block * BLOCK; c < mc_min((block + 1) * BLOCK, classes->count); c++) {
    const mc_haplotype_genotype *g = classes->genotype + c * loci;
    if (w->lost != NULL && w->lost[c] != 0)
      continue;
    for (int64_t k = 0; k < loci; k++) {
      double *of = own + begin[w->job->order[k]];
      of[g[k].low] += classes->weight[c];
      of[g[k].high] += classes->weight[c];
    }
  }
}

MC_BODY(add_subjects, const weighing, w, locus) {
  const mc_haplotype_job *job = w->job;
  const int64_t n = job->subjects;
  double *of = w->weights->weight + w->weights->begin[locus];
  for (int k = 0; k < 2; k++) {
    const int32_t *allele = job->allele + (2 * locus + k) * n;
    for (int64_t i = 0; i < n; i++)
      if (w->lost == NULL || w->lost[w->classes->of[i]] == 0)
        of[allele[i]] += job->weight[i];
  }
}

/* If weights are whole, classes are added up: the sums are the same in any order. */
mc_status mc_haplotype_alleles_weigh(const mc_haplotype_job *job,
                                     const mc_haplotype_classes *classes, const int32_t *lost,
                                     mc_haplotype_allele_weights *weights, const mc_call *call) {
  mc_arena *arena = call->arena;
  const double cells = (double) (classes->exact ? classes->count : job->subjects) * job->loci;
  int threads = mc_haplotype_threads(2 * cells * MC_HAPLOTYPE_SECONDS_CELL, call);
  weights->begin = mc_alloc(arena, job->loci + 1, sizeof *weights->begin);
  if (weights->begin == NULL)
    return MC_ERR_MEMORY;
  weights->begin[0] = 0;
  for (int j = 0; j < job->loci; j++)
    weights->begin[j + 1] = weights->begin[j] + job->alleles[j] + 1;
  const int64_t all = weights->begin[job->loci];
  if (classes->exact) /* there are no more sums of all threads than cells */
    threads = (int) mc_max(1, mc_min(threads, classes->count * job->loci / all));
  const int64_t sums = classes->exact ? all * threads : all;
  weighing w = {job, classes, lost, weights, mc_alloc(arena, sums, sizeof *w.own)};
  if (w.own == NULL)
    return MC_ERR_MEMORY;
  memset(w.own, 0, (size_t) sums * sizeof *w.own);
  weights->weight = w.own;
  if (!classes->exact) {
    mc_each(threads, 0, job->loci, add_subjects, &w);
    return MC_OK;
  }
  mc_each(threads, 0, (classes->count + BLOCK - 1) / BLOCK, add_classes, &w);
  for (int t = 1; t < threads; t++)
    for (int64_t a = 0; a < all; a++)
      w.own[a] += w.own[t * all + a];
  return MC_OK;
}
