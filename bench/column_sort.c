/* Times of the sort of a column (kendall/column_sort.h), by keys and by digits, on each target of
   the machine. bench/kendall_scans.sh compiles and runs this program. MC_KEY_ROWS of a target
   (simd/<target>/tuning.h) is the most rows for which keys are faster. Each number is the least of
   several runs, in nanoseconds for a row. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "random.h"

#include "base/arena.h"
#include "base/clock.h"
#include "kendall/column_sort.h"

enum { COLUMNS = 8, MOST = 1 << 20, RUNS = 15, ROWS = 400000 /* of a run, about */ };

/* Normal numbers; if `rounded`, with ties. */
static void fill(double *x, int64_t count, int rounded) {
  for (int64_t i = 0; i < count; i++) {
    const double z = sqrt(-2 * log(1 - number())) * cos(2 * acos(-1) * number());
    x[i] = rounded ? floor(50 * z) : z;
  }
}

static int64_t all_by_keys(void) {
  return MOST;
}

static int64_t none_by_keys(void) {
  return 0;
}

/* Nanoseconds of a row of columns of n rows. */
static double nanoseconds(const mc_kernels *kernels, const double *x, int64_t n, void *scratch) {
  const int64_t rounds = ROWS / (COLUMNS * n) + 1;
  double least = HUGE_VAL;
  for (int run = 0; run < RUNS; run++) {
    const int64_t start = mc_now();
    for (int64_t r = 0; r < rounds; r++)
      for (int j = 0; j < COLUMNS; j++)
        (void) mc_kendall_column_sort(kernels, x + j * n, n, NULL, scratch);
    least = fmin(least, (double) (mc_now() - start));
  }
  return least / (double) (rounds * COLUMNS * n);
}

int main(void) {
  static const int64_t sizes[] = {20,    50,    100,    181,    256,    353,    640,
                                  1000,  2000,  4096,   6000,   8192,   12000,  16384,
                                  30000, 65536, 100000, 200000, 262144, 500000, 1000000};
  static double x[(int64_t) COLUMNS * MOST];
  mc_arena arena = mc_arena_malloc();
  void *scratch = mc_alloc(&arena, mc_kendall_column_sort_bytes(MOST), 1);
  int count;
  const mc_target_info *target = mc_target_list(&count);
  if (scratch == NULL)
    return 1;
  for (int t = 0; t < count; t++) {
    if (mc_target_choose(target[t].name) != MC_TARGET_CHOSEN)
      continue;
    mc_kernels keys = *mc_kernels_active(), digits = keys, buckets = keys;
    printf("/* %s: MC_KEY_ROWS is %d; ns a row by keys, by digits; with ties */\n", target[t].name,
           (int) keys.column_keys_rows());
    keys.column_keys_rows = all_by_keys;
    digits.column_keys_rows = none_by_keys, digits.column_bucket_rows = none_by_keys;
    buckets.column_keys_rows = none_by_keys;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      printf("/* %5d rows:", (int) sizes[k]);
      for (int rounded = 0; rounded < 2; rounded++) {
        fill(x, COLUMNS * sizes[k], rounded);
        const double by_keys = sizes[k] > 16384 ? 0 : nanoseconds(&keys, x, sizes[k], scratch);
        printf(" %5.2f, %5.2f, %5.2f%s", by_keys, nanoseconds(&buckets, x, sizes[k], scratch),
               nanoseconds(&digits, x, sizes[k], scratch), rounded ? " */\n" : ";");
      }
    }
  }
  mc_arena_release(&arena);
  return 0;
}
