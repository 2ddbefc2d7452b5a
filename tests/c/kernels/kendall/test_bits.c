/* The bitset kernels: comparisons as bits, and popcounts of four columns
   against four. */
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"

enum {
  UNIT = MC_BITS_UNIT,
  PANEL = MC_BITS_PANEL,
  COLUMN = 2, /* place in its panel of the column that is written */
  UNUSED = 0x5a5a5a5a
};

/* ---- the order of the pairs, as bits.h describes it ---- */

/* One lane of a mask word: rows a, compared, and b, compared with; a < 0 if the
   lane is idle. */
typedef struct {
  int32_t a, b;
} lane;

typedef struct {
  lane (*word)[32];
  int64_t words;
} order;

/* A word of `lanes` used lanes: row first[l] against row start + l. */
static void add_word(order *o, const int64_t *first, int64_t start, int64_t lanes) {
  for (int64_t l = 0; l < 32; l++)
    o->word[o->words][l] =
      l < lanes ? (lane){(int32_t) first[l], (int32_t) (start + l)} : (lane){-1, -1};
  o->words++;
}

static void add_circle(order *o, int64_t start, int64_t size) {
  for (int64_t d = 1; d <= size / 2; d++) {
    int64_t first[32] = {0};
    for (int64_t l = 0; l < size; l++)
      first[l] = start + (l + d) % size;
    /* half around: lane l + d would be lane l once more */
    add_word(o, first, start, 2 * d == size ? d : size);
  }
}

static void enumerate(order *o, int64_t n) {
  int64_t start = 0, first[32];
  for (; start + 32 <= n; start += 32) {
    for (int64_t j = start + 32; j < n; j++) {
      for (int l = 0; l < 32; l++)
        first[l] = j;
      add_word(o, first, start, 32);
    }
    add_circle(o, start, 32);
  }
  add_circle(o, start, n - start);
}

static int64_t count_words(int64_t n) {
  int64_t words = 0, start = 0;
  for (; start + 32 <= n; start += 32)
    words += n - start - 32 + 16;
  return words + (n - start) / 2;
}

static order order_make(int64_t n) {
  order o = {guard_alloc((size_t) count_words(n) * sizeof *o.word), 0};
  enumerate(&o, n);
  return o;
}

static void test_every_pair_once(void) {
  for (int64_t n = 0; n <= 230; n++) {
    check_note("n = %d", (int) n);
    order o = order_make(n);
    CHECK_INT(mc_kendall_bits_masks(n), o.words);
    uint8_t *seen = GUARD_NEW(uint8_t, n * n);
    memset(seen, 0, (size_t) (n * n));
    for (int64_t k = 0; k < o.words; k++)
      for (int l = 0; l < 32; l++) {
        lane x = o.word[k][l];
        if (x.a < 0)
          continue;
        seen[x.a * n + x.b]++;
        seen[x.b * n + x.a]++;
      }
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++)
        CHECK_INT(seen[i * n + j], i != j);
    guard_free(seen);
    guard_free(o.word);
  }
  CHECK_INT(mc_kendall_bits_masks(353), 1947); /* the header's example */
  for (int64_t n = 500; n < 1000000; n = n * 9 / 8)
    CHECK_INT(mc_kendall_bits_masks(n), count_words(n));
  CHECK_INT(mc_kendall_bits_masks(INT32_MAX), count_words(INT32_MAX));
}

/* ---- kendall_bits16, kendall_bits32 ---- */

typedef struct {
  int64_t n;
  uint16_t *rank16;
  uint32_t *rank32;
} column;

static column column_make(rng *r, int64_t n, shape s, double missing) {
  column c = {n, GUARD_NEW(uint16_t, n), GUARD_NEW(uint32_t, n)};
  shape_fill(r, s, n, c.rank32);
  for (int64_t i = 0; i < n; i++) {
    c.rank16[i] = (uint16_t) c.rank32[i];
    if (!rng_chance(r, missing))
      continue;
    c.rank16[i] = MC_RANK16_NA;
    c.rank32[i] = MC_RANK32_NA;
  }
  return c;
}

