#include "haplotype/refine.h"

#include <stdatomic.h>
#include <string.h>

#include "base/hash.h"
#include "base/integers.h"
#include "base/team.h"
#include "haplotype/costs.h"
#include "haplotype/em.h"
#include "haplotype/finder.h"
#include "haplotype/pairs.h"
#include "haplotype/room.h"
#include "quicksort/by_comparison.h"

enum {
  BLOCK = 16, /* groups that a thread takes at a time */
  MOST = INT32_MAX,
  USUAL_THREADS = 4,
  MOST_FITS = 64 /* haplotypes that fit a group, on average, that are kept */
};
#define LEAST_GAIN 0.5           /* least gain of a new haplotype, over the gain of those in use */
#define LEAST_SHARE_OF_GAIN 0.01 /* a haplotype with a smaller share of a gain is left out */
#define LEAST_SHARE 0.1          /* of min_posterior: rarer pairs are left out before the EM */
#define WORTHWHILE 0.01     /* of what all rounds gained: a round that gains less is the last */
#define PRECISION 0.01      /* of job->tolerance, for the EM: there are few pairs */
#define SECONDS_A_TURN 5e-2 /* seconds of the EM between two polls */

/* The fit of one round. */
typedef struct {
  mc_haplotype_fit fit;
  mc_haplotype_em em;
  MC_HAPLOTYPE_ROOM(int64_t) begin;
  MC_HAPLOTYPE_ROOM(int32_t) one, two;
  MC_HAPLOTYPE_ROOM(double) expected;
  MC_HAPLOTYPE_ROOM(uint64_t) code;
} side;

/* A candidate that becomes a haplotype. */
typedef struct {
  const mc_haplotype_packing *packing;
  const uint64_t *code;
  double frequency;
} item;

typedef struct {
  const mc_haplotype_job *job;
  const mc_call *call;
  const mc_haplotype_fit *fit; /* the best so far */
  double share;                /* of the job's memory that may be taken */
  double before;               /* bytes that were taken before the refinement */
  double rooms;                /* bytes of the rooms here and of the sides */
  double others;               /* bytes of finders and EMs, about, for any number of threads */
  const mc_haplotype_genotype *genotype; /* [group * loci + place] */
  int32_t *alleles;                      /* of each locus, as added */
  uint64_t *mask;                        /* [words]: all loci */
  double weight;                         /* of the groups with pairs */
  /* the set in which pairs are found: `known` haplotypes, which are in the fit's pairs, then new
     ones; both are in order */
  mc_haplotype_set set;
  int64_t known;
  uint64_t *set_code; /* the same as set.code and set.frequency, to be written */
  double *frequency;
  int32_t *number; /* of each haplotype of the fit: its number in the set */
  int32_t *rank;   /* of each haplotype of the set: its place among all, in order */
  int threads;
  mc_haplotype_finder *finders; /* of each thread */
  /* of each group with pairs, at the fit's frequencies */
  double *probability;
  int64_t *best; /* the most probable pair of each group */
  /* of each group: the known haplotypes that fit, from[g] on; from[g] = -1: there was no room */
  int32_t *fitting, *fits;
  int64_t *from;
  int64_t capacity;
  atomic_llong filled;
  /* candidates, group by group */
  int64_t *begin;
  uint64_t *code;
  double *gain, *copies; /* the sums over all equal candidates, at the first of these */
  mc_haplotype_found found;
  side sides[2];
  struct {
    MC_HAPLOTYPE_ROOM(int32_t) alleles, number, rank, fitting, fits, table, skip;
    MC_HAPLOTYPE_ROOM(int64_t) best, from, begin;
    MC_HAPLOTYPE_ROOM(uint64_t) mask, set_code, code;
    MC_HAPLOTYPE_ROOM(double) frequency, probability, most_probable, gain, copies;
    MC_HAPLOTYPE_ROOM(item) items;
  } room;
} refinement;

