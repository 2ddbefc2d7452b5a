#include "haplotype/finder.h"

#include <string.h>

#include "base/integers.h"

static const uint64_t *code_of(const mc_haplotype_set *set, int64_t h) {
  return set->code + h * set->packing->words;
}

static int64_t buckets_for(int64_t haplotypes) {
  int64_t buckets = 1;
  while (buckets < haplotypes)
    buckets *= 2;
  return buckets;
}

double mc_haplotype_finder_bytes(const mc_haplotype_set *set) {
  return 16.0 * (double) set->count + 4.0 * (double) buckets_for(set->count);
}

mc_status mc_haplotype_finder_begin(const mc_haplotype_set *set, mc_haplotype_finder *f,
                                    mc_arena *arena) {
  const int64_t n = set->count, words = set->packing->words;
  f->set = set;
  MC_TRY(mc_haplotype_room_take(&f->room.pattern, 4 * words, arena));
  MC_TRY(mc_haplotype_room_take(&f->room.either, set->loci, arena));
  MC_TRY(mc_haplotype_room_take(&f->room.half, set->loci, arena));
  MC_TRY(mc_haplotype_room_take(&f->room.fitting, n, arena));
  MC_TRY(mc_haplotype_room_take(&f->room.next, n, arena));
  MC_TRY(mc_haplotype_room_take(&f->room.first, buckets_for(n), arena));
  MC_TRY(mc_haplotype_room_take(&f->room.row, n, arena));
  uint64_t *all = f->room.pattern.at;
  f->p.either = f->room.either.at;
  f->p.half = f->room.half.at;
  f->fitting = f->room.fitting.at;
  f->next = f->room.next.at;
  f->first = f->room.first.at;
  f->row = f->room.row.at;
  f->p.fixed = all;
  f->p.value = all + words;
  f->p.known = all + 2 * words;
  f->p.differ = all + 3 * words;
  return MC_OK;
}

/* ---- skips ---- */

void mc_haplotype_finder_skips(const mc_haplotype_set *set, int64_t first, int64_t last,
                               int32_t *skip) {
  const int levels = set->levels;
  for (int64_t h = last - 1; h >= first; h--) {
    const bool end = h + 1 == last;
    const int differ =
      end ? 0 : mc_haplotype_packing_difference(set->packing, code_of(set, h), code_of(set, h + 1));
    for (int l = 0; l < levels; l++)
      skip[h * levels + l] = !end && differ >= MC_HAPLOTYPE_FINDER_STEP * (l + 1)
                               ? skip[(h + 1) * levels + l]
                               : (int32_t) (h + 1);
  }
}

/* ---- haplotypes that fit ---- */

static void read_genotype(const mc_haplotype_set *set, const mc_haplotype_genotype *genotype,
                          mc_haplotype_pattern *p) {
  const mc_haplotype_packing *packing = set->packing;
  memset(p->fixed, 0,
         4 * (size_t) packing->words *
           sizeof *p->fixed); /* value, known and differ are behind `fixed` */
  p->eithers = p->halves = 0;
  p->impossible = false;
  for (int j = 0; j < set->loci; j++) {
    const mc_haplotype_genotype g = genotype[j];
    const int32_t word = packing->word[j], shift = packing->shift[j], alleles = set->alleles[j];
    if (g.high > alleles)
      p->impossible = true;
    if (g.high == 0 || g.high > alleles)
      continue;
    if (g.low == 0) {
      p->half[p->halves++] = j;
      continue;
    }
    const uint64_t low = (uint64_t) (g.low - 1) << shift;
    const uint64_t high = (uint64_t) (g.high - 1) << shift;
    p->known[word] |= mc_haplotype_packing_mask(packing, j);
    p->differ[word] |= low ^ high;
    if (low == high) {
      p->fixed[word] |= mc_haplotype_packing_mask(packing, j);
      p->value[word] |= low;
    } else if (alleles > 2) {
      p->either[p->eithers++] = j;
    }
  }
}

/* Does haplotype h fit? *next becomes the next one that may fit. */
static bool fits(const mc_haplotype_finder *f, int64_t h, int64_t *next) {
  const mc_haplotype_set *set = f->set;
  const mc_haplotype_pattern *p = &f->p;
  const uint64_t *code = code_of(set, h);
  *next = h + 1;
  for (int w = 0; w < set->packing->words; w++) {
    const uint64_t wrong = (code[w] & p->fixed[w]) ^ p->value[w];
    if (wrong == 0)
      continue;
    if (set->skip != NULL) {
      const int level =
        mc_haplotype_packing_first_of(set->packing, w, wrong) / MC_HAPLOTYPE_FINDER_STEP;
      if (level < set->levels)
        *next = set->skip[h * set->levels + level];
    }
    return false;
  }
  for (int k = 0; k < p->eithers; k++) {
    const int j = p->either[k];
    const int32_t allele = mc_haplotype_packed_allele(set->packing, code, j);
    if (allele != f->genotype[j].low && allele != f->genotype[j].high)
      return false;
  }
  return true;
}

