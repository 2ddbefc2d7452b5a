/* Packed numbers of loci against plain arrays of numbers. Once. */
#include "haplotype/packing.h"

#include "check.h"
#include "data.h"
#include "guard.h"

enum { MOST = 40 };

/* The bits of the greatest number below `count`. */
static int bits_of(int64_t count) {
  int bits = 0;
  for (int64_t greatest = count - 1; greatest > 0; greatest /= 2)
    bits++;
  return bits;
}

/* The number of words that the loci fill in their order, none of them across two words. */
static int words_of(const int64_t *count, int loci) {
  int words = 1, used = 0;
  for (int k = 0; k < loci; k++) {
    if (used + bits_of(count[k]) > 64) {
      words++;
      used = 0;
    }
    used += bits_of(count[k]);
  }
  return words;
}

static void draw(rng *r, const int64_t *count, int loci, int64_t *number) {
  for (int k = 0; k < loci; k++)
    number[k] = rng_below(r, 4) == 0 ? count[k] - 1 : rng_below(r, count[k]);
}

static uint64_t *packed(const mc_haplotype_packing *p, const int64_t *number) {
  uint64_t *code = GUARD_NEW(uint64_t, p->words);
  for (int w = 0; w < p->words; w++)
    code[w] = 0;
  for (int k = 0; k < p->loci; k++)
    mc_haplotype_packing_put(p, code, k, (uint64_t) number[k]);
  return code;
}

static void compare(const mc_haplotype_packing *p, const int64_t *x, const int64_t *y) {
  int first = 0;
  while (first < p->loci && x[first] == y[first])
    first++;
  const int order = first == p->loci ? 0 : x[first] < y[first] ? -1 : 1;
  uint64_t *a = packed(p, x), *b = packed(p, y);
  CHECK_INT(mc_haplotype_packing_difference(p, a, b), first);
  CHECK_INT(mc_haplotype_packing_compare(p, a, b), order);
  for (int k = 0; k < p->loci; k++)
    CHECK_INT(mc_haplotype_packed_allele(p, a, k), x[k] + 1);
  guard_free(a);
  guard_free(b);
}

/* Few and many numbers a locus: from 1 (no bits) on. `most`: the logarithm of the most numbers. */
static void check_packing(rng *r, int loci, int most) {
  int64_t count[MOST], x[MOST], y[MOST];
  for (int k = 0; k < loci; k++)
    count[k] = 1 + rng_below(r, INT64_C(1) << rng_below(r, most + 1));
  guard_arena arena = guard_arena_make();
  mc_haplotype_packing p;
  CHECK_INT(mc_haplotype_packing_make(&p, loci, count, &arena.arena), MC_OK);
  CHECK_INT(p.words, words_of(count, loci));
  uint64_t *used = GUARD_NEW(uint64_t, p.words);
  for (int w = 0; w < p.words; w++)
    used[w] = 0;
  for (int k = 0; k < loci; k++) {
    const uint64_t mask = mc_haplotype_packing_mask(&p, k);
    CHECK_INT(__builtin_popcountll(mask), bits_of(count[k]));
    CHECK((used[p.word[k]] & mask) == 0);
    used[p.word[k]] |= mask;
  }
  guard_free(used);
  for (int pair = 0; pair < 20; pair++) {
    draw(r, count, loci, x);
    draw(r, count, loci, y);
    for (int k = (int) rng_below(r, loci + 1) - 1; k >= 0; k--)
      y[k] = x[k]; /* so that late loci decide, too */
    compare(&p, x, y);
  }
  compare(&p, x, x);
  guard_arena_release(&arena);
}

static void test_packing(void) {
  rng r = {18};
  for (int round = 0; round < 300; round++)
    check_packing(&r, 1 + (int) rng_below(&r, MOST), 1 + (int) rng_below(&r, 30));
}

/* Loci that fill a word exactly. */
static void test_full_words(void) {
  rng r = {19};
  int64_t count[MOST], x[MOST], y[MOST];
  for (int bits = 1; bits <= 16; bits *= 2)
    for (int loci = 1; loci <= MOST; loci++) {
      for (int k = 0; k < loci; k++)
        count[k] = INT64_C(1) << bits;
      guard_arena arena = guard_arena_make();
      mc_haplotype_packing p;
      CHECK_INT(mc_haplotype_packing_make(&p, loci, count, &arena.arena), MC_OK);
      CHECK_INT(p.words, (loci * bits + 63) / 64);
      draw(&r, count, loci, x);
      draw(&r, count, loci, y);
      compare(&p, x, y);
      guard_arena_release(&arena);
    }
}

static const check_test tests[] = {
  {"numbers of loci", test_packing}, {"full words", test_full_words}, {0}};
const check_suite suite_packing = {"packing", tests, false, NULL};
