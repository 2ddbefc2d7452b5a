#include "haplotype/predict.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum { BLOCK = 16 /* groups that a thread takes at once */ };
#define SECONDS_A_HAPLOTYPE 2e-9

/* Alleles of haplotypes and genotypes, packed into words: allele - 1 in as many bits as the locus
   needs. */
typedef struct {
  const mc_predict_job *job;
  int words;
  int32_t *word, *shift; /* of each locus */
  uint64_t *mask;        /* of each locus, at its place */
  uint64_t *code;        /* [haplotype][words] */
} packed;

/* What is known of a group's genotype. A haplotype that fits has (code & fixed) == value, and two
   of them make up the genotype where (one ^ two) & known == differ. Loci that say more than words
   can: `either`, with two of more than two alleles, and `half`, with one known allele. */
typedef struct {
  uint64_t *fixed, *value, *known, *differ;
  int32_t *either, *half;
  int eithers, halves;
  bool impossible; /* has an allele that no haplotype has */
} pattern;

/* Of one thread. Haplotypes that fit, in their order, are chained by the hash of their alleles at
   the known loci. */
typedef struct {
  pattern p;
  int32_t *fitting, *next; /* [haplotypes] */
  int32_t *first;          /* [buckets]; -1: none */
  double *row;             /* [haplotypes]: sums of the pairs with the k-th that fits as `one` */
  int64_t count, buckets;
} finder;

typedef struct {
  const mc_predict_job *job;
  const packed *codes;
  const mc_genotype *genotype; /* [group * loci + locus] */
  const mc_groups *groups;
  finder *finders;
  double min_posterior;
  double *all, *most; /* of each group's pairs: the sum and the greatest of their probabilities */
  int64_t *begin;
  int32_t *one, *two;
  double *posterior;
  int draws;
  const double *uniform;
} prediction;

/* ---- words ---- */

static int bits_of(int32_t alleles) {
  int bits = 1;
  while ((INT64_C(1) << bits) < alleles)
    bits++;
  return bits;
}

static mc_status pack(const mc_predict_job *job, packed *p, mc_arena *arena) {
  const int loci = job->loci;
  *p = (packed){.job = job,
                .word = mc_alloc(arena, loci, sizeof *p->word),
                .shift = mc_alloc(arena, loci, sizeof *p->shift),
                .mask = mc_alloc(arena, loci, sizeof *p->mask)};
  if (p->word == NULL || p->shift == NULL || p->mask == NULL)
    return MC_ERR_MEMORY;
  int32_t word = 0, shift = 0;
  for (int j = 0; j < loci; j++) {
    const int bits = bits_of(job->alleles[j]);
    if (shift + bits > 64) {
      word++;
      shift = 0;
    }
    p->word[j] = word;
    p->shift[j] = shift;
    p->mask[j] = ((UINT64_C(1) << bits) - 1) << shift;
    shift += bits;
  }
  p->words = word + 1;
  const int64_t words = job->haplotypes * p->words;
  p->code = mc_alloc(arena, words, sizeof *p->code);
  if (p->code == NULL)
    return MC_ERR_MEMORY;
  memset(p->code, 0, (size_t) words * sizeof *p->code);
  for (int j = 0; j < loci; j++)
    for (int64_t h = 0; h < job->haplotypes; h++)
      p->code[h * p->words + p->word[j]] |= (uint64_t) (job->haplotype[j * job->haplotypes + h] - 1)
                                            << p->shift[j];
  return MC_OK;
}

static void read_genotype(const packed *codes, const mc_genotype *genotype, pattern *p) {
  const size_t bytes = (size_t) codes->words * sizeof *p->fixed;
  memset(p->fixed, 0, bytes);
  memset(p->value, 0, bytes);
  memset(p->known, 0, bytes);
  memset(p->differ, 0, bytes);
  p->eithers = p->halves = 0;
  p->impossible = false;
  for (int j = 0; j < codes->job->loci; j++) {
    const mc_genotype g = genotype[j];
    const int32_t word = codes->word[j], alleles = codes->job->alleles[j];
    if (g.high > alleles)
      p->impossible = true;
    if (g.high == 0 || g.high > alleles)
      continue;
    if (g.low == 0) {
      p->half[p->halves++] = j;
      continue;
    }
    const uint64_t low = (uint64_t) (g.low - 1) << codes->shift[j];
    const uint64_t high = (uint64_t) (g.high - 1) << codes->shift[j];
    p->known[word] |= codes->mask[j];
    p->differ[word] |= low ^ high;
    if (low == high) {
      p->fixed[word] |= codes->mask[j];
      p->value[word] |= low;
    } else if (alleles > 2) {
      p->either[p->eithers++] = j;
    }
  }
}

