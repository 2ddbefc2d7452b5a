/* Lengths of paths, and paths among the edges. */
#include "paths/search.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"

enum { NONE = INT32_MIN, MOST = 24 };

/* Distances by Floyd and Warshall, exact for whole numbers. */
static mc_paths_result make(int64_t n, double *weights, double *distance, int32_t *via) {
  memcpy(distance, weights, (size_t) (n * n) * sizeof *distance);
  for (int64_t i = 0; i < n * n; i++)
    via[i] = NONE;
  for (int64_t k = 0; k < n; k++)
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++)
        if (distance[i + k * n] + distance[k + j * n] < distance[i + j * n]) {
          distance[i + j * n] = distance[i + k * n] + distance[k + j * n];
          via[i + j * n] = (int32_t) k + 1;
        }
  return (mc_paths_result){distance, weights, via, n, false};
}

/* On graphs of whole weights p[i] - p[j] + loss, loss >= 0: every path is as long as the distance,
   with the weights and without. */
static void test_found(void) {
  rng r = {7};
  for (int round = 0; round < 200; round++) {
    const int64_t n = 1 + rng_below(&r, MOST);
    double *weights = GUARD_NEW(double, n *n), *distance = GUARD_NEW(double, n *n);
    double *lost = GUARD_NEW(double, n);
    int32_t *via = GUARD_NEW(int32_t, n * n), *next = GUARD_NEW(int32_t, n);
    int32_t *edges = GUARD_NEW(int32_t, n), *open = GUARD_NEW(int32_t, n);
    int64_t p[MOST];
    for (int64_t i = 0; i < n; i++)
      p[i] = rng_below(&r, 1000000);
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++)
        weights[i + j * n] = i == j                ? 0
                             : rng_chance(&r, 0.6) ? INFINITY
                                                   : (double) (p[i] - p[j] + rng_below(&r, 4));
    mc_paths_result result = make(n, weights, distance, via);
    for (int without = 0; without < 2; without++) {
      if (without)
        result.weights = NULL;
      for (int64_t to = 1; to <= n; to++) {
        mc_paths_search(&result, to, next, lost, edges, open);
        for (int64_t from = 1; from <= n; from++) {
          check_note("round %d, n %d, from %d to %d", round, (int) n, (int) from, (int) to);
          int64_t count = 0;
          for (int64_t v = from; next[v - 1] != 0 && count < n; v = next[v - 1])
            open[count++] = next[v - 1];
          const bool there = isfinite(distance[(from - 1) + (to - 1) * n]);
          CHECK_INT(there, from == to || count > 0);
          if (!there)
            continue;
          CHECK(count < n);
          CHECK_INT(count, edges[from - 1]);
          CHECK_INT(count == 0 ? from : open[count - 1], to);
          CHECK(lost[from - 1] == 0);
          CHECK(mc_paths_fits(&result, from, open, count, false));
        }
      }
    }
    guard_free(weights);
    guard_free(distance);
    guard_free(lost);
    guard_free(via);
    guard_free(next);
    guard_free(edges);
    guard_free(open);
  }
}

/* 1 -> 2 -> 3 of 1 + 2^-k: what is a rounding, and what is not. */
static void test_bounds(void) {
  double weights[9] = {0, INFINITY, INFINITY, 1, 0, INFINITY, INFINITY, 2, 0}, distance[9];
  int32_t via[9];
  const int32_t path[] = {2, 3}, other[] = {3};
  mc_paths_result r = make(3, weights, distance, via);
  CHECK(mc_paths_fits(&r, 1, path, 2, false));
  CHECK(!mc_paths_fits(&r, 1, other, 1, true)); /* no edge */
  CHECK(mc_paths_fits(&r, 1, path, 0, false));
  for (int single = 0; single < 2; single++) {
    const double unit = single ? 0x1p-24 : 0x1p-53;
    const double edges[] = {1, 2}, large[] = {1.5e308, -1.5e308, 1.5e308};
    CHECK(mc_paths_add_up(large, 3, 1.5e308, single));
    CHECK(!mc_paths_add_up(large, 3, 1.4e308, single));
    CHECK(mc_paths_add_up(edges, 0, 0, single));
    r.single = single;
    distance[6] = 3 + 4 * unit; /* at most 2 x 3 units; 2 x 3 x 3 when wide */
    CHECK(mc_paths_fits(&r, 1, path, 2, false));
    CHECK(mc_paths_add_up(edges, 2, distance[6], single));
    distance[6] = 3 - 8 * unit;
    CHECK(!mc_paths_fits(&r, 1, path, 2, false));
    CHECK(!mc_paths_add_up(edges, 2, distance[6], single));
    CHECK(mc_paths_fits(&r, 1, path, 2, true));
    distance[6] = 3 - 20 * unit;
    CHECK(!mc_paths_fits(&r, 1, path, 2, true));
    distance[6] = 3 + 20 * unit;
    CHECK(!mc_paths_fits(&r, 1, path, 2, true));
    /* 1 -> 3 is finite and 3 -> 2 is not, so vertex 3 is not between 1 and 2 */
    distance[3] = 1 + 20 * unit;
    CHECK(!mc_paths_fits(&r, 1, path, 1, true));
    distance[3] = 1;
  }
}

/* With wide, distances to vertices between the ends count, others do not. */
static void test_between(void) {
  double weights[9] = {0, INFINITY, 1e6, 1, 0, INFINITY, INFINITY, -1e6 + 1, 0}, distance[9];
  int32_t via[9];
  memset(via, 0, sizeof via);
  /* column-major: 1 -> 2: 1, 2 -> 3: 1 - 1e6, 3 -> 1: 1e6 */
  mc_paths_result r = make(3, weights, distance, via);
  const int32_t path[] = {2};
  CHECK(mc_paths_fits(&r, 1, path, 1, false));
  distance[3] = 1 - 1e-10; /* as if rounded on the way over 3, which is 2 longer */
  CHECK(!mc_paths_fits(&r, 1, path, 1, true));
  distance[2] = 1e6;
  distance[6] = 1e6;
  distance[5] = -1e6 + 1; /* 3 -> 2, so that 3 lies between 1 and 2 */
  CHECK(mc_paths_fits(&r, 1, path, 1, true));
  CHECK(!mc_paths_fits(&r, 1, path, 1, false));
}

static void test_overflow(void) {
  double weights[16], distance[16];
  int32_t via[16];
  for (int i = 0; i < 16; i++)
    weights[i] = i % 5 == 0 ? 0 : INFINITY;
  weights[2 + 3 * 4] = 2e307;
  weights[3 + 0 * 4] = 1.7e308;
  weights[0 + 1 * 4] = -2e307;
  const mc_paths_result r = make(4, weights, distance, via);
  const int32_t path[] = {4, 1, 2};
  CHECK(isfinite(distance[2 + 1 * 4]));
  CHECK(mc_paths_fits(&r, 3, path, 3, false));
}

static const check_test tests[] = {{"found among the edges", test_found},
                                   {"bounds", test_bounds},
                                   {"vertices between", test_between},
                                   {"sums that overflow", test_overflow},
                                   {0}};
const check_suite suite_search = {"search", tests, false, NULL};
