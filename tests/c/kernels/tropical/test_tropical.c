/* The tropical kernels, and the others of shortest paths, against plain loops. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"

enum { LANES = MC_TROPICAL_LANES, ROWS = MC_TROPICAL_ROWS, STEPS = MC_TROPICAL_STEPS };

/* ---- numbers of either precision ---- */

/* `count` numbers behind `misfit` others. */
typedef struct {
  void *block;
  int64_t misfit, count;
  bool single;
} numbers;

static numbers make(bool single, int64_t count, int64_t misfit) {
  const size_t size = single ? sizeof(float) : sizeof(double);
  numbers v = {guard_alloc((size_t) (misfit + count) * size), misfit, count, single};
  memset(v.block, 0, (size_t) (misfit + count) * size);
  return v;
}

static void release(numbers v) {
  guard_free(v.block);
}

static void *at(numbers v, int64_t i) {
  return v.single ? (void *) ((float *) v.block + v.misfit + i)
                  : (void *) ((double *) v.block + v.misfit + i);
}

static double get(numbers v, int64_t i) {
  return v.single ? (double) *(float *) at(v, i) : *(double *) at(v, i);
}

static double rounded(bool single, double x) {
  return single ? (double) (float) x : x;
}

static void set(numbers v, int64_t i, double x) {
  if (v.single)
    *(float *) at(v, i) = (float) x;
  else
    *(double *) at(v, i) = x;
}

static numbers copy(numbers v) {
  numbers w = make(v.single, v.count, 0);
  for (int64_t i = 0; i < v.count; i++)
    set(w, i, get(v, i));
  return w;
}

/* What is in front of v is 0 all along. */
static void check_same(numbers v, numbers want) {
  const size_t size = v.single ? sizeof(float) : sizeof(double);
  CHECK(memcmp(at(v, 0), at(want, 0), (size_t) v.count * size) == 0);
  for (int64_t i = -v.misfit; i < 0; i++)
    CHECK(get(v, i) == 0);
}

static void check_same_names(const int32_t *via, const int32_t *want, int64_t count) {
  CHECK(count == 0 || memcmp(via, want, (size_t) count * sizeof *via) == 0);
}

/* A sum of two floats in double precision rounds to the same float. */
static double sum_of(bool single, double a, double b) {
  return rounded(single, a + b);
}

typedef enum { TIES, REALS, HOLES, LOSERS, NOTHING, ZEROS, KINDS } kind;

/* An operand, or with `result` what the sums meet; `worst` never wins. */
static double any(rng *r, kind how, bool result, double worst) {
  switch (how) {
  case REALS: return ((double) rng_below(r, 2000001) - 1e6) / (result ? 1e6 : 7e5);
  case HOLES: return rng_chance(r, 0.4) ? worst : (double) rng_below(r, 100) / 7;
  case LOSERS: return result ? (worst > 0 ? -1e3 : 1e3) : (double) rng_below(r, 6);
  case NOTHING: return worst;
  case ZEROS: return result ? 0 : (double) rng_below(r, 3) - 1;
  default: return (double) rng_below(r, result ? 11 : 6);
  }
}

static numbers make_any(rng *r, bool single, int64_t count, int64_t misfit, kind how, bool result,
                        double worst) {
  numbers v = make(single, count, misfit);
  for (int64_t i = 0; i < count; i++)
    set(v, i, any(r, how, result, worst));
  return v;
}

/* ---- tropical_tile ---- */

typedef void (*plain_kernel)(const void *, const void *, int64_t, void *, int64_t);
typedef void (*via_kernel)(const void *, const void *, int64_t, void *, int32_t *, int64_t,
                           int32_t);

static plain_kernel plain_of(bool single, bool most) {
  const mc_kernels *k = mc_kernels_active();
  if (most)
    return single ? k->tropical_max_f32 : k->tropical_max_f64;
  return single ? k->tropical_min_f32 : k->tropical_min_f64;
}

static via_kernel via_of(bool single, bool most) {
  const mc_kernels *k = mc_kernels_active();
  if (most)
    return single ? k->tropical_max_via_f32 : k->tropical_max_via_f64;
  return single ? k->tropical_min_via_f32 : k->tropical_min_via_f64;
}

