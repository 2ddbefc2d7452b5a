#include "haplotype/classes.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/integers.h"
#include "base/team.h"
#include "haplotype/costs.h"
#include "haplotype/threads.h"
#include "quicksort/by_comparison.h"

enum {
  BLOCK = 4096,      /* subjects, or classes, that a thread takes at a time */
  FIRST_SLOTS = 256, /* slots of a hash table at first */
  BUCKET = 4096,     /* subjects of a bucket, about */
  MOST_BUCKETS = 256
};

/* A class that is to be sorted. */
typedef struct {
  uint64_t top; /* the first word */
  const uint64_t *key;
  int32_t words, subject;
} item;

typedef struct {
  const mc_haplotype_job *job;
  mc_haplotype_packing packing; /* of the codes of genotypes */
  int words;                    /* of a key: */
  uint64_t *key;                /* [subject * words + word]: packed codes of all loci */
  uint32_t *hash;               /* of each subject's key */
  int32_t *leader;              /* of each subject: the first of its genotype in its block */
  int32_t *leading; /* of each leader: the first leader of its bucket with the same genotype */
  double *weight;   /* of each leader: the weight of all that it leads */
  int64_t *leaders; /* leaders of each block */
  int32_t *list;    /* leaders, block by block; later the class of each first leader */
  int32_t *sorted;  /* leaders, bucket by bucket */
  int buckets;
  int64_t *place;  /* [blocks * buckets]: how many leaders; later where the next one goes */
  int64_t *bucket; /* [buckets + 1]: where each bucket begins in `sorted` */
  int64_t *found;  /* [buckets + 1]: classes of each bucket; later of all buckets before it */
  int32_t *slots;  /* the hash tables of the buckets */
  item *items;
  mc_haplotype_classes *classes;
  mc_haplotype_genotype *genotype;
} making;

/* ---- packing ---- */

/* The code of a genotype: its number in the order (0, 0), (0, 1), ..., (1, 1), ... */
static inline uint32_t code_of(uint32_t low, uint32_t high, uint32_t alleles) {
  return low * (2 * alleles + 1 - low) / 2 + high;
}

static mc_status make_packing(making *m, mc_arena *arena) {
  const mc_haplotype_job *job = m->job;
  int64_t *codes = mc_alloc(arena, job->loci, sizeof *codes);
  if (codes == NULL)
    return MC_ERR_MEMORY;
  for (int k = 0; k < job->loci; k++) {
    const int64_t alleles = job->alleles[job->order[k]];
    codes[k] = (alleles + 1) * (alleles + 2) / 2;
  }
  MC_TRY(mc_haplotype_packing_make(&m->packing, job->loci, codes, arena));
  m->words = m->packing.words;
  return MC_OK;
}

static void pack_block(const making *m, int64_t first, int64_t count) {
  const mc_haplotype_job *job = m->job;
  const int64_t n = job->subjects;
  uint64_t own[BLOCK];
  for (int w = 0, k = 0; w < m->words; w++) {
    memset(own, 0, (size_t) count * sizeof *own);
    for (; k < job->loci && m->packing.word[k] == w; k++) {
      const int32_t *x = job->allele + 2 * (int64_t) job->order[k] * n + first, *y = x + n;
      const uint32_t alleles = (uint32_t) job->alleles[job->order[k]];
      const int shift = m->packing.shift[k];
      for (int64_t i = 0; i < count; i++) {
        const uint32_t low = (uint32_t) (x[i] < y[i] ? x[i] : y[i]);
        const uint32_t high = (uint32_t) (x[i] < y[i] ? y[i] : x[i]);
        own[i] |= (uint64_t) code_of(low, high, alleles) << shift;
      }
    }
    for (int64_t i = 0; i < count; i++)
      m->key[(first + i) * m->words + w] = own[i];
  }
  for (int64_t i = first; i < first + count; i++) {
    uint64_t hash = 0;
    for (int w = 0; w < m->words; w++)
      hash = mc_mix64(hash ^ m->key[i * m->words + w]);
    m->hash[i] = (uint32_t) hash;
  }
}

