#include "haplotype/snphap.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"
#include "haplotype/pairs.h"
#include "quicksort/by_comparison.h"

enum { GRAIN_ALLELES = 256, GRAIN_COMPARISONS = 1 << 12 };

bool mc_haplotype_snphap_does(mc_haplotype_algorithm algorithm) {
  return algorithm == MC_HAPLOTYPE_SNPHAP || algorithm == MC_HAPLOTYPE_SNPHAP_FOR ||
         algorithm == MC_HAPLOTYPE_SNPHAP_TASK;
}

double mc_haplotype_snphap_bytes(const mc_haplotype_job *job, double pairs, double haplotypes) {
  const double instance = sizeof(mc_haplotype_instance) + sizeof(mc_haplotype_instance *) + 1;
  return 2 * pairs * instance + pairs + haplotypes * (job->loci + 1) * sizeof(uint16_t);
}

/* cmp_hap() of SNPHAP. */
static int compare(const uint16_t *x, const uint16_t *y) {
  while (*x == *y && *x != 0) {
    x++;
    y++;
  }
  return *x < *y ? -1 : *x > *y;
}

static int compare_instances(const void *x_, const void *y_) {
  const mc_haplotype_instance *x = *(mc_haplotype_instance *const *) x_,
                              *y = *(mc_haplotype_instance *const *) y_;
  const int order = compare(x->allele, y->allele);
  return order != 0 ? order : x < y ? -1 : x > y;
}

static void write_alleles(void *context, int64_t first, int64_t last) {
  const mc_haplotype_snphap *s = context;
  const int added = (int) s->stride - 1;
  for (int64_t h = first; h < last; h++) {
    uint16_t *row = s->allele + h * s->stride;
    for (int k = 0; k < added; k++)
      row[k] = (uint16_t) mc_haplotype_allele(s->fit, h, k);
    row[added] = 0;
  }
}

mc_status mc_haplotype_snphap_begin(const mc_haplotype_job *job, int added, int threads,
                                    mc_haplotype_fit *fit, mc_haplotype_snphap *s,
                                    mc_arena *arena) {
  const int64_t pairs = fit->pairs.begin[fit->groups.count], haplotypes = fit->haplotypes.count;
  const int sorting = job->algorithm == MC_HAPLOTYPE_SNPHAP_FOR ? 1 : threads;
  s->fit = fit;
  s->threads = job->algorithm == MC_HAPLOTYPE_SNPHAP_TASK ? 1 : threads;
  s->instances = 2 * pairs;
  s->stride = added + 1;
  MC_TRY(mc_haplotype_room_take(&s->room.allele, haplotypes * s->stride, arena));
  MC_TRY(mc_haplotype_room_take(&s->room.instance, 2 * pairs, arena));
  MC_TRY(mc_haplotype_room_take(&s->room.list, 2 * pairs, arena));
  MC_TRY(mc_haplotype_room_take(&s->room.same, 2 * pairs, arena));
  MC_TRY(mc_haplotype_room_take(&s->room.twice, pairs, arena));
  s->allele = s->room.allele.at;
  s->instance = s->room.instance.at;
  s->list = s->room.list.at;
  s->same = s->room.same.at;
  s->twice = s->room.twice.at;
  mc_ranges(s->threads, haplotypes, GRAIN_ALLELES, write_alleles, s);
  for (int64_t i = 0; i < pairs; i++) {
    s->instance[2 * i] = (mc_haplotype_instance){s->allele + fit->pairs.one[i] * s->stride, 0};
    s->instance[2 * i + 1] = (mc_haplotype_instance){s->allele + fit->pairs.two[i] * s->stride, 0};
  }
  for (int64_t i = 0; i < 2 * pairs; i++)
    s->list[i] = &s->instance[i];
  mc_qsort(s->list, (size_t) (2 * pairs), sizeof *s->list, compare_instances, sorting, 0);
  return MC_OK;
}

static void compare_neighbours(void *context, int64_t first, int64_t last) {
  const mc_haplotype_snphap *s = context;
  for (int64_t i = first; i < last; i++)
    s->same[i] = i > 0 && compare(s->list[i - 1]->allele, s->list[i]->allele) == 0;
}

static void compare_pairs(void *context, int64_t first, int64_t last) {
  const mc_haplotype_snphap *s = context;
  for (int64_t i = first; i < last; i++)
    s->twice[i] = compare(s->instance[2 * i].allele, s->instance[2 * i + 1].allele) == 0;
}

/* M. */
static void hap_prior(mc_haplotype_snphap *s, double scale) {
  const mc_haplotype_distinct *haplotypes = &s->fit->haplotypes;
  const double *posterior = s->fit->pairs.expected;
  mc_ranges(s->threads, s->instances, GRAIN_COMPARISONS, compare_neighbours, s);
  memset(haplotypes->frequency, 0, (size_t) haplotypes->count * sizeof *haplotypes->frequency);
  for (int64_t i = 0, end; i < s->instances; i = end) {
    double sum = 0;
    end = i;
    do {
      sum += posterior[(s->list[end++] - s->instance) / 2];
    } while (end < s->instances && s->same[end]);
    const double prior = mc_haplotype_frequency(sum, scale);
    for (int64_t k = i; k < end; k++)
      s->list[k]->prior = prior;
    haplotypes->frequency[(s->list[i]->allele - s->allele) / s->stride] = prior;
  }
}

/* E. */
static void hap_posterior(mc_haplotype_snphap *s, mc_haplotype_likelihood *block) {
  const mc_haplotype_groups *groups = &s->fit->groups;
  const mc_haplotype_pairs *pairs = &s->fit->pairs;
  mc_ranges(s->threads, s->instances / 2, GRAIN_COMPARISONS, compare_pairs, s);
  for (int64_t g = 0; g < groups->count; g++) {
    mc_haplotype_likelihood *to = &block[g / MC_HAPLOTYPE_LIKELIHOOD_BLOCK];
    if (g % MC_HAPLOTYPE_LIKELIHOOD_BLOCK == 0)
      *to = (mc_haplotype_likelihood){0, 0};
    double all = 0;
    for (int64_t i = pairs->begin[g]; i < pairs->begin[g + 1]; i++) {
      const double product = s->instance[2 * i].prior * s->instance[2 * i + 1].prior;
      pairs->expected[i] = s->twice[i] ? product : 2 * product;
      all += pairs->expected[i];
    }
    if (!(all > 0))
      continue;
    const double factor = groups->weight[g] / all;
    for (int64_t i = pairs->begin[g]; i < pairs->begin[g + 1]; i++)
      pairs->expected[i] *= factor;
    to->loglik += groups->weight[g] * log(all);
    to->weight += groups->weight[g];
  }
}

void mc_haplotype_snphap_iterate(mc_haplotype_snphap *s, double scale,
                                 mc_haplotype_likelihood *block) {
  hap_prior(s, scale);
  hap_posterior(s, block);
}