/* ---- haplotypes that fit ---- */

static bool fits(const prediction *e, const mc_genotype *genotype, const pattern *p, int64_t h) {
  const packed *codes = e->codes;
  const uint64_t *code = codes->code + h * codes->words;
  for (int w = 0; w < codes->words; w++)
    if ((code[w] & p->fixed[w]) != p->value[w])
      return false;
  for (int k = 0; k < p->eithers; k++) {
    const int j = p->either[k];
    const int32_t allele = e->job->haplotype[j * e->job->haplotypes + h];
    if (allele != genotype[j].low && allele != genotype[j].high)
      return false;
  }
  return true;
}

/* The bucket of haplotypes with these alleles at the known loci, or of their partners. */
static int64_t bucket_of(const packed *codes, const finder *f, int64_t h, bool partner) {
  const uint64_t *code = codes->code + h * codes->words;
  uint64_t hash = 0;
  for (int w = 0; w < codes->words; w++) {
    const uint64_t key = code[w] & f->p.known[w];
    hash = (hash ^ (partner ? key ^ f->p.differ[w] : key)) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  return (int64_t) (hash & (uint64_t) (f->buckets - 1));
}

/* Makes ready for the pairs of a group. */
static void find(const prediction *e, int64_t g, finder *f) {
  const mc_genotype *genotype = e->genotype + g * e->job->loci;
  read_genotype(e->codes, genotype, &f->p);
  f->count = 0;
  for (int64_t h = 0; h < e->job->haplotypes && !f->p.impossible; h++)
    if (fits(e, genotype, &f->p, h))
      f->fitting[f->count++] = (int32_t) h;
  f->buckets = 1;
  while (f->buckets < f->count)
    f->buckets *= 2;
  for (int64_t b = 0; b < f->buckets; b++)
    f->first[b] = -1;
  for (int64_t k = f->count - 1; k >= 0; k--) { /* so that chains are in order */
    const int64_t b = bucket_of(e->codes, f, f->fitting[k], false);
    f->next[k] = f->first[b];
    f->first[b] = (int32_t) k;
  }
}

static bool are_partners(const prediction *e, const mc_genotype *genotype, const pattern *p,
                         int64_t one, int64_t two) {
  const packed *codes = e->codes;
  const uint64_t *x = codes->code + one * codes->words, *y = codes->code + two * codes->words;
  for (int w = 0; w < codes->words; w++)
    if (((x[w] ^ y[w]) & p->known[w]) != p->differ[w])
      return false;
  for (int k = 0; k < p->halves; k++) {
    const int j = p->half[k];
    const int32_t *allele = e->job->haplotype + j * e->job->haplotypes;
    if (allele[one] != genotype[j].high && allele[two] != genotype[j].high)
      return false;
  }
  return true;
}

/* The next partner of the k-th haplotype that fits, from place m of the chain on that is not before
   k; -1: none. */
static int32_t next_partner(const prediction *e, int64_t g, const finder *f, int64_t k, int32_t m) {
  while (m >= 0 && (m < k || !are_partners(e, e->genotype + g * e->job->loci, &f->p, f->fitting[k],
                                           f->fitting[m])))
    m = f->next[m];
  return m;
}

static int32_t first_partner(const prediction *e, int64_t g, const finder *f, int64_t k) {
  return next_partner(e, g, f, k, f->first[bucket_of(e->codes, f, f->fitting[k], true)]);
}

static double probability_of(const prediction *e, const finder *f, int64_t k, int64_t m) {
  const double *frequency = e->job->frequency;
  return frequency[f->fitting[k]] * frequency[f->fitting[m]] * (k == m ? 1 : 2);
}

/* ---- the pairs of a group ---- */

static void add_up(const prediction *e, int64_t g, finder *f, double *all, double *most) {
  *all = *most = 0;
  for (int64_t k = 0; k < f->count; k++) {
    double sum = 0;
    for (int32_t m = first_partner(e, g, f, k); m >= 0; m = next_partner(e, g, f, k, f->next[m])) {
      const double probability = probability_of(e, f, k, m);
      sum += probability;
      if (probability > *most)
        *most = probability;
    }
    f->row[k] = sum;
    *all += sum;
  }
}

/* Counts the pairs that are listed, and writes them from `at` on unless that is negative. */
static int64_t list_pairs(const prediction *e, int64_t g, const finder *f, int64_t at) {
  const double least = e->min_posterior * e->all[g];
  int64_t count = 0;
  bool best = true; /* is still to come */
  for (int64_t k = 0; k < f->count; k++)
    for (int32_t m = first_partner(e, g, f, k); m >= 0; m = next_partner(e, g, f, k, f->next[m])) {
      const double probability = probability_of(e, f, k, m);
      const bool first = best && probability == e->most[g];
      if (!first && !(probability >= least))
        continue;
      best = best && !first;
      if (at >= 0) {
        e->one[at + count] = f->fitting[k];
        e->two[at + count] = f->fitting[m];
        e->posterior[at + count] = probability / e->all[g];
      }
      count++;
    }
  return count;
}

/* begin[g + 1] becomes how many pairs group g has. */
static void count_block(void *context, int64_t block, int thread) {
  const prediction *e = context;
  finder *f = &e->finders[thread];
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, e->groups->count); g++) {
    find(e, g, f);
    add_up(e, g, f, &e->all[g], &e->most[g]);
    e->begin[g + 1] = list_pairs(e, g, f, -1);
  }
}