/* ---- memory ---- */

static bool has_room(const refinement *r, double more) {
  return mc_haplotype_bytes_fit(r->job, r->before + r->others + r->rooms + more, r->share);
}

/* Counts `more` bytes for a room, unless they would be too many. */
static bool may_take(refinement *r, double more) {
  if (more > 0 && !has_room(r, more))
    return false;
  r->rooms += more;
  return true;
}

/* Makes room for `count` objects, *p. MC_OK, MC_ERR_MEMORY; MC_ERR_SIZE: it would be too much. */
#define TAKE(r, to, count, p)                                                 \
  (!may_take(r, mc_haplotype_room_more(to, count)) ? MC_ERR_SIZE              \
   : mc_haplotype_room_take(to, (int64_t) (count), (r)->call->arena) != MC_OK \
     ? MC_ERR_MEMORY                                                          \
     : (*(p) = (to)->at, MC_OK))

/* Counts bytes that finders or an EM take themselves. MC_OK, MC_ERR_SIZE. */
static mc_status keep_free(refinement *r, double bytes) {
  r->others += bytes;
  return has_room(r, 0) ? MC_OK : MC_ERR_SIZE;
}

/* ---- the set of haplotypes ---- */

/* Prepares a search of the set. */
static mc_status search_begin(refinement *r) {
  mc_haplotype_set *set = &r->set;
  const double haplotypes = (double) set->count;
  const int most = mc_call_threads(r->call, 1e9);
  int32_t *skip;
  MC_TRY(TAKE(r, &r->room.skip, haplotypes * set->levels, &skip));
  mc_haplotype_finder_skips(set, 0, r->known, skip);
  mc_haplotype_finder_skips(set, r->known, set->count, skip);
  set->skip = skip;
  if (r->finders == NULL) {
    r->finders = mc_alloc(r->call->arena, most, sizeof *r->finders);
    if (r->finders == NULL)
      return MC_ERR_MEMORY;
    memset(r->finders, 0, (size_t) most * sizeof *r->finders);
  }
  r->threads =
    (int) mc_min(most, mc_call_threads(r->call, (double) r->fit->groups.count * haplotypes *
                                                  MC_HAPLOTYPE_SECONDS_CANDIDATE));
  MC_TRY(keep_free(r, USUAL_THREADS * mc_haplotype_finder_bytes(set)));
  for (int t = 0; t < r->threads; t++)
    MC_TRY(mc_haplotype_finder_begin(set, &r->finders[t], r->call->arena));
  return MC_OK;
}

/* Makes room for `count` haplotypes in the set, which keeps what it has. */
static mc_status widen(refinement *r, int64_t count) {
  const int64_t words = r->fit->packing.words, known = r->set.count;
  const uint64_t *code = r->set_code;
  const double *frequency = r->frequency;
  MC_TRY(TAKE(r, &r->room.set_code, (double) (count * words), &r->set_code));
  MC_TRY(TAKE(r, &r->room.frequency, (double) count, &r->frequency));
  if (known > 0 && code != r->set_code)
    memcpy(r->set_code, code, (size_t) (known * words) * sizeof *code);
  if (known > 0 && frequency != r->frequency)
    memcpy(r->frequency, frequency, (size_t) known * sizeof *frequency);
  r->set.count = count;
  r->set.code = r->set_code;
  r->set.frequency = r->frequency;
  return MC_OK;
}

