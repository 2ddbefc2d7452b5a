#include "kendall/bins.h"

#include <math.h>
#include <string.h>

#include "base/team.h"

enum { GRAIN = 256 };

/* Either `count` or `least` is NULL. */
typedef struct {
  int64_t *count;
  double *least;
  int threads;
  int64_t bins;
} rows;

MC_BODY(clear_row, const rows, r, row) {
  if (r->count != NULL)
    memset(r->count + row * r->bins, 0, (size_t) r->bins * sizeof *r->count);
  for (int64_t k = 0; r->least != NULL && k < r->bins; k++)
    r->least[row * r->bins + k] = INFINITY;
}

static void sum_range(void *context, int64_t first, int64_t last) {
  const rows *r = context;
  for (int64_t row = 1; row < r->threads; row++)
    for (int64_t k = first; k < last; k++)
      r->count[k] += r->count[row * r->bins + k];
}

static void least_range(void *context, int64_t first, int64_t last) {
  const rows *r = context;
  for (int64_t row = 1; row < r->threads; row++)
    for (int64_t k = first; k < last; k++)
      r->least[k] = fmin(r->least[k], r->least[row * r->bins + k]);
}

/* Clears all rows, unless memory was short. */
static void clear(rows *r) {
  if (r->count != NULL || r->least != NULL)
    mc_each(r->threads, 0, r->threads, clear_row, r);
}

int64_t *mc_kendall_bins_make(int threads, int bins, mc_arena *arena) {
  rows r = {.threads = threads, .bins = bins};
  r.count = mc_alloc(arena, (int64_t) threads * bins, sizeof *r.count);
  clear(&r);
  return r.count;
}

void mc_kendall_bins_sum(int64_t *of_threads, int threads, int bins) {
  rows r = {.count = of_threads, .threads = threads, .bins = bins};
  mc_ranges(threads, bins, GRAIN, sum_range, &r);
}

double *mc_kendall_least_make(int threads, int bins, mc_arena *arena) {
  rows r = {.threads = threads, .bins = bins};
  r.least = mc_alloc(arena, (int64_t) threads * bins, sizeof *r.least);
  clear(&r);
  return r.least;
}

void mc_kendall_least_of_all(double *of_threads, int threads, int bins) {
  rows r = {.least = of_threads, .threads = threads, .bins = bins};
  mc_ranges(threads, bins, GRAIN, least_range, &r);
}