/* How a tile is called. */
typedef struct {
  bool single, most, vertices;
  kind how;
  int64_t d, stride, misfit, lane;
  int32_t first;
} tile;

static void tile_loop(tile t, numbers a, numbers b, numbers c, int32_t *via) {
  for (int64_t k = 0; k < t.d; k++)
    for (int64_t r = 0; r < ROWS; r++)
      for (int64_t l = 0; l < LANES; l++) {
        const double sum = sum_of(t.single, get(a, k * LANES + t.lane + r), get(b, k * LANES + l));
        const double old = get(c, r * t.stride + l);
        if (t.most ? sum > old : sum < old) {
          set(c, r * t.stride + l, sum);
          via[r * t.stride + l] = t.first + (int32_t) k;
        }
      }
}

static int32_t any_name(rng *r, int64_t d) {
  const int32_t names[] = {INT32_MIN, INT32_MIN + 1, -1, 0, INT32_MAX - (int32_t) d - 1};
  return rng_chance(r, 0.5) ? names[rng_below(r, 5)] : (int32_t) rng_below(r, 1 << 30);
}

static void try_tile(rng *r, tile t) {
  check_note("single %d, most %d, vertices %d, kind %d, d %d, stride %d, misfit %d, lane %d",
             t.single, t.most, t.vertices, t.how, (int) t.d, (int) t.stride, (int) t.misfit,
             (int) t.lane);
  const double worst = t.most ? -(double) INFINITY : (double) INFINITY;
  const int64_t size = (ROWS - 1) * t.stride + LANES;
  /* of the last step, a has no more than the lanes that are read */
  const numbers a =
    make_any(r, t.single, (t.d - 1) * LANES + t.lane + ROWS, 0, t.how, false, worst);
  const numbers b = make_any(r, t.single, t.d * LANES, 0, t.how, false, worst);
  const numbers c = make_any(r, t.single, size, t.misfit, t.how, true, worst), want = copy(c);
  const numbers a_before = copy(a), b_before = copy(b);
  int32_t *via = GUARD_NEW(int32_t, t.misfit + size), *want_via = GUARD_NEW(int32_t, size);
  for (int64_t i = 0; i < t.misfit; i++)
    via[i] = -5;
  for (int64_t i = 0; i < size; i++)
    via[t.misfit + i] = want_via[i] = any_name(r, t.d);
  tile_loop(t, a, b, want, want_via);
  if (t.vertices)
    via_of(t.single, t.most)(at(a, t.lane), at(b, 0), t.d, at(c, 0), via + t.misfit, t.stride,
                             t.first);
  else
    plain_of(t.single, t.most)(at(a, t.lane), at(b, 0), t.d, at(c, 0), t.stride);
  check_same(c, want);
  if (t.vertices)
    check_same_names(via + t.misfit, want_via, size);
  for (int64_t i = 0; i < t.misfit; i++)
    CHECK_INT(via[i], -5);
  check_same(a, a_before);
  check_same(b, b_before);
  release(a);
  release(b);
  release(c);
  release(want);
  release(a_before);
  release(b_before);
  guard_free(via);
  guard_free(want_via);
}

static void try_tiles(bool vertices, const int64_t *sizes, int count) {
  rng r = {vertices ? 1 : 2};
  const int64_t strides[] = {LANES, LANES + 1, 100};
  int64_t lane = 0;
  for (int n = 0; n < count; n++)
    for (int how = 0; how < KINDS; how++)
      for (int s = 0; s < 3; s++)
        for (int form = 0; form < 8; form++, lane += ROWS) {
          tile t = {.single = form & 1,
                    .most = form & 2,
                    .vertices = vertices,
                    .how = (kind) how,
                    .d = sizes[n],
                    .stride = strides[s],
                    .misfit = form & 4 ? 1 : 0,
                    .lane = lane % LANES};
          t.first =
            form & 4 ? 1 + (int32_t) rng_below(&r, 1000) : INT32_MAX - 2 * (int32_t) t.d - 1;
          try_tile(&r, t);
          lane += rng_below(&r, 2) * ROWS;
        }
}

static const int64_t depths[] = {8, 16, 24, 32, 40, 64, 128, 264};
enum { DEPTHS = sizeof depths / sizeof *depths };

