/* The distance kernels: those that are to be exact against a plain loop, to the bit, the
   others against one in long double. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"

enum { LANES = MC_DISTANCE_LANES, ROWS = MC_DISTANCE_ROWS };

static double random_value(rng *r) {
  return (double) rng_below(r, 2000001) / 1e6 - 1;
}

/* n numbers, some NaN, as doubles and rounded to floats. */
typedef struct {
  double *wide;
  float *narrow;
  int64_t n;
} numbers;

static numbers make(rng *r, int64_t n, double missing) {
  numbers v = {GUARD_NEW(double, n), GUARD_NEW(float, n), n};
  for (int64_t i = 0; i < n; i++)
    v.narrow[i] = (float) (v.wide[i] = rng_chance(r, missing) ? (double) NAN : random_value(r));
  return v;
}

static void release(numbers v) {
  guard_free(v.wide);
  guard_free(v.narrow);
}

/* Sums of squares of differences: of doubles as stats::dist rounds them, of both exactly;
   and of how many coordinates. */
typedef struct {
  double rounded;
  long double wide, narrow;
  int64_t counted;
} total;

static total total_of(double sum, int64_t counted) {
  return (total){sum, sum, sum, counted};
}

/* Adds those of d coordinates, from a_at and b_at on. Whatever the compiler's flags,
   products in memory are rounded before they are added. */
static void add_up(const numbers *a, int64_t a_at, int64_t a_step, const numbers *b, int64_t b_at,
                   int64_t b_step, int64_t d, bool missing, total *t) {
  for (int64_t k = 0; k < d; k++, a_at += a_step, b_at += b_step) {
    const double difference = a->wide[a_at] - b->wide[b_at];
    const long double wide = (long double) a->wide[a_at] - b->wide[b_at];
    const long double narrow = (long double) a->narrow[a_at] - b->narrow[b_at];
    if (missing && isnan(difference))
      continue;
    volatile double square = difference * difference;
    t->rounded += square;
    t->wide += wide * wide;
    t->narrow += narrow * narrow;
    t->counted++;
  }
}

static void is_near(double got, long double want, int64_t d, double unit) {
  CHECK(isnan(want) ? isnan(got) : fabsl(got - want) <= (double) (d + 4) * unit * want);
}

/* The sums of the three kinds of kernels. */
static void compare(double got, double fused, double narrow, const total *want, int64_t d) {
  CHECK(isnan(want->rounded) ? isnan(got) : got == want->rounded);
  is_near(fused, want->wide, d, 0x1p-53);
  is_near(narrow, want->narrow, d, 0x1p-24);
}

/* ---- distance_tile ---- */

static void try_tile(rng *r, int64_t d, int first, bool missing, bool begin, int64_t width) {
  check_note("d %d, lane %d, missing %d, begin %d, width %d", (int) d, first, missing, begin,
             (int) width);
  const mc_kernels *k = mc_kernels_active();
  const numbers a = make(r, d * LANES, 0), b = make(r, d * LANES, missing ? 0.1 : 0.01);
  const int64_t size = (ROWS - 1) * width + LANES;
  numbers sum = make(r, size, 0), count = make(r, size, 0);
  numbers fused = make(r, size, 0), fused_count = make(r, size, 0);
  for (int64_t i = 0; i < size; i++) {
    fused.wide[i] = sum.wide[i] = sum.narrow[i] = 1;
    fused_count.wide[i] = count.wide[i] = count.narrow[i] = 2;
  }
  if (missing) {
    k->distance_euclidean_tile_missing_f64(a.wide + first, b.wide, d, begin, sum.wide, count.wide,
                                           width);
    k->distance_euclidean_tile_missing_f64_fused(a.wide + first, b.wide, d, begin, fused.wide,
                                                 fused_count.wide, width);
    k->distance_euclidean_tile_missing_f32(a.narrow + first, b.narrow, d, begin, sum.narrow,
                                           count.narrow, width);
  } else {
    k->distance_euclidean_tile_f64(a.wide + first, b.wide, d, begin, sum.wide, width, NULL);
    k->distance_euclidean_tile_f64_fused(a.wide + first, b.wide, d, begin, fused.wide, width, NULL);
    k->distance_euclidean_tile_f32(a.narrow + first, b.narrow, d, begin, sum.narrow, width, NULL);
  }
  for (int row = 0; row < ROWS; row++)
    for (int64_t l = 0; l < width && row * width + l < size; l++) {
      const int64_t at = row * width + l;
      if (l >= LANES) { /* between the rows nothing is touched */
        CHECK(sum.wide[at] == 1 && fused.wide[at] == 1 && sum.narrow[at] == 1);
        continue;
      }
      total want = begin ? total_of(0, 0) : total_of(1, 2);
      add_up(&a, first + row, LANES, &b, l, LANES, d, missing, &want);
      compare(sum.wide[at], fused.wide[at], sum.narrow[at], &want, d);
      if (missing)
        CHECK(count.wide[at] == (double) want.counted &&
              fused_count.wide[at] == (double) want.counted &&
              count.narrow[at] == (float) want.counted);
    }
  release(fused);
  release(fused_count);
  release(a);
  release(b);
  release(sum);
  release(count);
}

