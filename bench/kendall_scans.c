/* Costs of scans of columns and of samples, for src/kendall/costs.def; bench/kendall_scans.sh
   compiles and runs this program. Each number is the least of several runs. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "dispatch/call.h"
#include "kendall/packed_sparse.h"
#include "kendall/sparse_split.h"

enum { COLUMNS = 200, LONG = 20000, SHORT = 100, RUNS = 15 };

/* COLUMNS columns of n doubles; one row in ten is off the base. */
static double *columns_of(int64_t n) {
  double *x = malloc((size_t) (COLUMNS * n) * sizeof *x);
  if (x == NULL)
    exit(1);
  for (int64_t i = 0; i < COLUMNS * n; i++)
    x[i] = rand() % 10 == 0 ? rand() % 30 : 0;
  return x;
}

/* Picoseconds of a column: of a scan; or of a sample, as far as it goes beyond the scan. */
static double picoseconds(int64_t n, bool sampled) {
  static double base[COLUMNS];
  static mc_kendall_sparse_scan scans[COLUMNS];
  double *x = columns_of(n), least = 1;
  const mc_columns columns = mc_columns_of_matrix((mc_matrix){x, MC_F64, n, COLUMNS});
  for (int run = 0; run < RUNS; run++) {
    mc_arena arena = mc_arena_malloc();
    const mc_call call = mc_call_make(&arena, NULL, 1);
    const mc_kendall_sides sides = {
      .x = &columns, .y = &columns, .symmetric = true, .asked = MC_KENDALL_SPARSE};
    mc_kendall_sparse_side side;
    const int64_t start = mc_now();
    if (!sampled)
      mc_kendall_sparse_scan_columns(&columns, base, 1, scans);
    else if (mc_kendall_sparse_side_make(&side, &columns, &sides, &call) != MC_OK)
      exit(1);
    const double seconds = 1e-9 * (double) (mc_now() - start);
    least = seconds < least ? seconds : least;
    mc_arena_release(&arena);
  }
  free(x);
  return 1e12 * least / COLUMNS;
}

int main(void) {
  const double few = picoseconds(SHORT, false), many = picoseconds(LONG, false);
  const double row = (many - few) / (LONG - SHORT);
  printf("MC_COST(scan_column,   %6.0f) /* column that is scanned */\n",
         fmax(0, few - row * SHORT));
  printf("MC_COST(scan_row,      %6.0f) /* row of the column */\n", row);
  printf("MC_COST(sample_column, %6.0f) /* column of which a sample is taken */\n",
         fmax(0, picoseconds(LONG, true) - many));
  return 0;
}
