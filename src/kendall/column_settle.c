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

/* The first of bits i, i + 1, ..., n - 1 that equals `bit`; n if no bit does. */
static int64_t find_bit(const uint64_t *word, int64_t i, int64_t n, bool bit) {
  while (i < n) {
    const uint64_t found = (bit ? word[i / WORD] : ~word[i / WORD]) >> i % WORD;
    if (found != 0)
      return mc_min(n, i + __builtin_ctzll(found));
    i = (i / WORD + 1) * WORD;
  }
  return n;
}

bool mc_kendall_settle_groups(const double *value, mc_kendall_sorted_row *row, int64_t n,
                              const uint64_t *equal, int steps, bool *tied) {
  mc_kendall_settling s = {.budget = steps * n};
  for (int64_t second = find_bit(equal, 1, n, true), last; second < n;
       second = find_bit(equal, last, n, true)) {
    last = find_bit(equal, second, n, false);
    if (!mc_kendall_settle(&s, value, row, second - 1, last))
      return false;
  }
  *tied = s.tied;
  return true;
}