static void test_tile(void) {
  rng r = {1};
  for (int64_t d = 0; d < 40; d++)
    for (int missing = 0; missing < 2; missing++)
      for (int begin = 0; begin < 2; begin++)
        try_tile(&r, d, (int) rng_below(&r, LANES / ROWS) * ROWS, missing, begin,
                 rng_chance(&r, 0.5) ? LANES : 4 * LANES);
}

/* What is left from a call before: every number once, where it belongs. */
static void test_before(void) {
  rng r = {2};
  const mc_kernels *k = mc_kernels_active();
  const int64_t width = LANES + 8, size = (ROWS - 1) * width + LANES;
  for (int64_t d = 0; d < 70; d++)
    for (int root = 0; root < 2; root++) {
      check_note("d %d, root %d", (int) d, root);
      const numbers a = make(&r, d * LANES, 0), b = make(&r, d * LANES, 0);
      const numbers sum = make(&r, ROWS * LANES, 0), old = make(&r, size, 0);
      const numbers fused = make(&r, ROWS * LANES, 0);
      double *out[2][ROWS];
      mc_distance_finish wide = {.sum = old.wide, .width = width, .root = root};
      mc_distance_finish narrow = {.sum = old.narrow, .width = width, .root = root};
      for (int row = 0; row < ROWS; row++) {
        wide.out[row] = out[0][row] = GUARD_NEW(double, LANES);
        narrow.out[row] = out[1][row] = GUARD_NEW(double, LANES);
      }
      for (int64_t i = 0; i < size; i++)
        old.wide[i] = old.narrow[i] = fabsf(old.narrow[i]);
      k->distance_euclidean_tile_f64_fused(a.wide, b.wide, d, true, fused.wide, LANES, &wide);
      for (int row = 0; row < ROWS; row++)
        for (int l = 0; l < LANES; l++) {
          const double v = old.wide[row * width + l];
          CHECK(out[0][row][l] == (root ? sqrt(v) : v));
          out[0][row][l] = -1;
        }
      k->distance_euclidean_tile_f64(a.wide, b.wide, d, true, sum.wide, LANES, &wide);
      k->distance_euclidean_tile_f32(a.narrow, b.narrow, d, true, sum.narrow, LANES, &narrow);
      for (int row = 0; row < ROWS; row++)
        for (int l = 0; l < LANES; l++) {
          const double v = old.wide[row * width + l];
          CHECK(out[0][row][l] == (root ? sqrt(v) : v));
          CHECK(out[1][row][l] == (root ? (double) sqrtf((float) v) : v));
          total want = total_of(0, 0);
          add_up(&a, row, LANES, &b, l, LANES, d, false, &want);
          const int at = row * LANES + l;
          compare(sum.wide[at], fused.wide[at], sum.narrow[at], &want, d);
        }
      for (int row = 0; row < ROWS; row++) {
        guard_free(out[0][row]);
        guard_free(out[1][row]);
      }
      release(a);
      release(b);
      release(sum);
      release(fused);
      release(old);
    }
}

/* ---- the paper's ---- */

/* A point a, n points b, and room for their sums and counts. */
typedef struct {
  numbers a, b, sum, count, fused, fused_count;
  int64_t d, n;
} row;

static row make_row(rng *r, int64_t d, int64_t n, int64_t b_size, bool missing) {
  return (row){make(r, d, missing ? 0.1 : 0),
               make(r, b_size, missing ? 0.1 : 0.01),
               make(r, n, 0),
               make(r, n, 0),
               make(r, n, 0),
               make(r, n, 0),
               d,
               n};
}

/* In b the next coordinate is `step`, the next point point_step away; of a point's
   coordinates the last `fill` are not counted. */
