#include "haplotype/pairs.h"

#include <stdatomic.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"

/* ---- where alleles are in the words of a haplotype ---- */

static int bits_of(int32_t alleles) {
  int bits = 0;
  while ((INT32_C(1) << bits) < alleles)
    bits++;
  return bits;
}

static mc_status pack(const mc_haplotype_job *job, mc_packing *packing, mc_arena *arena) {
  packing->word = mc_alloc(arena, job->loci, sizeof *packing->word);
  packing->shift = mc_alloc(arena, job->loci, sizeof *packing->shift);
  packing->bits = mc_alloc(arena, job->loci, sizeof *packing->bits);
  if (packing->word == NULL || packing->shift == NULL || packing->bits == NULL)
    return MC_ERR_MEMORY;
  int32_t word = 0, shift = 0;
  for (int k = 0; k < job->loci; k++) {
    const int32_t bits = bits_of(job->alleles[job->order[k]]);
    if (shift + bits > 64) {
      word++;
      shift = 0;
    }
    packing->word[k] = word;
    packing->shift[k] = shift;
    packing->bits[k] = bits;
    shift += bits;
  }
  packing->words = word + 1;
  return MC_OK;
}

int32_t mc_haplotype_allele(const mc_haplotype_fit *fit, int64_t h, int added) {
  const mc_packing *p = &fit->packing;
  const uint64_t word = fit->haplotypes.code[h * p->words + p->word[added]];
  const uint64_t mask = (UINT64_C(1) << p->bits[added]) - 1;
  return (int32_t) (word >> p->shift[added] % 64 & mask) + 1;
}

