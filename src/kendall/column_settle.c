#include "kendall/column_settle.h"

#include "base/integers.h"

enum { WORD = 64 }; /* bits of a word */

bool mc_kendall_settle(mc_kendall_settling *s, const double *value, mc_kendall_sorted_row *row,
                       int64_t first, int64_t last) {
  bool ordered = true; /* often: all values are equal */
  for (int64_t i = first + 1; i < last; i++)
    ordered &= value[row[i]] >= value[row[i - 1]];
  for (int64_t i = first + 1; i < last && !ordered; i++) {
    const mc_kendall_sorted_row r = row[i];
    const double v = value[r];
    int64_t j = i;
    for (; j > first && value[row[j - 1]] > v; j--)
      row[j] = row[j - 1];
    row[j] = r;
    s->budget -= i - j;
    if (s->budget < 0)
      return false;
  }
  double before = value[row[first]];
  for (int64_t i = first + 1; i < last; i++) {
    const double v = value[row[i]];
    if (v == before) {
      row[i] |= MC_KENDALL_SORTED_TIED;
      s->tied = true;
    }
    before = v;
  }
  return true;
}

/* The first of bits i, i + 1, ..., n - 1 that is 0; n if all are 1. */
static int64_t first_zero(const uint64_t *word, int64_t i, int64_t n) {
  while (i < n) {
    const uint64_t zeros = ~word[i / WORD] >> i % WORD;
    if (zeros != 0)
      return mc_min(n, i + __builtin_ctzll(zeros));
    i = (i / WORD + 1) * WORD;
  }
  return n;
}

/* Two rows: most groups. */
static void settle_two(mc_kendall_settling *s, const double *value, mc_kendall_sorted_row *row) {
  const mc_kendall_sorted_row a = row[0], b = row[1];
  if (value[a] > value[b]) {
    row[0] = b;
    row[1] = a;
  } else if (value[a] == value[b]) {
    row[1] |= MC_KENDALL_SORTED_TIED;
    s->tied = true;
  }
}

bool mc_kendall_settle_groups(const double *value, mc_kendall_sorted_row *row, int64_t n,
                              const uint64_t *equal, int steps, bool *tied) {
  mc_kendall_settling s = {.budget = steps * n};
  for (int64_t at = 0; at < n; at += WORD)
    for (uint64_t bits = equal[at / WORD]; bits != 0;) {
      const int k = __builtin_ctzll(bits);
      const int64_t second = at + k;
      if (second >= n)
        break;
      if (k < WORD - 1 && (bits >> k & 2) == 0) {
        settle_two(&s, value, row + second - 1);
        bits &= bits - 1;
        continue;
      }
      const int64_t last = first_zero(equal, second, n);
      if (!mc_kendall_settle(&s, value, row, second - 1, last))
        return false;
      at = last / WORD * WORD;
      bits = last < n ? equal[at / WORD] >> last % WORD << last % WORD : 0;
    }
  *tied = s.tied;
  return true;
}
