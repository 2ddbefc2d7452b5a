#include "haplotype/pairs.h"

#include <stdatomic.h>
#include <string.h>

#include "base/hash.h"
#include "base/integers.h"
#include "base/team.h"

int32_t mc_haplotype_allele(const mc_haplotype_fit *fit, int64_t h, int added) {
  return mc_haplotype_packed_allele(&fit->packing, fit->haplotypes.code + h * fit->packing.words,
                                    added);
}

mc_status mc_haplotype_pairs_begin(mc_haplotype_extension *work, mc_haplotype_fit *fit,
                                   mc_arena *arena) {
  work->side = 0;
  MC_TRY(mc_haplotype_room_take(&work->begin[0], 2, arena));
  MC_TRY(mc_haplotype_room_take(&work->one[0], 1, arena));
  MC_TRY(mc_haplotype_room_take(&work->two[0], 1, arena));
  MC_TRY(mc_haplotype_room_take(&work->expected[0], 1, arena));
  MC_TRY(mc_haplotype_room_take(&work->code[0], fit->packing.words, arena));
  fit->pairs =
    (mc_haplotype_pairs){work->begin[0].at, work->one[0].at, work->two[0].at, work->expected[0].at};
  fit->haplotypes.code = work->code[0].at;
  fit->pairs.begin[0] = 0;
  fit->pairs.begin[1] = 1;
  fit->pairs.one[0] = fit->pairs.two[0] = 0;
  fit->pairs.expected[0] = fit->groups.weight[0];
  fit->haplotypes.count = 1;
  memset(fit->haplotypes.code, 0, (size_t) fit->packing.words * sizeof *fit->haplotypes.code);
  return MC_OK;
}

/* ---- what explains a genotype ---- */

/* In how many ways alleles of a pair make up a genotype. The pair has two different haplotypes, or
   one haplotype twice. */
static int64_t ways(bool different, mc_haplotype_genotype g, int64_t alleles) {
  if (g.low > 0)
    return different && g.low != g.high ? 2 : 1;
  if (g.high > 0)
    return different ? 2 * alleles - 1 : alleles;
  return different ? alleles * alleles : alleles * (alleles + 1) / 2;
}

/* The pairs that a pair becomes. */
typedef struct {
  const double *share; /* of each allele */
  int32_t alleles;
  bool random;
  uint64_t seed;
  int32_t *one, *two;
  double *expected;
} children;

/* A random number in (0, 1] by seed and place (SplitMix64). */
static double random_at(uint64_t seed, int64_t place) {
  const uint64_t z = mc_mix64(seed + (uint64_t) (place + 1) * UINT64_C(0x9e3779b97f4a7c15));
  return (double) ((z >> 11) + 1) * 0x1p-53;
}

/* Writes pair number `at`: haplotype one with allele x, haplotype two with allele y. Adds its
   weight to *sum. */
static void put(const children *c, int64_t at, int32_t one, int32_t two, int32_t x, int32_t y,
                double *sum) {
  double weight = c->share[x] * c->share[y];
  if (one == two && x != y)
    weight *= 2;
  if (c->random)
    weight *= random_at(c->seed, at);
  c->one[at] = one * c->alleles + x - 1;
  c->two[at] = two * c->alleles + y - 1;
  c->expected[at] = weight;
  *sum += weight;
}

