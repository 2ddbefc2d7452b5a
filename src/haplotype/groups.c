#include "haplotype/groups.h"

#include <string.h>

#include "base/integers.h"

mc_status mc_groups_room(const mc_haplotype_job *job, mc_grouping *work, mc_groups *groups,
                         mc_arena *arena) {
  const int64_t n = job->subjects;
  int32_t alleles = 1;
  for (int j = 0; j < job->loci; j++)
    if (job->alleles[j] > alleles)
      alleles = job->alleles[j];
  const int64_t buckets = n > alleles + 1 ? n : alleles + 1;
  *work = (mc_grouping){.parent = mc_alloc(arena, n, sizeof *work->parent),
                        .genotype = mc_alloc(arena, n, sizeof *work->genotype),
                        .share = mc_alloc(arena, alleles + 1, sizeof *work->share),
                        .by_key = mc_alloc(arena, n, sizeof *work->by_key),
                        .sorted = mc_alloc(arena, n, sizeof *work->sorted),
                        .next = mc_alloc(arena, buckets + 1, sizeof *work->next),
                        .own = mc_alloc(arena, n, sizeof *work->own)};
  *groups = (mc_groups){.begin = mc_alloc(arena, n + 1, sizeof *groups->begin),
                        .subject = mc_alloc(arena, n, sizeof *groups->subject),
                        .of = mc_alloc(arena, n, sizeof *groups->of),
                        .weight = mc_alloc(arena, n, sizeof *groups->weight)};
  return work->parent == NULL || work->genotype == NULL || work->share == NULL ||
             work->by_key == NULL || work->sorted == NULL || work->next == NULL ||
             work->own == NULL || groups->begin == NULL || groups->subject == NULL ||
             groups->of == NULL || groups->weight == NULL
           ? MC_ERR_MEMORY
           : MC_OK;
}

void mc_groups_begin(const mc_haplotype_job *job, mc_groups *groups) {
  const int64_t n = job->subjects;
  groups->count = 1;
  groups->begin[0] = 0;
  groups->begin[1] = n;
  groups->weight[0] = 0;
  for (int64_t i = 0; i < n; i++) {
    groups->subject[i] = i;
    groups->of[i] = 0;
    groups->weight[0] += job->weight == NULL ? 1 : job->weight[i];
  }
}

/* Frequencies of the alleles at a locus, of those that are known; below 1, so that products of
   many stay numbers. share[0] is not used. */
static void share_alleles(const mc_haplotype_job *job, int locus, double *share) {
  const int64_t n = job->subjects;
  const int32_t *allele = job->allele + 2 * locus * n;
  memset(share, 0, (size_t) (job->alleles[locus] + 1) * sizeof *share);
  double all = 0;
  for (int k = 0; k < 2; k++)
    for (int64_t i = 0; i < n; i++)
      share[allele[k * n + i]] += job->weight == NULL ? 1 : job->weight[i];
  for (int32_t a = 1; a <= job->alleles[locus]; a++)
    all += share[a];
  for (int32_t a = 1; a <= job->alleles[locus]; a++)
    share[a] /= all;
}

/* to[] becomes from[0, n), stably ordered by the low (or high) allele of each. from == NULL: all
   subjects. */
static void order_by_allele(const mc_genotype *genotype, bool high, int32_t alleles,
                            const int64_t *from, int64_t n, int64_t *next, int64_t *to) {
  memset(next, 0, (size_t) (alleles + 2) * sizeof *next);
  for (int64_t i = 0; i < n; i++)
    next[(high ? genotype[i].high : genotype[i].low) + 1]++;
  for (int32_t a = 0; a < alleles; a++)
    next[a + 1] += next[a];
  for (int64_t i = 0; i < n; i++) {
    const int64_t s = from == NULL ? i : from[i];
    to[next[high ? genotype[s].high : genotype[s].low]++] = s;
  }
}

/* Subjects ordered by high allele, then low one, then group, each time stably, so that
   the groups' parts with one genotype are neighbours. */
void mc_groups_refine(const mc_haplotype_job *job, int locus, mc_grouping *work,
                      mc_groups *groups) {
  const int64_t n = job->subjects;
  const int32_t alleles = job->alleles[locus];
  const int32_t *x = job->allele + 2 * locus * n, *y = x + n;
  mc_genotype *own = work->own, *genotype = work->genotype;
  share_alleles(job, locus, work->share);
  for (int64_t i = 0; i < n; i++)
    own[i] = x[i] < y[i] ? (mc_genotype){x[i], y[i]} : (mc_genotype){y[i], x[i]};
  order_by_allele(own, true, alleles, NULL, n, work->next, work->by_key);
  order_by_allele(own, false, alleles, work->by_key, n, work->next, work->sorted);
  memcpy(work->next, groups->begin, (size_t) groups->count * sizeof *work->next);
  for (int64_t i = 0; i < n; i++) {
    const int64_t s = work->sorted[i];
    groups->subject[work->next[groups->of[s]]++] = s;
  }
  int64_t count = 0;
  int32_t before = -1;
  for (int64_t i = 0; i < n; i++) {
    const int64_t s = groups->subject[i];
    const double weight = job->weight == NULL ? 1 : job->weight[s];
    if (groups->of[s] == before && own[s].low == genotype[count - 1].low &&
        own[s].high == genotype[count - 1].high) {
      groups->weight[count - 1] += weight;
    } else {
      before = groups->of[s];
      work->parent[count] = before;
      genotype[count] = own[s];
      groups->begin[count] = i;
      groups->weight[count++] = weight;
    }
    groups->of[s] = (int32_t) (count - 1);
  }
  groups->begin[count] = n;
  groups->count = count;
}

void mc_groups_genotypes(const mc_haplotype_job *job, const mc_groups *groups,
                         mc_genotype *genotype) {
  const int64_t n = job->subjects;
  for (int k = 0; k < job->loci; k++) {
    const int32_t *x = job->allele + 2 * job->order[k] * n, *y = x + n;
    for (int64_t g = 0; g < groups->count; g++) {
      const int64_t i = groups->subject[groups->begin[g]];
      genotype[g * job->loci + k] =
        x[i] < y[i] ? (mc_genotype){x[i], y[i]} : (mc_genotype){y[i], x[i]};
    }
  }
}