static void column_free(column *c) {
  guard_free(c->rank16);
  guard_free(c->rank32);
}

static int64_t units_of(int64_t words) {
  return (words + UNIT - 1) / UNIT;
}

/* Words first <= k < last of a column, in a buffer as long as its panel. */
static uint32_t *make_bits(const column *c, int width, int64_t first, int64_t last, int planes) {
  int64_t words = units_of(last - first) * planes * PANEL * UNIT;
  uint32_t *bits = GUARD_NEW(uint32_t, words);
  for (int64_t k = 0; k < words; k++)
    bits[k] = UNUSED;
  const mc_kernels *k = mc_kernels_active();
  if (width == 16)
    k->kendall_bits16(c->rank16, c->n, first, last, planes, bits + COLUMN * UNIT);
  else
    k->kendall_bits32(c->rank32, c->n, first, last, planes, bits + COLUMN * UNIT);
  return bits;
}

static uint32_t word_at(const uint32_t *bits, int planes, int64_t word, int plane, int at) {
  return bits[((word / UNIT * planes + plane) * PANEL + at) * UNIT + word % UNIT];
}

/* Every bit of words [first, last), and zeros and untouched words around. */
static void check_bits(const column *c, const order *o, const uint32_t *bits, int64_t first,
                       int64_t last, int planes) {
  for (int64_t k = first; k < last; k++)
    for (int l = 0; l < 32; l++) {
      lane x = o->word[k][l];
      bool idle = x.a < 0;
      uint32_t a = idle ? 0 : c->rank32[x.a], b = idle ? 0 : c->rank32[x.b];
      bool p = !idle && a != MC_RANK32_NA && b != MC_RANK32_NA;
      bool m = p && a != b;
      uint32_t got[3] = {0, m, p};
      for (int plane = 0; plane < planes; plane++)
        got[plane] = word_at(bits, planes, k - first, plane, COLUMN) >> l & 1;
      if (idle || m) /* g may be anything where m is 0 */
        CHECK_INT(got[0], m && a > b);
      CHECK_INT(got[1], m);
      CHECK_INT(got[2], p);
    }
  int64_t padded = units_of(last - first) * UNIT;
  for (int64_t k = 0; k < padded; k++)
    for (int plane = 0; plane < planes; plane++)
      for (int at = 0; at < PANEL; at++) {
        uint32_t word = word_at(bits, planes, k, plane, at);
        if (at != COLUMN)
          CHECK(word == UNUSED);
        else if (k >= last - first)
          CHECK(word == 0);
      }
}

static void try_bits(rng *r, const order *o, int64_t n, shape s, int planes) {
  /* without planes for them there are no ties and no missing rows */
  double missing = planes == 1 || rng_chance(r, 0.3) ? 0 : 0.2;
  column c = column_make(r, n, s, missing);
  for (int width = 16; width <= 32; width += 16) {
    check_note("n = %d, %s, %d planes, %d bits", (int) n, shape_names[s], planes, width);
    uint32_t *bits = make_bits(&c, width, 0, o->words, planes);
    check_bits(&c, o, bits, 0, o->words, planes);
    guard_free(bits);
    if (o->words == 0)
      continue;
    int64_t first = rng_below(r, o->words) / UNIT * UNIT;
    int64_t last = first + rng_below(r, o->words - first + 1);
    check_note("n = %d, %s, %d planes, %d bits, words %d to %d", (int) n, shape_names[s], planes,
               width, (int) first, (int) last);
    bits = make_bits(&c, width, first, last, planes);
    check_bits(&c, o, bits, first, last, planes);
    guard_free(bits);
  }
  column_free(&c);
}

static void test_bits(void) {
  rng r = {1};
  int64_t step = check_fast() ? 9 : 1;
  for (int64_t n = 0; n <= 140; n += step) {
    order o = order_make(n);
    for (int planes = 1; planes <= 3; planes++)
      for (int round = 0; round < 3; round++) {
        shape s =
          planes == 1 || round == 0 ? (shape) (round * planes % 3) : (shape) rng_below(&r, SHAPES);
        try_bits(&r, &o, n, s, planes);
      }
    guard_free(o.word);
  }
}

