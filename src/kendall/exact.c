/* The recursion of Best and Gipps (1974, algorithm AS 71) for probabilities instead of counts,
   because n! would overflow. A row after n - 1 others is concordant with j = 0, ..., n - 1 of them;
   all j are equally likely. So

     P(n, q) = (P(n - 1, q) + P(n - 1, q - 1) + ... + P(n - 1, q - n + 1)) / n

   This is a sum over a moving window. The distribution is symmetric, so the sum is needed only
   up to the middle. There probabilities do not fall, so subtraction loses few digits. */

#include "kendall/exact.h"

#include "kernels/kendall/types.h"

static void next_distribution(int64_t n, const double *before, double *now) {
  const int64_t last = mc_kendall_pairs_among(n), last_before = mc_kendall_pairs_among(n - 1);
  double window = 0;
  for (int64_t q = 0; q <= last / 2; q++) {
    if (q <= last_before)
      window += before[q];
    if (q >= n)
      window -= before[q - n];
    now[q] = now[last - q] = window / (double) n;
  }
}

static double *sums_of(const double *probability, int64_t count, mc_arena *arena) {
  double *sums = mc_alloc(arena, count, sizeof *sums), sum = 0;
  for (int64_t q = 0; sums != NULL && q < count; q++)
    sums[q] = sum += probability[q];
  return sums;
}

mc_status mc_kendall_exact_tables(double **table, int64_t first, int64_t last, mc_arena *arena) {
  const int64_t room = mc_kendall_pairs_among(last) + 1;
  double *before = mc_alloc(arena, room, sizeof *before), *now = mc_alloc(arena, room, sizeof *now);
  if (before == NULL || now == NULL)
    return MC_ERR_MEMORY;
  now[0] = 1;
  for (int64_t n = 1; n <= last; n++) {
    if (n > 1) {
      double *swap = before;
      before = now;
      now = swap;
      next_distribution(n, before, now);
    }
    if (n < first || table[n] != NULL)
      continue;
    table[n] = sums_of(now, mc_kendall_pairs_among(n) + 1, arena);
    if (table[n] == NULL)
      return MC_ERR_MEMORY;
  }
  return MC_OK;
}