/* Makes the set of the haplotypes in the fit's pairs. */
static mc_status take_known(refinement *r) {
  const mc_haplotype_fit *fit = r->fit;
  const int64_t all = fit->haplotypes.count, words = fit->packing.words;
  const int64_t pairs = fit->pairs.begin[fit->groups.count];
  MC_TRY(TAKE(r, &r->room.number, (double) all, &r->number));
  memset(r->number, 0, (size_t) all * sizeof *r->number);
  for (int64_t i = 0; i < pairs; i++)
    r->number[fit->pairs.one[i]] = r->number[fit->pairs.two[i]] = 1;
  r->known = r->set.count = 0;
  for (int64_t h = 0; h < all; h++)
    r->known += r->number[h];
  MC_TRY(widen(r, r->known));
  for (int64_t h = 0, to = 0; h < all; h++)
    if (r->number[h] != 0) {
      memcpy(r->set_code + to * words, fit->haplotypes.code + h * words,
             (size_t) words * sizeof *r->set_code);
      r->frequency[to] = fit->haplotypes.frequency[h];
      r->number[h] = (int32_t) to++;
    }
  return MC_OK;
}

/* ---- what fits the groups ---- */

static mc_status fits_begin(refinement *r) {
  const double groups = (double) r->fit->groups.count, known = (double) r->known;
  const double each = known < MOST_FITS ? known : MOST_FITS;
  r->capacity = (int64_t) (groups * each);
  atomic_init(&r->filled, 0);
  MC_TRY(TAKE(r, &r->room.fitting, groups * each, &r->fitting));
  MC_TRY(TAKE(r, &r->room.fits, groups, &r->fits));
  return TAKE(r, &r->room.from, groups, &r->from);
}

/* Finds the known haplotypes that fit group g, for the first time, by the thread's finder. */
static mc_haplotype_finder *fit_known(refinement *r, int64_t g, int thread) {
  mc_haplotype_finder *f = &r->finders[thread];
  mc_haplotype_finder_read(f, r->genotype + g * r->job->loci);
  mc_haplotype_finder_fit(f, 0, r->known);
  const int64_t from = atomic_fetch_add(&r->filled, f->count);
  r->fits[g] = (int32_t) f->count;
  r->from[g] = from + f->count <= r->capacity ? from : -1;
  if (r->from[g] >= 0)
    memcpy(r->fitting + from, f->fitting, (size_t) f->count * sizeof *r->fitting);
  return f;
}

/* The same again. */
static mc_haplotype_finder *fit_again(const refinement *r, int64_t g, int thread) {
  mc_haplotype_finder *f = &r->finders[thread];
  mc_haplotype_finder_read(f, r->genotype + g * r->job->loci);
  if (r->from[g] < 0) {
    mc_haplotype_finder_fit(f, 0, r->known);
    return f;
  }
  f->count = r->fits[g];
  memcpy(f->fitting, r->fitting + r->from[g], (size_t) f->count * sizeof *f->fitting);
  return f;
}

/* ---- candidates ---- */

/* The probability of each group, and its best pair. */
static mc_status weigh_groups(refinement *r) {
  const mc_haplotype_fit *fit = r->fit;
  const mc_haplotype_pairs *p = &fit->pairs;
  const double *f = fit->haplotypes.frequency;
  const int64_t groups = fit->groups.count;
  MC_TRY(TAKE(r, &r->room.probability, (double) groups, &r->probability));
  MC_TRY(TAKE(r, &r->room.best, (double) groups, &r->best));
  r->weight = 0;
  for (int64_t g = 0; g < groups; g++) {
    double all = 0, most = -1;
    for (int64_t i = p->begin[g]; i < p->begin[g + 1]; i++) {
      const double product = f[p->one[i]] * f[p->two[i]];
      const double probability = p->one[i] == p->two[i] ? product : 2 * product;
      all += probability;
      if (probability > most) {
        most = probability;
        r->best[g] = i;
      }
    }
    r->probability[g] = all;
    if (p->begin[g] < p->begin[g + 1])
      r->weight += fit->groups.weight[g];
  }
  return MC_OK;
}

static int differing_bits(const refinement *r, const mc_haplotype_finder *f, const uint64_t *code,
                          const uint64_t *with) {
  int count = 0;
  for (int w = 0; w < r->fit->packing.words; w++)
    for (uint64_t left = (code[w] ^ f->p.differ[w] ^ with[w]) & f->p.known[w]; left != 0;
         left &= left - 1)
      count++;
  return count;
}

