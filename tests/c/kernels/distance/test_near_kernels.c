/* What searches for neighbours ask of the distance kernels: sums up to a limit, and boxes, whose
   distance must never be above that of points in them, as computed. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch/dispatch.h"
#include "guard.h"

enum { LANES = MC_DISTANCE_LANES, ROWS = MC_DISTANCE_ROWS };

static void test_at_most(void) {
  rng r = {1};
  const double odd[] = {NAN, INFINITY, 0, 1};
  for (int64_t n = 0; n < 70; n++)
    for (int round = 0; round < 20; round++) {
      double *sum = GUARD_NEW(double, n);
      int32_t *which = GUARD_NEW(int32_t, n);
      const double limits[] = {0.5, 1, 0, -1, INFINITY, 0x1p-1074};
      const double limit = limits[round % 6];
      for (int64_t i = 0; i < n; i++)
        sum[i] = rng_chance(&r, 0.2) ? odd[rng_below(&r, 4)]
                                     : (double) rng_below(&r, round < 10 ? 2000 : 60000) / 1000;
      const int64_t found = mc_kernels_active()->distance_at_most(sum, n, limit, which);
      int64_t expected = 0;
      check_note("n %d, limit %g", (int) n, limit);
      for (int64_t i = 0; i < n; i++)
        if (sum[i] <= limit) {
          CHECK(expected < found && which[expected] == i);
          expected++;
        }
      CHECK_INT(found, expected);
      guard_free(sum);
      guard_free(which);
    }
}

/* ---- boxes ---- */

/* Numbers of all sizes, many of them equal or neighbours. */
static double value(rng *r, int kind) {
  const double sizes[] = {1, 1e-160, 1e160, 1e-310};
  const double v = (double) rng_below(r, 21) - 10;
  return kind < 4 ? v * sizes[kind]
                  : (v + (double) rng_below(r, 3) * 0x1p-50) * (1 + (double) rng_below(r, 3) / 3);
}

/* Panels of points, [coordinate][lane], and their boxes, [coordinate][panel]. */
typedef struct {
  double *point, *low, *high;
  int64_t d, panels;
} boxed;

static boxed make(rng *r, int64_t d, int64_t panels, int kind) {
  boxed b = {GUARD_NEW(double, d *panels *LANES), GUARD_NEW(double, d *panels),
             GUARD_NEW(double, d *panels), d, panels};
  for (int64_t p = 0; p < panels; p++)
    for (int64_t k = 0; k < d; k++) {
      double low = INFINITY, high = -INFINITY;
      const double middle = value(r, kind);
      for (int64_t l = 0; l < LANES; l++) {
        const double v = middle + value(r, kind) / 8;
        b.point[(p * d + k) * LANES + l] = v;
        low = fmin(low, v);
        high = fmax(high, v);
      }
      b.point[(p * d + k) * LANES] = low; /* two corners */
      b.point[(p * d + k) * LANES + 1] = high;
      b.low[k * panels + p] = low;
      b.high[k * panels + p] = high;
    }
  return b;
}

static void release(boxed b) {
  guard_free(b.point);
  guard_free(b.low);
  guard_free(b.high);
}