/* Sizes at which blocks, units and the driver's blocks of 64 or 128 units end. */
static void test_long_bits(void) {
  rng r = {2};
  const int64_t sizes[] = {159, 160, 161, 255, 256, 257, 353, 416};
  for (int k = 0; k < 8; k++) {
    order o = order_make(sizes[k]);
    for (int planes = 1; planes <= 3; planes++)
      try_bits(&r, &o, sizes[k], planes == 1 ? SHAPE_PERMUTATION : SHAPE_TIES, planes);
    guard_free(o.word);
  }
}

/* Ranks that differ in the sign bit of either width. */
static void test_great_ranks(void) {
  rng r = {3};
  enum { N = 100 };
  order o = order_make(N);
  for (int round = 0; round < 20; round++) {
    column c = column_make(&r, N, SHAPE_TIES, 0.1);
    for (int width = 16; width <= 32; width += 16) {
      for (int i = 0; i < N; i++)
        if (c.rank32[i] != MC_RANK32_NA) {
          uint32_t top = width == 16 ? UINT32_C(0x8000) : UINT32_C(0x80000000);
          c.rank32[i] = c.rank32[i] % 50 + (rng_chance(&r, 0.5) ? top - 25 : 3);
          c.rank16[i] = (uint16_t) c.rank32[i];
        }
      check_note("%d bits", width);
      uint32_t *bits = make_bits(&c, width, 0, o.words, 3);
      check_bits(&c, &o, bits, 0, o.words, 3);
      guard_free(bits);
    }
    column_free(&c);
  }
  guard_free(o.word);
}

/* All chunkings into blocks of units, glued, are the whole. */
static void test_chunks(void) {
  rng r = {4};
  const int64_t sizes[] = {33, 64, 70, 129};
  for (int k = 0; k < 4; k++) {
    int64_t n = sizes[k], words = mc_kendall_bits_masks(n);
    column c = column_make(&r, n, SHAPE_TIES, 0.1);
    for (int planes = 1; planes <= 3; planes++) {
      uint32_t *whole = make_bits(&c, 16, 0, words, planes);
      int64_t unit_words = planes * PANEL * UNIT;
      for (int64_t units = 1; units <= units_of(words); units++)
        for (int64_t first = 0; first < words; first += units * UNIT) {
          check_note("n = %d, %d planes, %d units from %d", (int) n, planes, (int) units,
                     (int) first);
          int64_t last = first + units * UNIT < words ? first + units * UNIT : words;
          uint32_t *part = make_bits(&c, 16, first, last, planes);
          CHECK(memcmp(part, whole + first / UNIT * unit_words,
                       (size_t) (units_of(last - first) * unit_words) * sizeof *part) == 0);
          guard_free(part);
        }
      guard_free(whole);
    }
    column_free(&c);
  }
}

/* ---- kendall_bits_tile ---- */

static int ones(uint64_t v) {
  int count = 0;
  for (; v != 0; v &= v - 1)
    count++;
  return count;
}

enum { WORDS64 = MC_BITS_UNIT_WORDS64, MICRO = PANEL * PANEL };

/* What unit `u` adds to counts[q][4 i + j]. */
static void add_unit(const uint64_t *a, const uint64_t *b, int planes, mc_kendall_bits_form form,
                     int64_t expected[4][MICRO]) {
  for (int i = 0; i < PANEL; i++)
    for (int j = 0; j < PANEL; j++)
      for (int w = 0; w < WORDS64; w++) {
        uint64_t x[3] = {0}, y[3] = {0};
        for (int plane = 0; plane < planes; plane++) {
          x[plane] = a[(plane * PANEL + i) * WORDS64 + w];
          y[plane] = b[(plane * PANEL + j) * WORDS64 + w];
        }
        uint64_t d = x[0] ^ y[0];
        if (form == MC_BITS_MASK_A || form >= MC_BITS_MASKED)
          d &= x[1];
        if (form == MC_BITS_MASK_B || form >= MC_BITS_MASKED)
          d &= y[1];
        int at = i * PANEL + j;
        expected[0][at] += ones(d);
        expected[1][at] += ones(x[1] & y[1]);
        expected[2][at] += ones(x[1] & y[2]);
        expected[3][at] += ones(x[2] & y[1]);
      }
}