/* Writes the haplotype that makes up the genotype of group g with haplotype `code`. f has read the
   genotype. */
static void write_partner(const refinement *r, const mc_haplotype_finder *f, int64_t g,
                          const uint64_t *code, uint64_t *partner) {
  const mc_haplotype_packing *packing = &r->fit->packing;
  const uint64_t *all = r->fit->haplotypes.code;
  const int64_t words = packing->words, best = r->best[g];
  const uint64_t *like = all + r->fit->pairs.one[best] * words;
  const uint64_t *other = all + r->fit->pairs.two[best] * words;
  bool wild = false;
  for (int64_t w = 0; w < words; w++)
    wild = wild || f->p.known[w] != r->mask[w];
  if (wild && differing_bits(r, f, code, other) < differing_bits(r, f, code, like))
    like = other;
  for (int64_t w = 0; w < words; w++)
    partner[w] = ((code[w] ^ f->p.differ[w]) & f->p.known[w]) | (like[w] & ~f->p.known[w]);
  for (int i = 0; i < f->p.halves; i++) {
    const int k = f->p.half[i];
    const int32_t known = f->genotype[k].high;
    if (mc_haplotype_packed_allele(packing, code, k) == known)
      continue;
    partner[packing->word[k]] &= ~mc_haplotype_packing_mask(packing, k);
    mc_haplotype_packing_put(packing, partner, k, (uint64_t) (known - 1));
  }
}

/* Counts the candidates of group g, which f is ready for; writes them from `at` on, unless `at` is
   negative. */
static int64_t list_candidates(const refinement *r, const mc_haplotype_finder *f, int64_t g,
                               int64_t at) {
  const double weight = r->fit->groups.weight[g], all = r->probability[g];
  const int64_t words = r->fit->packing.words;
  const double least = LEAST_SHARE_OF_GAIN * r->weight * all / weight;
  int64_t count = 0;
  for (int64_t k = 0; k < f->count; k++) {
    const int64_t h = f->fitting[k];
    if (!(r->set.frequency[h] >= least))
      continue;
    if (at >= 0) {
      /* the share of a haplotype in use */
      const double share = r->set.frequency[h] / all * weight / r->weight;
      write_partner(r, f, g, r->set.code + h * words, r->code + (at + count) * words);
      r->gain[at + count] = share;
      r->copies[at + count] = weight * (share < 1 ? share : 1);
    }
    count++;
  }
  return count;
}

static void count_candidates(void *context, int64_t block, int thread) {
  refinement *r = context;
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, r->fit->groups.count); g++)
    r->begin[g + 1] =
      r->probability[g] > 0 ? list_candidates(r, fit_known(r, g, thread), g, -1) : 0;
}

static void write_candidates(void *context, int64_t block, int thread) {
  const refinement *r = context;
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, r->fit->groups.count); g++)
    if (r->begin[g] < r->begin[g + 1])
      list_candidates(r, fit_again(r, g, thread), g, r->begin[g]);
}

/* begin[g + 1] becomes the sum of begin up to it. Returns the last sum; -1: it is too large. */
static int64_t add_up(int64_t *begin, int64_t groups) {
  begin[0] = 0;
  for (int64_t g = 0; g < groups; g++) {
    begin[g + 1] += begin[g];
    if (begin[g + 1] > MOST)
      return -1;
  }
  return begin[groups];
}