static void check_row(row *w, int64_t step, int64_t point_step, int64_t fill, bool missing) {
  for (int64_t j = 0; j < w->n; j++) {
    total want = total_of(0, 0);
    add_up(&w->a, 0, 1, &w->b, j * point_step, step, w->d, missing, &want);
    compare(w->sum.wide[j], w->fused.wide[j], w->sum.narrow[j], &want, w->d);
    if (missing)
      CHECK(w->count.wide[j] == (double) (want.counted - fill) &&
            w->fused_count.wide[j] == (double) (want.counted - fill) &&
            w->count.narrow[j] == (float) (want.counted - fill));
  }
  release(w->fused);
  release(w->fused_count);
  release(w->a);
  release(w->b);
  release(w->sum);
  release(w->count);
}

static void test_straightforward(void) {
  rng r = {3};
  const mc_kernels *k = mc_kernels_active();
  for (int64_t d = 0; d <= 64; d += 16)
    for (int64_t n = 0; n < 10; n++)
      for (int missing = 0; missing < 2; missing++) {
        check_note("d %d, n %d, missing %d", (int) d, (int) n, missing);
        row w = make_row(&r, d, n, d * n, missing);
        const int64_t fill = rng_below(&r, 16);
        if (missing) {
          k->distance_euclidean_straightforward_missing_f64(w.a.wide, w.b.wide, d, fill, n,
                                                            w.sum.wide, w.count.wide);
          k->distance_euclidean_straightforward_missing_f64_fused(w.a.wide, w.b.wide, d, fill, n,
                                                                  w.fused.wide, w.fused_count.wide);
          k->distance_euclidean_straightforward_missing_f32(w.a.narrow, w.b.narrow, d, fill, n,
                                                            w.sum.narrow, w.count.narrow);
        } else {
          k->distance_euclidean_straightforward_f64(w.a.wide, w.b.wide, d, n, w.sum.wide);
          k->distance_euclidean_straightforward_f64_fused(w.a.wide, w.b.wide, d, n, w.fused.wide);
          k->distance_euclidean_straightforward_f32(w.a.narrow, w.b.narrow, d, n, w.sum.narrow);
        }
        check_row(&w, 1, d, fill, missing);
      }
}

static void test_blockwise(void) {
  rng r = {4};
  const mc_kernels *k = mc_kernels_active();
  for (int64_t d = 0; d < 20; d++)
    for (int64_t n = 0; n <= 176; n += 16)
      for (int missing = 0; missing < 2; missing++) {
        check_note("d %d, n %d, missing %d", (int) d, (int) n, missing);
        const int64_t step = n + 16 * rng_below(&r, 2);
        row w = make_row(&r, d, n, d * step, missing);
        const numbers root = make(&r, n, 0), fused = make(&r, n, 0);
        if (missing) {
          k->distance_euclidean_blockwise_missing_f64(w.a.wide, w.b.wide, d, step, n, w.sum.wide,
                                                      w.count.wide);
          k->distance_euclidean_blockwise_missing_f64_fused(w.a.wide, w.b.wide, d, step, n,
                                                            w.fused.wide, w.fused_count.wide);
          k->distance_euclidean_blockwise_missing_f32(w.a.narrow, w.b.narrow, d, step, n,
                                                      w.sum.narrow, w.count.narrow);
        } else {
          k->distance_euclidean_blockwise_f64(w.a.wide, w.b.wide, d, step, n, false, w.sum.wide);
          k->distance_euclidean_blockwise_f32(w.a.narrow, w.b.narrow, d, step, n, false,
                                              w.sum.narrow);
          k->distance_euclidean_blockwise_f64_fused(w.a.wide, w.b.wide, d, step, n, false,
                                                    w.fused.wide);
          k->distance_euclidean_blockwise_f64(w.a.wide, w.b.wide, d, step, n, true, root.wide);
          k->distance_euclidean_blockwise_f64_fused(w.a.wide, w.b.wide, d, step, n, true,
                                                    fused.wide);
          k->distance_euclidean_blockwise_f32(w.a.narrow, w.b.narrow, d, step, n, true,
                                              root.narrow);
          for (int64_t j = 0; j < n; j++)
            if (!isnan(w.sum.wide[j]))
              CHECK(root.wide[j] == sqrt(w.sum.wide[j]) && fused.wide[j] == sqrt(w.fused.wide[j]) &&
                    root.narrow[j] == sqrtf(w.sum.narrow[j]));
        }
        check_row(&w, step, 1, 0, missing);
        release(root);
        release(fused);
      }
}

