/* Packed points, in every layout, against the definition. */
#include "distance/points.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "pieces.h"
#include "guard.h"

static double number(const mc_distance_points *p, int64_t at) {
  return p->size == 8 ? ((const double *) p->number)[at] : (double) ((const float *) p->number)[at];
}

/* Where the paper's section 3.2 has it. */
static int64_t place(const mc_distance_points *p, int64_t point, int64_t k) {
  const int64_t all = p->blocks * p->block;
  switch (p->layout) {
  case MC_DISTANCE_LAYOUT_AOS: return point * p->filled + k;
  case MC_DISTANCE_LAYOUT_SOA: return k * all + point;
  default: return (point / p->block * p->coordinates + k) * p->block + point % p->block;
  }
}

static void try_layout(rng *r, mc_distance_layout layout, int64_t n, int64_t d, int64_t block,
                       bool single, mc_type type, int threads) {
  check_note("layout %d, n %d, d %d, block %d, single %d, type %d, threads %d", layout, (int) n,
             (int) d, (int) block, single, type, threads);
  double *x = GUARD_NEW(double, n *d);
  int32_t *xi = GUARD_NEW(int32_t, n * d);
  bool odd = n > 0 && d > 0 && rng_chance(r, 0.5);
  for (int64_t i = 0; i < n * d; i++)
    x[i] = xi[i] = (int32_t) rng_below(r, 2001) - 1000;
  const int64_t strange = odd ? rng_below(r, n * d) : 0;
  if (odd) {
    const double values[] = {NAN, INFINITY, -INFINITY};
    x[strange] = type == MC_I32 ? (double) NAN : values[rng_below(r, 3)];
    xi[strange] = INT32_MIN;
  }
  const mc_matrix m = {type == MC_F64 ? (void *) x : (void *) xi, type, n, d};
  pieces piece = {.x = m};
  const mc_columns columns =
    rng_chance(r, 0.5) ? mc_columns_of_matrix(m) : pieces_of(&piece, 1 + rng_below(r, 5));
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_distance_points p;
  CHECK_INT(mc_distance_points_make(&p, &columns, layout, block, single, &arena.arena), MC_OK);
  CHECK_INT(mc_distance_points_permute(&p, &columns, threads, &call), MC_OK);
  CHECK_INT(p.blocks, (n + block - 1) / block);
  CHECK(p.filled % MC_DISTANCE_FILL == 0 && p.filled >= d && p.filled < d + MC_DISTANCE_FILL);
  for (int64_t i = 0; i < p.blocks * block; i++) {
    for (int64_t k = 0; k < (layout == MC_DISTANCE_LAYOUT_AOS ? p.filled : d); k++) {
      CHECK_INT(mc_distance_points_at(&p, i, k), place(&p, i, k));
      const double got = number(&p, place(&p, i, k));
      const double want = i < n && k < d ? x[k * n + i] : 0;
      CHECK(got == want || (isnan(got) && isnan(want)));
    }
    const bool nonfinite = d == 0 || (odd && strange % n / block == i / block);
    CHECK_INT(p.nonfinite[i / block], nonfinite);
  }
  CHECK_INT(mc_distance_points_nonfinite(&p), p.blocks > 0 && (d == 0 || odd));
  guard_arena_release(&arena);
  pieces_release(&piece);
  guard_free(x);
  guard_free(xi);
}

static void test_layouts(void) {
  rng r = {1};
  const int64_t sizes[] = {0, 1, 2, 31, 32, 33, 127, 128, 129, 300};
  const int64_t blocks[] = {1, 8, 16, 32, 40, 128, 512};
  for (int n = 0; n < 10; n++)
    for (int b = 0; b < 7; b++)
      for (int64_t d = 0; d < 18; d += d < 2 ? 1 : 15)
        for (int layout = MC_DISTANCE_LAYOUT_AOS; layout <= MC_DISTANCE_LAYOUT_ASA; layout++)
          try_layout(&r, (mc_distance_layout) layout, sizes[n], d, blocks[b], rng_chance(&r, 0.5),
                     rng_chance(&r, 0.5) ? MC_F64 : MC_I32, 1 + (int) rng_below(&r, 4));
}

/* Too great for a float: infinite there. */
static void test_narrow(void) {
  double x[] = {1, 1e300, -3, 4};
  const mc_columns m = mc_columns_of_matrix((mc_matrix){x, MC_F64, 4, 1});
  for (int single = 0; single < 2; single++) {
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    mc_distance_points p;
    CHECK_INT(mc_distance_points_make(&p, &m, MC_DISTANCE_LAYOUT_ASA, 8, single, &arena.arena),
              MC_OK);
    CHECK_INT(mc_distance_points_permute(&p, &m, 1, &call), MC_OK);
    CHECK_INT(p.nonfinite[0], single);
    guard_arena_release(&arena);
  }
}

static void test_errors(void) {
  double x[1] = {0};
  const mc_columns small = mc_columns_of_matrix((mc_matrix){x, MC_F64, 1, 1});
  mc_distance_points p;
  for (int refuse = 1; refuse <= 2; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    CHECK_INT(mc_distance_points_make(&p, &small, MC_DISTANCE_LAYOUT_ASA, 32, false, &arena.arena),
              MC_ERR_MEMORY);
    guard_arena_release(&arena);
  }
  const mc_matrix huge[] = {
    {x, MC_F64, INT64_MAX / 2, 3}, {x, MC_F64, 3, INT64_MAX / 64}, {x, MC_F64, INT64_MAX - 1, 0}};
  for (int i = 0; i < 3; i++)
    for (int layout = MC_DISTANCE_LAYOUT_AOS; layout <= MC_DISTANCE_LAYOUT_ASA; layout++) {
      guard_arena arena = guard_arena_make();
      const mc_columns columns = mc_columns_of_matrix(huge[i]);
      const mc_status status =
        mc_distance_points_make(&p, &columns, (mc_distance_layout) layout, 32, false, &arena.arena);
      CHECK(status == MC_ERR_SIZE || status == MC_ERR_MEMORY);
      guard_arena_release(&arena);
    }
}

static const check_test tests[] = {
  {"layouts", test_layouts}, {"narrow", test_narrow}, {"errors", test_errors}, {0}};
const check_suite suite_points = {"points", tests, true, "distance_points_ "};