static mc_status find_candidates(refinement *r) {
  const int64_t groups = r->fit->groups.count, blocks = (groups + BLOCK - 1) / BLOCK;
  mc_monitor *monitor = r->call->monitor;
  MC_TRY(fits_begin(r));
  MC_TRY(TAKE(r, &r->room.begin, (double) groups + 1, &r->begin));
  MC_TRY(mc_run_each(monitor, r->threads, blocks, 0, count_candidates, r));
  const int64_t count = add_up(r->begin, groups);
  if (count < 0)
    return MC_ERR_SIZE;
  const double all = (double) count;
  MC_TRY(TAKE(r, &r->room.code, all * r->fit->packing.words, &r->code));
  MC_TRY(TAKE(r, &r->room.gain, all, &r->gain));
  MC_TRY(TAKE(r, &r->room.copies, all, &r->copies));
  return mc_run_each(monitor, r->threads, blocks, 0, write_candidates, r);
}

/* ---- new haplotypes ---- */

/* The code of known haplotype i, or of candidate i - r->known. */
static const uint64_t *code_at(const refinement *r, int64_t i) {
  const int64_t words = r->fit->packing.words;
  return i < r->known ? r->set_code + i * words : r->code + (i - r->known) * words;
}

/* The slot of the i-th of these, or of an equal one. */
static uint64_t slot_of(const refinement *r, const int32_t *table, uint64_t slots, int64_t i) {
  const int64_t words = r->fit->packing.words;
  const uint64_t *code = code_at(r, i);
  uint64_t slot = mc_hash64(code, words * (int64_t) sizeof *code, 0) & (slots - 1);
  while (table[slot] >= 0 &&
         memcmp(code_at(r, table[slot]), code, (size_t) words * sizeof *code) != 0)
    slot = (slot + 1) & (slots - 1);
  return slot;
}

/* Adds up the gains of equal candidates, in the order of groups, at the first of them. The others,
   and known haplotypes, get the gain 0. */
static mc_status merge_candidates(refinement *r) {
  const int64_t known = r->known, all = known + r->begin[r->fit->groups.count];
  uint64_t slots = 1;
  while (slots < 2 * (uint64_t) all)
    slots *= 2;
  int32_t *table;
  if (all > MOST)
    return MC_ERR_SIZE;
  MC_TRY(TAKE(r, &r->room.table, (double) slots, &table));
  memset(table, -1, (size_t) slots * sizeof *table);
  for (int64_t i = 0; i < all; i++) {
    const uint64_t slot = slot_of(r, table, slots, i);
    const int64_t first = table[slot];
    if (first < 0) {
      table[slot] = (int32_t) i;
      continue;
    }
    if (first >= known) {
      r->gain[first - known] += r->gain[i - known];
      r->copies[first - known] += r->copies[i - known];
    }
    r->gain[i - known] = 0;
  }
  return MC_OK;
}

static int compare_items(const void *x_, const void *y_) {
  const item *x = x_, *y = y_;
  return mc_haplotype_packing_compare(x->packing, x->code, y->code);
}

/* Adds the candidates that gain enough to the set, in order. Their frequencies are as if so many
   subjects had them as they gain. */
static mc_status add_candidates(refinement *r) {
  const int64_t words = r->fit->packing.words, candidates = r->begin[r->fit->groups.count];
  int64_t added = 0;
  MC_TRY(merge_candidates(r));
  for (int64_t c = 0; c < candidates; c++)
    added += r->gain[c] > LEAST_GAIN;
  if (r->known + added > r->job->max_haplotypes)
    return MC_ERR_SIZE;
  item *items;
  MC_TRY(TAKE(r, &r->room.items, (double) added, &items));
  for (int64_t c = 0, to = 0; c < candidates; c++)
    if (r->gain[c] > LEAST_GAIN)
      items[to++] = (item){r->set.packing, r->code + c * words, 0.5 * r->copies[c] / r->weight};
  mc_qsort(items, (size_t) added, sizeof *items, compare_items, 1, 0);
  MC_TRY(widen(r, r->known + added));
  for (int64_t i = 0; i < added; i++) {
    memcpy(r->set_code + (r->known + i) * words, items[i].code, (size_t) words * sizeof *r->code);
    r->frequency[r->known + i] = items[i].frequency;
  }
  return MC_OK;
}

