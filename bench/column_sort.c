/* Times of the sorts of a column (kendall/column_sort.h) on each target of the machine. Each sort
   gets the column whichever sort the target prefers: by keys, by buckets, by digits.
   bench/kendall_scans.sh compiles and runs this program, and bench/column_sort.R makes a table of
   what it prints: a line of words for each column, with the least of several runs for each sort,
   in nanoseconds for a row; "-" for a sort that does not take so many rows. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "random.h"

#include "base/arena.h"
#include "base/clock.h"
#include "kendall/column_buckets.h"
#include "kendall/column_sort.h"

enum { MOST = 1 << 20, MOST_KEYS = 16384, RUNS = 9, ROWS = 200000 /* of a run, at least */ };

static double normal(void) {
  return sqrt(-2 * log(1 - number())) * cos(2 * acos(-1) * number());
}

/* Kinds of columns. */
static const char *const kinds[] = {"normal", "rounded", "outlier", "tail", "tails", "zeros"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static double value_of(int kind, int64_t i) {
  const double z = normal();
  switch (kind) {
  case 1: return floor(50 * z);
  case 2: return i == 7 ? 1e9 : z;
  case 3: return exp(2 * z);
  case 4: return z / normal();
  case 5: return number() < 0.9 ? 0 : exp(z);
  default: return z;
  }
}

static int64_t all(void) {
  return INT64_C(1) << MC_BUCKETS_MOST_BITS;
}

static int64_t none(void) {
  return 0;
}

/* Nanoseconds of a row of a column of n rows. */
static double nanoseconds(const mc_kernels *kernels, const double *x, int64_t n, void *scratch) {
  const int64_t rounds = ROWS / n + 1;
  double least = HUGE_VAL;
  for (int run = 0; run < RUNS; run++) {
    const int64_t start = mc_now();
    for (int64_t r = 0; r < rounds; r++)
      (void) mc_kendall_column_sort(kernels, x, n, NULL, scratch);
    least = fmin(least, (double) (mc_now() - start));
  }
  return least / (double) (rounds * n);
}

static void measure(const char *name, int kind, int64_t n, const double *x, void *scratch) {
  mc_kernels keys = *mc_kernels_active(), buckets = keys, digits = keys;
  const char *prefers = n <= keys.column_keys_rows()     ? "keys"
                        : n <= keys.column_bucket_rows() ? "buckets"
                                                         : "digits";
  keys.column_keys_rows = all;
  buckets.column_keys_rows = digits.column_keys_rows = none;
  buckets.column_bucket_rows = all;
  digits.column_bucket_rows = none;
  printf("%s %s %d %s ", name, kinds[kind], (int) n, prefers);
  if (n <= MOST_KEYS)
    printf("%.3f", nanoseconds(&keys, x, n, scratch));
  else
    printf("-");
  printf(" %.3f", nanoseconds(&buckets, x, n, scratch));
  printf(" %.3f\n", nanoseconds(&digits, x, n, scratch));
  fflush(stdout);
}

int main(void) {
  static const int64_t sizes[] = {50,    181,   353,   1000,  2000,   4096,   6000,   8192,
                                  12000, 16384, 30000, 65536, 100000, 200000, 400000, MOST};
  mc_arena arena = mc_arena_malloc();
  void *scratch = mc_alloc(&arena, mc_kendall_column_sort_bytes(MOST), 1);
  double *x = mc_alloc(&arena, MOST, sizeof *x);
  int count;
  const mc_target_info *target = mc_target_list(&count);
  if (scratch == NULL || x == NULL)
    return 1;
  for (int t = 0; t < count; t++) {
    if (mc_target_choose(target[t].name) != MC_TARGET_CHOSEN)
      continue;
    for (int kind = 0; kind < KINDS; kind++)
      for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int64_t n = sizes[k];
        if (kind > 0 && n != 353 && n != 4096 && n != 16384 && n != 200000)
          continue;
        for (int64_t i = 0; i < n; i++)
          x[i] = value_of(kind, i);
        measure(target[t].name, kind, n, x, scratch);
      }
  }
  mc_arena_release(&arena);
  return 0;
}