/* ---- subjects that differ ---- */

static bool are_same(const making *m, int64_t i, int64_t k) {
  const uint64_t *x = m->key + i * m->words, *y = m->key + k * m->words;
  for (int w = 0; w < m->words; w++)
    if (x[w] != y[w])
      return false;
  return true;
}

/* The slot of the genotype of subject i. */
static int64_t slot_of(const making *m, const int32_t *slots, int64_t size, int64_t i) {
  int64_t at = m->hash[i] & (size - 1);
  while (slots[at] >= 0 && !are_same(m, slots[at], i))
    at = (at + 1) & (size - 1);
  return at;
}

static void clear(int32_t *slots, int64_t size) {
  memset(slots, -1, (size_t) size * sizeof *slots);
}

/* Finds the different genotypes of subject[0 .. count - 1] (NULL: of subjects first, first + 1,
   ...). The first subjects with each become list[], in order. of[i] becomes the first subject with
   the genotype of i, and weight[] of it the sum of their weights. `slots` has room for twice as
   many as subjects, rounded up to a power of 2. Returns how many genotypes there are. */
static int64_t lead(const making *m, const int32_t *subject, int64_t first, int64_t count,
                    const double *weight, int32_t *of, int32_t *list, int32_t *slots) {
  int64_t size = FIRST_SLOTS, found = 0;
  clear(slots, size);
  for (int64_t k = 0; k < count; k++) {
    const int64_t i = subject == NULL ? first + k : subject[k];
    const double own = weight == NULL ? 1 : weight[i];
    int64_t at = slot_of(m, slots, size, i);
    if (slots[at] >= 0) {
      of[i] = slots[at];
      m->weight[slots[at]] += own;
      continue;
    }
    of[i] = slots[at] = list[found++] = (int32_t) i;
    m->weight[i] = own;
    if (2 * found > size) {
      size *= 2;
      clear(slots, size);
      for (int64_t l = 0; l < found; l++) {
        at = slot_of(m, slots, size, list[l]);
        slots[at] = list[l];
      }
    }
  }
  return found;
}

MC_BODY(lead_block, const making, m, block) {
  const int64_t first = block * BLOCK, count = mc_min(BLOCK, m->job->subjects - first);
  int32_t slots[2 * BLOCK];
  pack_block(m, first, count);
  m->leaders[block] =
    lead(m, NULL, first, count, m->job->weight, m->leader, m->list + first, slots);
}

static int part_of(const making *m, int64_t i) {
  return (int) (((uint64_t) m->hash[i] * (uint64_t) m->buckets) >> 32);
}

MC_BODY(count_parts, const making, m, block) {
  int64_t *place = m->place + block * m->buckets;
  memset(place, 0, (size_t) m->buckets * sizeof *place);
  for (int64_t k = 0; k < m->leaders[block]; k++)
    place[part_of(m, m->list[block * BLOCK + k])]++;
}

MC_BODY(divide_block, const making, m, block) {
  int64_t *place = m->place + block * m->buckets;
  for (int64_t k = 0; k < m->leaders[block]; k++) {
    const int32_t i = m->list[block * BLOCK + k];
    m->sorted[place[part_of(m, i)]++] = i;
  }
}

/* The weights of leaders exist already. The weights of the first leaders are summed up again. */
MC_BODY(lead_bucket, const making, m, bucket) {
  const int64_t begin = m->bucket[bucket], count = m->bucket[bucket + 1] - begin;
  m->found[bucket + 1] = lead(m, m->sorted + begin, 0, count, m->weight, m->leading,
                              m->sorted + begin, m->slots + 4 * begin + FIRST_SLOTS * bucket);
}

/* The table of a bucket has room for FIRST_SLOTS, and 4 slots for each subject: twice as many as
   subjects, rounded up to a power of 2. */
