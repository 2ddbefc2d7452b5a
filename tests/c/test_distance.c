/* The distance kernels and their driver against a plain loop in long double. */
#include "distance.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dispatch.h"
#include "guard.h"

static double random_value(rng *r) {
  return (double) rng_below(r, 2000001) / 1e6 - 1;
}

/* ---- indices ---- */

static void test_index(void) {
  for (int64_t n = 0; n < 60; n++) {
    int64_t at = 0;
    for (int64_t j = 0; j < n; j++)
      for (int64_t i = j + 1; i < n; i++)
        CHECK_INT(mc_distance_index(n, i, j), at++);
    CHECK_INT(mc_distance_size(n, n, true), at);
    CHECK_INT(mc_distance_size(n, 7, false), 7 * n);
  }
  const int64_t sizes[] = {46341, 65536, 70000, INT64_C(1) << 31};
  for (int k = 0; k < 4; k++) {
    const int64_t n = sizes[k];
    CHECK_INT(mc_distance_index(n, 1, 0), 0);
    CHECK_INT(mc_distance_index(n, n - 1, n - 2), mc_distance_size(n, n, true) - 1);
    CHECK_INT(mc_distance_index(n, 2, 1), n - 1);
  }
  CHECK_INT(mc_distance_size(INT64_C(1) << 31, INT64_C(1) << 31, true),
            (INT64_C(1) << 30) * ((INT64_C(1) << 31) - 1));
}

/* ---- kernels ---- */

enum { LANES = MC_DISTANCE_LANES, ROWS = MC_DISTANCE_ROWS };

static void test_kernels(void) {
  rng r = {1};
  const mc_kernels *k = mc_kernels_active();
  for (int64_t d = 0; d < 40; d++) {
    check_note("d = %d", (int) d);
    double *a = GUARD_NEW(double, d * LANES), *b = GUARD_NEW(double, d * LANES);
    float *af = GUARD_NEW(float, d * LANES), *bf = GUARD_NEW(float, d * LANES);
    for (int64_t i = 0; i < d * LANES; i++) {
      a[i] = af[i] = (float) random_value(&r);
      b[i] = bf[i] = (float) random_value(&r);
      if (rng_chance(&r, 0.1))
        b[i] = bf[i] = NAN;
    }
    for (int first = 0; first < LANES; first += ROWS)
      for (int missing = 0; missing < 2; missing++) {
        double *sum = GUARD_NEW(double, ROWS * LANES), *count = GUARD_NEW(double, ROWS * LANES);
        float *sumf = GUARD_NEW(float, ROWS * LANES), *countf = GUARD_NEW(float, ROWS * LANES);
        for (int i = 0; i < ROWS * LANES; i++) {
          sum[i] = sumf[i] = 1;
          count[i] = countf[i] = 2;
        }
        if (missing) {
          k->distance_tile_missing_f64(a + first, b, d, sum, count);
          k->distance_tile_missing_f32(af + first, bf, d, sumf, countf);
        } else {
          k->distance_tile_f64(a + first, b, d, sum);
          k->distance_tile_f32(af + first, bf, d, sumf);
        }
        for (int i = 0; i < ROWS; i++)
          for (int l = 0; l < LANES; l++) {
            long double want = 1;
            int64_t counted = 2;
            for (int64_t c = 0; c < d; c++) {
              long double difference = (long double) a[c * LANES + first + i] - b[c * LANES + l];
              if (missing && isnan(difference))
                continue;
              want += difference * difference;
              counted++;
            }
            double got = sum[i * LANES + l], gotf = sumf[i * LANES + l];
            if (isnan(want)) {
              CHECK(isnan(got) && isnan(gotf));
            } else {
              CHECK(fabsl(got - want) <= (double) (d + 2) * 0x1p-52L * want);
              CHECK(fabsl(gotf - want) <= (double) (d + 2) * 0x1p-23L * want);
            }
            if (missing) {
              CHECK(count[i * LANES + l] == (double) counted);
              CHECK(countf[i * LANES + l] == (float) counted);
            }
          }
        guard_free(sum);
        guard_free(count);
        guard_free(sumf);
        guard_free(countf);
      }
    guard_free(a);
    guard_free(b);
    guard_free(af);
    guard_free(bf);
  }
}

static void test_roots(void) {
  rng r = {2};
  for (int64_t n = 0; n < 70; n++) {
    double *sum = GUARD_NEW(double, n), *root = GUARD_NEW(double, n);
    for (int64_t i = 0; i < n; i++)
      sum[i] = fabs(random_value(&r));
    mc_kernels_active()->distance_roots(sum, n, root);
    for (int64_t i = 0; i < n; i++)
      CHECK(root[i] == sqrt(sum[i]));
    guard_free(sum);
    guard_free(root);
  }
}

