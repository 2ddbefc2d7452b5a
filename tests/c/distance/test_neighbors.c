/* Neighbours against a sort of all distances, on each target. */
#include "distance/neighbors.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "distance/closest.h"
#include "distance/distance.h"
#include "distance/nearest.h"
#include "distance/neighbors_oracle.h"
#include "distance/within.h"
#include "guard.h"
#include "interrupts.h"

/* ---- keys and numbers ---- */

/* n keys, of `kinds` different ones. */
static neighbors_keys make_keys(rng *r, int64_t n, int64_t kinds) {
  neighbors_keys v = {GUARD_NEW(double, n), GUARD_NEW(int32_t, n), n};
  for (int64_t i = 0; i < n; i++) {
    v.key[i] = (double) rng_below(r, kinds);
    v.number[i] = (int32_t) i;
    const int64_t j = rng_below(r, i + 1);
    v.number[i] = v.number[j];
    v.number[j] = (int32_t) i;
  }
  return v;
}

static neighbors_keys copy_of(neighbors_keys from) {
  neighbors_keys to = {GUARD_NEW(double, from.n), GUARD_NEW(int32_t, from.n), from.n};
  memcpy(to.key, from.key, (size_t) from.n * sizeof *to.key);
  memcpy(to.number, from.number, (size_t) from.n * sizeof *to.number);
  return to;
}

/* By insertion. */
static void sort_plainly(neighbors_keys v) {
  for (int64_t i = 1; i < v.n; i++)
    for (int64_t j = i;
         j > 0 && mc_distance_closer(v.key[j], v.number[j], v.key[j - 1], v.number[j - 1]); j--) {
      const double k = v.key[j];
      const int32_t m = v.number[j];
      v.key[j] = v.key[j - 1];
      v.number[j] = v.number[j - 1];
      v.key[j - 1] = k;
      v.number[j - 1] = m;
    }
}

static void check_equal(neighbors_keys got, neighbors_keys want, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    CHECK(got.key[i] == want.key[i] && got.number[i] == want.number[i]);
}

static void test_closest(void) {
  rng r = {1};
  for (int64_t n = 0; n < 60; n++)
    for (int64_t first = 0; first <= n; first += 1 + rng_below(&r, 4)) {
      const neighbors_keys v = make_keys(&r, n, 1 + rng_below(&r, n + 1));
      neighbors_keys want = copy_of(v), sorted = copy_of(v), some = copy_of(v), heap = copy_of(v);
      check_note("%d of %d", (int) first, (int) n);
      sort_plainly(want);
      mc_distance_closest_sort(sorted.key, sorted.number, n);
      check_equal(sorted, want, n);
      mc_distance_closest_select(some.key, some.number, n, first);
      mc_distance_closest_sort(some.key, some.number, first);
      mc_distance_closest_sort(some.key + first, some.number + first, n - first);
      check_equal(some, want, n);
      int64_t count = 0;
      for (int64_t i = 0; i < n; i++) {
        count = mc_distance_closest_add(heap.key, heap.number, count, first, v.key[i], v.number[i]);
        CHECK_INT(count, i + 1 < first ? i + 1 : first);
      }
      mc_distance_closest_sort_heap(heap.key, heap.number, count);
      check_equal(heap, want, first);
      neighbors_free(v);
      neighbors_free(want);
      neighbors_free(sorted);
      neighbors_free(some);
      neighbors_free(heap);
    }
}

/* ---- data ---- */

/* Numbers of which many are equal, in clusters far apart, or neither. */
static mc_matrix points(rng *r, int64_t n, int64_t d, double odd) {
  const bool integers = rng_chance(r, 0.2);
  const int kind = (int) rng_below(r, 3);
  double *x = GUARD_NEW(double, n *d);
  int32_t *whole = GUARD_NEW(int32_t, integers ? n * d : 0);
  for (int64_t i = 0; i < n * d; i++) {
    const int64_t cluster = kind == 1 ? i % n % 7 * 100 : 0;
    x[i] = kind == 0 || integers ? (double) (cluster + rng_below(r, 4))
                                 : (double) cluster + (double) rng_below(r, 100000) / 30000;
    if (integers)
      whole[i] = rng_chance(r, odd) ? INT32_MIN : (int32_t) x[i];
    else if (rng_chance(r, odd))
      x[i] = rng_chance(r, 0.3) ? INFINITY : (double) NAN;
  }
  if (integers) {
    guard_free(x);
    return (mc_matrix){whole, MC_I32, n, d};
  }
  guard_free(whole);
  return (mc_matrix){x, MC_F64, n, d};
}