static int kinds_of(mc_kendall_bits_form form) {
  return form == MC_BITS_GENERAL ? 4 : form == MC_BITS_MASKED ? 2 : 1; /* MISSING: by rows */
}

/* Panels of units up to `most`: random words, or such as fill the counters. */
static void try_tile(rng *r, mc_kendall_bits_form form, int planes, int64_t most, bool full) {
  const int64_t step = (int64_t) planes * PANEL * WORDS64;
  int64_t expected[4][MICRO] = {{0}};
  uint64_t *all_a = GUARD_NEW(uint64_t, most * step);
  uint64_t *all_b = GUARD_NEW(uint64_t, most * step);
  for (int64_t k = 0; k < most * step; k++) {
    bool g = k / (PANEL * WORDS64) % planes == 0;
    all_a[k] = full ? UINT64_MAX : rng_next(r);
    all_b[k] = full ? (g ? 0 : UINT64_MAX) : rng_next(r);
  }
  for (int64_t units = 1; units <= most; units++) {
    check_note("form %d, %d planes, %d units%s", (int) form, planes, (int) units,
               full ? ", all ones" : "");
    add_unit(all_a + (units - 1) * step, all_b + (units - 1) * step, planes, form, expected);
    /* the kernel sees panels that end where they say */
    uint64_t *a = GUARD_NEW(uint64_t, units * step);
    uint64_t *b = GUARD_NEW(uint64_t, units * step);
    memcpy(a, all_a, (size_t) (units * step) * sizeof *a);
    memcpy(b, all_b, (size_t) (units * step) * sizeof *b);
    int64_t *counts[4];
    int kinds = kinds_of(form);
    for (int q = 0; q < kinds; q++) {
      counts[q] = GUARD_NEW(int64_t, MICRO);
      for (int at = 0; at < MICRO; at++)
        counts[q][at] = 1000 * q + at; /* counts grow, they do not start over */
    }
    mc_kernels_active()->kendall_bits_tile(a, b, units, planes, form, counts);
    for (int q = 0; q < kinds; q++) {
      for (int at = 0; at < MICRO; at++)
        CHECK_INT(counts[q][at], expected[q][at] + 1000 * q + at);
      guard_free(counts[q]);
    }
    guard_free(a);
    guard_free(b);
  }
  guard_free(all_a);
  guard_free(all_b);
}

static void test_tile(void) {
  rng r = {5};
  int64_t most = check_fast() ? 40 : 200;
  for (int form = MC_BITS_UNTIED; form < MC_BITS_TABLE; form++) {
    int least = form == MC_BITS_UNTIED ? 1 : form == MC_BITS_GENERAL ? 3 : 2;
    for (int planes = least; planes <= 3; planes++) {
      try_tile(&r, (mc_kendall_bits_form) form, planes, most, false);
      try_tile(&r, (mc_kendall_bits_form) form, planes, most, true);
    }
  }
}

static void test_tile_of_nothing(void) {
  int64_t counts[MICRO] = {7};
  int64_t *const pointers[] = {counts};
  uint64_t *none = GUARD_NEW(uint64_t, 0);
  mc_kernels_active()->kendall_bits_tile(none, none, 0, 1, MC_BITS_UNTIED, pointers);
  CHECK_INT(counts[0], 7);
  CHECK_INT(counts[MICRO - 1], 0);
  guard_free(none);
}

static const check_test order_tests[] = {{"every pair of rows has one bit", test_every_pair_once},
                                         {0}};
const check_suite suite_order = {"order", order_tests, false, NULL};

static const check_test tests[] = {{"bits of all sizes", test_bits},
                                   {"bits of longer columns", test_long_bits},
                                   {"bits of great ranks", test_great_ranks},
                                   {"chunks make up the whole", test_chunks},
                                   {"popcounts of tiles", test_tile},
                                   {"a tile of no units", test_tile_of_nothing},
                                   {0}};
const check_suite suite_bits = {"bits", tests, true, NULL};