static void test_scattered(void) {
  rng r = {5};
  const mc_kernels *k = mc_kernels_active();
  for (int64_t d = 0; d < 6; d++)
    for (int64_t n = 0; n < 20; n++)
      for (int missing = 0; missing < 2; missing++) {
        check_note("d %d, n %d, missing %d", (int) d, (int) n, missing);
        const int64_t step = d + rng_below(&r, 3);
        row w = make_row(&r, d, n, n * step, missing);
        k->distance_euclidean_scattered_f64(w.a.wide, w.b.wide, d, step, n, w.sum.wide,
                                            missing ? w.count.wide : NULL);
        k->distance_euclidean_scattered_f64(w.a.wide, w.b.wide, d, step, n, w.fused.wide,
                                            missing ? w.fused_count.wide : NULL); /* is one kind */
        k->distance_euclidean_scattered_f32(w.a.narrow, w.b.narrow, d, step, n, w.sum.narrow,
                                            missing ? w.count.narrow : NULL);
        check_row(&w, 1, step, 0, missing);
      }
}

/* ---- finishing ---- */

static void test_finish(void) {
  rng r = {6};
  const mc_kernels *k = mc_kernels_active();
  for (int64_t n = 0; n < 70; n++) {
    const numbers sum = make(&r, n, 0), root = make(&r, n, 0);
    double *wide = GUARD_NEW(double, n), *nothing = GUARD_NEW(double, n);
    for (int64_t i = 0; i < n; i++)
      sum.wide[i] = sum.narrow[i] = fabsf(sum.narrow[i]);
    k->distance_roots_f64(sum.wide, n, root.wide);
    k->distance_roots_f32(sum.narrow, n, root.narrow);
    k->distance_widen(sum.narrow, n, wide);
    for (int64_t i = 0; i < n; i++) {
      CHECK(root.wide[i] == sqrt(sum.wide[i]));
      CHECK(root.narrow[i] == sqrtf(sum.narrow[i]));
      CHECK(wide[i] == sum.wide[i]);
      nothing[i] = 0;
    }
    if (n > 0)
      sum.wide[n - 1] = INFINITY;
    k->distance_points_copy(sum.wide, n, wide, nothing);
    for (int64_t i = 0; i < n; i++) {
      CHECK(wide[i] == sum.wide[i]);
      CHECK(i == n - 1 ? isnan(nothing[i]) : nothing[i] == 0);
    }
    release(sum);
    release(root);
    guard_free(wide);
    guard_free(nothing);
  }
}

static void test_product_sums(void) {
  rng r = {7};
  const double odd[] = {NAN, INFINITY, 0, 1e308};
  for (int64_t n = 0; n < 40; n++)
    for (int round = 0; round < 20; round++) {
      const int64_t room = (n + 7) / 8 * 8;
      double *norms = GUARD_NEW(double, room), *products = GUARD_NEW(double, room);
      double *sum = GUARD_NEW(double, room);
      const double norm = fabs(random_value(&r)), least = 0.125;
      for (int64_t i = 0; i < room; i++) {
        norms[i] = fabs(random_value(&r));
        products[i] = sqrt(norm * norms[i]) * random_value(&r);
        if (rng_chance(&r, round < 10 ? 0 : 0.05))
          norms[i] = odd[rng_below(&r, 4)];
        if (rng_chance(&r, round < 10 ? 0 : 0.05))
          products[i] = odd[rng_below(&r, 3)];
      }
      const bool doubtful =
        mc_kernels_active()->distance_product_sums(norm, norms, products, n, least, sum);
      bool any = false;
      for (int64_t i = 0; i < n; i++) {
        const double both = norm + norms[i], want = both - 2 * products[i];
        const double share = want / both;
        if (isnan(sum[i])) {
          any = true;
          CHECK(!(share > least + 1e-10) || !(want < 1e300));
        } else {
          CHECK(share > least - 1e-10 && fabs(sum[i] - want) <= 1e-15 * both);
        }
      }
      CHECK(n % 8 == 0 ? doubtful == any : doubtful >= any);
      guard_free(norms);
      guard_free(products);
      guard_free(sum);
    }
}

static const check_test tests[] = {{"tile", test_tile},
                                   {"what is left from the call before", test_before},
                                   {"straightforward", test_straightforward},
                                   {"blockwise", test_blockwise},
                                   {"scattered", test_scattered},
                                   {"finishing", test_finish},
                                   {"sums from products", test_product_sums},
                                   {0}};
const check_suite suite_distance_kernels = {"distance_kernels", tests, true, "distance_ "};
