#include "haplotype/genotypes.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/hash.h"
#include "base/integers.h"
#include "base/team.h"
#include "haplotype/cells.h"
#include "haplotype/costs.h"
#include "haplotype/threads.h"
#include "haplotype/types.h"
#include "quicksort/by_comparison.h"

enum {
  BLOCK = 1024,      /* subjects that a thread takes at a time */
  PLACES = 1024,     /* the most values of a table of all values */
  SLOTS = 1 << 16,   /* the most slots of a thread's hash table */
  FIRST_SLOTS = 1024 /* ... at first */
};

static int threads_for(double cells, const mc_call *call) {
  return mc_haplotype_threads(cells * MC_HAPLOTYPE_SECONDS_CELL, call);
}

typedef struct {
  uint64_t key;   /* has the order of the alleles; 0: an empty slot, as no allele has this key */
  int32_t number; /* of the allele, from 1 on, in the order of first appearance */
} slot;

/* The table of one thread. */
typedef struct {
  slot *slots;        /* [SLOTS] */
  uint64_t *distinct; /* [MC_HAPLOTYPE_MOST_ALLELES]: keys, by their numbers */
  int32_t *rank;      /* [MC_HAPLOTYPE_MOST_ALLELES + 1] */
} table;

typedef struct {
  const mc_haplotype_genotype_job *job;
  int32_t *number;
  mc_haplotype_genotype_result *result;
  int32_t below;           /* values of a table of all values; 0: there is no table */
  const int32_t *one;      /* of each value of the table: its allele */
  const int32_t *two;      /* ... its second allele; or NULL */
  atomic_uchar *present;   /* [loci][MC_HAPLOTYPE_DIRECT_ALLELES] */
  atomic_uchar *unfit;     /* of each locus: are its alleles searched in a hash table? */
  int32_t *direct;         /* [loci][MC_HAPLOTYPE_DIRECT_ALLELES]: numbers of alleles */
  const int32_t *searched; /* the loci whose alleles are searched */
  table *tables;
  atomic_llong empty;
  atomic_bool odd;
} coding;

/* ---- the alleles of each locus ---- */

static void mark(atomic_uchar *to, const unsigned char *from) {
  for (int a = 0; a < MC_HAPLOTYPE_DIRECT_ALLELES; a++)
    if (from[a] != 0 && atomic_load_explicit(&to[a], memory_order_relaxed) == 0)
      atomic_store_explicit(&to[a], 1, memory_order_relaxed);
}

MC_BODY(look_block, coding, c, block) {
  const mc_haplotype_genotype_job *job = c->job;
  const int64_t first = block * BLOCK, count = mc_min(BLOCK, job->cells.rows - first);
  int32_t place[BLOCK];
  for (int j = 0; j < job->loci; j++) {
    unsigned char seen[PLACES + 2] = {0}, present[MC_HAPLOTYPE_DIRECT_ALLELES] = {0};
    for (int k = 0; k < job->width; k++) {
      mc_haplotype_cells_read(&job->cells, (int64_t) j * job->width + k, first, count, c->below,
                              place);
      for (int64_t i = 0; i < count; i++)
        seen[place[i] + 2] = 1;
    }
    for (int32_t v = 0; v < c->below; v++)
      if (seen[v + 2]) {
        present[c->one[v]] = 1;
        if (c->two != NULL)
          present[c->two[v]] = 1;
      }
    mark(c->present + (int64_t) j * MC_HAPLOTYPE_DIRECT_ALLELES, present);
    if (seen[MC_HAPLOTYPE_CELL_UNFIT + 2])
      atomic_store_explicit(&c->unfit[j], 1, memory_order_relaxed);
  }
}

/* Numbers the alleles that are present. */
static void number_direct(coding *c, int j) {
  const atomic_uchar *present = c->present + (int64_t) j * MC_HAPLOTYPE_DIRECT_ALLELES;
  int32_t *direct = c->direct + (int64_t) j * MC_HAPLOTYPE_DIRECT_ALLELES, count = 0;
  direct[0] = 0;
  for (int a = 1; a < MC_HAPLOTYPE_DIRECT_ALLELES; a++)
    direct[a] = atomic_load_explicit(&present[a], memory_order_relaxed) ? ++count : 0;
  c->result->count[j] = count;
}

static void list_direct(const coding *c, int j) {
  const int32_t *direct = c->direct + (int64_t) j * MC_HAPLOTYPE_DIRECT_ALLELES;
  for (int a = 1; a < MC_HAPLOTYPE_DIRECT_ALLELES; a++)
    if (direct[a] > 0)
      c->result->allele[j][direct[a] - 1] = a;
}

