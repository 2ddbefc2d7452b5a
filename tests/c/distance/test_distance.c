/* The distance driver against a plain loop in long double. */
#include "distance/distance.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "distance/distance_oracle.h"
#include "distance/plan.h"
#include "guard.h"
#include "pieces.h"

static double random_value(rng *r) {
  return (float) ((double) rng_below(r, 2000001) / 1e6 - 1); /* exact in floats, too */
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

/* ---- the driver ---- */

static mc_matrix points(rng *r, int64_t n, int64_t d, double missing) {
  double *x = GUARD_NEW(double, n *d);
  for (int64_t i = 0; i < n * d; i++)
    x[i] = rng_chance(r, missing) ? NAN : random_value(r);
  return (mc_matrix){x, MC_F64, n, d};
}

enum { BLOCK_OF_AUTO = 5, GEMM = DISTANCE_METHODS - 1 };

static mc_columns columns(const double *x, int64_t rows, int64_t columns) {
  return mc_columns_of_matrix((mc_matrix){x, MC_F64, rows, columns});
}

/* All methods from `first` on, and of squared or not, double or single, all or (with `all`
   false) one; some fused. Those in doubles that are not, and sum up in order, have the same
   bits. */
static void try_driver(rng *r, int64_t n, int64_t m, int64_t d, double missing, int threads,
                       bool all, int first) {
  const mc_matrix x = points(r, n, d, missing), y = m < 0 ? x : points(r, m, d, 0);
  long double *want = distance_squares(&x, &y, m < 0);
  double *exact[2] = {NULL, NULL}; /* distances, and squared */
  for (int which = first; which < DISTANCE_METHODS; which++)
    for (int form = all ? 0 : (int) rng_below(r, 4), last = all ? 3 : form; form <= last; form++) {
      const distance_method how = distance_methods[which];
      pieces piece[2] = {{.x = x}, {.x = y}};
      const bool whole = rng_chance(r, 0.7);
      mc_distance_job job = {.x = whole ? mc_columns_of_matrix(x) : pieces_of(&piece[0], 2),
                             .y = whole ? mc_columns_of_matrix(y) : pieces_of(&piece[1], 3),
                             .symmetric = m < 0,
                             .squared = form & 1,
                             .single = form >> 1 && how.algorithm != MC_DISTANCE_GEMM &&
                                       !distance_in_place(&how),
                             .fused = rng_chance(r, 0.3),
                             .algorithm = how.algorithm,
                             .layout = how.layout,
                             .block = how.block,
                             .na = -1,
                             .blas = &distance_blas};
      check_note("n %d, m %d, d %d, missing %g, %d threads, method %d, squared %d, single %d, "
                 "fused %d",
                 (int) n, (int) m, (int) d, missing, threads, which, job.squared, job.single,
                 job.fused);
      mc_distance_report report, again;
      double *out = distance_run(&job, threads, &report);
      CHECK(report.threads >= 1 && report.threads <= threads);
      CHECK(how.algorithm == MC_DISTANCE_AUTO || report.algorithm == how.algorithm);
      CHECK(how.layout == MC_DISTANCE_LAYOUT_AUTO || report.layout == how.layout);
      distance_check(&job, want, out);
      double *alone = distance_run(&job, 1, &again);
      pieces_release(&piece[0]);
      pieces_release(&piece[1]);
      const int64_t size = mc_distance_size(n, y.rows, job.symmetric);
      CHECK(size == 0 || memcmp(out, alone, (size_t) size * sizeof *out) == 0);
      guard_free(alone);
      double **bits = &exact[job.squared];
      if (job.single || job.fused || how.algorithm == MC_DISTANCE_GEMM) {
        guard_free(out);
      } else if (*bits == NULL) {
        *bits = out;
      } else {
        CHECK(size == 0 || memcmp(out, *bits, (size_t) size * sizeof *out) == 0);
        guard_free(out);
      }
    }
  guard_free(exact[0]);
  guard_free(exact[1]);
  guard_free(want);
  guard_free((void *) (uintptr_t) x.data);
  if (m >= 0)
    guard_free((void *) (uintptr_t) y.data);
}

static void test_driver(void) {
  rng r = {3};
  const int64_t sizes[] = {0, 1, 2, 3, 5, 31, 32, 33, 100};
  for (int a = 0; a < 9; a++)
    for (int b = -1; b < 9; b++)
      for (int64_t d = 0; d < 4; d++)
        try_driver(&r, sizes[a], b < 0 ? -1 : sizes[b], d, d == 3 ? 0.2 : 0, 1 + (a + b + 1) % 4,
                   d == 2 && !check_fast(), 0);
}

static void test_tiles(void) {
  rng r = {4};
  if (check_fast())
    return;
  for (int64_t n = 125; n < 300; n += 130)
    for (int64_t d = 1; d < 300; d += 128)
      for (int missing = 0; missing < 2; missing++) {
        try_driver(&r, n, -1, d, 0.1 * missing, 3, false, 0);
        try_driver(&r, n, 150, d, 0.1 * missing, 2, false, 0);
      }
  try_driver(&r, 3, 700, 9, 0, 4, true, 0); /* transposed, and blocks of the larger set */
  try_driver(&r, 700, 3, 9, 0, 4, true, 0);
  try_driver(&r, 600, -1, 2, 0, 2, false, BLOCK_OF_AUTO); /* more than one such block */
  /* more than one tile of inner products */
  try_driver(&r, 1100, -1, 3, 0, 2, false, GEMM);
  try_driver(&r, 1100, 40, 3, 0.001, 2, false, GEMM);
  try_driver(&r, 40, 1100, 3, 0, 2, false, GEMM); /* either way */
}

/* Distances of the points, and the same with NaN in a cell of the data. */
typedef struct {
  double *clean, *odd;
} company;

static company in_company(const mc_distance_job *job, const mc_matrix *of, int64_t at,
                          int threads) {
  mc_distance_report report;
  company c = {.clean = distance_run(job, threads, &report)};
  double *cell = (double *) (uintptr_t) of->data + at, value = *cell;
  *cell = NAN;
  c.odd = distance_run(job, threads, &report);
  *cell = value;
  return c;
}

static void company_free(company c) {
  guard_free(c.clean);
  guard_free(c.odd);
}

static mc_distance_job job_by(const distance_method *how) {
  return (mc_distance_job){.algorithm = how->algorithm,
                           .layout = how->layout,
                           .block = how->block,
                           .na = -1,
                           .blas = &distance_blas};
}

/* What a distance is does not depend on other points of its block and tile. */
static void test_company(void) {
  rng r = {5};
  const int64_t n = 200, d = 20, point = 150;
  mc_matrix x = points(&r, n, d, 0);
  for (int which = 1; which < DISTANCE_METHODS; which++)
    for (int single = 0; single < 2; single++) {
      if (single && (distance_methods[which].algorithm == MC_DISTANCE_GEMM ||
                     distance_in_place(&distance_methods[which])))
        continue;
      mc_distance_job job = job_by(&distance_methods[which]);
      job.x = mc_columns_of_matrix(x);
      job.symmetric = true;
      job.single = single;
      const company c = in_company(&job, &x, point, 2);
      check_note("method %d, single %d", which, single);
      for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 1; i < n; i++)
          CHECK(i == point || j == point ||
                c.clean[mc_distance_index(n, i, j)] == c.odd[mc_distance_index(n, i, j)]);
      company_free(c);
    }
  guard_free((void *) (uintptr_t) x.data);
}