static void list_block(void *context, int64_t block, int thread) {
  const prediction *e = context;
  finder *f = &e->finders[thread];
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, e->groups->count); g++) {
    find(e, g, f);
    list_pairs(e, g, f, e->begin[g]);
  }
}

/* Where the running sum of probabilities passes `goal`; by rounding it may be at none: the last. */
static void draw(const prediction *e, int64_t g, const finder *f, double goal, int32_t *one,
                 int32_t *two) {
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
  for (int32_t m = first_partner(e, g, f, k); m >= 0; m = next_partner(e, g, f, k, f->next[m])) {
    *two = f->fitting[m];
    goal -= probability_of(e, f, k, m);
    if (goal < 0)
      return;
  }
}

static void draw_block(void *context, int64_t block, int thread) {
  const prediction *e = context;
  finder *f = &e->finders[thread];
  const int64_t n = e->job->subjects;
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, e->groups->count); g++) {
    double all, most;
    find(e, g, f);
    add_up(e, g, f, &all, &most);
    for (int64_t i = e->groups->begin[g]; i < e->groups->begin[g + 1]; i++)
      for (int64_t d = 0; d < e->draws; d++) {
        const int64_t at = d * n + e->groups->subject[i];
        e->one[at] = e->two[at] = -1;
        draw(e, g, f, e->uniform[at] * all, &e->one[at], &e->two[at]);
      }
  }
}

/* ---- all groups ---- */

/* Groups, and the genotype of each at all loci. */
static mc_status group(const mc_predict_job *job, mc_groups *groups, const mc_genotype **result,
                       mc_arena *arena) {
  const int64_t n = job->subjects;
  int32_t *alleles = mc_alloc(arena, job->loci, sizeof *alleles);
  if (alleles == NULL)
    return MC_ERR_MEMORY;
  for (int j = 0; j < job->loci; j++)
    alleles[j] = job->alleles[j] + 1;
  const mc_haplotype_job data = {
    .subjects = n, .loci = job->loci, .allele = job->allele, .alleles = alleles};
  mc_grouping work;
  MC_TRY(mc_groups_room(&data, &work, groups, arena));
  mc_groups_begin(&data, groups);
  for (int j = 0; j < job->loci; j++)
    mc_groups_refine(&data, j, &work, groups);
  mc_genotype *genotype = mc_alloc(arena, groups->count * job->loci, sizeof *genotype);
  if (genotype == NULL)
    return MC_ERR_MEMORY;
  for (int j = 0; j < job->loci; j++) {
    const int32_t *x = job->allele + 2 * j * n, *y = x + n;
    for (int64_t g = 0; g < groups->count; g++) {
      const int64_t i = groups->subject[groups->begin[g]];
      genotype[g * job->loci + j] =
        x[i] < y[i] ? (mc_genotype){x[i], y[i]} : (mc_genotype){y[i], x[i]};
    }
  }
  *result = genotype;
  return MC_OK;
}