/* ---- the driver ---- */

static mc_matrix points(rng *r, int64_t n, int64_t d, double missing) {
  double *x = GUARD_NEW(double, n * d);
  for (int64_t i = 0; i < n * d; i++)
    x[i] = rng_chance(r, missing) ? NAN : random_value(r);
  return (mc_matrix){x, MC_F64, n, d};
}

static long double squared(const mc_matrix *x, int64_t i, const mc_matrix *y, int64_t j) {
  long double sum = 0;
  int64_t count = 0;
  for (int64_t k = 0; k < x->columns; k++) {
    long double difference = (long double) ((const double *) x->data)[k * x->rows + i] -
                             ((const double *) y->data)[k * y->rows + j];
    if (!isnan(difference)) {
      sum += difference * difference;
      count++;
    }
  }
  return count == 0 ? (long double) NAN : sum / ((long double) count / (long double) x->columns);
}

static void try_driver(rng *r, int64_t n, int64_t m, int64_t d, double missing, int threads) {
  check_note("n %d, m %d, d %d, missing %g, %d threads", (int) n, (int) m, (int) d, missing, threads);
  mc_matrix x = points(r, n, d, missing), y = m < 0 ? x : points(r, m, d, 0);
  for (int single = 0; single < 2; single++) {
    mc_distance_job job = {.x = x, .y = y, .symmetric = m < 0, .squared = true,
                           .single = single, .threads = threads, .na = -1};
    const int64_t size = mc_distance_size(n, y.rows, job.symmetric);
    double *out = GUARD_NEW(double, size);
    guard_arena arena = guard_arena_make();
    mc_distance_report report;
    CHECK_INT(mc_distance(&job, out, &report, &arena.arena, NULL), MC_OK);
    CHECK(report.threads >= 1 && report.threads <= threads);
    int64_t at = 0;
    for (int64_t j = 0; j < y.rows; j++)
      for (int64_t i = job.symmetric ? j + 1 : 0; i < n; i++) {
        long double want = squared(&x, i, &y, j);
        double got = out[at++];
        if (isnan(want))
          CHECK(got == -1);
        else
          CHECK(fabsl(got - want) <= (single ? (d + 4) * 1e-6L : (d + 3) * 0x1p-52L * want));
      }
    CHECK_INT(at, size);
    guard_arena_release(&arena);
    guard_free(out);
  }
  guard_free((void *) (uintptr_t) x.data);
  if (m >= 0)
    guard_free((void *) (uintptr_t) y.data);
}

static void test_driver(void) {
  rng r = {3};
  const int64_t sizes[] = {0, 1, 2, 3, 4, 5, 31, 32, 33, 64, 100};
  for (int a = 0; a < 11; a++)
    for (int b = -1; b < 11; b++)
      for (int64_t d = 0; d < 4; d++)
        try_driver(&r, sizes[a], b < 0 ? -1 : sizes[b], d, d == 3 ? 0.2 : 0, 1 + (a + b + 1) % 4);
  if (check_fast())
    return;
  for (int64_t n = 120; n < 300; n += 45)
    for (int64_t d = 1; d < 300; d += 126)
      for (int missing = 0; missing < 2; missing++) {
        try_driver(&r, n, -1, d, 0.1 * missing, 3);
        try_driver(&r, n, 150, d, 0.1 * missing, 2);
      }
}

static void test_errors(void) {
  double x[6] = {0};
  mc_distance_report report;
  mc_distance_job job = {.x = {x, MC_F64, 2, 3}, .y = {x, MC_F64, 3, 2}};
  mc_arena arena = mc_arena_malloc();
  CHECK_INT(mc_distance(&job, x, &report, &arena, NULL), MC_ERR_ARGUMENT);
  job = (mc_distance_job){.x = {x, MC_F64, 3, 2}, .symmetric = true};
  for (int refuse = 1; refuse <= 3; refuse++) {
    guard_arena refusing = guard_arena_make();
    refusing.refuse = refuse;
    double out[3];
    CHECK_INT(mc_distance(&job, out, &report, &refusing.arena, NULL), MC_ERR_MEMORY);
    guard_arena_release(&refusing);
  }
  mc_arena_release(&arena);
}

static const check_test tests[] = {
  {"indices", test_index},
  {"kernels", test_kernels},
  {"roots", test_roots},
  {"the driver", test_driver},
  {"errors", test_errors},
  {0}};
const check_suite suite_distance = {"distance", tests, true};