/* The same of points in the next panel. (There are so many panels that a tile has one panel of x
   and two of y.) */
static void test_company_of_panels(void) {
  enum { N = 32, M = 17 * 32, D = 5, POINT = 40 };
  rng r = {6};
  const mc_matrix x = points(&r, N, D, 0), y = points(&r, M, D, 0);
  for (int which = 1; which < DISTANCE_METHODS; which++) {
    mc_distance_job job = job_by(&distance_methods[which]);
    job.x = mc_columns_of_matrix(x);
    job.y = mc_columns_of_matrix(y);
    const company c = in_company(&job, &y, POINT, 1);
    check_note("method %d", which);
    for (int64_t i = 0; i < N * M; i++)
      CHECK(i / N == POINT || c.clean[i] == c.odd[i]);
    company_free(c);
  }
  guard_free((void *) (uintptr_t) x.data);
  guard_free((void *) (uintptr_t) y.data);
}

static void test_exact(void) {
  enum { D = 37, N = 6 };
  double x[N * D];
  const double value[N] = {1, 1, 1 + 1e-8, 1e200, -1e-200, 0};
  for (int i = 0; i < N; i++)
    for (int k = 0; k < D; k++)
      x[k * N + i] = value[i];
  for (int which = 0; which < DISTANCE_METHODS; which++) {
    const distance_method how = distance_methods[which];
    mc_distance_job job = {.x = columns(x, N, D),
                           .symmetric = true,
                           .algorithm = how.algorithm,
                           .layout = how.layout,
                           .block = how.block,
                           .na = -1,
                           .blas = &distance_blas};
    mc_distance_report report;
    double *out = distance_run(&job, 1, &report);
    check_note("method %d", which);
    CHECK(out[0] == 0);
    const double close = value[2] - 1, want = sqrt((double) D) * close;
    CHECK(fabs(out[1] - want) <= (D + 7) * 0x1p-53 * want);
    CHECK(fabs(out[4] - sqrt((double) D)) <= (D + 7) * 0x1p-53 * sqrt((double) D));
    CHECK(isinf(out[2]));
    guard_free(out);
  }
}