static mc_status finder_make(const packed *codes, finder *f, mc_arena *arena) {
  const int64_t n = codes->job->haplotypes, loci = codes->job->loci, words = codes->words;
  int64_t buckets = 1;
  while (buckets < n)
    buckets *= 2;
  uint64_t *all = mc_alloc(arena, 4 * words, sizeof *all);
  *f = (finder){.p = {.either = mc_alloc(arena, loci, sizeof *f->p.either),
                      .half = mc_alloc(arena, loci, sizeof *f->p.half)},
                .fitting = mc_alloc(arena, n, sizeof *f->fitting),
                .next = mc_alloc(arena, n, sizeof *f->next),
                .first = mc_alloc(arena, buckets, sizeof *f->first),
                .row = mc_alloc(arena, n, sizeof *f->row)};
  if (all == NULL || f->p.either == NULL || f->p.half == NULL || f->fitting == NULL ||
      f->next == NULL || f->first == NULL || f->row == NULL)
    return MC_ERR_MEMORY;
  f->p.fixed = all;
  f->p.value = all + words;
  f->p.known = all + 2 * words;
  f->p.differ = all + 3 * words;
  return MC_OK;
}

static mc_status prepare(const mc_predict_job *job, packed *codes, mc_groups *groups, prediction *e,
                         int *threads, const mc_call *call) {
  MC_TRY(pack(job, codes, call->arena));
  *e = (prediction){.job = job, .codes = codes, .groups = groups};
  MC_TRY(group(job, groups, &e->genotype, call->arena));
  const double work = (double) groups->count * (double) job->haplotypes * codes->words;
  *threads = mc_call_threads(call, work * SECONDS_A_HAPLOTYPE);
  e->finders = mc_alloc(call->arena, *threads, sizeof *e->finders);
  if (e->finders == NULL)
    return MC_ERR_MEMORY;
  for (int t = 0; t < *threads; t++)
    MC_TRY(finder_make(codes, &e->finders[t], call->arena));
  return MC_OK;
}

mc_status mc_predict_pairs(const mc_predict_job *job, double min_posterior, mc_prediction *result,
                           const mc_call *call) {
  packed codes;
  prediction e;
  int threads;
  MC_TRY(prepare(job, &codes, &result->groups, &e, &threads, call));
  const int64_t groups = result->groups.count, blocks = (groups + BLOCK - 1) / BLOCK;
  e.min_posterior = min_posterior;
  e.all = mc_alloc(call->arena, groups, sizeof *e.all);
  e.most = mc_alloc(call->arena, groups, sizeof *e.most);
  e.begin = mc_alloc(call->arena, groups + 1, sizeof *e.begin);
  if (e.all == NULL || e.most == NULL || e.begin == NULL)
    return MC_ERR_MEMORY;
  mc_monitor_start(call->monitor, 2 * (double) blocks);
  MC_TRY(mc_run_each(call->monitor, threads, blocks, 1, count_block, &e));
  e.begin[0] = 0;
  for (int64_t g = 0; g < groups; g++)
    e.begin[g + 1] += e.begin[g];
  const int64_t pairs = e.begin[groups];
  if (pairs > INT32_MAX)
    return MC_ERR_SIZE;
  e.one = mc_alloc(call->arena, pairs, sizeof *e.one);
  e.two = mc_alloc(call->arena, pairs, sizeof *e.two);
  e.posterior = mc_alloc(call->arena, pairs, sizeof *e.posterior);
  if (e.one == NULL || e.two == NULL || e.posterior == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(mc_run_each(call->monitor, threads, blocks, 1, list_block, &e));
  result->begin = e.begin;
  result->one = e.one;
  result->two = e.two;
  result->posterior = e.posterior;
  result->threads = threads;
  return MC_OK;
}

mc_status mc_predict_draws(const mc_predict_job *job, int draws, const double *uniform,
                           int32_t *one, int32_t *two, const mc_call *call) {
  packed codes;
  mc_groups groups;
  prediction e;
  int threads;
  MC_TRY(prepare(job, &codes, &groups, &e, &threads, call));
  const int64_t blocks = (groups.count + BLOCK - 1) / BLOCK;
  e.draws = draws;
  e.uniform = uniform;
  e.one = one;
  e.two = two;
  mc_monitor_start(call->monitor, (double) blocks);
  return mc_run_each(call->monitor, threads, blocks, 1, draw_block, &e);
}
