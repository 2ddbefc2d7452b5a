/* Floyd-Warshall tile by tile, phase by phase, against the whole matrix, bit by bit. */
#include "paths/phase.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "check.h"
#include "data.h"
#include "guard.h"
#include "oracle.h"
#include "paths/paths.h"
#include "paths/transfer.h"

enum { MOST = 8 }; /* tiles in one direction */

/* A graph in tiles of `side`, and their panels. */
typedef struct {
  int64_t n, side, tiles;
  bool single;
  double *tile[MOST][MOST], *rows[MOST], *columns[MOST];
  int32_t *via[MOST][MOST]; /* or NULL */
  const mc_call *call;
} store;

static int64_t size_of(const store *s, int64_t i) {
  return mc_min(s->side, s->n - i * s->side);
}

static mc_paths_tile tile_of(const store *s, int64_t i, int64_t j, int64_t k) {
  return (mc_paths_tile){.distance = s->tile[i][j],
                         .via = s->via[i][j],
                         .rows = size_of(s, i),
                         .columns = size_of(s, j),
                         .before = k * s->side,
                         .steps = size_of(s, k),
                         .single = s->single};
}

/* Weights: reals, some missing; negative ones on edges to higher vertices only, or `cycles`. */
static double *weights_make(rng *r, int64_t n, bool cycles) {
  double *w = GUARD_NEW(double, n *n);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      const double weight = (double) (rng_below(r, 100000) + 1) / 7e3;
      const double least = cycles ? -1 : i < j ? -4 : 0;
      w[i * n + j] = rng_chance(r, 0.6)   ? oracle_na()
                     : rng_chance(r, 0.1) ? (double) INFINITY
                     : rng_chance(r, 0.1) ? -0.0
                                          : weight + 4 + least;
    }
  if (cycles)
    w[rng_below(r, n) * (n + 1)] = -1e-3;
  return w;
}

static int32_t *no_vertices(int64_t count) {
  int32_t *via = GUARD_NEW(int32_t, count);
  for (int64_t k = 0; k < count; k++)
    via[k] = INT32_MIN;
  return via;
}

static void cut(store *s, const double *w, bool paths) {
  const mc_matrix matrix = {w, MC_F64, s->n, s->n};
  for (int64_t i = 0; i < s->tiles; i++) {
    const int64_t count = mc_paths_panels_count(s->side, size_of(s, i));
    s->rows[i] = GUARD_NEW(double, count);
    s->columns[i] = GUARD_NEW(double, count);
    for (int64_t j = 0; j < s->tiles; j++) {
      const int64_t row = i * s->side, column = j * s->side;
      const mc_paths_part part = {row,          column, size_of(s, i), size_of(s, j),
                                  row - column, s->n,   s->single};
      s->tile[i][j] = GUARD_NEW(double, part.rows *part.columns);
      CHECK_INT(mc_paths_import_part(&matrix, &part, s->tile[i][j]), 0);
      if (paths)
        s->via[i][j] = no_vertices(part.rows * part.columns);
    }
  }
}

static void release(store *s) {
  for (int64_t i = 0; i < s->tiles; i++) {
    guard_free(s->rows[i]);
    guard_free(s->columns[i]);
    for (int64_t j = 0; j < s->tiles; j++) {
      guard_free(s->tile[i][j]);
      guard_free(s->via[i][j]);
    }
  }
}

/* All blocks of steps; the step at which a cycle shows, or 0. */
static int64_t solve(store *s) {
  for (int64_t k = 0; k < s->tiles; k++) {
    int64_t negative;
    mc_paths_tile t = tile_of(s, k, k, k);
    const mc_status status =
      mc_paths_phase_diagonal(&t, s->rows[k], s->columns[k], &negative, s->call);
    CHECK_INT(status, negative != 0 ? MC_ERR_CYCLE : MC_OK);
    if (negative != 0)
      return k * s->side + negative;
    for (int64_t j = 0; j < s->tiles; j++)
      if (j != k) {
        t = tile_of(s, k, j, k);
        CHECK_INT(mc_paths_phase_cross(&t, false, s->columns[k], s->rows[j], s->call), MC_OK);
        t = tile_of(s, j, k, k);
        CHECK_INT(mc_paths_phase_cross(&t, true, s->rows[k], s->columns[j], s->call), MC_OK);
      }
    for (int64_t i = 0; i < s->tiles; i++)
      for (int64_t j = 0; j < s->tiles; j++)
        if (i != k && j != k) {
          t = tile_of(s, i, j, k);
          CHECK_INT(mc_paths_phase_others(&t, s->columns[i], s->rows[j], s->call), MC_OK);
        }
  }
  return 0;
}

