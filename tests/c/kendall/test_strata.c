/* Sums over levels, tile by tile: looked up, from S, and with pairs that are not plain, against the
   definition. */
#include "kendall/strata.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "oracle.h"

enum { M = 4, CELLS = M * M, LEVELS = 4 };

typedef struct {
  int64_t rows[LEVELS], s[LEVELS][CELLS], most;
  int levels;
} work;

static int64_t pairs_of(int64_t n) {
  return n * (n - 1) / 2;
}

/* Runs all levels. Columns of x from `plain` on have ties from level `late` on. */
static void run(const work *w, mc_kendall_strata g, int plain, int late, double *of[3],
                mc_arena *arena) {
  double first_tau[CELLS];
  const mc_pairs_shape shape = {.x_columns = M, .y_columns = M, .threads = 1};
  const mc_pairs_room room = {.shape = &shape};
  const mc_pairs_tile tile = {.rows = M, .columns = M, .stride = M};
  CHECK_INT(mc_kendall_plain_make(&g.plain, M, M, 0, arena), MC_OK);
  g.tau = of[0];
  g.z = of[1];
  g.p = of[2];
  g.first_tau = first_tau;
  g.first_scale = (double) pairs_of(w->rows[0]);
  for (int l = 0; l < w->levels; l++) {
    const double scale = (double) pairs_of(w->rows[l]);
    mc_kendall_tests tests = {.plain = plain == M || l < late};
    for (int k = 0; k < CELLS; k++) {
      tests.s[k] = (double) w->s[l][k];
      tests.scale[k] = scale;
      tests.n[k] = w->rows[l];
      tests.variance[k] = mc_kendall_untied_variance(w->rows[l]);
      if (l == 0)
        first_tau[k % M * M + k / M] = (double) w->s[0][k] / scale;
    }
    g.first = l == 0;
    g.second = l == 1;
    g.last = l == w->levels - 1;
    mc_kendall_strata_put(&g, &room, &tile, &tests);
    g.variance += mc_kendall_untied_variance(w->rows[l]);
    g.scale += scale;
    if (l >= late)
      memset(g.plain.x + plain, 0, (size_t) (M - plain));
  }
}

static void test_tiles(void) {
  rng r = {1};
  for (int turn = 0; turn < 400; turn++) {
    guard_arena arena = guard_arena_make();
    work w = {.levels = 1 + turn % LEVELS};
    double variance = 0, scale = 0;
    for (int l = 0; l < w.levels; l++) {
      w.rows[l] = 2 + rng_below(&r, 12);
      w.most += pairs_of(w.rows[l]);
      variance += mc_kendall_untied_variance(w.rows[l]);
      scale += (double) pairs_of(w.rows[l]);
      for (int k = 0; k < CELLS; k++)
        w.s[l][k] = pairs_of(w.rows[l]) - 2 * rng_below(&r, pairs_of(w.rows[l]) + 1);
    }
    mc_kendall_tail tail;
    CHECK_INT(mc_kendall_tail_make(&tail, &arena.arena), MC_OK);
    mc_kendall_strata g = {.alternative = (mc_kendall_alternative) (turn % 3),
                           .continuity = turn % 2 == 0,
                           .na = oracle_na(),
                           .tail = &tail,
                           .most = w.most};
    mc_kendall_stratified *table = GUARD_NEW(mc_kendall_stratified, w.most + 1);
    for (int64_t k = 0; k <= w.most; k++)
      table[k] = mc_kendall_stratified_of(&g, (double) (2 * k - w.most), variance, scale);
    for (int way = 0; way < 4; way++) {
      double result[3][CELLS], *of[3] = {result[0], result[1], result[2]};
      g.table = way == 0 ? table : NULL;
      run(&w, g, way < 2 ? M : way, way == 3 ? turn % 3 : 0, of, &arena.arena);
      for (int k = 0; k < CELLS; k++) {
        int64_t s = 0;
        for (int l = 0; l < w.levels; l++)
          s += w.s[l][k];
        const mc_kendall_stratified want = table[(s + w.most) / 2];
        const int at = k % M * M + k / M;
        check_note("way %d, levels %d, pair %d: tau %g %g", way, w.levels, k, of[0][at], want.tau);
        CHECK(oracle_same(&of[0][at], &want.tau, 1));
        CHECK(fabs(of[1][at] - want.z) <= 1e-13 * fabs(want.z));
        CHECK(fabs(of[2][at] - want.p) <= 1e-12);
      }
    }
    guard_free(table);
    guard_arena_release(&arena);
  }
}

static void test_definition(void) {
  guard_arena arena = guard_arena_make();
  mc_kendall_tail tail;
  CHECK_INT(mc_kendall_tail_make(&tail, &arena.arena), MC_OK);
  mc_kendall_strata g = {.tail = &tail, .na = oracle_na()};
  mc_kendall_stratified r = mc_kendall_stratified_of(&g, -6, 16, 12);
  CHECK(r.tau == -0.5 && r.z == -1.5 && fabs(r.p - erfc(1.5 / sqrt(2))) < 1e-15);
  g.continuity = true;
  r = mc_kendall_stratified_of(&g, -6, 16, 12);
  CHECK(r.tau == -0.5 && r.z == -1.25);
  CHECK(mc_kendall_stratified_of(&g, 0, 16, 12).z == 0);
  CHECK(isnan(mc_kendall_stratified_of(&g, 0, 0, 0).tau));
  guard_arena_release(&arena);
}

static const check_test tests[] = {{"definition", test_definition}, {"tiles", test_tiles}, {0}};
const check_suite suite_kendall_strata = {"kendall_strata", tests, false, NULL};