/* Merges known and new haplotypes: to->fit gets those of the set, in order. */
static mc_status rank_set(refinement *r, side *to) {
  const int64_t words = r->fit->packing.words, count = r->set.count;
  uint64_t *code;
  MC_TRY(TAKE(r, &r->room.rank, (double) count, &r->rank));
  MC_TRY(TAKE(r, &to->code, (double) (count * words), &code));
  for (int64_t at = 0, old = 0, new = r->known; at < count; at++) {
    const bool is_old =
      new == count ||
      (old < r->known && mc_haplotype_packing_compare(r->set.packing, r->set_code + old * words,
                                                      r->set_code + new *words) < 0);
    const int64_t h = is_old ? old++ : new ++;
    r->rank[h] = (int32_t) at;
    memcpy(code + at * words, r->set_code + h * words, (size_t) words * sizeof *code);
  }
  to->fit = *r->fit;
  to->fit.haplotypes.count = count;
  to->fit.haplotypes.code = code;
  return MC_OK;
}

/* ---- pairs ---- */

static mc_haplotype_finder *find_pairs(const refinement *r, int64_t g, int thread) {
  mc_haplotype_finder *f = fit_again(r, g, thread);
  mc_haplotype_finder_fit(f, r->known, r->set.count);
  mc_haplotype_finder_chain(f);
  return f;
}

static void count_pairs(void *context, int64_t block, int thread) {
  const refinement *r = context;
  const mc_haplotype_found *found = &r->found;
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, r->fit->groups.count); g++) {
    found->begin[g + 1] = 0;
    if (!(r->probability[g] > 0))
      continue;
    mc_haplotype_finder *f = find_pairs(r, g, thread);
    mc_haplotype_finder_add_up(f, &found->all[g], &found->most[g]);
    found->begin[g + 1] = mc_haplotype_finder_list(f, found, g, -1);
  }
}

static void list_pairs(void *context, int64_t block, int thread) {
  const refinement *r = context;
  const mc_haplotype_found *found = &r->found;
  for (int64_t g = block * BLOCK; g < mc_min((block + 1) * BLOCK, r->fit->groups.count); g++) {
    if (found->begin[g] == found->begin[g + 1])
      continue;
    mc_haplotype_finder_list(find_pairs(r, g, thread), found, g, found->begin[g]);
    for (int64_t i = found->begin[g]; i < found->begin[g + 1]; i++) {
      const int32_t one = r->rank[found->one[i]], two = r->rank[found->two[i]];
      found->one[i] = one < two ? one : two;
      found->two[i] = one < two ? two : one;
      found->posterior[i] *= r->fit->groups.weight[g];
    }
  }
}

/* Gives to->fit the set's pairs that explain the groups' genotypes. */
static mc_status take_pairs(refinement *r, side *to) {
  const int64_t groups = r->fit->groups.count, blocks = (groups + BLOCK - 1) / BLOCK;
  mc_monitor *monitor = r->call->monitor;
  mc_haplotype_found *found = &r->found;
  found->min_posterior = LEAST_SHARE * r->job->min_posterior;
  found->all = r->probability;
  MC_TRY(TAKE(r, &r->room.most_probable, (double) groups, &found->most));
  MC_TRY(TAKE(r, &to->begin, (double) groups + 1, &found->begin));
  MC_TRY(mc_run_each(monitor, r->threads, blocks, 0, count_pairs, r));
  const int64_t pairs = add_up(found->begin, groups);
  if (pairs < 0)
    return MC_ERR_SIZE;
  MC_TRY(TAKE(r, &to->one, (double) pairs, &found->one));
  MC_TRY(TAKE(r, &to->two, (double) pairs, &found->two));
  MC_TRY(TAKE(r, &to->expected, (double) pairs, &found->posterior));
  MC_TRY(mc_run_each(monitor, r->threads, blocks, 0, list_pairs, r));
  to->fit.pairs = (mc_haplotype_pairs){found->begin, found->one, found->two, found->posterior};
  return keep_free(r, mc_haplotype_em_bytes(r->job, (double) pairs, (double) r->set.count));
}