static void test_plain(void) {
  try_tiles(false, depths, DEPTHS);
}

static void test_via(void) {
  try_tiles(true, depths, DEPTHS);
}

/* Whole squares, row by row. */
static void test_squares(void) {
  enum { SIDE = MC_TROPICAL_SIDE, COUNT = SIDE * SIDE };
  const mc_kernels *k = mc_kernels_active();
  rng r = {8};
  for (int how = 0; how < KINDS; how++)
    for (int form = 0; form < 4; form++) {
      const bool single = form & 1, most = form & 2;
      check_note("single %d, most %d, kind %d", single, most, how);
      const double worst = most ? -(double) INFINITY : (double) INFINITY;
      const int64_t rows = how % 2 == 0 ? SIDE : 1 + rng_below(&r, SIDE);
      const numbers a = make_any(&r, single, COUNT, 0, (kind) how, false, worst);
      const numbers b = make_any(&r, single, COUNT, 0, (kind) how, false, worst);
      const numbers c = make_any(&r, single, COUNT, 0, (kind) how, true, worst), want = copy(c);
      for (int64_t i = 0; i < (rows + 3) / 4 * 4 * SIDE; i++)
        for (int64_t s = 0; s < SIDE; s++) {
          const double sum =
            sum_of(single, get(a, i / SIDE * SIDE + s), get(b, s * SIDE + i % SIDE));
          if (most ? sum > get(want, i) : sum < get(want, i))
            set(want, i, sum);
        }
      if (most)
        (single ? k->tropical_max_square_f32 : k->tropical_max_square_f64)(at(a, 0), at(b, 0),
                                                                           at(c, 0), rows);
      else
        (single ? k->tropical_min_square_f32 : k->tropical_min_square_f64)(at(a, 0), at(b, 0),
                                                                           at(c, 0), rows);
      check_same(c, want);
      release(a);
      release(b);
      release(c);
      release(want);
    }
}

/* All lanes at which a may begin. */
static void test_lanes(void) {
  rng r = {3};
  for (int64_t lane = 0; lane < LANES; lane += ROWS)
    for (int form = 0; form < 8; form++)
      try_tile(&r, (tile){.single = form & 1,
                          .most = form & 2,
                          .vertices = form & 4,
                          .how = REALS,
                          .d = 24,
                          .stride = 33,
                          .lane = lane,
                          .first = 1});
}

/* One step alone wins, in each place; what is equal later is not recorded. */
static void test_winner(void) {
  enum { D = 3 * STEPS };
  for (int form = 0; form < 4; form++)
    for (int winner = 0; winner < D; winner++) {
      const bool single = form & 1, most = form & 2;
      check_note("single %d, most %d, step %d", single, most, winner);
      const numbers a = make(single, D * LANES, 0), b = make(single, D * LANES, 0);
      const numbers c = make(single, ROWS * LANES, 0);
      int32_t via[ROWS * LANES];
      for (int64_t i = 0; i < D * LANES; i++)
        set(a, i, i / LANES < winner ? 0 : most ? 2 : -2);
      for (int i = 0; i < ROWS * LANES; i++)
        via[i] = INT32_MIN;
      via_of(single, most)(at(a, 0), at(b, 0), D, at(c, 0), via, LANES, 100);
      for (int i = 0; i < ROWS * LANES; i++) {
        CHECK(get(c, i) == (most ? 2 : -2));
        CHECK_INT(via[i], 100 + winner);
      }
      release(a);
      release(b);
      release(c);
    }
}

/* ---- paths_corner and paths_solve ---- */

enum { ENDS = (STEPS - 1) * LANES + STEPS }; /* 8 lanes of 8 steps, no more */

/* Algorithm 1 on 8 x 8; the step whose vertex is on a negative cycle, or 8. */
static int corner_loop(numbers c, numbers row, numbers column) {
  for (int k = 0; k < STEPS; k++) {
    if (get(c, k * LANES + k) < 0)
      return k;
    for (int i = 0; i < STEPS; i++) {
      set(row, k * LANES + i, get(c, k * LANES + i));
      set(column, k * LANES + i, get(c, i * LANES + k));
    }
    for (int u = 0; u < STEPS; u++)
      for (int v = 0; v < STEPS; v++) {
        const double sum = sum_of(c.single, get(row, k * LANES + v), get(column, k * LANES + u));
        if (sum < get(c, u * LANES + v))
          set(c, u * LANES + v, sum);
      }
  }
  return STEPS;
}

