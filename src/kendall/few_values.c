#include "kendall/few_values.h"

#include <string.h>

enum { MOST = MC_FEW_VALUES, MISSING = MC_FEW_MISSING, SLOT_BITS = 9, SLOTS = 1 << SLOT_BITS };

/* A hash table of values by their bits. Codes number the values in the order of their first
   rows. */
typedef struct {
  uint64_t bits[SLOTS];
  uint8_t code[SLOTS]; /* MISSING: the slot is free */
  double value[MOST];
  int distinct;
} finder;

static uint64_t slot_of(uint64_t bits) {
  return bits * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOT_BITS);
}

/* The code of a value that is not in its first slot; MISSING if there are too many values for
   the table, or too many new values among the `seen` rows. */
static int look_further(finder *f, double value, uint64_t bits, int64_t seen) {
  enum { AT_FIRST = 16 };
  uint64_t at = slot_of(bits);
  for (; f->code[at] != MISSING; at = (at + 1) % SLOTS)
    if (f->bits[at] == bits)
      return f->code[at];
  if (f->distinct == MOST || f->distinct > AT_FIRST + seen / 2)
    return MISSING;
  f->bits[at] = bits;
  f->code[at] = (uint8_t) f->distinct;
  f->value[f->distinct] = value;
  return f->distinct++;
}

/* Ranks the codes, by insertion sort. */
static void rank_codes(const finder *f, mc_kendall_few_values *few) {
  int sorted[MOST];
  for (int k = 0; k < f->distinct; k++) {
    int at = k;
    for (; at > 0 && f->value[sorted[at - 1]] > f->value[k]; at--)
      sorted[at] = sorted[at - 1];
    sorted[at] = k;
  }
  for (int r = 0; r < f->distinct; r++)
    few->rank[sorted[r]] = (uint32_t) r;
  few->rank[MISSING] = UINT32_MAX;
  few->distinct = f->distinct;
}

/* Four counters for each code: an increment would wait for that of an equal row just before. */
static void count_codes(const uint8_t *code, int64_t n, mc_kendall_few_values *few) {
  enum { WAYS = 4 };
  uint32_t count[WAYS][MOST + 1] = {{0}};
  int64_t i = 0;
  for (; i + WAYS <= n; i += WAYS)
    for (int w = 0; w < WAYS; w++)
      count[w][code[i + w]]++;
  for (; i < n; i++)
    count[0][code[i]]++;
  for (int k = 0; k < few->distinct; k++)
    few->rows[few->rank[k]] = count[0][k] + count[1][k] + count[2][k] + count[3][k];
}

static void start(finder *f) {
  f->distinct = 0;
  memset(f->code, MISSING, sizeof f->code);
}

/* The code of a value that is not NaN; MISSING if there are too many values. */
static inline int code_of(finder *f, double value, int64_t seen) {
  const double v = value + 0.0; /* -0 becomes 0 */
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  const uint64_t slot = slot_of(bits);
  const int found = f->code[slot];
  return found == MISSING || f->bits[slot] != bits ? look_further(f, v, bits, seen) : found;
}

bool mc_kendall_few_values_find(const double *value, int64_t n, mc_kendall_few_values *few,
                                uint8_t *code) {
  finder f;
  start(&f);
  for (int64_t i = 0; i < n; i++) {
    int found = MISSING;
    if (value[i] == value[i]) {
      found = code_of(&f, value[i], i);
      if (found == MISSING)
        return false;
    }
    code[i] = (uint8_t) found;
  }
  rank_codes(&f, few);
  count_codes(code, n, few);
  return true;
}

mc_kendall_few_guess mc_kendall_few_values_guess(const double *value, int64_t n) {
  finder f;
  uint32_t count[MOST] = {0};
  int once = 0, twice = 0, best = 0; /* numbers of values; a code */
  start(&f);
  for (int64_t i = 0; i < n; i++) {
    const int found = value[i] == value[i] ? code_of(&f, value[i], i) : MISSING;
    if (found != MISSING)
      count[found]++;
    else if (value[i] == value[i])
      return (mc_kendall_few_guess){MOST + 1, true, 0};
  }
  for (int k = 0; k < f.distinct; k++) {
    once += count[k] == 1;
    twice += count[k] == 2;
    best = count[k] > count[best] ? k : best;
  }
  const int unseen = once * (once - 1) / (2 * (twice + 1));
  return (mc_kendall_few_guess){.values =
                                  f.distinct + unseen > MOST ? MOST + 1 : f.distinct + unseen,
                                .open = once > 1 && once + 1 >= f.distinct,
                                .most = f.distinct > 0 ? f.value[best] : 0};
}
