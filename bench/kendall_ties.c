/* The costs MC_COMMON_TIES_PAIR and MC_COMMON_TIES_ROW of src/kendall/common_ties.h, in picoseconds,
   on the target that the argument names, or on the best that the machine runs.
   bench/kendall_scans.sh compiles and runs this program.

   Each column lacks the same number of rows, at random. Whole calls count columns with ties, whose
   tied pairs among common rows follow from the missing rows, and columns without ties. The
   difference is the cost of these ties, and of one count of bits more. The cost of a row is the
   slope between few and many missing rows, that of a comparison the slope between few and many
   rows, and the cost of a pair what remains. Each time is the least of several runs, in turns of
   both kinds of columns. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "kendall/common_ties.h"
#include "kendall_call.h"

enum { COLUMNS = 2048, SHORT = 180, LONG = 360, FEW = 2, MANY = 18, RUNS = 5 };

static double x[COLUMNS * LONG], tau[(int64_t) COLUMNS * COLUMNS];

/* Columns of `values` values, 0: of as many as there are rows; each lacks `missing` rows. */
static void fill(int64_t n, int values, int missing) {
  for (int64_t j = 0; j < COLUMNS; j++) {
    double *column = x + j * n;
    for (int64_t i = 0; i < n; i++)
      column[i] = values > 0 ? rand() % values : rand() + (double) i / (double) n;
    for (int lost = 0; lost < missing;) {
      double *row = column + rand() % n;
      lost += !isnan(*row);
      *row = NAN;
    }
  }
}

/* Seconds of a call whose ties follow from the missing rows: the table of costs says that bits cost
   more. */
static double seconds_of(int64_t n) {
  mc_kernels kernels = *mc_kernels_active();
  kernels.kendall_costs.bitset_tile[2] = 1e9;
  for (int k = 0; k < MC_BITS_PLANES; k++)
    kernels.kendall_costs.signs_tile[k] = 0;
  return seconds_of_call(x, n, COLUMNS, MC_USE_PAIRWISE, &kernels, tau);
}

/* Picoseconds that a pair with ties takes longer. */
static double picoseconds(int64_t n, int values, int missing) {
  double tied = HUGE_VAL, plain = HUGE_VAL;
  for (int run = 0; run < RUNS; run++) {
    fill(n, values, missing);
    tied = fmin(tied, seconds_of(n));
    fill(n, 0, missing);
    plain = fmin(plain, seconds_of(n));
  }
  return 1e12 * (tied - plain) / (COLUMNS * (COLUMNS + 4) / 2.0); /* whole tiles */
}

int main(int argc, char **argv) {
  mc_target_choose(argc > 1 ? argv[1] : "");
  const int values[] = {3, 30, 90};
  printf("/* %s: costs of a pair, and of a row that a column of the pair lacks */\n",
         mc_target_active());
  for (int k = 0; k < 3; k++) {
    const double few = picoseconds(SHORT, values[k], FEW),
                 many = picoseconds(SHORT, values[k], MANY);
    const double row = (many - few) / (2 * (MANY - FEW)), shorter = mc_kendall_pairs_among(SHORT);
    const double comparison =
      (picoseconds(LONG, values[k], FEW) - few) / (mc_kendall_pairs_among(LONG) - shorter);
    printf(
      "MC_COMMON_TIES_PAIR %8.0f, MC_COMMON_TIES_ROW %6.0f /* %d values; a comparison %.2f */\n",
      few - 2 * FEW * row - comparison * shorter, row, values[k], comparison);
  }
  return 0;
}
