/* PPMQSort by comparison, against qsort() of C. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "quicksort/by_comparison.h"
#include "quicksort/ppmqsort.h"

/* ---- elements of any size: a number in the first bytes, then bytes that follow from it ---- */

static int64_t size_now; /* of the elements that compare_bytes() compares */

static int compare_bytes(const void *x, const void *y) {
  return memcmp(x, y, (size_t) size_now);
}

/* Big-endian numbers, so that memcmp() orders them. */
static void fill(rng *r, shape s, unsigned char *a, int64_t n, int64_t size) {
  uint32_t *value = GUARD_NEW(uint32_t, n);
  shape_fill(r, s, n, value);
  for (int64_t i = 0; i < n; i++)
    for (int64_t b = 0; b < size; b++)
      a[i * size + b] = (unsigned char) (b < 4 ? value[i] >> 8 * (3 - b) : value[i] * 7 + b);
  guard_free(value);
}

static void try(rng *r, shape s, int64_t n, int64_t size, int misfit, int threads, int64_t cutoff,
                bool merging) {
  check_note("%s, n %d, size %d, misfit %d, %d threads, cutoff %d, merging %d", shape_names[s],
             (int) n, (int) size, misfit, threads, (int) cutoff, merging);
  unsigned char *block = guard_alloc((size_t) (n * size + misfit));
  unsigned char *want = guard_alloc((size_t) (n * size)), *a = block + misfit;
  fill(r, s, a, n, size);
  memcpy(want, a, (size_t) (n * size));
  size_now = size;
  qsort(want, (size_t) n, (size_t) size, compare_bytes);
  (merging ? mc_qsort_merging : mc_qsort)(a, (size_t) n, (size_t) size, compare_bytes, threads,
                                          (size_t) cutoff);
  CHECK(memcmp(a, want, (size_t) (n * size)) == 0);
  guard_free(block);
  guard_free(want);
}

static void test_elements(void) {
  rng r = {1};
  for (int64_t size = 1; size <= 100; size++)
    for (int s = 0; s < SHAPES; s++) {
      const int64_t n = rng_below(&r, rng_chance(&r, 0.2) ? 3000 : 100);
      try(&r, (shape) s, n, size, (int) rng_below(&r, 9), 1 + (int) rng_below(&r, 4),
          64 + rng_below(&r, 200), rng_chance(&r, 0.5));
    }
  try(&r, SHAPE_PERMUTATION, 700, 1000, 3, 2, 64, true);
}

static void test_small(void) {
  rng r = {2};
  const int64_t sizes[] = {4, 8, 16, 12};
  for (int64_t n = 0; n <= 200; n++)
    for (int s = 0; s < SHAPES; s++)
      try(&r, (shape) s, n, sizes[s % 4], 0, 1 + (int) (n % 3), 64, n % 2);
}

/* Each shape by two numbers of threads, 1 and 3 or 2 and 4; shapes take turns. */
static void test_large(void) {
  rng r = {3};
  const int64_t n = check_fast() ? 20000 : 300000;
  for (int s = 0; s < SHAPES; s++)
    for (int threads = 1 + s / 2 % 2; threads <= 4; threads += 2)
      try(&r, (shape) s, n + rng_below(&r, 100), threads % 2 ? 4 : 8, 0, threads,
          threads < 3 ? 0 : 5000, s % 2);
}

/* ---- comparisons ---- */

static int64_t calls;

static int counting(const void *x_, const void *y_) {
  const uint32_t x = *(const uint32_t *) x_, y = *(const uint32_t *) y_;
  calls++;
  return (x > y) - (x < y);
}

static double n_log_n(int64_t n) {
  double logarithm = 0;
  for (int64_t m = n; m > 1; m /= 2)
    logarithm++;
  return (double) n * (logarithm + 1);
}

static void test_comparisons(void) {
  rng r = {4};
  for (int64_t n = 16; n <= (check_fast() ? 4096 : 1 << 20); n *= 4)
    for (int s = 0; s < SHAPES; s++) {
      check_note("%s, n %d", shape_names[s], (int) n);
      uint32_t *a = GUARD_NEW(uint32_t, n);
      shape_fill(&r, (shape) s, n, a);
      calls = 0;
      mc_qsort(a, (size_t) n, sizeof *a, counting, 1, 0);
      CHECK((double) calls <= 1.5 * n_log_n(n));
      guard_free(a);
    }
}

/* McIlroy, A killer adversary for quicksort (1999): elements get their value, as great as can
   be, only when a comparison has to be answered, so that pivots turn out to be bad. */
static int32_t *value;
static int32_t solid, gas, candidate;

