/* Sums of squares on their way to a sink, or panel by panel, against the definition: does every
   pair come once? Run on each target. */
#include "distance/sink.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "distance/distance.h"
#include "distance/distance_oracle.h"
#include "distance/tile.h"
#include "guard.h"

enum { LANES = MC_DISTANCE_LANES, MOST_THREADS = 4 };

/* Of each pair (point of a, point of b) its sum, and how often it came. */
typedef struct {
  mc_distance_sink sink;
  mc_distance_shape shape;
  double *sum;
  _Atomic int *times;
  _Atomic bool wrong; /* something that CHECK may not say on a thread */
  int begun;
  mc_status say; /* what begin() returns */
} recorder;

static mc_status begin(mc_distance_sink *sink, const mc_distance_shape *shape,
                       const mc_call *call) {
  recorder *c = (recorder *) sink;
  CHECK(call->kernels != NULL && c->begun == 0);
  c->begun++;
  c->shape = *shape;
  return c->say;
}

static void put(mc_distance_sink *sink, const mc_distance_part *part, int thread) {
  recorder *c = (recorder *) sink;
  const mc_distance_shape *s = &c->shape;
  if (thread < 0 || thread >= s->threads || part->row0 < 0 || part->row0 >= part->row1 ||
      part->row1 > s->a_points || part->lane0 < 0 || part->lane0 >= part->lane1 ||
      part->lane1 > s->b_points) {
    c->wrong = true;
    return;
  }
  for (int64_t i = part->row0; i < part->row1; i++) {
    const int64_t at = (i - part->row0) * part->width, n = part->lane1 - part->lane0;
    mc_distance_scale(s, part, at, n);
    for (int64_t l = 0; l < n; l++) {
      const double sum =
        s->size == 8 ? ((const double *) part->sum)[at + l] : ((const float *) part->sum)[at + l];
      if (isnan(sum) && !part->missing)
        c->wrong = true;
      const int64_t to = i * s->b_points + part->lane0 + l;
      c->sum[to] = sum;
      atomic_fetch_add(&c->times[to], 1);
    }
  }
}

/* For x_points against y_points, whichever are a. */
static recorder make(int64_t x_points, int64_t y_points) {
  recorder c = {.sink = {.begin = begin, .put = put},
                .sum = GUARD_NEW(double, x_points *y_points),
                .times =
                  (_Atomic int *) guard_alloc((size_t) (x_points * y_points) * sizeof *c.times)};
  for (int64_t i = 0; i < x_points * y_points; i++)
    atomic_init(&c.times[i], 0);
  return c;
}

static void release(recorder *c) {
  guard_free(c->sum);
  guard_free(c->times);
}

static mc_status run(const mc_distance_job *job, recorder *c, int threads) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_distance_report report;
  const mc_status status = mc_distance_run(job, &c->sink, &report, &call);
  guard_arena_release(&arena);
  return status;
}

/* ---- data ---- */

static mc_matrix points(rng *r, int64_t n, int64_t d, double missing) {
  double *x = GUARD_NEW(double, n *d);
  for (int64_t i = 0; i < n * d; i++)
    x[i] = rng_chance(r, missing) ? NAN : (double) rng_below(r, 2001) - 1000;
  return (mc_matrix){x, MC_F64, n, d};
}

/* The sum of two points, exact for such numbers, whatever the order. */
static double squared(const mc_matrix *x, int64_t i, const mc_matrix *y, int64_t j, bool single) {
  double sum = 0, count = 0;
  for (int64_t k = 0; k < x->columns; k++) {
    const double difference =
      ((const double *) x->data)[k * x->rows + i] - ((const double *) y->data)[k * y->rows + j];
    if (!isnan(difference)) {
      sum += difference * difference;
      count++;
    }
  }
  const double scaled = mc_distance_scaled(sum, count, (double) x->columns);
  return single ? (double) (float) scaled : scaled;
}

static bool same(double a, double b) {
  return isnan(a) ? isnan(b) : a == b;
}

/* ---- every pair ---- */

static void compare(const mc_distance_job *job, const recorder *c) {
  const mc_matrix *x = &job->x.matrix, *y = job->symmetric ? x : &job->y.matrix;
  const mc_distance_shape *s = &c->shape;
  CHECK(!c->wrong && c->begun == 1);
  CHECK_INT(s->a_points, s->swapped ? x->rows : y->rows);
  CHECK_INT(s->b_points, s->swapped ? y->rows : x->rows);
  for (int64_t i = 0; i < s->a_points; i++)
    for (int64_t l = 0; l < s->b_points; l++) {
      const int64_t at = i * s->b_points + l;
      if (!job->symmetric)
        CHECK_INT(c->times[at], 1);
      else if (l > i)
        CHECK_INT(c->times[at], 1);
      else
        CHECK(c->times[at] <= 1);
      if (c->times[at] > 0)
        CHECK(same(c->sum[at], s->swapped ? squared(x, i, y, l, job->single)
                                          : squared(x, l, y, i, job->single)));
    }
}

