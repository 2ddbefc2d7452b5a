/* Differences of two levels: the transform against atanh(); S from tau; tiles that are looked up
   against those that are computed pair by pair. */
#include "kendall/difference.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "oracle.h"

static int64_t random_s(rng *r, int64_t pairs) {
  return pairs - 2 * rng_below(r, pairs + 1);
}

static void test_transform(void) {
  rng r = {1};
  for (int turn = 0; turn < 3000; turn++) {
    const int64_t n = 2 + rng_below(&r, 60), pairs = n * (n - 1) / 2;
    const int64_t s = turn % 9 == 0 ? pairs : random_s(&r, pairs);
    const double most = 1 - 1 / (double) pairs, tau = (double) s / (double) pairs;
    const double spread = 1 + (double) rng_below(&r, 100) / 100;
    const mc_kendall_fisher f = mc_kendall_fisher_of((double) s, (double) pairs, n, spread);
    if (n <= 4) {
      CHECK(isnan(f.value) && isnan(f.variance));
      continue;
    }
    const double value = atanh(fmax(-most, fmin(most, tau)));
    CHECK(fabs(f.value - value) <= 1e-13 * (fabs(value) + 1));
    CHECK(fabs(f.variance * (double) (n - 4) / (0.437 * spread * spread) - 1) < 1e-14);
  }
  CHECK(isnan(mc_kendall_fisher_of(0, 0, 30, 1).value));
}

/* tau as kernels/kendall/taus.h rounds it. */
static double tau_of(int64_t s, int64_t pairs) {
  const double root = sqrt(2 * (double) pairs);
  return fmax(-1, fmin(1, 2 * (double) s / (root * root)));
}

static void test_s_of_tau(void) {
  rng r = {2};
  for (int64_t n = 2; n < 80; n++)
    for (int64_t pairs = n * (n - 1) / 2, s = -pairs; s <= pairs; s += 2)
      CHECK(mc_kendall_plain_s(tau_of(s, pairs), (double) pairs) == (double) s);
  for (int turn = 0; turn < 100000; turn++) {
    const int64_t n = (INT64_C(1) << 25) - 1 - rng_below(&r, 1000), pairs = n * (n - 1) / 2;
    const int64_t s = random_s(&r, pairs);
    CHECK(mc_kendall_plain_s(tau_of(s, pairs), (double) pairs) == (double) s);
  }
}

enum { M = 4, CELLS = M * M };

static void test_tiles(void) {
  rng r = {3};
  for (int turn = 0; turn < 300; turn++) {
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1 + turn % 3);
    const int64_t n = 3 + rng_below(&r, 40), m = 3 + rng_below(&r, 40);
    const int64_t n0 = n * (n - 1) / 2, m0 = m * (m - 1) / 2;
    double tau[CELLS], variance[CELLS], value[CELLS], second[CELLS];
    mc_kendall_tests at_first, at_second;
    mc_kendall_tail tail;
    CHECK_INT(mc_kendall_tail_make(&tail, &arena.arena), MC_OK);
    mc_kendall_difference d = {.tau = tau,
                               .variance = variance,
                               .value = value,
                               .alternative = (mc_kendall_alternative) (turn % 3),
                               .na = oracle_na(),
                               .tail = &tail,
                               .first_rows = n,
                               .second_rows = m};
    CHECK_INT(mc_kendall_plain_make(&d.plain, M, M, 0, &arena.arena), MC_OK);
    const mc_pairs_shape shape = {.n = m, .x_columns = M, .y_columns = M, .threads = 1};
    const mc_pairs_room room = {.shape = &shape};
    const mc_pairs_tile tile = {.rows = M, .columns = M, .stride = M};
    at_first.plain = at_second.plain = true;
    for (int k = 0; k < CELLS; k++) {
      const int64_t s = random_s(&r, n0), t = random_s(&r, m0);
      tau[k % M * M + k / M] = tau_of(s, n0); /* by columns */
      second[k] = tau_of(t, m0);
      at_first.s[k] = (double) s;
      at_second.s[k] = (double) t;
      at_first.scale[k] = (double) n0;
      at_second.scale[k] = (double) m0;
      at_first.n[k] = n;
      at_second.n[k] = m;
      at_first.spread[k] = at_second.spread[k] = 1;
    }
    const mc_kendall_difference_run run = turn % 2 == 0 ? MC_DIFFERENCE_A : MC_DIFFERENCE_B;
    const double sign = run == MC_DIFFERENCE_A ? 1 : -1;
    double z[3][CELLS], p[3][CELLS], estimate[CELLS];
    mc_kendall_difference_taus(&d, run, &room, &tile, second, estimate);
    /* looked up; from S; from what the first run keeps of pairs that are not plain */
    CHECK_INT(mc_kendall_difference_tables(&d, 1000000, &call), MC_OK);
    CHECK((d.first != NULL) == (n > 4 && m > 4));
    for (int way = 0; way < 3; way++) {
      if (way == 1)
        d.first = d.second = NULL;
      if (way == 2)
        memset(d.plain.x, 0, M);
      mc_kendall_difference_keep(&d, &room, &tile, &at_first);
      mc_kendall_difference_tests(&d, run, &room, &tile, &at_second, z[way], p[way]);
      CHECK(oracle_same(z[way], z[0], CELLS) && oracle_same(p[way], p[0], CELLS));
    }
    for (int k = 0; k < CELLS; k++) {
      const mc_kendall_fisher a = mc_kendall_fisher_of(at_first.s[k], (double) n0, n, 1);
      const mc_kendall_fisher b = mc_kendall_fisher_of(at_second.s[k], (double) m0, m, 1);
      const double expected = sign * (b.value - a.value) / sqrt(a.variance + b.variance);
      CHECK(isnan(expected) ? isnan(z[0][k]) : fabs(z[0][k] - expected) <= 1e-13);
      CHECK(estimate[k] == sign * (second[k] - tau[k % M * M + k / M]));
    }
    guard_arena_release(&arena);
  }
}

static const check_test tests[] = {
  {"transform", test_transform}, {"S of tau", test_s_of_tau}, {"tiles", test_tiles}, {0}};
const check_suite suite_kendall_difference = {"kendall_difference", tests, false, NULL};