static void test_neighbors(void) {
  rng r = {2};
  const int64_t sizes[] = {0, 1, 2, 31, 32, 33, 100, 260};
  for (int a = 0; a < (check_fast() ? 6 : 8); a++)
    for (int b = -1; b < 6; b++)
      for (int round = 0; round < 3; round++) {
        const int64_t d = rng_chance(&r, 0.1) ? 131 : rng_below(&r, 6);
        const double odd = round == 1 ? 0.02 : round == 2 && rng_chance(&r, 0.3) ? 0.5 : 0;
        const int threads = 1 + (int) rng_below(&r, 4);
        const mc_distance_neighbors_job job = {.x = points(&r, sizes[a], d, odd),
                                               .y = points(&r, b < 0 ? 0 : sizes[b], d, odd / 4),
                                               .self = b < 0,
                                               .fused = rng_chance(&r, 0.3),
                                               .first = (int32_t) rng_below(&r, 2),
                                               .no_number = -7,
                                               .no_distance = -3};
        const int64_t queries = b < 0 ? sizes[a] : sizes[b];
        double *all = neighbors_all(&job, queries);
        const int64_t most[] = {0, 1, 3, sizes[a] / 2, sizes[a] + 2};
        for (int k = 0; k < 5; k++) {
          check_note("%d points, %d queries, d %d, odd %g, k %d, %d threads, fused %d",
                     (int) sizes[a], b < 0 ? -1 : (int) queries, (int) d, odd, (int) most[k],
                     threads, job.fused);
          neighbors_check_nearest(&job, all, most[k], threads);
        }
        neighbors_check_within(&job, all, &r, threads);
        guard_free(all);
        guard_free((void *) (uintptr_t) job.x.data);
        guard_free((void *) (uintptr_t) job.y.data);
      }
}

/* Several groups of panels, most of which are left out; on a grid, where boxes are as far as
   neighbours that tie, and in clusters. */
static void test_many(void) {
  enum { N = 2500, QUERIES = 60 };
  rng r = {6};
  double *x = GUARD_NEW(double, N * 3), *y = GUARD_NEW(double, QUERIES * 3);
  for (int round = 0; round < (check_fast() ? 2 : 12); round++) {
    const int64_t d = 1 + round % 3, width = d == 1 ? 400 : d == 2 ? 30 : 9;
    for (int64_t i = 0; i < N * d; i++)
      x[i] = round < 6 ? (double) rng_below(&r, width)
                       : (double) (i % N % 50 * 100) + (double) rng_below(&r, 1000) / 100;
    for (int64_t i = 0; i < QUERIES; i++)
      for (int64_t k = 0; k < d; k++)
        y[i + k * QUERIES] = x[i * 41 + k * N];
    const mc_distance_neighbors_job job = {
      .x = {x, MC_F64, N, d}, .y = {y, MC_F64, QUERIES, d}, .no_number = -7, .no_distance = -3};
    double *all = neighbors_all(&job, QUERIES);
    const int64_t most[] = {1, 4, 15, 60, 1100};
    for (int k = 0; k < 5; k++) {
      check_note("%d coordinates, k %d, round %d", (int) d, (int) most[k], round);
      neighbors_check_nearest(&job, all, most[k], 1 + round % 3);
    }
    neighbors_check_within(&job, all, &r, 1 + round % 3);
    guard_free(all);
  }
  guard_free(x);
  guard_free(y);
}

/* ---- order ---- */

/* A permutation, with boxes around its panels; those that are not finite at the end. */
static void test_order(void) {
  rng r = {3};
  for (int round = 0; round < 40; round++) {
    const int64_t n = rng_below(&r, round < 36 ? 300 : 12000), d = rng_below(&r, 5);
    const double odd = round % 3 == 0 ? 0.05 : 0;
    mc_matrix x = points(&r, n, d, odd);
    while (x.type != MC_F64) {
      guard_free((void *) (uintptr_t) x.data);
      x = points(&r, n, d, odd);
    }
    check_note("%d points, d %d", (int) n, (int) d);
    guard_arena arena = guard_arena_make();
    const int threads = 1 + (int) rng_below(&r, 3);
    const mc_call call = mc_call_make(&arena.arena, NULL, threads);
    mc_distance_tree o;
    CHECK_INT(mc_distance_tree_make(&o, &x, threads, &call), MC_OK);
    bool *there = GUARD_NEW(bool, n);
    memset(there, 0, (size_t) n * sizeof *there);
    bool was_odd = false;
    for (int64_t i = 0; i < n; i++) {
      const int64_t p = o.point[i];
      CHECK(p >= 0 && p < n && !there[p]);
      there[p] = true;
      bool is_odd = false;
      for (int64_t k = 0; k < d; k++) {
        const double v = ((const double *) x.data)[p + k * n];
        const int64_t box = k * o.panel.step + i / MC_DISTANCE_LANES;
        const int64_t group = k * o.group.step + i / MC_DISTANCE_LANES / MC_DISTANCE_GROUP;
        CHECK(isnan(v) ? isinf(o.panel.low[box]) && isinf(o.panel.high[box])
                       : o.panel.low[box] <= v && v <= o.panel.high[box]);
        CHECK(o.group.low[group] <= o.panel.low[box] && o.panel.high[box] <= o.group.high[group]);
        is_odd |= !isfinite(v);
      }
      const int64_t panel = i / MC_DISTANCE_LANES, group = panel / MC_DISTANCE_GROUP;
      CHECK(o.panel.least[panel] <= p && o.group.least[group] <= o.panel.least[panel]);
      CHECK(is_odd || !was_odd);
      was_odd = is_odd;
    }
    guard_free(there);
    guard_arena_release(&arena);
    guard_free((void *) (uintptr_t) x.data);
  }
}

