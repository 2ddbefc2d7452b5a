/* The costs signs_tile of the target that the argument names, or of the best that the machine runs,
   for src/simd/<target>/costs.def, and MC_SIGNS_PAIR of src/kendall/signs_cost.h. They are measured if
   the table's costs are not 0.
   bench/kendall_scans.sh compiles and runs this program. Whole calls count all pairs by signs,
   whatever the table of costs says, and then by bits. The time of a comparison is the slope between
   two numbers of rows, so the costs of a pair drop out; the making of bits is taken off. The table
   has the cost of bits, so the cost of signs is that cost times the ratio of both times: a slow
   moment of the machine does not count. Each time is the least of several runs. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "kendall_call.h"

enum { COLUMNS = 1024, LEAST = 40, SHORT = 200, LONG = 500, RUNS = 5 };

static double *columns_of(int64_t n, int planes) {
  double *x = malloc((size_t) (COLUMNS * n) * sizeof *x);
  if (x == NULL)
    exit(1);
  for (int64_t i = 0; i < COLUMNS * n; i++)
    x[i] = planes == 1                       ? (double) rand() * (double) n + (double) (i % n)
           : planes == 3 && rand() % 20 == 0 ? NAN
                                             : rand() % (n / 3);
  return x;
}

/* Seconds of a call on n rows. */
static double seconds_of(int64_t n, int planes, const mc_kernels *kernels) {
  static double tau[COLUMNS * COLUMNS];
  double *x = columns_of(n, planes), least = HUGE_VAL;
  const mc_pairs_use use = planes == 3 ? MC_USE_PAIRWISE : MC_USE_EVERYTHING;
  for (int run = 0; run < RUNS; run++)
    least = fmin(least, seconds_of_call(x, n, COLUMNS, use, kernels, tau));
  free(x);
  return least;
}

/* A copy of the active kernels that counts by signs, or by bits if `signs` is 0. */
static mc_kernels kernels_with(double signs) {
  mc_kernels kernels = *mc_kernels_active();
  for (int k = 0; k < MC_BITS_PLANES; k++)
    kernels.kendall_costs.signs_tile[k] = signs;
  kernels.kendall_costs.bitset_tile[2] = kernels.kendall_costs.bitset_tile[1]; /* four counts */
  return kernels;
}

static const double PAIRS = COLUMNS * (COLUMNS + 32) / 2.0; /* whole blocks */

/* Picoseconds of a comparison of a pair. */
static double picoseconds(int planes, double signs) {
  const mc_kernels kernels = kernels_with(signs);
  const double comparisons =
    (double) (mc_kendall_pairs_among(LONG) - mc_kendall_pairs_among(SHORT));
  const double seconds = seconds_of(LONG, planes, &kernels) - seconds_of(SHORT, planes, &kernels);
  const double make = kernels.kendall_costs.bitset_make[planes - 1] * COLUMNS;
  return (1e12 * seconds / comparisons - make) / PAIRS;
}

/* Picoseconds that a pair takes longer by signs than by bits, in addition to the comparisons. */
static double picoseconds_of_pair(double signs, double bits) {
  const mc_kernels by_signs = kernels_with(1e-9), by_bits = kernels_with(0);
  const double longer = seconds_of(LEAST, 1, &by_signs) - seconds_of(LEAST, 1, &by_bits);
  return 1e12 * longer / PAIRS - (signs - bits) * (double) mc_kendall_pairs_among(LEAST);
}

int main(int argc, char **argv) {
  mc_target_choose(argc > 1 ? argv[1] : "");
  if (mc_kernels_active()->kendall_costs.signs_tile[0] == 0) {
    printf("signs are not measured: %s counts by bits\n", mc_target_active());
    return 0;
  }
  static const char *const names[] = {"one product", "one product, ties", "four products"};
  for (int planes = 1; planes <= MC_BITS_PLANES; planes++) {
    const double bits = picoseconds(planes, 0), signs = picoseconds(planes, 1e-9);
    const double table = mc_kernels_active()->kendall_costs.bitset_tile[planes - 1];
    printf("MC_COST(signs_tile[%d], %8.2f) /* %s: %.2f ps, by bits %.2f ps */\n", planes - 1,
           table * signs / bits, names[planes - 1], signs, bits);
    if (planes == 1)
      printf("MC_SIGNS_PAIR = %.0f\n", picoseconds_of_pair(signs, bits));
  }
  return 0;
}