void mc_haplotype_finder_read(mc_haplotype_finder *f, const mc_haplotype_genotype *genotype) {
  f->genotype = genotype;
  f->count = 0;
  read_genotype(f->set, genotype, &f->p);
}

void mc_haplotype_finder_fit(mc_haplotype_finder *f, int64_t first, int64_t last) {
  for (int64_t h = first, next; h < last && !f->p.impossible; h = next)
    if (fits(f, h, &next))
      f->fitting[f->count++] = (int32_t) h;
}

/* ---- partners ---- */

/* The bucket of haplotypes with h's alleles at the known loci; with `partner`, of its partners. */
static int64_t bucket_of(const mc_haplotype_finder *f, int64_t h, bool partner) {
  const uint64_t *code = code_of(f->set, h);
  uint64_t hash = 0;
  for (int w = 0; w < f->set->packing->words; w++) {
    const uint64_t key = code[w] & f->p.known[w];
    hash = (hash ^ (partner ? key ^ f->p.differ[w] : key)) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  return (int64_t) (hash & (uint64_t) (f->buckets - 1));
}

void mc_haplotype_finder_chain(mc_haplotype_finder *f) {
  f->buckets = buckets_for(f->count);
  for (int64_t b = 0; b < f->buckets; b++)
    f->first[b] = -1;
  for (int64_t k = f->count - 1; k >= 0; k--) { /* backwards, so that chains are in order */
    const int64_t b = bucket_of(f, f->fitting[k], false);
    f->next[k] = f->first[b];
    f->first[b] = (int32_t) k;
  }
}

static bool are_partners(const mc_haplotype_finder *f, int64_t one, int64_t two) {
  const mc_haplotype_pattern *p = &f->p;
  const mc_haplotype_packing *packing = f->set->packing;
  const uint64_t *x = code_of(f->set, one), *y = code_of(f->set, two);
  for (int w = 0; w < packing->words; w++)
    if (((x[w] ^ y[w]) & p->known[w]) != p->differ[w])
      return false;
  for (int k = 0; k < p->halves; k++) {
    const int j = p->half[k];
    const int32_t known = f->genotype[j].high;
    if (mc_haplotype_packed_allele(packing, x, j) != known &&
        mc_haplotype_packed_allele(packing, y, j) != known)
      return false;
  }
  return true;
}

/* The next partner of k, from place m of the chain on. */
static int32_t partner_from(const mc_haplotype_finder *f, int64_t k, int32_t m) {
  while (m >= 0 && (m < k || !are_partners(f, f->fitting[k], f->fitting[m])))
    m = f->next[m];
  return m;
}

int32_t mc_haplotype_finder_first(const mc_haplotype_finder *f, int64_t k) {
  return partner_from(f, k, f->first[bucket_of(f, f->fitting[k], true)]);
}

int32_t mc_haplotype_finder_next(const mc_haplotype_finder *f, int64_t k, int32_t m) {
  return partner_from(f, k, f->next[m]);
}

double mc_haplotype_finder_probability(const mc_haplotype_finder *f, int64_t k, int64_t m) {
  const double *frequency = f->set->frequency;
  return frequency[f->fitting[k]] * frequency[f->fitting[m]] * (k == m ? 1 : 2);
}

/* ---- the pairs of a group ---- */

void mc_haplotype_finder_add_up(mc_haplotype_finder *f, double *all, double *most) {
  *all = *most = 0;
  for (int64_t k = 0; k < f->count; k++) {
    double sum = 0;
    for (int32_t m = mc_haplotype_finder_first(f, k); m >= 0;
         m = mc_haplotype_finder_next(f, k, m)) {
      const double probability = mc_haplotype_finder_probability(f, k, m);
      sum += probability;
      if (probability > *most)
        *most = probability;
    }
    f->row[k] = sum;
    *all += sum;
  }
}

int64_t mc_haplotype_finder_list(const mc_haplotype_finder *f, const mc_haplotype_found *found,
                                 int64_t g, int64_t at) {
  const double least = found->min_posterior * found->all[g];
  int64_t count = 0;
  bool best = true; /* is the most probable pair still to come? */
  for (int64_t k = 0; k < f->count; k++)
    for (int32_t m = mc_haplotype_finder_first(f, k); m >= 0;
         m = mc_haplotype_finder_next(f, k, m)) {
      const double probability = mc_haplotype_finder_probability(f, k, m);
      const bool first = best && probability == found->most[g];
      if (!first && !(probability >= least))
        continue;
      best = best && !first;
      if (at >= 0) {
        found->one[at + count] = f->fitting[k];
        found->two[at + count] = f->fitting[m];
        found->posterior[at + count] = probability / found->all[g];
      }
      count++;
    }
  return count;
}