static void test_errors(void) {
  double x[6] = {0};
  mc_distance_report report;
  mc_distance_job job = {.x = columns(x, 2, 3), .y = columns(x, 3, 2)};
  mc_arena arena = mc_arena_malloc();
  const mc_call call = mc_call_make(&arena, NULL, 0);
  CHECK_INT(mc_distance(&job, x, &report, &call), MC_ERR_ARGUMENT);
  const distance_method bad[] = {{MC_DISTANCE_BLOCKWISE, MC_DISTANCE_LAYOUT_ASA, 12},
                                 {MC_DISTANCE_BLOCKWISE, MC_DISTANCE_LAYOUT_ASA, -8},
                                 {MC_DISTANCE_TILE, MC_DISTANCE_LAYOUT_AOS, 0},
                                 {MC_DISTANCE_TILE, MC_DISTANCE_LAYOUT_ASA, 64},
                                 {MC_DISTANCE_STRAIGHTFORWARD, MC_DISTANCE_LAYOUT_ASA, 0},
                                 {MC_DISTANCE_STRAIGHTFORWARD, MC_DISTANCE_LAYOUT_SOA, 8},
                                 {MC_DISTANCE_STRAIGHTFORWARD, MC_DISTANCE_LAYOUT_AOS, 8},
                                 {MC_DISTANCE_GEMM, MC_DISTANCE_LAYOUT_SOA, 0},
                                 {MC_DISTANCE_GEMM, MC_DISTANCE_LAYOUT_AUTO, 0}};
  for (int i = 0; i < 9; i++) {
    job = (mc_distance_job){.x = columns(x, 3, 2),
                            .symmetric = true,
                            .algorithm = bad[i].algorithm,
                            .layout = bad[i].layout,
                            .block = bad[i].block};
    CHECK_INT(mc_distance(&job, x, &report, &call), MC_ERR_ARGUMENT);
  }
  job = (mc_distance_job){.x = columns(x, 3, 2),
                          .symmetric = true,
                          .single = true,
                          .algorithm = MC_DISTANCE_BLOCKWISE,
                          .block = 8};
  CHECK_INT(mc_distance(&job, x, &report, &call), MC_ERR_ARGUMENT);
  job = (mc_distance_job){.x = columns(x, 3, 2),
                          .symmetric = true,
                          .single = true,
                          .algorithm = MC_DISTANCE_STRAIGHTFORWARD,
                          .layout = MC_DISTANCE_LAYOUT_SOA};
  CHECK_INT(mc_distance(&job, x, &report, &call), MC_ERR_ARGUMENT);
  job = (mc_distance_job){.x = columns(x, 3, INT64_C(1) << 25), .symmetric = true, .single = true};
  CHECK_INT(mc_distance(&job, x, &report, &call), MC_ERR_SIZE);
  mc_arena_release(&arena);

  for (int which = 1; which < DISTANCE_METHODS; which++) {
    mc_status status = MC_ERR_MEMORY;
    for (int refuse = 1; status == MC_ERR_MEMORY && refuse < 20; refuse++) {
      job = (mc_distance_job){.x = columns(x, 3, 2),
                              .symmetric = true,
                              .algorithm = distance_methods[which].algorithm,
                              .layout = distance_methods[which].layout,
                              .block = distance_methods[which].block,
                              .blas = &distance_blas};
      guard_arena refusing = guard_arena_make();
      refusing.refuse = refuse;
      double out[3];
      const mc_call poor = mc_call_make(&refusing.arena, NULL, 0);
      status = mc_distance(&job, out, &report, &poor);
      CHECK(status == MC_ERR_MEMORY ||
            refuse > (distance_in_place(&distance_methods[which]) ? 2 : 3));
      guard_arena_release(&refusing);
    }
    CHECK_INT(status, MC_OK);
  }
}