static void test_boxes(void) {
  rng r = {2};
  const mc_kernels *k = mc_kernels_active();
  bool tight = false; /* was there a box as far as a pair of points? */
  for (int64_t d = 0; d < 12; d++)
    for (int64_t panels = 8; panels <= 72; panels += 8)
      for (int kind = 0; kind < 5; kind++) {
        const boxed a = make(&r, d, 8, kind), b = make(&r, d, panels, kind);
        const int64_t p = rng_below(&r, 8);
        double *apart = GUARD_NEW(double, panels), *fused = GUARD_NEW(double, panels);
        k->distance_euclidean_boxes_f64(a.low + p, a.high + p, 8, b.low, b.high, panels, d, panels,
                                        apart);
        k->distance_euclidean_boxes_f64_fused(a.low + p, a.high + p, 8, b.low, b.high, panels, d,
                                              panels, fused);
        check_note("d %d, %d panels, kind %d", (int) d, (int) panels, kind);
        for (int64_t q = 0; q < panels; q++) {
          double want = 0;
          for (int64_t c = 0; c < d; c++) {
            const double above = b.low[c * panels + q] - a.high[c * 8 + p];
            const double below = a.low[c * 8 + p] - b.high[c * panels + q];
            const double gap = fmax(fmax(above, below), 0);
            volatile double square = gap * gap;
            want += square;
          }
          CHECK(apart[q] == want);
          CHECK(fabs(fused[q] - want) <= 1e-14 * want || want < 1e-290 || isinf(want));
          for (int64_t row = 0; row < LANES; row += ROWS) {
            double sum[ROWS * LANES], sum_fused[ROWS * LANES];
            const double *from = a.point + p * d * LANES + row, *to = b.point + q * d * LANES;
            k->distance_euclidean_tile_f64(from, to, d, true, sum, LANES, NULL);
            k->distance_euclidean_tile_f64_fused(from, to, d, true, sum_fused, LANES, NULL);
            for (int i = 0; i < ROWS * LANES; i++) {
              CHECK(sum[i] >= apart[q] && sum_fused[i] >= fused[q]);
              tight |= d > 2 && sum[i] == apart[q] && sum[i] > 0 && !isinf(sum[i]);
            }
          }
        }
        guard_free(apart);
        guard_free(fused);
        release(a);
        release(b);
      }
  CHECK(tight);
}

/* Of boxes from -Inf to Inf. */
static void test_all(void) {
  const mc_kernels *k = mc_kernels_active();
  double low[8 * 3], high[8 * 3], sum[8], far[3] = {1e300, -1e300, 5};
  for (int i = 0; i < 24; i++) {
    low[i] = -INFINITY;
    high[i] = INFINITY;
  }
  k->distance_euclidean_boxes_f64(far, far, 1, low, high, 8, 3, 8, sum);
  for (int i = 0; i < 8; i++)
    CHECK(sum[i] == 0);
  k->distance_euclidean_boxes_f64_fused(low, high, 8, low, high, 8, 3, 8, sum);
  for (int i = 0; i < 8; i++)
    CHECK(sum[i] == 0);
}

/* ---- distance_screen ---- */

/* Small integers, whose products and sums are exact as floats: `least` is met exactly, or missed by
   one. */
static void test_screen(void) {
  rng r = {3};
  for (int64_t d = 0; d < 40; d++)
    for (int round = 0; round < 10; round++) {
      float *a = GUARD_NEW(float, d *LANES), *b = GUARD_NEW(float, d *LANES);
      float *start = GUARD_NEW(float, LANES), *least = GUARD_NEW(float, LANES);
      uint32_t *which = GUARD_NEW(uint32_t, LANES);
      for (int64_t i = 0; i < d * LANES; i++) {
        a[i] = (float) (rng_below(&r, 21) - 10);
        b[i] = (float) (rng_below(&r, 21) - 10);
      }
      for (int i = 0; i < LANES; i++)
        start[i] = (float) (rng_below(&r, 21) - 10);
      long t[LANES][LANES];
      for (int q = 0; q < LANES; q++) {
        for (int l = 0; l < LANES; l++) {
          t[q][l] = (long) start[l];
          for (int64_t k = 0; k < d; k++)
            t[q][l] += (long) a[k * LANES + q] * (long) b[k * LANES + l];
        }
        least[q] = rng_chance(&r, 0.1)   ? INFINITY
                   : rng_chance(&r, 0.1) ? -INFINITY
                                         : (float) (t[q][rng_below(&r, LANES)] + rng_below(&r, 2));
      }
      mc_kernels_active()->distance_screen(a, b, d, start, least, which);
      check_note("d %d", (int) d);
      for (int q = 0; q < LANES; q++)
        for (int l = 0; l < LANES; l++)
          CHECK_INT(which[q] >> l & 1, (float) t[q][l] >= least[q]);
      guard_free(a);
      guard_free(b);
      guard_free(start);
      guard_free(least);
      guard_free(which);
    }
}

static const check_test tests[] = {{"sums up to a limit", test_at_most},
                                   {"boxes", test_boxes},
                                   {"boxes of all", test_all},
                                   {"screen", test_screen},
                                   {0}};
const check_suite suite_near_kernels = {"near_kernels", tests, true, "distance_ "};