static mc_status divide(making *m, int threads, mc_arena *arena) {
  const int64_t n = m->job->subjects, blocks = (n + BLOCK - 1) / BLOCK;
  int64_t all = 0;
  for (int64_t b = 0; b < blocks; b++)
    all += m->leaders[b];
  for (m->buckets = 1; m->buckets < MOST_BUCKETS && (int64_t) m->buckets * BUCKET < all;)
    m->buckets *= 2;
  m->place = mc_alloc(arena, blocks * m->buckets, sizeof *m->place);
  m->bucket = mc_alloc(arena, m->buckets + 1, sizeof *m->bucket);
  m->found = mc_alloc(arena, m->buckets + 1, sizeof *m->found);
  m->sorted = mc_alloc(arena, all, sizeof *m->sorted);
  m->slots = mc_alloc(arena, 4 * all + (int64_t) FIRST_SLOTS * m->buckets, sizeof *m->slots);
  if (m->place == NULL || m->bucket == NULL || m->found == NULL || m->sorted == NULL ||
      m->slots == NULL)
    return MC_ERR_MEMORY;
  if (m->buckets == 1)
    threads = 1;
  mc_each(threads, 0, blocks, count_parts, m);
  int64_t next = 0;
  for (int p = 0; p < m->buckets; p++) {
    m->bucket[p] = next;
    for (int64_t b = 0; b < blocks; b++) {
      const int64_t count = m->place[b * m->buckets + p];
      m->place[b * m->buckets + p] = next;
      next += count;
    }
  }
  m->bucket[m->buckets] = next;
  mc_each(threads, 0, blocks, divide_block, m);
  mc_each(threads, 0, m->buckets, lead_bucket, m);
  m->found[0] = 0;
  for (int p = 0; p < m->buckets; p++)
    m->found[p + 1] += m->found[p];
  m->classes->count = m->found[m->buckets];
  return MC_OK;
}

/* ---- classes ---- */

static int compare_items(const void *x_, const void *y_) {
  const item *x = x_, *y = y_;
  if (x->top != y->top)
    return x->top < y->top ? -1 : 1;
  for (int w = 1; w < x->words; w++)
    if (x->key[w] != y->key[w])
      return x->key[w] < y->key[w] ? -1 : 1;
  return 0;
}

MC_BODY(take_bucket, const making, m, bucket) {
  for (int64_t c = m->found[bucket], k = m->bucket[bucket]; c < m->found[bucket + 1]; c++, k++) {
    const int32_t i = m->sorted[k];
    const uint64_t *key = m->key + (int64_t) i * m->words;
    m->items[c] = (item){key[0], key, m->words, i};
  }
}

static void describe_classes(void *context, int64_t begin, int64_t end) {
  const making *m = context;
  const mc_haplotype_job *job = m->job;
  const int64_t n = job->subjects;
  for (int64_t c = begin; c < end; c++) {
    const int32_t i = m->items[c].subject;
    m->classes->differs[c] =
      c == 0 ? -1
             : mc_haplotype_packing_difference(&m->packing, m->items[c - 1].key, m->items[c].key);
    m->classes->weight[c] = m->weight[i];
    for (int k = 0; k < job->loci; k++) {
      const int32_t x = job->allele[2 * (int64_t) job->order[k] * n + i];
      const int32_t y = job->allele[(2 * (int64_t) job->order[k] + 1) * n + i];
      m->genotype[c * job->loci + k] =
        x < y ? (mc_haplotype_genotype){x, y} : (mc_haplotype_genotype){y, x};
    }
  }
}

/* Gives each first leader the number of its class. */
static void number_classes(void *context, int64_t begin, int64_t end) {
  const making *m = context;
  for (int64_t c = begin; c < end; c++)
    m->list[m->items[c].subject] = (int32_t) c;
}

static void number_subjects(void *context, int64_t begin, int64_t end) {
  const making *m = context;
  for (int64_t i = begin; i < end; i++)
    m->classes->of[i] = m->list[m->leading[m->leader[i]]];
}

/* Are all sums of weights exact, in any order? */
static bool are_whole(const mc_haplotype_job *job) {
  double sum = 0;
  if (job->weight == NULL)
    return true;
  for (int64_t i = 0; i < job->subjects; i++) {
    if (job->weight[i] != floor(job->weight[i]))
      return false;
    sum += job->weight[i];
  }
  return sum <= 0x1p52;
}