/* Clusters that panels need not mix are not mixed: most boxes are far from each other. */
static void test_apart(void) {
  enum { N = 640, CLUSTERS = 10 };
  double x[N * 2];
  rng r = {4};
  for (int i = 0; i < N; i++) {
    x[i] = (double) (i % CLUSTERS) * 1000 + (double) rng_below(&r, 100);
    x[N + i] = (double) (i % CLUSTERS % 3) * 1000 + (double) rng_below(&r, 100);
  }
  mc_arena arena = mc_arena_malloc();
  const mc_call call = mc_call_make(&arena, NULL, 1);
  const mc_distance_neighbors_job job = {.x = {x, MC_F64, N, 2}, .self = true};
  mc_distance_neighbors n;
  CHECK_INT(mc_distance_neighbors_begin(&n, &job, &call), MC_OK);
  mc_distance_neighbors_pass pass;
  CHECK_INT(mc_distance_neighbors_pack(&pass, &n, 0, 1, &call), MC_OK);
  double bound[MC_DISTANCE_GROUP];
  int near = 0;
  for (int64_t p = 0; p < n.x.panel.count; p++) {
    CHECK_INT(mc_distance_neighbors_panels(&pass, p, 0, bound), n.x.panel.count);
    CHECK(bound[p] == 0);
    for (int64_t q = 0; q < n.x.panel.count; q++)
      near += bound[q] < 500 * 500;
    CHECK_INT(mc_distance_neighbors_groups(&pass, p, bound), 1);
    CHECK(bound[0] == 0);
  }
  CHECK(near <= 5 * n.x.panel.count);
  mc_arena_release(&arena);
}

/* ---- limits and ends ---- */

static void test_limit(void) {
  rng r = {5};
  const mc_distance_kernels m = {.root = true};
  CHECK(isinf(mc_distance_limit(&m, INFINITY)));
  for (int i = 0; i < 100000; i++) {
    double sum = ldexp((double) (rng_next(&r) >> 11), (int) rng_below(&r, 2040) - 1070);
    if (i % 4 == 0)
      sum = (double) rng_below(&r, 1000) * 0x1p-1074;
    const double root = sqrt(sum), above = nextafter(sum, INFINITY);
    CHECK(sum <= mc_distance_limit(&m, root));
    CHECK(sqrt(above) != root || above <= mc_distance_limit(&m, root));
  }
}

static mc_status three_nearest(void *context, const mc_call *call) {
  const mc_distance_neighbors_job *job = context;
  mc_distance_neighbors n;
  int32_t number[300];
  double distance[300];
  MC_TRY(mc_distance_neighbors_begin(&n, job, call));
  return mc_distance_nearest(&n, 3, number, distance, call);
}

static void test_ends(void) {
  double x[200], y[2] = {0};
  for (int i = 0; i < 200; i++)
    x[i] = i;
  mc_distance_neighbors_job job = {.x = {x, MC_F64, 100, 2}, .self = true};
  const mc_distance_neighbors_job odd = {.x = {x, MC_F64, 100, 2}, .y = {y, MC_F64, 2, 1}};
  mc_distance_neighbors n;
  mc_arena plenty = mc_arena_malloc();
  const mc_call rich = mc_call_make(&plenty, NULL, 1);
  CHECK_INT(mc_distance_neighbors_begin(&n, &odd, &rich), MC_ERR_ARGUMENT);
  mc_arena_release(&plenty);
  mc_status status = MC_ERR_MEMORY;
  for (int refuse = 1; status == MC_ERR_MEMORY && refuse < 40; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    status = three_nearest(&job, &call);
    CHECK(status == MC_ERR_MEMORY || refuse > 12);
    guard_arena_release(&arena);
  }
  CHECK_INT(status, MC_OK);
  CHECK(check_interrupts((interruptible){three_nearest, &job, 1, 1e-9, 0}).polls > 1);
}

static const check_test tests[] = {{"keys and numbers", test_closest},
                                   {"neighbors", test_neighbors},
                                   {"many points", test_many},
                                   {"order", test_order},
                                   {"boxes that are apart", test_apart},
                                   {"limits", test_limit},
                                   {"ends", test_ends},
                                   {0}};
const check_suite suite_neighbors = {"neighbors", tests, true, "distance_ "};