/* ---- rounds ---- */

static mc_status maximize(const refinement *r, int round, side *to) {
  const double seconds = 1e-8 + mc_haplotype_em_seconds(&to->fit);
  const int threads = mc_haplotype_em_threads(r->job, seconds, r->call);
  MC_TRY(mc_haplotype_em_begin(r->job, r->job->loci, threads, &to->em, &to->fit, r->call->arena));
  to->em.round = round;
  to->em.tolerance = PRECISION * r->job->tolerance;
  while (!to->em.done) {
    mc_haplotype_em_iterate(&to->em, mc_haplotype_em_iterations(SECONDS_A_TURN, seconds));
    MC_TRY(mc_monitor_step(r->call->monitor, 0));
  }
  return MC_OK;
}

/* Does a round. *gained is what it adds to the log-likelihood; 0: nothing. */
static mc_status refine_once(refinement *r, int round, side *to, double *gained) {
  *gained = 0;
  MC_TRY(take_known(r));
  MC_TRY(search_begin(r));
  MC_TRY(weigh_groups(r));
  MC_TRY(find_candidates(r));
  MC_TRY(add_candidates(r));
  MC_TRY(search_begin(r));
  MC_TRY(rank_set(r, to));
  MC_TRY(take_pairs(r, to));
  MC_TRY(maximize(r, round, to));
  const bool all = to->em.weight >= r->weight * (1 - 1e-9);
  if (all && to->fit.loglik > r->fit->loglik)
    *gained = to->fit.loglik - r->fit->loglik;
  return MC_OK;
}

static mc_status refinement_begin(refinement *r) {
  const mc_haplotype_job *job = r->job;
  const mc_haplotype_packing *packing = &r->fit->packing;
  MC_TRY(keep_free(r, 1.25 * (double) r->fit->groups.count * job->loci * sizeof *r->genotype));
  MC_TRY(TAKE(r, &r->room.alleles, job->loci, &r->alleles));
  MC_TRY(TAKE(r, &r->room.mask, packing->words, &r->mask));
  r->genotype = r->fit->classes->genotype; /* each class is a group */
  memset(r->mask, 0, (size_t) packing->words * sizeof *r->mask);
  for (int k = 0; k < job->loci; k++) {
    r->alleles[k] = job->alleles[job->order[k]];
    r->mask[packing->word[k]] |= mc_haplotype_packing_mask(packing, k);
  }
  const int levels = (job->loci + MC_HAPLOTYPE_FINDER_STEP - 1) / MC_HAPLOTYPE_FINDER_STEP;
  r->set = (mc_haplotype_set){
    .packing = packing, .loci = job->loci, .alleles = r->alleles, .levels = levels};
  return MC_OK;
}

mc_status mc_haplotype_refine(const mc_haplotype_job *job, double share, double taken,
                              mc_haplotype_fit *fit, const mc_call *call) {
  refinement r = {.job = job, .call = call, .fit = fit, .share = share, .before = taken};
  mc_status status = refinement_begin(&r);
  double all = 0; /* what all rounds have gained */
  for (int round = 1; round <= job->refine && status == MC_OK; round++) {
    side *to = &r.sides[round % 2];
    double gained;
    status = refine_once(&r, round, to, &gained);
    if (status != MC_OK || !(gained > 0))
      break;
    mc_haplotype_pairs_cull(job, job->loci, &to->fit);
    *fit = to->fit;
    all += gained;
    if (gained < job->tolerance || gained < WORTHWHILE * all)
      break;
  }
  return status == MC_ERR_SIZE ? MC_OK : status;
}