static mc_status finish(making *m, int threads, const mc_call *call) {
  const mc_haplotype_job *job = m->job;
  mc_haplotype_classes *classes = m->classes;
  const int64_t count = classes->count;
  m->items = mc_alloc(call->arena, count, sizeof *m->items);
  m->genotype = mc_alloc(call->arena, count * job->loci, sizeof *m->genotype);
  classes->genotype = m->genotype;
  classes->differs = mc_alloc(call->arena, count, sizeof *classes->differs);
  classes->weight = mc_alloc(call->arena, count, sizeof *classes->weight);
  classes->before = mc_alloc(call->arena, count + 1, sizeof *classes->before);
  if (m->items == NULL || m->genotype == NULL || classes->differs == NULL ||
      classes->weight == NULL || classes->before == NULL)
    return MC_ERR_MEMORY;
  mc_each(m->buckets == 1 ? 1 : threads, 0, m->buckets, take_bucket, m);
  mc_qsort(m->items, (size_t) count, sizeof *m->items, compare_items,
           mc_haplotype_threads((double) count * 20 * MC_HAPLOTYPE_SECONDS_SUBJECT, call), 0);
  const double work = (double) count * job->loci * 8 * MC_HAPLOTYPE_SECONDS_CELL;
  mc_ranges(mc_haplotype_threads(work, call), count, BLOCK / 8, describe_classes, m);
  mc_ranges(threads, count, BLOCK, number_classes, m);
  mc_ranges(threads, job->subjects, BLOCK, number_subjects, m);
  classes->exact = are_whole(job);
  classes->before[0] = 0;
  for (int64_t c = 0; c < count; c++)
    classes->before[c + 1] = classes->before[c] + classes->weight[c];
  return MC_OK;
}

mc_status mc_haplotype_classes_make(const mc_haplotype_job *job, mc_haplotype_classes *classes,
                                    const mc_call *call) {
  mc_arena *arena = call->arena;
  const int64_t n = job->subjects, blocks = (n + BLOCK - 1) / BLOCK;
  making m = {.job = job, .classes = classes};
  MC_TRY(make_packing(&m, arena));
  *classes = (mc_haplotype_classes){.subjects = n, .of = mc_alloc(arena, n, sizeof *classes->of)};
  m.key = mc_alloc(arena, n * m.words, sizeof *m.key);
  m.hash = mc_alloc(arena, n, sizeof *m.hash);
  m.leader = mc_alloc(arena, n, sizeof *m.leader);
  m.leading = mc_alloc(arena, n, sizeof *m.leading);
  m.weight = mc_alloc(arena, n, sizeof *m.weight);
  m.leaders = mc_alloc(arena, blocks, sizeof *m.leaders);
  m.list = mc_alloc(arena, n, sizeof *m.list);
  if (classes->of == NULL || m.key == NULL || m.hash == NULL || m.leader == NULL ||
      m.leading == NULL || m.weight == NULL || m.leaders == NULL || m.list == NULL)
    return MC_ERR_MEMORY;
  const double seconds =
    (double) n * (2 * job->loci * MC_HAPLOTYPE_SECONDS_CELL + MC_HAPLOTYPE_SECONDS_SUBJECT);
  const int threads = mc_haplotype_threads(seconds, call);
  mc_each(threads, 0, blocks, lead_block, &m);
  MC_TRY(divide(&m, threads, arena));
  return finish(&m, threads, call);
}

void mc_haplotype_classes_list(const mc_haplotype_classes *classes, int64_t *begin,
                               int64_t *subject) {
  memset(begin, 0, (size_t) (classes->count + 1) * sizeof *begin);
  for (int64_t i = 0; i < classes->subjects; i++)
    begin[classes->of[i] + 1]++;
  for (int64_t c = 0; c < classes->count; c++)
    begin[c + 1] += begin[c];
  for (int64_t i = 0; i < classes->subjects; i++)
    subject[begin[classes->of[i]]++] = i;
  for (int64_t c = classes->count; c > 0; c--)
    begin[c] = begin[c - 1];
  begin[0] = 0;
}