static int adversary(const void *x_, const void *y_) {
  const int32_t x = *(const int32_t *) x_, y = *(const int32_t *) y_;
  calls++;
  if (value[x] == gas && value[y] == gas)
    value[x == candidate ? x : y] = solid++;
  if (value[x] == gas)
    candidate = x;
  else if (value[y] == gas)
    candidate = y;
  return (value[x] > value[y]) - (value[x] < value[y]);
}

static void test_adversary(void) {
  const int32_t sizes[] = {100, 1000, 5000, 65536, 1 << 20};
  for (int s = 0; s < (check_fast() ? 3 : 5); s++) {
    const int32_t n = sizes[s];
    check_note("n %d", (int) n);
    int32_t *place = GUARD_NEW(int32_t, n);
    value = GUARD_NEW(int32_t, n);
    gas = n;
    solid = candidate = 0;
    for (int32_t i = 0; i < n; i++) {
      place[i] = i;
      value[i] = gas;
    }
    calls = 0;
    mc_qsort(place, (size_t) n, sizeof *place, adversary, 1, 0);
    CHECK((double) calls <= 6 * n_log_n(n));
    for (int32_t i = 1; i < n; i++)
      CHECK(value[place[i - 1]] <= value[place[i]]);
    guard_free(place);
    guard_free(value);
  }
}

/* Answers without any sense must neither lose an element nor touch others. */
static int moody(const void *x, const void *y) {
  rng r = {(uint64_t) (uintptr_t) x * 31 + (uint64_t) (uintptr_t) y};
  return (int) rng_below(&r, 3) - 1;
}

static int always(const void *x, const void *y) {
  (void) x;
  (void) y;
  return -1;
}

static int by_number(const void *x_, const void *y_) {
  const uint32_t x = *(const uint32_t *) x_, y = *(const uint32_t *) y_;
  return (x > y) - (x < y);
}

static void test_nonsense(void) {
  for (int64_t n = 0; n < 9000; n += n < 50 ? 1 : 297)
    for (int which = 0; which < 2; which++) {
      check_note("n %d, which %d", (int) n, which);
      uint32_t *a = GUARD_NEW(uint32_t, n);
      for (int64_t i = 0; i < n; i++)
        a[i] = (uint32_t) i;
      mc_qsort(a, (size_t) n, sizeof *a, which ? moody : always, 1 + (int) (n % 4), 64);
      qsort(a, (size_t) n, sizeof *a, by_number);
      for (int64_t i = 0; i < n; i++)
        CHECK_INT(a[i], i);
      guard_free(a);
    }
}

/* ---- the driver: polls, parts ---- */

typedef struct {
  const uint32_t *from;
  uint32_t *a;
  int64_t n;
} stopped;

static mc_status sort_stopped(void *context, const mc_call *call) {
  const stopped *s = context;
  const mc_quicksort_comparison_sorter by = mc_quicksort_by(by_number, sizeof *s->a);
  const int threads = call->threads;
  const mc_quicksort_plan plan = {.threads = threads,
                                  .cutoff = 64,
                                  .least_parts = threads % 2 + 1,
                                  .parallel_merge = threads > 2,
                                  .between = 500};
  memcpy(s->a, s->from, (size_t) s->n * sizeof *s->a);
  const mc_status status = mc_quicksort(&by.sorter, &plan, s->a, s->n, call->monitor);
  if (status == MC_INTERRUPTED)
    qsort(s->a, (size_t) s->n, sizeof *s->a, by_number);
  for (int64_t i = 0; i < s->n; i++)
    CHECK_INT(s->a[i], i);
  return status;
}

static void test_interrupts(void) {
  rng r = {6};
  const int64_t n = 5000;
  uint32_t *from = GUARD_NEW(uint32_t, n);
  shape_fill(&r, SHAPE_PERMUTATION, n, from);
  stopped s = {from, GUARD_NEW(uint32_t, n), n};
  for (int threads = 1; threads <= 4; threads++) {
    check_note("%d threads", threads);
    const check_polls end = check_interrupts((interruptible){sort_stopped, &s, threads, 0, 0});
    CHECK(end.polls > 3 && end.last > 1 - 1e-9);
  }
  guard_free(from);
  guard_free(s.a);
}

static const check_test tests[] = {{"elements of 1 to 100 bytes", test_elements},
                                   {"few elements", test_small},
                                   {"many elements", test_large},
                                   {"numbers of comparisons", test_comparisons},
                                   {"an adversary", test_adversary},
                                   {"comparisons without sense", test_nonsense},
                                   {"interrupts", test_interrupts},
                                   {0}};
const check_suite suite_by_comparison = {"by_comparison", tests, false, NULL};