mc_status mc_pairs_begin(const mc_haplotype_job *job, mc_extension *work, mc_haplotype_fit *fit,
                         mc_arena *arena) {
  int32_t alleles = 1;
  for (int j = 0; j < job->loci; j++)
    if (job->alleles[j] > alleles)
      alleles = job->alleles[j];
  *work = (mc_extension){.parent = mc_alloc(arena, job->subjects, sizeof *work->parent),
                         .genotype = mc_alloc(arena, job->subjects, sizeof *work->genotype),
                         .share = mc_alloc(arena, alleles + 1, sizeof *work->share)};
  if (work->parent == NULL || work->genotype == NULL || work->share == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(pack(job, &fit->packing, arena));
  MC_TRY(mc_room_take(&work->begin[0], 2, sizeof *fit->pairs.begin, arena, &fit->pairs.begin));
  MC_TRY(mc_room_take(&work->one[0], 1, sizeof *fit->pairs.one, arena, &fit->pairs.one));
  MC_TRY(mc_room_take(&work->two[0], 1, sizeof *fit->pairs.two, arena, &fit->pairs.two));
  MC_TRY(
    mc_room_take(&work->expected[0], 1, sizeof *fit->pairs.expected, arena, &fit->pairs.expected));
  MC_TRY(mc_room_take(&work->code[0], fit->packing.words, sizeof *fit->haplotypes.code, arena,
                      &fit->haplotypes.code));
  fit->pairs.begin[0] = 0;
  fit->pairs.begin[1] = 1;
  fit->pairs.one[0] = fit->pairs.two[0] = 0;
  fit->pairs.expected[0] = fit->groups.weight[0];
  fit->haplotypes.count = 1;
  memset(fit->haplotypes.code, 0, (size_t) fit->packing.words * sizeof *fit->haplotypes.code);
  return MC_OK;
}

/* ---- what explains a genotype ---- */

/* Ways to give a pair (of different haplotypes, or of one twice) alleles that make up the
   genotype. */
static int64_t ways(bool different, mc_genotype g, int64_t alleles) {
  if (g.low > 0)
    return different && g.low != g.high ? 2 : 1;
  if (g.high > 0)
    return different ? 2 * alleles - 1 : alleles;
  return different ? alleles * alleles : alleles * (alleles + 1) / 2;
}

/* The pairs that one becomes. */
typedef struct {
  const mc_extension *work;
  int32_t alleles;
  uint64_t seed; /* 0: nothing is random */
  int32_t *one, *two;
  double *expected;
} children;

/* A number in (0, 1] that seed and place determine (SplitMix64). */
static double random_at(uint64_t seed, int64_t place) {
  uint64_t z = seed + (uint64_t) (place + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  return (double) ((z >> 11) + 1) * 0x1p-53;
}

/* Haplotype one with the allele x, two with y, as pair number `at`; adds its part to *sum. */
static void put(const children *c, int64_t at, int32_t one, int32_t two, int32_t x, int32_t y,
                double *sum) {
  double part = c->work->share[x] * c->work->share[y];
  if (one == two && x != y)
    part *= 2;
  if (c->seed != 0)
    part *= random_at(c->seed, at);
  c->one[at] = one * c->alleles + x - 1;
  c->two[at] = two * c->alleles + y - 1;
  c->expected[at] = part;
  *sum += part;
}

/* All that the pair becomes, from number `at` on; answers the number behind them. */
static int64_t put_all(const children *c, int64_t at, int32_t one, int32_t two, double expected,
                       mc_genotype g) {
  const bool different = one != two;
  const int64_t first = at;
  double sum = 0;
  if (g.low > 0) {
    put(c, at++, one, two, g.low, g.high, &sum);
    if (different && g.low != g.high)
      put(c, at++, one, two, g.high, g.low, &sum);
  } else if (g.high > 0) {
    for (int32_t x = 1; x <= c->alleles; x++) {
      const bool turned = !different && x > g.high;
      put(c, at++, one, two, turned ? g.high : x, turned ? x : g.high, &sum);
    }
    for (int32_t x = 1; different && x <= c->alleles; x++)
      if (x != g.high)
        put(c, at++, one, two, g.high, x, &sum);
  } else {
    for (int32_t x = 1; x <= c->alleles; x++)
      for (int32_t y = different ? 1 : x; y <= c->alleles; y++)
        put(c, at++, one, two, x, y, &sum);
  }
  for (int64_t i = first; i < at; i++)
    c->expected[i] *= expected / sum;
  return at;
}

/* ---- all groups ---- */

typedef struct {
  const mc_pairs *before;
  const mc_groups *groups;
  const mc_extension *work;
  mc_pairs after;
  children c;
  atomic_uchar *used; /* [haplotype and allele] */
  const int32_t *number;
} extension;

/* after.begin[g + 1] becomes how many pairs group g will have. */
static void count_pairs(void *context, int64_t first, int64_t last) {
  const extension *e = context;
  for (int64_t g = first; g < last; g++) {
    const int32_t parent = e->work->parent[g];
    const mc_genotype genotype = e->work->genotype[g];
    const int64_t same = ways(false, genotype, e->c.alleles);
    const int64_t different = ways(true, genotype, e->c.alleles);
    int64_t count = 0;
    for (int64_t i = e->before->begin[parent]; i < e->before->begin[parent + 1]; i++)
      if (e->before->expected[i] > 0)
        count += e->before->one[i] == e->before->two[i] ? same : different;
    e->after.begin[g + 1] = count;
  }
}

/* A group gets its part of what was expected of its parent's pairs: by their posteriors. */
static void fill_pairs(void *context, int64_t first, int64_t last) {
  const extension *e = context;
  for (int64_t g = first; g < last; g++) {
    const int32_t parent = e->work->parent[g];
    const int64_t begin = e->before->begin[parent], end = e->before->begin[parent + 1];
    int64_t at = e->after.begin[g];
    double all = 0;
    for (int64_t i = begin; i < end; i++)
      all += e->before->expected[i];
    for (int64_t i = begin; i < end; i++)
      if (e->before->expected[i] > 0)
        at = put_all(&e->c, at, e->before->one[i], e->before->two[i],
                     e->before->expected[i] / all * e->groups->weight[g], e->work->genotype[g]);
    for (int64_t i = e->after.begin[g]; i < at; i++) {
      atomic_store_explicit(&e->used[e->c.one[i]], 1, memory_order_relaxed);
      atomic_store_explicit(&e->used[e->c.two[i]], 1, memory_order_relaxed);
    }
  }
}

static void renumber(void *context, int64_t first, int64_t last) {
  const extension *e = context;
  for (int64_t i = first; i < last; i++) {
    e->after.one[i] = e->number[e->after.one[i]];
    e->after.two[i] = e->number[e->after.two[i]];
  }
}

/* Frequencies of the alleles at a locus, to begin with: of those that are known; below 1, so that
   products of many stay numbers. share[0] is not used. */
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

enum { GRAIN_GROUPS = 512, GRAIN_PAIRS = 1 << 15, MOST = INT32_MAX };
#define SECONDS_A_PAIR 2e-8

/* Bytes that all would have taken with pairs and haplotypes of such numbers. */
static double bytes_with(const mc_extension *work, double pairs, double combinations, int words) {
  double bytes = pairs * 8 + combinations * 40; /* the EM's occurrences; frequencies and sums */
  for (int side = 0; side < 2; side++) {
    const double on = side != work->side;
    bytes += mc_room_bytes(&work->one[side], on * pairs, 4);
    bytes += mc_room_bytes(&work->two[side], on * pairs, 4);
    bytes += mc_room_bytes(&work->expected[side], on * pairs, 8);
    bytes += mc_room_bytes(&work->code[side], on * combinations, 8.0 * words);
  }
  bytes += mc_room_bytes(&work->number, combinations, 4);
  return bytes + mc_room_bytes(&work->used, combinations, 1);
}

/* Numbers those combinations of a haplotype and an allele that are used; codes get the allele. */
static mc_status number_used(const mc_haplotype_job *job, int added, mc_extension *work,
                             const extension *e, mc_haplotype_fit *fit, int32_t *number,
                             mc_haplotype_limit *limit, mc_arena *arena) {
  const mc_packing *packing = &fit->packing;
  const int64_t before = fit->haplotypes.count, words = packing->words;
  const int64_t combinations = before * e->c.alleles;
  int64_t count = 0;
  for (int64_t i = 0; i < combinations; i++)
    count += atomic_load_explicit(&e->used[i], memory_order_relaxed);
  if (count > job->max_haplotypes) {
    limit->haplotypes = (double) count;
    return MC_ERR_SIZE;
  }
  uint64_t *code;
  MC_TRY(mc_room_take(&work->code[1 - work->side], count * words, sizeof *code, arena, &code));
  int64_t next = 0;
  for (int64_t h = 0, i = 0; h < before; h++)
    for (int32_t a = 0; a < e->c.alleles; a++, i++)
      if (atomic_load_explicit(&e->used[i], memory_order_relaxed)) {
        memcpy(code + next * words, fit->haplotypes.code + h * words,
               (size_t) words * sizeof *code);
        code[next * words + packing->word[added]] |= (uint64_t) a << packing->shift[added] % 64;
        number[i] = (int32_t) next++;
      }
  fit->haplotypes.code = code;
  fit->haplotypes.count = count;
  return MC_OK;
}

mc_status mc_pairs_extend(const mc_haplotype_job *job, int added, mc_extension *work,
                          mc_haplotype_fit *fit, mc_haplotype_limit *limit, const mc_call *call) {
  const int to = 1 - work->side, locus = job->order[added];
  const int64_t groups = fit->groups.count;
  const int32_t alleles = job->alleles[locus];
  const int64_t combinations = fit->haplotypes.count * alleles;
  extension e = {.before = &fit->pairs,
                 .groups = &fit->groups,
                 .work = work,
                 .c = {.work = work, .alleles = alleles}};
  *limit = (mc_haplotype_limit){.locus = locus, .added = added};
  if (job->random)
    e.c.seed = job->seed + (uint64_t) (added + 1) * UINT64_C(0xd1342543de82ef95);
  share_alleles(job, locus, work->share);

  MC_TRY(
    mc_room_take(&work->begin[to], groups + 1, sizeof *e.after.begin, call->arena, &e.after.begin));
  int threads = mc_call_threads(call, (double) groups * SECONDS_A_PAIR);
  mc_ranges(threads, groups, GRAIN_GROUPS, count_pairs, &e);
  double sum = 0;
  e.after.begin[0] = 0;
  for (int64_t g = 0; g < groups; g++) {
    sum += (double) e.after.begin[g + 1];
    e.after.begin[g + 1] += sum < 0x1p62 ? e.after.begin[g] : 0;
  }
  limit->bytes = bytes_with(work, sum, (double) combinations, fit->packing.words);
  if (sum > MOST || combinations > MOST || limit->bytes > job->max_bytes)
    return MC_ERR_SIZE;

  const int64_t pairs = e.after.begin[groups];
  int32_t *number;
  MC_TRY(mc_room_take(&work->one[to], pairs, sizeof *e.c.one, call->arena, &e.c.one));
  MC_TRY(mc_room_take(&work->two[to], pairs, sizeof *e.c.two, call->arena, &e.c.two));
  MC_TRY(
    mc_room_take(&work->expected[to], pairs, sizeof *e.c.expected, call->arena, &e.c.expected));
  MC_TRY(mc_room_take(&work->used, combinations, sizeof *e.used, call->arena, &e.used));
  MC_TRY(mc_room_take(&work->number, combinations, sizeof *number, call->arena, &number));
  for (int64_t i = 0; i < combinations; i++)
    atomic_init(&e.used[i], 0);
  threads = mc_call_threads(call, (double) pairs * SECONDS_A_PAIR);
  mc_ranges(threads, groups, GRAIN_GROUPS, fill_pairs, &e);
  MC_TRY(number_used(job, added, work, &e, fit, number, limit, call->arena));
  e.after.one = e.c.one;
  e.after.two = e.c.two;
  e.after.expected = e.c.expected;
  e.number = number;
  mc_ranges(threads, pairs, GRAIN_PAIRS, renumber, &e);
  fit->pairs = e.after;
  work->side = to;
  return MC_OK;
}

/* ---- culling ---- */

void mc_pairs_cull(double min_posterior, double min_prior, const mc_groups *groups,
                   const mc_haplotypes *haplotypes, mc_pairs *pairs) {
  int64_t to = 0, begin = 0;
  for (int64_t g = 0; g < groups->count; g++) {
    const int64_t end = pairs->begin[g + 1], kept = to;
    double least = 0, sum = 0;
    for (int64_t i = begin; i < end; i++)
      if (pairs->expected[i] > least)
        least = pairs->expected[i];
    if (least > min_posterior * groups->weight[g])
      least = min_posterior * groups->weight[g];
    for (int64_t i = begin; i < end; i++) {
      const int32_t one = pairs->one[i], two = pairs->two[i];
      const double expected = pairs->expected[i];
      if (expected > 0 && expected >= least && haplotypes->frequency[one] >= min_prior &&
          haplotypes->frequency[two] >= min_prior) {
        pairs->one[to] = one;
        pairs->two[to] = two;
        pairs->expected[to++] = expected;
        sum += expected;
      }
    }
    for (int64_t i = kept; i < to; i++)
      pairs->expected[i] *= groups->weight[g] / sum;
    pairs->begin[g] = kept;
    begin = end;
  }
  pairs->begin[groups->count] = to;
}
