#include "haplotype/groups.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"
#include "haplotype/alleles.h"
#include "haplotype/costs.h"
#include "haplotype/threads.h"

enum { BLOCK = 8192 /* classes that a thread takes at a time */ };

static int64_t blocks_of(const mc_haplotype_classes *classes) {
  return (classes->count + BLOCK - 1) / BLOCK;
}

mc_status mc_haplotype_groups_room(const mc_haplotype_job *job, const mc_haplotype_classes *classes,
                                   mc_haplotype_grouping *work, mc_haplotype_groups *groups,
                                   const mc_call *call) {
  mc_arena *arena = call->arena;
  const int64_t n = classes->count;
  int32_t alleles = 1;
  for (int j = 0; j < job->loci; j++)
    if (job->alleles[j] > alleles)
      alleles = job->alleles[j];
  *work =
    (mc_haplotype_grouping){.classes = classes,
                            .parent = mc_alloc(arena, n, sizeof *work->parent),
                            .genotype = mc_alloc(arena, n, sizeof *work->genotype),
                            .share = mc_alloc(arena, alleles + 1, sizeof *work->share),
                            .found = mc_alloc(arena, 2 * blocks_of(classes), sizeof *work->found),
                            .of = mc_alloc(arena, classes->exact ? 0 : n, sizeof *work->of)};
  *groups = (mc_haplotype_groups){.begin = mc_alloc(arena, n + 1, sizeof *groups->begin),
                                  .weight = mc_alloc(arena, n, sizeof *groups->weight)};
  if (work->parent == NULL || work->genotype == NULL || work->share == NULL ||
      work->found == NULL || work->of == NULL || groups->begin == NULL || groups->weight == NULL)
    return MC_ERR_MEMORY;
  mc_haplotype_groups_begin(job, classes, groups);
  return mc_haplotype_alleles_weigh(job, classes, NULL, &work->alleles, call);
}

void mc_haplotype_groups_begin(const mc_haplotype_job *job, const mc_haplotype_classes *classes,
                               mc_haplotype_groups *groups) {
  groups->count = 1;
  groups->begin[0] = 0;
  groups->begin[1] = classes->count;
  groups->weight[0] = classes->exact ? classes->before[classes->count] : 0;
  for (int64_t i = 0; i < job->subjects && !classes->exact; i++)
    groups->weight[0] += job->weight[i];
}

/* If no allele of the locus is known, each is as likely as another. */
static void share_alleles(const mc_haplotype_grouping *work, int locus, int32_t alleles) {
  const double *weight = work->alleles.weight + work->alleles.begin[locus];
  double all = 0;
  for (int32_t a = 1; a <= alleles; a++)
    all += weight[a];
  for (int32_t a = 1; a <= alleles; a++)
    work->share[a] = all > 0 ? weight[a] / all : 1 / (double) alleles;
}

typedef struct {
  mc_haplotype_grouping *work;
  mc_haplotype_groups *groups;
  int added, loci;
} refining;

MC_BODY(count_groups, const refining, r, block) {
  const mc_haplotype_classes *classes = r->work->classes;
  const int64_t last = mc_min((block + 1) * BLOCK, classes->count);
  int64_t now = 0, before = 0;
  for (int64_t c = block * BLOCK; c < last; c++) {
    now += classes->differs[c] <= r->added;
    before += classes->differs[c] < r->added;
  }
  r->work->found[2 * block] = now;
  r->work->found[2 * block + 1] = before;
}

MC_BODY(write_groups, const refining, r, block) {
  const mc_haplotype_grouping *work = r->work;
  const mc_haplotype_classes *classes = work->classes;
  const int64_t last = mc_min((block + 1) * BLOCK, classes->count);
  int64_t next = work->found[2 * block], parents = work->found[2 * block + 1];
  for (int64_t c = block * BLOCK; c < last; c++) {
    parents += classes->differs[c] < r->added;
    if (classes->differs[c] <= r->added) {
      work->parent[next] = (int32_t) (parents - 1);
      work->genotype[next] = classes->genotype[c * r->loci + r->added];
      r->groups->begin[next++] = c;
    }
    if (!classes->exact)
      work->of[c] = (int32_t) (next - 1);
  }
}

static void weigh_groups(void *context, int64_t first, int64_t last) {
  const refining *r = context;
  const mc_haplotype_groups *groups = r->groups;
  const double *before = r->work->classes->before;
  for (int64_t g = first; g < last; g++)
    groups->weight[g] = before[groups->begin[g + 1]] - before[groups->begin[g]];
}

void mc_haplotype_groups_refine(const mc_haplotype_job *job, int added, mc_haplotype_grouping *work,
                                mc_haplotype_groups *groups, const mc_call *call) {
  const mc_haplotype_classes *classes = work->classes;
  const int64_t blocks = blocks_of(classes);
  const double seconds = (double) classes->count * MC_HAPLOTYPE_SECONDS_CLASS;
  const int threads = mc_haplotype_threads(seconds, call);
  refining r = {work, groups, added, job->loci};
  share_alleles(work, job->order[added], job->alleles[job->order[added]]);
  mc_each(threads, 0, blocks, count_groups, &r);
  int64_t now = 0, before = 0;
  for (int64_t b = 0; b < blocks; b++) {
    int64_t *found = work->found + 2 * b, own = found[0], parents = found[1];
    found[0] = now;
    found[1] = before;
    now += own;
    before += parents;
  }
  mc_each(threads, 0, blocks, write_groups, &r);
  groups->count = now;
  groups->begin[now] = classes->count;
  if (classes->exact) {
    mc_ranges(threads, now, BLOCK, weigh_groups, &r);
    return;
  }
  memset(groups->weight, 0, (size_t) now * sizeof *groups->weight);
  for (int64_t i = 0; i < job->subjects; i++)
    groups->weight[work->of[classes->of[i]]] += job->weight[i];
}
