#include "kendall/xi_margin.h"

#include <math.h>

mc_kendall_xi_margin mc_kendall_xi_untied(int64_t n) {
  return (mc_kendall_xi_margin){.scale = (double) n * (double) (n * n - 1) / 3,
                                .z = sqrt((double) n / 0.4),
                                .sum = (uint64_t) n * (uint64_t) (n - 1) / 2};
}

/* The sums of the variance. */
typedef struct {
  double sum, lower;
} moments;

/* Adds a group of `tied` rows above `below` rows. */
static void add_group(moments *m, int64_t n, int64_t below, int64_t tied) {
  const double t = (double) tied, b = (double) below, l = (double) (n - below);
  const double own = t * b * l;
  m->sum += own * own + 2 * (t * l * l) * m->lower;
  m->lower += t * b * b;
}

/* Sums of up to so many rows are exact in 53 bits. */
static const int64_t EXACT_ROWS = UINT16_MAX;

mc_kendall_xi_margin mc_kendall_xi_tied(uint32_t *count, int64_t ranks, int64_t n, bool test) {
  mc_kendall_xi_margin margin = {0};
  moments m = {0};
  const bool exact = n <= EXACT_ROWS;
  int64_t below = 0, groups = 0, whole = 0; /* whole: sum l_i (n - l_i) */
  for (int64_t r = 0; r < ranks; r++) {
    const int64_t tied = count[r], top = below + tied, product = below * (n - below);
    if (exact)
      whole += tied * product;
    else
      margin.scale += 2 * (double) tied * (double) product;
    if (test && tied > 0)
      add_group(&m, n, below, tied);
    groups += tied > 0;
    margin.sum += (uint64_t) (tied * (top - 1));
    count[r] = (uint32_t) (top - 1);
    below = top;
  }
  if (groups == n && n > 1)
    return mc_kendall_xi_untied(n);
  if (exact)
    margin.scale = (double) (2 * whole);
  if (test && margin.scale > 0)
    margin.z = sqrt((double) n / m.sum) * (margin.scale / 2); /* sqrt(n / v) */
  return margin;
}