static void test_pairs(void) {
  rng r = {1};
  const int64_t sizes[] = {0, 1, 5, 32, 33, 70, 150};
  const mc_distance_algorithm algorithms[] = {MC_DISTANCE_AUTO, MC_DISTANCE_STRAIGHTFORWARD,
                                              MC_DISTANCE_BLOCKWISE, MC_DISTANCE_TILE,
                                              MC_DISTANCE_GEMM};
  for (int a = 0; a < 7; a++)
    for (int b = -1; b < (check_fast() ? 2 : 7); b++)
      for (int k = 0; k < 5; k++) {
        const int64_t d = rng_chance(&r, 0.1) ? 130 : rng_below(&r, 6);
        const double missing = rng_chance(&r, 0.5) ? 0.3 : 0;
        const mc_matrix x = points(&r, sizes[a], d, missing);
        const mc_matrix y = points(&r, b < 0 ? 0 : sizes[b], d, 0);
        mc_distance_job job = {.x = mc_columns_of_matrix(x),
                               .y = mc_columns_of_matrix(y),
                               .symmetric = b < 0,
                               .algorithm = algorithms[k],
                               .blas = &distance_blas};
        /* floats hold squares of small numbers of coordinates exactly */
        job.single = missing == 0 && d < 4 && k != 4 && rng_chance(&r, 0.3);
        check_note("%d, %d points, d %d, algorithm %d, single %d", (int) sizes[a],
                   b < 0 ? -1 : (int) sizes[b], (int) d, (int) job.algorithm, job.single);
        recorder c = make(x.rows, b < 0 ? x.rows : y.rows);
        CHECK_INT(run(&job, &c, 1 + (int) rng_below(&r, MOST_THREADS)), MC_OK);
        compare(&job, &c);
        release(&c);
        guard_free((void *) (uintptr_t) x.data);
        guard_free((void *) (uintptr_t) y.data);
      }
}

/* What the sink says ends the call. */
static void test_ends(void) {
  double x[6] = {0};
  const mc_distance_job job = {.x = mc_columns_of_matrix((mc_matrix){x, MC_F64, 3, 2}),
                               .symmetric = true};
  recorder c = make(3, 3);
  c.say = MC_ERR_MEMORY;
  CHECK_INT(run(&job, &c, 1), MC_ERR_MEMORY);
  CHECK(c.begun == 1 && c.times[1] == 0);
  release(&c);
}

/* ---- panels ---- */

/* The sums of two panels, of which points of a are y's. */
static void compare_panels(const mc_distance_work *w, int64_t a, int64_t b) {
  const mc_matrix *x = &w->job->x.matrix, *y = w->job->symmetric ? x : &w->job->y.matrix;
  const mc_distance_shape shape = mc_distance_work_shape(w);
  const mc_distance_part part = mc_distance_panels(w, a, b, 1);
  CHECK_INT(part.row0, a * LANES);
  CHECK_INT(part.lane0, b * LANES);
  CHECK_INT(part.row1, y->rows < (a + 1) * LANES ? y->rows : (a + 1) * LANES);
  CHECK_INT(part.lane1, x->rows < (b + 1) * LANES ? x->rows : (b + 1) * LANES);
  for (int64_t i = part.row0; i < part.row1; i++) {
    const int64_t at = (i - part.row0) * part.width;
    mc_distance_scale(&shape, &part, at, part.lane1 - part.lane0);
    for (int64_t l = part.lane0; l < part.lane1; l++) {
      const double sum = ((const double *) part.sum)[at + l - part.lane0];
      CHECK(same(sum, squared(x, l, y, i, false)));
      CHECK(!isnan(sum) || part.missing);
    }
  }
}

/* All panels of two sets of points, by the second of two threads. */
static void try_panels(const mc_matrix *x, const mc_matrix *y, bool symmetric) {
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 1);
  const mc_distance_job job = {.x = mc_columns_of_matrix(*x),
                               .y = mc_columns_of_matrix(*y),
                               .symmetric = symmetric,
                               .algorithm = MC_DISTANCE_TILE};
  mc_distance_work w;
  CHECK_INT(mc_distance_work_begin(&w, &job, &call), MC_OK);
  w.plan.swapped = false;
  CHECK_INT(mc_distance_work_pack(&w), MC_OK);
  w.plan.threads = 2;
  CHECK_INT(mc_distance_work_scratch(&w, mc_distance_panels_scratch(&w)), MC_OK);
  for (int64_t a = 0; a < w.a.blocks; a++)
    for (int64_t b = 0; b < w.b.blocks; b++)
      compare_panels(&w, a, b);
  guard_arena_release(&arena);
}

static void test_panels(void) {
  rng r = {2};
  const int64_t sizes[] = {0, 1, 31, 32, 33, 70};
  for (int a = 0; a < 6; a++)
    for (int b = -1; b < 6; b++) {
      const int64_t d = rng_chance(&r, 0.2) ? 130 : rng_below(&r, 6);
      const double missing = rng_chance(&r, 0.5) ? 0.3 : 0;
      check_note("%d, %d points, d %d, missing %g", (int) sizes[a], b < 0 ? -1 : (int) sizes[b],
                 (int) d, missing);
      const mc_matrix x = points(&r, sizes[a], d, missing);
      const mc_matrix y = points(&r, b < 0 ? 0 : sizes[b], d, 0);
      try_panels(&x, &y, b < 0);
      guard_free((void *) (uintptr_t) x.data);
      guard_free((void *) (uintptr_t) y.data);
    }
}

static const check_test tests[] = {
  {"pairs", test_pairs}, {"ends", test_ends}, {"panels", test_panels}, {0}};
const check_suite suite_distance_sink = {"distance_sink", tests, true, "distance_ "};