/* ---- alleles that are searched in a hash table, locus by locus ---- */

#define TOP_BIT (UINT64_C(1) << 63)

/* Doubles as integers in the same order, and back. No number has the key 0. */
static uint64_t key_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits & TOP_BIT ? ~bits : bits | TOP_BIT;
}

static double allele_of(uint64_t key) {
  const uint64_t bits = key & TOP_BIT ? key ^ TOP_BIT : ~key;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The allele of a cell; of a cell that stands for two, allele `which`. 0: missing. */
static double cell_allele(const mc_haplotype_genotype_job *job, int64_t cell, int which,
                          bool *odd) {
  double x;
  if (job->cells.type == MC_I32) {
    const int32_t own = ((const int32_t *) job->cells.data)[cell];
    x = own == INT32_MIN ? (double) NAN : own; /* NAN is a float */
  } else {
    x = ((const double *) job->cells.data)[cell];
  }
  if (isnan(x))
    return 0;
  if (job->one == NULL) {
    *odd = *odd || isinf(x);
    return x;
  }
  if (!(x >= 0 && x < job->values && x == (int32_t) x)) {
    *odd = true;
    return 0;
  }
  return (which == 0 || job->two == NULL ? job->one : job->two)[(int32_t) x];
}

static uint64_t place_in(const slot *slots, uint64_t size, uint64_t key) {
  uint64_t at = mc_mix64(key) & (size - 1);
  while (slots[at].key != 0 && slots[at].key != key)
    at = (at + 1) & (size - 1);
  return at;
}

static void spread(table *t, uint64_t size, int64_t count) {
  memset(t->slots, 0, size * sizeof *t->slots);
  for (int64_t k = 0; k < count; k++)
    t->slots[place_in(t->slots, size, t->distinct[k])] = (slot){t->distinct[k], (int32_t) k + 1};
}

static int compare_keys(const void *x_, const void *y_) {
  const uint64_t x = *(const uint64_t *) x_, y = *(const uint64_t *) y_;
  return x < y ? -1 : x > y;
}

/* Writes the alleles of a locus as numbers in the order of first appearance. Returns how many
   alleles there are; -1: more than MC_HAPLOTYPE_MOST_ALLELES. */
static int64_t search_alleles(coding *c, table *t, int j) {
  const mc_haplotype_genotype_job *job = c->job;
  const int64_t n = job->cells.rows;
  uint64_t size = FIRST_SLOTS;
  int64_t count = 0;
  bool odd = false;
  spread(t, size, 0);
  for (int64_t i = 0; i < 2 * n; i++) {
    const int64_t k = i / n, cell = job->width == 2 ? 2 * j * n + i : j * n + i - k * n;
    const double x = cell_allele(job, cell, (int) k, &odd);
    int32_t *number = &c->number[2 * j * n + i];
    *number = 0;
    if (x == 0)
      continue;
    const uint64_t key = key_of(x);
    uint64_t at = place_in(t->slots, size, key);
    if (t->slots[at].key == 0) {
      if (count == MC_HAPLOTYPE_MOST_ALLELES) {
        count = -1;
        break;
      }
      t->distinct[count++] = key;
      t->slots[at] = (slot){key, (int32_t) count};
      if (2 * (uint64_t) count > size) {
        size *= 2;
        spread(t, size, count);
        at = place_in(t->slots, size, key);
      }
    }
    *number = t->slots[at].number;
  }
  for (int64_t i = 0; i < n * job->width && count < 0; i++) /* cells behind may be odd, too */
    cell_allele(job, j * n * job->width + i, 0, &odd);
  if (odd)
    atomic_store(&c->odd, true);
  return count;
}

static void search_locus(void *context, int64_t place, int thread) {
  coding *c = context;
  table *t = &c->tables[thread];
  const int j = c->searched[place];
  const int64_t count = search_alleles(c, t, j), n = c->job->cells.rows;
  c->result->count[j] = count;
  if (count < 0)
    return;
  mc_qsort(t->distinct, (size_t) count, sizeof *t->distinct, compare_keys, 1, 0);
  t->rank[0] = 0;
  uint64_t size = FIRST_SLOTS;
  while (size < 2 * (uint64_t) count)
    size *= 2;
  for (int64_t k = 0; k < count; k++) {
    c->result->allele[j][k] = allele_of(t->distinct[k]);
    t->rank[t->slots[place_in(t->slots, size, t->distinct[k])].number] = (int32_t) k + 1;
  }
  int32_t *number = c->number + 2 * j * n;
  for (int64_t i = 0; i < 2 * n; i++)
    number[i] = t->rank[number[i]];
}

/* Counts the alleles of a locus with more of them than a table takes. */
static mc_status count_by_sort(coding *c, int j, const mc_call *call) {
  const mc_haplotype_genotype_job *job = c->job;
  const int64_t n = job->cells.rows;
  uint64_t *keys = mc_alloc(call->arena, 2 * n, sizeof *keys);
  if (keys == NULL)
    return MC_ERR_MEMORY;
  int64_t all = 0, count = 0;
  bool odd = false;
  for (int64_t i = 0; i < 2 * n; i++) {
    const int64_t k = i / n, cell = job->width == 2 ? 2 * j * n + i : j * n + i - k * n;
    const double x = cell_allele(job, cell, (int) k, &odd);
    if (x != 0)
      keys[all++] = key_of(x);
  }
  mc_qsort(keys, (size_t) all, sizeof *keys, compare_keys, 1, 0);
  for (int64_t i = 0; i < all; i++)
    count += i == 0 || keys[i] != keys[i - 1];
  c->result->count[j] = count;
  c->result->allele[j] = NULL;
  return MC_OK;
}

static mc_status search_loci(coding *c, const mc_call *call) {
  const mc_haplotype_genotype_job *job = c->job;
  const int64_t most = mc_min(2 * job->cells.rows, MC_HAPLOTYPE_MOST_ALLELES);
  int32_t *searched = mc_alloc(call->arena, job->loci, sizeof *searched);
  if (searched == NULL)
    return MC_ERR_MEMORY;
  int count = 0;
  for (int j = 0; j < job->loci; j++)
    if (atomic_load(&c->unfit[j])) {
      searched[count++] = j;
      c->result->allele[j] = mc_alloc(call->arena, most, sizeof(double));
      if (c->result->allele[j] == NULL)
        return MC_ERR_MEMORY;
    }
  if (count == 0)
    return MC_OK;
  const double cells = 2.0 * (double) job->cells.rows * count;
  const int threads = (int) mc_min(threads_for(4 * cells, call), count);
  c->searched = searched;
  c->tables = mc_alloc(call->arena, threads, sizeof *c->tables);
  for (int t = 0; t < threads && c->tables != NULL; t++) {
    c->tables[t] = (table){
      .slots = mc_alloc(call->arena, SLOTS, sizeof *c->tables->slots),
      .distinct = mc_alloc(call->arena, MC_HAPLOTYPE_MOST_ALLELES, sizeof *c->tables->distinct),
      .rank = mc_alloc(call->arena, MC_HAPLOTYPE_MOST_ALLELES + 1, sizeof *c->tables->rank)};
    if (c->tables[t].slots == NULL || c->tables[t].distinct == NULL || c->tables[t].rank == NULL)
      return MC_ERR_MEMORY;
  }
  if (c->tables == NULL)
    return MC_ERR_MEMORY;
  mc_each(threads, 0, count, search_locus, c);
  for (int k = 0; k < count && !atomic_load(&c->odd); k++)
    if (c->result->count[searched[k]] < 0)
      MC_TRY(count_by_sort(c, searched[k], call));
  return MC_OK;
}

/* ---- numbers ---- */

static void write_direct(const coding *c, int j, int64_t first, int64_t count, int32_t *place) {
  const mc_haplotype_genotype_job *job = c->job;
  const int64_t n = job->cells.rows;
  const int32_t *direct = c->direct + (int64_t) j * MC_HAPLOTYPE_DIRECT_ALLELES;
  int32_t numbers[PLACES + 2] = {0}; /* of each value; values below 0 are missing */
  for (int k = 0; k < 2; k++) {
    const int32_t *map = k == 0 || c->two == NULL ? c->one : c->two;
    int32_t *number = c->number + (2 * j + k) * n + first;
    for (int32_t v = 0; v < c->below; v++)
      numbers[v + 2] = direct[map[v]];
    if (k == 0 || job->width == 2)
      mc_haplotype_cells_read(&job->cells, (int64_t) j * job->width + k, first, count, c->below,
                              place);
    for (int64_t i = 0; i < count; i++)
      number[i] = numbers[place[i] + 2];
  }
}

MC_BODY(write_block, coding, c, block) {
  const mc_haplotype_genotype_job *job = c->job;
  const int64_t n = job->cells.rows, first = block * BLOCK, count = mc_min(BLOCK, n - first);
  int32_t place[BLOCK], any[BLOCK];
  memset(any, 0, sizeof any);
  for (int j = 0; j < job->loci; j++) {
    if (!atomic_load_explicit(&c->unfit[j], memory_order_relaxed))
      write_direct(c, j, first, count, place);
    const int32_t *x = c->number + 2 * j * n + first, *y = x + n;
    if (c->result->count[j] > MC_HAPLOTYPE_MOST_ALLELES)
      continue;
    for (int64_t i = 0; i < count; i++)
      any[i] |= x[i] | y[i];
  }
  int64_t empty = 0;
  for (int64_t i = 0; i < count; i++) {
    c->result->nothing[first + i] = any[i] == 0;
    empty += any[i] == 0;
  }
  if (empty > 0)
    atomic_fetch_add(&c->empty, empty);
}

/* Makes the table of all values: the values of the map, if it has few alleles; else small whole
   numbers. */
static mc_status take_direct(coding *c, mc_arena *arena) {
  const mc_haplotype_genotype_job *job = c->job;
  if (job->one != NULL) {
    c->below = job->known < MC_HAPLOTYPE_DIRECT_ALLELES && job->values <= PLACES ? job->values : 0;
    c->one = job->one;
    c->two = job->two;
    return MC_OK;
  }
  int32_t *same = mc_alloc(arena, MC_HAPLOTYPE_DIRECT_ALLELES, sizeof *same);
  if (same == NULL)
    return MC_ERR_MEMORY;
  for (int a = 0; a < MC_HAPLOTYPE_DIRECT_ALLELES; a++)
    same[a] = a;
  c->below = MC_HAPLOTYPE_DIRECT_ALLELES;
  c->one = same;
  return MC_OK;
}

mc_status mc_haplotype_genotypes_code(const mc_haplotype_genotype_job *job, int32_t *number,
                                      mc_haplotype_genotype_result *result, const mc_call *call) {
  mc_arena *arena = call->arena;
  const int64_t n = job->cells.rows, loci = job->loci, blocks = (n + BLOCK - 1) / BLOCK;
  const int64_t entries = loci * MC_HAPLOTYPE_DIRECT_ALLELES;
  coding c = {.job = job,
              .number = number,
              .result = result,
              .present = mc_alloc(arena, entries, sizeof *c.present),
              .unfit = mc_alloc(arena, loci, sizeof *c.unfit),
              .direct = mc_alloc(arena, entries, sizeof *c.direct)};
  *result = (mc_haplotype_genotype_result){.count = mc_alloc(arena, loci, sizeof *result->count),
                                           .allele = mc_alloc(arena, loci, sizeof *result->allele),
                                           .nothing = mc_alloc(arena, n, sizeof *result->nothing)};
  if (c.present == NULL || c.unfit == NULL || c.direct == NULL || result->count == NULL ||
      result->allele == NULL || result->nothing == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(take_direct(&c, arena));
  memset(c.present, 0, (size_t) entries * sizeof *c.present);
  memset(c.unfit, 0, (size_t) loci * sizeof *c.unfit);
  const int threads = threads_for(2.0 * (double) (n * loci), call);
  mc_each(threads, 0, blocks, look_block, &c);
  int64_t all = 0;
  for (int j = 0; j < loci; j++) {
    if (atomic_load(&c.unfit[j]) && c.below > 0 && job->one != NULL) {
      result->odd = true;
      return MC_OK;
    }
    number_direct(&c, j);
    all += result->count[j];
  }
  double *allele = mc_alloc(arena, all, sizeof *allele);
  if (allele == NULL)
    return MC_ERR_MEMORY;
  for (int j = 0; j < loci; j++) {
    result->allele[j] = allele;
    allele += result->count[j];
    list_direct(&c, j);
  }
  MC_TRY(search_loci(&c, call));
  if (atomic_load(&c.odd)) {
    result->odd = true;
    return MC_OK;
  }
  mc_each(threads, 0, blocks, write_block, &c);
  result->empty = atomic_load(&c.empty);
  return MC_OK;
}

/* ---- numbers that somebody else made ---- */

typedef struct {
  const int32_t *allele, *most;
  int64_t subjects;
  atomic_bool wrong;
} checking;

MC_BODY(check_locus, checking, c, locus) {
  const int32_t *x = c->allele + 2 * locus * c->subjects, most = c->most[locus];
  uint32_t wrong = 0;
  for (int64_t i = 0; i < 2 * c->subjects; i++)
    wrong |= (uint32_t) x[i] > (uint32_t) most;
  if (wrong)
    atomic_store(&c->wrong, true);
}

bool mc_haplotype_genotypes_fit(const int32_t *allele, const int32_t *most, int64_t subjects,
                                int loci, const mc_call *call) {
  checking c = {.allele = allele, .most = most, .subjects = subjects};
  mc_each(threads_for((double) subjects * loci, call), 0, loci, check_locus, &c);
  return !atomic_load(&c.wrong);
}