/* The choice of "auto". */
static void choice(int64_t n, int64_t m, int64_t d, mc_distance_layout layout, int64_t block,
                   mc_distance_algorithm algorithm, bool swapped) {
  mc_distance_job job = {.x = columns(NULL, n, d),
                         .y = columns(NULL, m, d),
                         .symmetric = m < 0,
                         .layout = layout,
                         .block = block};
  mc_arena arena = mc_arena_malloc();
  const mc_call call = mc_call_make(&arena, NULL, 1);
  mc_distance_plan plan;
  check_note("n %d, m %d, d %d", (int) n, (int) m, (int) d);
  CHECK_INT(mc_distance_choose(&job, &call, &plan), MC_OK);
  CHECK_INT(plan.algorithm, algorithm);
  CHECK_INT(plan.swapped, swapped);
}

static void test_choice(void) {
  choice(100, -1, 9, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_TILE, false);
  choice(100, -1, 8, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_BLOCKWISE, false);
  choice(32, -1, 8, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_TILE, false);
  choice(100, 100, 2, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_BLOCKWISE, false);
  choice(100, 101, 2, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_TILE, false);
  choice(2, -1, 1000000, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_STRAIGHTFORWARD, false);
  choice(2, -1, 3, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_TILE, false);
  choice(33, 1, 1000, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_TILE, false);
  choice(3, 100000, 4, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_TILE, true);
  choice(100000, 3, 4, MC_DISTANCE_LAYOUT_AUTO, 0, MC_DISTANCE_BLOCKWISE, false);
  choice(100, 200, 4, MC_DISTANCE_LAYOUT_SOA, 0, MC_DISTANCE_BLOCKWISE, true);
  choice(200, 100, 4, MC_DISTANCE_LAYOUT_AUTO, 128, MC_DISTANCE_BLOCKWISE, false);
  choice(200, 100, 4, MC_DISTANCE_LAYOUT_ASA, 32, MC_DISTANCE_TILE, false);
  choice(200, 100, 4, MC_DISTANCE_LAYOUT_AOS, 0, MC_DISTANCE_STRAIGHTFORWARD, false);
}

static const check_test tests[] = {{"indices", test_index},
                                   {"the driver", test_driver},
                                   {"several tiles", test_tiles},
                                   {"company", test_company},
                                   {"company of panels", test_company_of_panels},
                                   {"exactness", test_exact},
                                   {"errors", test_errors},
                                   {"choices", test_choice},
                                   {0}};
const check_suite suite_distance = {"distance", tests, true, "distance_ "};