static int64_t different(const store *s, const double *want, const int32_t *want_via) {
  for (int64_t i = 0; i < s->n; i++)
    for (int64_t j = 0; j < s->n; j++) {
      const int64_t a = i / s->side, b = j / s->side;
      const int64_t at = i % s->side * size_of(s, b) + j % s->side;
      const double x = s->tile[a][b][at];
      if (memcmp(&x, want + i * s->n + j, sizeof x) != 0)
        return i * s->n + j;
      if (want_via != NULL && s->via[a][b][at] != want_via[i * s->n + j])
        return i * s->n + j;
    }
  return -1;
}

static void try_store(rng *r, int64_t n, int64_t side, bool single, bool cycles, bool paths) {
  const int threads = 1 + (int) rng_below(r, 3);
  check_note("n %d, tile %d, single %d, paths %d, %d threads", (int) n, (int) side, single, paths,
             threads);
  int32_t *via = paths ? no_vertices(n * n) : NULL;
  double *w = weights_make(r, n, cycles), *want = GUARD_NEW(double, n *n);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  const mc_paths_job job = {
    .w = {w, MC_F64, n, n}, .single = single, .algorithm = MC_PATHS_NAIVE, .steps = n};
  mc_paths_report report;
  const mc_status status = mc_paths(&job, want, via, &report, &call);
  store s = {.n = n, .side = side, .tiles = (n + side - 1) / side, .single = single, .call = &call};
  cut(&s, w, paths);
  CHECK_INT(solve(&s), status == MC_ERR_CYCLE && report.at <= n ? report.at : 0);
  if (status == MC_OK)
    CHECK_INT(different(&s, want, via), -1);
  release(&s);
  guard_arena_release(&arena);
  guard_free(w);
  guard_free(want);
  guard_free(via);
}

static void test_tiles(void) {
  rng r = {1};
  const int64_t n[] = {1, 7, 33, 70, 100, 131, 150}, side[] = {1, 7, 16, 33, 32, 64, 70};
  for (int i = 0; i < 7; i++)
    for (int kind = 0; kind < 4; kind++)
      try_store(&r, n[i], side[i], kind % 2, false, kind / 2);
  if (check_fast())
    return;
  for (int paths = 0; paths < 2; paths++) { /* phases of several blocks of steps and bands */
    try_store(&r, 300, 150, false, false, paths);
    try_store(&r, 330, 300, true, false, paths);
  }
}

static void test_cycles(void) {
  rng r = {2};
  for (int i = 0; i < (check_fast() ? 5 : 20); i++)
    try_store(&r, 20 + rng_below(&r, 100), 16 + rng_below(&r, 40), i % 2, true, i % 4 / 2);
}

/* Weights that cannot be are found in their place. */
static void test_bad_weights(void) {
  const double bad[] = {(double) NAN, -(double) INFINITY, -1e308, 1e39};
  for (int b = 0; b < 4; b++) {
    double w[12] = {0};
    w[7] = bad[b];
    const mc_matrix matrix = {w, MC_F64, 4, 3};
    const mc_paths_part part = {1, 1, 2, 3, 0, 10, b == 3};
    double to[6];
    CHECK_INT(mc_paths_import_part(&matrix, &part, to), 3);
  }
}

static const check_test tests[] = {{"tiles in phases", test_tiles},
                                   {"negative cycles in tiles", test_cycles},
                                   {"bad weights in tiles", test_bad_weights},
                                   {0}};
const check_suite suite_phase = {.name = "phase", .tests = tests, .every_target = true};