static int try_corner(rng *r, bool single, double missing, int64_t negative) {
  const mc_kernels *k = mc_kernels_active();
  const numbers c = make(single, ENDS, 0);
  const numbers row = make(single, ENDS, 0), column = make(single, ENDS, 0);
  for (int i = 0; i < ENDS; i++)
    set(c, i,
        rng_chance(r, missing) ? (double) INFINITY
                               : ((double) rng_below(r, 100) - (double) negative) / 7);
  for (int i = 0; i < STEPS; i++)
    if (!(get(c, i * LANES + i) < 0))
      set(c, i * LANES + i, rng_chance(r, missing / 2) ? (double) INFINITY : 0);
  const numbers before = copy(c), want_row = copy(row), want_column = copy(column);
  const int good =
    (single ? k->paths_corner_f32 : k->paths_corner_f64)(at(c, 0), at(row, 0), at(column, 0));
  check_same(c, before);
  const int want = corner_loop(before, want_row, want_column);
  CHECK_INT(good, want);
  for (int s = 0; s < STEPS; s++) /* that of a negative one is without meaning */
    for (int i = 0; i < LANES && s * LANES + i < ENDS; i++) {
      if (i < STEPS && s >= want)
        continue;
      CHECK(get(row, s * LANES + i) == get(want_row, s * LANES + i));
      CHECK(get(column, s * LANES + i) == get(want_column, s * LANES + i));
    }
  release(c);
  release(row);
  release(column);
  release(before);
  release(want_row);
  release(want_column);
  return good;
}

static void test_corner(void) {
  rng r = {4};
  bool seen[STEPS + 1] = {false};
  for (int round = 0; round < 1000; round++) {
    check_note("round %d", round);
    seen[try_corner(&r, round % 2, (double) (round % 5) / 5, round % 16)] = true;
  }
  for (int good = 0; good <= STEPS; good++)
    CHECK(seen[good]); /* else this tests too little */
}

static void test_solve(void) {
  rng r = {5};
  const mc_kernels *kernels = mc_kernels_active();
  for (int round = 0; round < 600; round++) {
    const bool single = round & 1;
    check_note("round %d", round);
    const kind how = (kind) (round / 2 % KINDS);
    const int64_t misfit = round / 16 % 2 * 16; /* panels are aligned */
    const numbers e = make_any(&r, single, ENDS, 0, how, false, (double) INFINITY);
    const numbers p = make_any(&r, single, STEPS * LANES, misfit, how, true, (double) INFINITY);
    const numbers e_before = copy(e), want = copy(p);
    (single ? kernels->paths_solve_f32 : kernels->paths_solve_f64)(at(e, 0), at(p, 0));
    for (int k = 0; k < STEPS; k++)
      for (int j = k + 1; j < STEPS; j++)
        for (int l = 0; l < LANES; l++) {
          const double sum = sum_of(single, get(e, k * LANES + j), get(want, k * LANES + l));
          if (sum < get(want, j * LANES + l))
            set(want, j * LANES + l, sum);
        }
    check_same(p, want);
    check_same(e, e_before);
    release(e);
    release(p);
    release(e_before);
    release(want);
  }
}

/* ---- paths_row and paths_update ---- */

