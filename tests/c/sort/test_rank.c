/* The ranks of a vector, against counting what is less and what is equal. */

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "sort/rank.h"
#include "sort/sort_oracle.h"

enum { TYPES = 3, POLICIES = 4 };

/* Values from few to many different ones, some missing, some far apart. */
static void fill(rng *r, mc_sort_key_type type, int64_t n, void *to) {
  const int64_t limits[] = {1, 2, 7, n / 3 + 1, 1000000};
  const int64_t limit = limits[rng_below(r, 5)];
  const bool outlier = rng_chance(r, 0.3), holes = rng_chance(r, 0.5);
  for (int64_t i = 0; i < n; i++) {
    const bool missing = holes && rng_chance(r, 0.1), far = outlier && i == n / 2;
    const int64_t v = far ? 2000000000 : rng_below(r, limit) - 3;
    if (type == MC_SORT_KEY_I32)
      ((int32_t *) to)[i] = missing ? INT32_MIN : (int32_t) v;
    else if (type == MC_SORT_KEY_I64)
      ((int64_t *) to)[i] = missing ? INT64_MIN : v * (far ? 4000000000 : 1);
    else
      ((double *) to)[i] = missing                        ? NAN
                           : far                          ? 1e300
                           : v == 0 && rng_chance(r, 0.5) ? -0.0
                           : v > 2                        ? 1 + (double) v * 0x1p-52
                                                          : (double) v;
  }
}

static void test_ranks(void) {
  rng r = {11};
  for (int round = 0; round < (check_fast() ? 60 : 600); round++) {
    const int64_t n = rng_below(&r, round % 20 == 0 ? 2500 : 120);
    const mc_sort_key_type type = (mc_sort_key_type) rng_below(&r, TYPES);
    void *data = guard_alloc((size_t) n * (type == MC_SORT_KEY_I32 ? 4 : 8));
    fill(&r, type, n, data);
    const int policy = (int) rng_below(&r, POLICIES);
    const mc_sort_ties ties = (mc_sort_ties) rng_below(&r, MC_SORT_TIES_LAST + 1);
    const mc_sort_rank_job job = {.key = {data, type, false},
                                  .n = n,
                                  .ties = ties,
                                  .na = NAN,
                                  .missing =
                                    policy == 3 ? MC_SORT_MISSING_LAST : (mc_sort_missing) policy,
                                  .keep = policy == 3};
    const int threads = 1 + (int) rng_below(&r, 4);
    check_note("n %d, type %d, ties %d, policy %d, threads %d", (int) n, type, ties, policy,
               threads);
    sort_check_ranks(&job, threads, ties == MC_SORT_TIES_AVERAGE || rng_chance(&r, 0.3));
    guard_free(data);
  }
}

/* Runs that reach over many chunks, and chunks that begin or end with one: ranks of sorted
   values are known. */
static void test_long_runs(void) {
  rng r = {12};
  const int64_t n = 150000;
  double *x = GUARD_NEW(double, n), *rank = GUARD_NEW(double, n);
  for (int round = 0; round < 6; round++) {
    const int64_t lengths[] = {1 << 14, n, 40000, 1, 16383, 20000};
    for (int64_t i = 0, end = 0; i < n; i++) {
      if (i == end)
        end += round == 5 ? 1 + rng_below(&r, lengths[5]) : lengths[round];
      x[i] = i == 0 ? 0.5 : x[i - 1] + (i == end - 1 || lengths[round] == 1);
    }
    const mc_sort_rank_job job = {.key = {x, MC_SORT_KEY_F64, false},
                                  .n = n,
                                  .ties = MC_SORT_TIES_AVERAGE,
                                  .missing = MC_SORT_MISSING_LAST};
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1 + round % 4);
    mc_sort_order_report report;
    CHECK_INT(mc_sort_rank(&job, rank, true, &report, &call), MC_OK);
    for (int64_t i = 0, end; i < n; i = end) {
      for (end = i + 1; end < n && x[end] == x[i]; end++)
        continue;
      for (int64_t j = i; j < end; j++)
        CHECK_INT(2 * rank[j], i + 1 + end);
    }
    guard_arena_release(&arena);
  }
  guard_free(x);
  guard_free(rank);
}

static void test_refusals(void) {
  const double x[] = {2, 1};
  int32_t rank[2] = {7, 7};
  mc_sort_rank_job job = {.key = {x, MC_SORT_KEY_F64, false}, .n = 2, .ties = MC_SORT_TIES_AVERAGE};
  mc_sort_order_report report;
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 0);
  CHECK_INT(mc_sort_rank(&job, rank, false, &report, &call), MC_ERR_ARGUMENT);
  job.ties = MC_SORT_TIES_MIN;
  job.n = INT64_C(1) << 31;
  CHECK_INT(mc_sort_rank(&job, rank, false, &report, &call), MC_ERR_SIZE);
  job.n = INT64_C(1) << 40;
  CHECK_INT(mc_sort_rank(&job, rank, true, &report, &call), MC_ERR_SIZE);
  CHECK_INT(rank[0], 7);
  guard_arena_release(&arena);
}

static const check_test tests[] = {
  {"ranks", test_ranks}, {"long runs", test_long_runs}, {"refusals", test_refusals}, {0}};
const check_suite suite_rank = {"rank", tests, true, "sort_ column_ "};