/* Writes all pairs that a pair becomes, from number `at` on; returns the number behind them. */
static int64_t put_all(const children *c, int64_t at, int32_t one, int32_t two, double expected,
                       mc_haplotype_genotype g) {
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

enum {
  GRAIN_GROUPS = 512,
  GRAIN_PAIRS = 1 << 15,
  GRAIN_MARKS = 1 << 16,
  BLOCK_GROUPS = 512,      /* groups of a block */
  BLOCK_HAPLOTYPES = 1024, /* haplotypes of a block */
  MOST = INT32_MAX
};

typedef struct {
  const mc_haplotype_pairs *before;
  const mc_haplotype_groups *groups;
  const mc_haplotype_grouping *grouping;
  mc_haplotype_pairs after;
  children c;
  atomic_uchar *used; /* [haplotype and allele] */
  int32_t *number;
  double *count;  /* of each block of groups: its pairs; later the pairs of all blocks before */
  int64_t *found; /* of each block of haplotypes: longer ones; later of all blocks before */
  /* the haplotypes before (`shorter`) and after */
  int64_t haplotypes;
  const uint64_t *shorter;
  uint64_t *code;
  const mc_haplotype_packing *packing;
  int added;
} extension;

static int64_t blocks_of(int64_t count, int64_t block) {
  return (count + block - 1) / block;
}

mc_status mc_haplotype_pairs_ask(const mc_haplotype_groups *groups, mc_haplotype_extension *work,
                                 mc_arena *arena) {
  const int to = 1 - work->side;
  MC_TRY(mc_haplotype_room_take(&work->counts, blocks_of(groups->count, BLOCK_GROUPS), arena));
  MC_TRY(mc_haplotype_room_take(&work->begin[to], groups->count + 1, arena));
  work->block = work->counts.at;
  work->after.begin = work->begin[to].at;
  return MC_OK;
}

/* A sum that may overflow: then the number of pairs is too large anyway. */
static int64_t sum_of(int64_t x, int64_t y) {
  return (int64_t) ((uint64_t) x + (uint64_t) y);
}

/* after.begin[g + 1] becomes the number of pairs of the block's groups up to g ... */
MC_BODY(count_pairs, const extension, e, block) {
  const int64_t last = mc_min((block + 1) * BLOCK_GROUPS, e->groups->count);
  int64_t sum = 0;
  double all = 0;
  for (int64_t g = block * BLOCK_GROUPS; g < last; g++) {
    const int32_t parent = e->grouping->parent[g];
    const mc_haplotype_genotype genotype = e->grouping->genotype[g];
    const int64_t same = ways(false, genotype, e->c.alleles);
    const int64_t different = ways(true, genotype, e->c.alleles);
    int64_t count = 0;
    for (int64_t i = e->before->begin[parent]; i < e->before->begin[parent + 1]; i++)
      if (e->before->expected[i] > 0)
        count += e->before->one[i] == e->before->two[i] ? same : different;
    all += (double) count;
    sum = sum_of(sum, count);
    e->after.begin[g + 1] = sum;
  }
  e->count[block] = all;
}

/* ... and then of all groups up to g. */
MC_BODY(add_before, const extension, e, block) {
  const int64_t last = mc_min((block + 1) * BLOCK_GROUPS, e->groups->count);
  for (int64_t g = block * BLOCK_GROUPS; g < last; g++)
    e->after.begin[g + 1] = sum_of(e->after.begin[g + 1], (int64_t) e->count[block]);
}

/* Bytes of the arena that a room will have taken with `count` objects. */
#define BYTES_WITH(r, count) ((r)->room.taken + mc_haplotype_room_more(r, count))

/* Those of all rooms, for the pairs and combinations of the next locus. */
static double bytes_with(const mc_haplotype_extension *work, int words) {
  double bytes = 0;
  for (int side = 0; side < 2; side++) {
    const double pairs = side != work->side ? work->count : 0;
    const double combinations = side != work->side ? work->combinations : 0;
    bytes += BYTES_WITH(&work->one[side], pairs);
    bytes += BYTES_WITH(&work->two[side], pairs);
    bytes += BYTES_WITH(&work->expected[side], pairs);
    bytes += BYTES_WITH(&work->code[side], combinations * words);
  }
  bytes += BYTES_WITH(&work->number, work->combinations);
  return bytes + BYTES_WITH(&work->used, work->combinations);
}

double mc_haplotype_pairs_bytes(const mc_haplotype_extension *work, const mc_haplotype_fit *fit) {
  const double codes = (double) fit->haplotypes.count + work->combinations;
  return 32 * work->count + 8.0 * fit->packing.words * codes + 5 * work->combinations;
}

void mc_haplotype_pairs_count(const mc_haplotype_job *job, int added,
                              const mc_haplotype_grouping *grouping, mc_haplotype_extension *work,
                              const mc_haplotype_fit *fit, int threads) {
  const int64_t groups = fit->groups.count;
  extension e = {.before = &fit->pairs,
                 .groups = &fit->groups,
                 .grouping = grouping,
                 .after = work->after,
                 .count = work->block,
                 .c = {.alleles = job->alleles[job->order[added]]}};
  const int64_t blocks = blocks_of(groups, BLOCK_GROUPS);
  mc_each(threads, 0, blocks, count_pairs, &e);
  work->count = 0;
  for (int64_t b = 0; b < blocks; b++) {
    const double own = e.count[b];
    e.count[b] = work->count < 0x1p62 ? work->count : 0;
    work->count += own;
  }
  e.after.begin[0] = 0;
  mc_each(threads, 0, blocks, add_before, &e);
  work->combinations = (double) fit->haplotypes.count * e.c.alleles;
  work->bytes = bytes_with(work, fit->packing.words);
}

mc_status mc_haplotype_pairs_room(mc_haplotype_extension *work, const mc_haplotype_fit *fit,
                                  mc_arena *arena) {
  const int to = 1 - work->side;
  if (work->count > MOST || work->combinations > MOST)
    return MC_ERR_SIZE;
  const int64_t pairs = (int64_t) work->count, combinations = (int64_t) work->combinations;
  const int64_t codes = mc_min(combinations, 2 * pairs);
  const int64_t blocks = blocks_of(fit->haplotypes.count, BLOCK_HAPLOTYPES);
  MC_TRY(mc_haplotype_room_take(&work->one[to], pairs, arena));
  MC_TRY(mc_haplotype_room_take(&work->two[to], pairs, arena));
  MC_TRY(mc_haplotype_room_take(&work->expected[to], pairs, arena));
  MC_TRY(mc_haplotype_room_take(&work->used, combinations, arena));
  MC_TRY(mc_haplotype_room_take(&work->number, combinations, arena));
  MC_TRY(mc_haplotype_room_take(&work->found, blocks + 1, arena));
  MC_TRY(mc_haplotype_room_take(&work->code[to], codes * fit->packing.words, arena));
  work->after.one = work->one[to].at;
  work->after.two = work->two[to].at;
  work->after.expected = work->expected[to].at;
  return MC_OK;
}

/* The pairs of a group get its weight, by the posteriors of the pairs that they come from. */
static void fill_pairs(void *context, int64_t first, int64_t last) {
  const extension *e = context;
  for (int64_t g = first; g < last; g++) {
    const int32_t parent = e->grouping->parent[g];
    const int64_t begin = e->before->begin[parent], end = e->before->begin[parent + 1];
    int64_t at = e->after.begin[g];
    double all = 0;
    for (int64_t i = begin; i < end; i++)
      all += e->before->expected[i];
    for (int64_t i = begin; i < end; i++)
      if (e->before->expected[i] > 0)
        at = put_all(&e->c, at, e->before->one[i], e->before->two[i],
                     e->before->expected[i] / all * e->groups->weight[g], e->grouping->genotype[g]);
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

static void clear_marks(void *context, int64_t first, int64_t last) {
  const extension *e = context;
  for (int64_t i = first; i < last; i++)
    atomic_init(&e->used[i], 0);
}

static bool is_used(const extension *e, int64_t combination) {
  return atomic_load_explicit(&e->used[combination], memory_order_relaxed) != 0;
}

MC_BODY(count_used, const extension, e, block) {
  const int64_t each = (int64_t) BLOCK_HAPLOTYPES * e->c.alleles;
  const int64_t last = mc_min((block + 1) * each, e->haplotypes * e->c.alleles);
  int64_t count = 0;
  for (int64_t i = block * each; i < last; i++)
    count += is_used(e, i);
  e->found[block] = count;
}

/* Numbers the combinations of a haplotype and an allele that are used, and writes their codes. */
MC_BODY(number_used, const extension, e, block) {
  const mc_haplotype_packing *packing = e->packing;
  const int64_t words = packing->words, from = block * BLOCK_HAPLOTYPES;
  const int64_t last = mc_min(from + BLOCK_HAPLOTYPES, e->haplotypes);
  int64_t next = e->found[block];
  for (int64_t h = from, i = from * e->c.alleles; h < last; h++)
    for (int32_t a = 0; a < e->c.alleles; a++, i++)
      if (is_used(e, i)) {
        uint64_t *code = e->code + next * words;
        memcpy(code, e->shorter + h * words, (size_t) words * sizeof *code);
        mc_haplotype_packing_put(packing, code, e->added, (uint64_t) a);
        e->number[i] = (int32_t) next++;
      }
}

/* Returns how many combinations are used. */
static int64_t number_all(extension *e, int threads) {
  const int64_t blocks = blocks_of(e->haplotypes, BLOCK_HAPLOTYPES);
  mc_each(threads, 0, blocks, count_used, e);
  int64_t next = 0;
  for (int64_t b = 0; b < blocks; b++) {
    const int64_t own = e->found[b];
    e->found[b] = next;
    next += own;
  }
  mc_each(threads, 0, blocks, number_used, e);
  return next;
}

int64_t mc_haplotype_pairs_extend(const mc_haplotype_job *job, const uint64_t *seed, int added,
                                  const mc_haplotype_grouping *grouping,
                                  mc_haplotype_extension *work, mc_haplotype_fit *fit,
                                  int threads) {
  const int to = 1 - work->side;
  const int64_t groups = fit->groups.count, pairs = (int64_t) work->count;
  extension e = {.before = &fit->pairs,
                 .groups = &fit->groups,
                 .grouping = grouping,
                 .after = work->after,
                 .c = {.share = grouping->share,
                       .alleles = job->alleles[job->order[added]],
                       .random = seed != NULL,
                       .one = work->after.one,
                       .two = work->after.two,
                       .expected = work->after.expected},
                 .used = work->used.at,
                 .number = work->number.at,
                 .found = work->found.at,
                 .haplotypes = fit->haplotypes.count,
                 .shorter = fit->haplotypes.code,
                 .code = work->code[to].at,
                 .packing = &fit->packing,
                 .added = added};
  if (seed != NULL)
    e.c.seed = *seed + (uint64_t) (added + 1) * UINT64_C(0xd1342543de82ef95);
  mc_ranges(threads, (int64_t) work->combinations, GRAIN_MARKS, clear_marks, &e);
  mc_ranges(threads, groups, GRAIN_GROUPS, fill_pairs, &e);
  fit->haplotypes.count = number_all(&e, threads);
  fit->haplotypes.code = e.code;
  mc_ranges(threads, pairs, GRAIN_PAIRS, renumber, &e);
  fit->pairs = e.after;
  work->side = to;
  return fit->haplotypes.count;
}

/* ---- culling ---- */

static void note_lost(int loci, mc_haplotype_fit *fit) {
  for (int64_t g = 0; g < fit->groups.count; g++)
    if (fit->pairs.begin[g] == fit->pairs.begin[g + 1])
      for (int64_t c = fit->groups.begin[g]; c < fit->groups.begin[g + 1]; c++)
        if (fit->lost[c] == 0)
          fit->lost[c] = loci;
}

void mc_haplotype_pairs_cull(const mc_haplotype_job *job, int loci, mc_haplotype_fit *fit) {
  const mc_haplotype_groups *groups = &fit->groups;
  const double *frequency = fit->haplotypes.frequency;
  mc_haplotype_pairs *pairs = &fit->pairs;
  int64_t to = 0, begin = 0;
  for (int64_t g = 0; g < groups->count; g++) {
    const int64_t end = pairs->begin[g + 1], kept = to;
    double least = 0, sum = 0;
    for (int64_t i = begin; i < end; i++)
      if (pairs->expected[i] > least)
        least = pairs->expected[i];
    if (least > job->min_posterior * groups->weight[g])
      least = job->min_posterior * groups->weight[g];
    for (int64_t i = begin; i < end; i++) {
      const int32_t one = pairs->one[i], two = pairs->two[i];
      const double expected = pairs->expected[i];
      if (expected > 0 && expected >= least && frequency[one] >= job->min_prior &&
          frequency[two] >= job->min_prior) {
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
  note_lost(loci, fit);
}