static void test_row(void) {
  rng r = {6};
  const mc_kernels *kernels = mc_kernels_active();
  for (int64_t n = 1; n < 80; n++)
    for (int form = 0; form < 8; form++) {
      const bool single = form & 1, with_path = form & 2, itself = form & 4;
      check_note("n %d, single %d, path %d, itself %d", (int) n, single, with_path, itself);
      const kind how = n % 2 == 0 ? TIES : HOLES;
      const int64_t k = rng_below(&r, n);
      const numbers to = make_any(&r, single, n, 1, how, true, (double) INFINITY);
      const numbers other = make_any(&r, single, n, 0, how, false, (double) INFINITY);
      if (itself)
        set(to, k, 0);
      const numbers from = itself ? to : other, want = copy(to), from_before = copy(from);
      int32_t *path = GUARD_NEW(int32_t, n), *want_path = GUARD_NEW(int32_t, n);
      for (int64_t v = 0; v < n; v++)
        path[v] = want_path[v] = (int32_t) rng_below(&r, 9);
      (single ? kernels->paths_row_f32 : kernels->paths_row_f64)(at(from, 0), at(to, 0), n, k,
                                                                 with_path ? path : NULL, 77);
      const double through = get(want, k);
      for (int64_t v = 0; v < n; v++) {
        const double sum = sum_of(single, through, get(from_before, v));
        if (sum < get(want, v)) {
          set(want, v, sum);
          want_path[v] = with_path ? 77 : want_path[v];
        }
      }
      check_same(to, want);
      check_same_names(path, want_path, n);
      if (!itself)
        check_same(from, from_before);
      release(to);
      release(other);
      release(want);
      release(from_before);
      guard_free(path);
      guard_free(want_path);
    }
}

static void update_loop(numbers c, int64_t stride, int32_t *path, int64_t d, int64_t size,
                        numbers a, numbers b, bool keep_a, bool keep_b, int32_t first) {
  for (int64_t k = 0; k < d; k++) {
    for (int64_t i = 0; i < size; i++) {
      if (keep_a)
        set(a, i * size + k, get(c, i * stride + k));
      if (keep_b)
        set(b, k * size + i, get(c, k * stride + i));
    }
    for (int64_t u = 0; u < size; u++)
      for (int64_t v = 0; v < size; v++) {
        const double sum = sum_of(c.single, get(a, u * size + k), get(b, k * size + v));
        if (sum < get(c, u * stride + v)) {
          set(c, u * stride + v, sum);
          path[u * stride + v] = first + (int32_t) k;
        }
      }
  }
}

static void try_update(rng *r, int64_t size, int64_t d, int64_t stride, int form, kind how) {
  const bool single = form & 1, with_path = form & 2, keep_a = form & 4, keep_b = form & 8;
  check_note("size %d, d %d, stride %d, form %d, kind %d", (int) size, (int) d, (int) stride, form,
             how);
  const mc_kernels *k = mc_kernels_active();
  const double worst = (double) INFINITY;
  const int64_t count = (size - 1) * stride + size;
  const numbers c = make_any(r, single, count, 1, how, true, worst);
  const numbers a = make_any(r, single, size * size, 0, how, false, worst);
  const numbers b = make_any(r, single, size * size, 0, how, false, worst);
  const numbers want = copy(c), want_a = copy(a), want_b = copy(b);
  int32_t *path = GUARD_NEW(int32_t, count), *want_path = GUARD_NEW(int32_t, count);
  for (int64_t i = 0; i < count; i++)
    path[i] = want_path[i] = INT32_MIN;
  update_loop(want, stride, want_path, d, size, want_a, want_b, keep_a, keep_b, 41);
  (single ? k->paths_update_f32 : k->paths_update_f64)(
    at(c, 0), stride, with_path ? path : NULL, d, size, at(a, 0), at(b, 0), keep_a, keep_b, 41);
  check_same(c, want);
  check_same(a, want_a);
  check_same(b, want_b);
  if (with_path)
    check_same_names(path, want_path, count);
  release(c);
  release(a);
  release(b);
  release(want);
  release(want_a);
  release(want_b);
  guard_free(path);
  guard_free(want_path);
}

static void test_update(void) {
  rng r = {7};
  const kind kinds[] = {TIES, HOLES};
  for (int64_t size = 16; size <= 48; size += 16)
    for (int form = 0; form < 16; form++)
      for (int how = 0; how < 2; how++) {
        try_update(&r, size, size, size, form, kinds[how]);
        try_update(&r, size, 1 + rng_below(&r, size), size + 16, form, kinds[how]);
      }
}

static const check_test tests[] = {{"tiles", test_plain},
                                   {"tiles with vertices", test_via},
                                   {"squares", test_squares},
                                   {"lanes", test_lanes},
                                   {"the winning step", test_winner},
                                   {"corners", test_corner},
                                   {"solving", test_solve},
                                   {"rows", test_row},
                                   {"blocks", test_update},
                                   {0}};
const check_suite suite_tropical = {"tropical", tests, true, "tropical_ paths_ "};
