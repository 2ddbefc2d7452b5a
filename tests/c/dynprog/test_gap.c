/* Alignment with any gap cost against the definition, bit by bit, for all kinds of costs,
   algorithms and numbers of threads; and the steps of the alignment. */
#include "dynprog/gap.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "dynprog/gap_oracle.h"
#include "guard.h"
#include "interrupts.h"

/* ---- problems ---- */

typedef enum {
  TIES,      /* small whole numbers, match and mismatch */
  ROUNDED,   /* sums are rounded */
  LARGEST,   /* small whole numbers, the maximum */
  FORBIDDEN, /* many costs are forbidden */
  PLACES,    /* gaps by their place, rounded; below the diagonal NaN */
  MIXED,     /* of x by length, of y by place, the maximum */
  WORTHLESS, /* many values are forbidden, the maximum */
  KINDS
} kind;

enum { SYMBOLS = 4 };

typedef struct {
  mc_gap_job job;
  int32_t *x, *y;
  double *pair, *gap_x, *gap_y;
} problem;

static double number(rng *r, kind k) {
  const double some = (double) (rng_next(r) >> 11) * 0x1p-53;
  switch (k) {
  case ROUNDED:
  case PLACES:
  case MIXED: return some - 0.25;
  case FORBIDDEN: return rng_chance(r, 0.4) ? (double) INFINITY : 1 + (double) rng_below(r, 4);
  case WORTHLESS: return rng_chance(r, 0.4) ? -(double) INFINITY : 1 + (double) rng_below(r, 4);
  default: return (double) rng_below(r, 6) - (k == LARGEST ? 4 : 0);
  }
}

static double *gaps(rng *r, kind k, int64_t count, bool by_place) {
  const int64_t points = count + 1;
  double *w = GUARD_NEW(double, by_place ? points *points : count);
  for (int64_t at = 0; at < (by_place ? points * points : count); at++)
    w[at] = by_place && at % points >= at / points ? (double) NAN : number(r, k);
  return w;
}

static problem make(rng *r, kind k, int64_t m, int64_t n, bool overlap) {
  const bool x_by_place = k == PLACES, y_by_place = k == PLACES || k == MIXED;
  problem p = {.x = GUARD_NEW(int32_t, m),
               .y = GUARD_NEW(int32_t, n),
               .pair = GUARD_NEW(double, SYMBOLS *(SYMBOLS + 1)),
               .gap_x = gaps(r, k, m, x_by_place),
               .gap_y = gaps(r, k, n, y_by_place)};
  for (int64_t i = 0; i < m; i++)
    p.x[i] = (int32_t) rng_below(r, SYMBOLS);
  for (int64_t j = 0; j < n; j++)
    p.y[j] = (int32_t) rng_below(r, SYMBOLS + 1);
  for (int s = 0; s < SYMBOLS * (SYMBOLS + 1); s++)
    p.pair[s] = number(r, k);
  p.job = (mc_gap_job){.m = m,
                       .n = n,
                       .x = p.x,
                       .y = p.y,
                       .pair = k == TIES ? NULL : p.pair,
                       .kinds = SYMBOLS,
                       .match = 1,
                       .mismatch = 3,
                       .gap_x = {p.gap_x, x_by_place},
                       .gap_y = {p.gap_y, y_by_place},
                       .overlap = overlap,
                       .maximum = k == LARGEST || k == WORTHLESS || k == MIXED};
  return p;
}

static void release(problem *p) {
  guard_free(p->x);
  guard_free(p->y);
  guard_free(p->pair);
  guard_free(p->gap_x);
  guard_free(p->gap_y);
}

/* ---- runs ---- */

static void try_one(kind k, int64_t m, int64_t n, int first, int last) {
  rng r = {(uint64_t) ((m * 1000 + n) * KINDS + k)};
  problem p = make(&r, k, m, n, (m + n) % 3 == 0);
  double *want = gap_solve(&p.job);
  for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++)
    for (int threads = first; threads <= last; threads++) {
      check_note("kind %d, %d x %d, algorithm %d, %d threads", k, (int) m, (int) n, a, threads);
      gap_check(&p.job, want, (mc_dynprog_algorithm) a, threads);
    }
  guard_free(want);
  release(&p);
}

static void test_small(void) {
  for (int k = 0; k < KINDS; k++)
    for (int64_t m = 0; m <= 70; m += m < 4 || (m >= 62 && m < 66) ? 1 : 7) {
      const int threads = 1 + (int) (m % 4);
      try_one((kind) k, m, (m * 7 + k) % 71, threads, threads);
    }
}

static void test_tiles(void) {
  const int64_t sizes[][2] = {{127, 128}, {200, 5},  {3, 190}, {95, 193},
                              {130, 140}, {64, 129}, {66, 70}};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  _Static_assert((int) SIZES == (int) KINDS, "each kind meets two sizes");
  for (int k = 0; k < KINDS; k++)
    for (int s = 0; s < (check_fast() ? 1 : SIZES); s++)
      if (s == k)
        try_one((kind) k, sizes[s][0], sizes[s][1], 1, 4);
      else if (s == (k + 3) % SIZES)
        try_one((kind) k, sizes[s][0], sizes[s][1], 2, 2);
}

/* Sizes around those of register tiles, panels and tiles. */
static void test_edges(void) {
  const int64_t sizes[] = {0, 1, 2, 31, 32, 33, 63, 64, 65};
  for (int x = 0; x < 9; x++)
    for (int y = 0; y < 9; y++) {
      const int threads = 1 + (x + y) % 4;
      try_one((kind) ((x + 4 * y) % KINDS), sizes[x], sizes[y], threads, threads);
    }
}

/* Cells of 1 x 1 to 4 x 4 tiles, and so many of them that products are made ahead. */
static void test_cells(void) {
  const int threads[] = {1, 3, 64};
  const int64_t sides[][2] = {{1, 1}, {1, 4}, {2, 2}, {3, 1}, {4, 4}};
  for (int k = 0; k < (check_fast() ? 1 : 2); k++) {
    rng r = {(uint64_t) k};
    const kind of = k == 0 ? TIES : PLACES;
    const int64_t m = k == 0 ? 330 : 450, n = 780 - m;
    problem p = make(&r, of, m, n, k == 1);
    double *want = gap_solve(&p.job);
    for (int s = 0; s < 5; s++) {
      p.job.cell_rows = sides[s][0];
      p.job.cell_columns = sides[s][1];
      for (int t = 0; t < 3; t++) {
        check_note("kind %d, cells of %d x %d, %d threads", of, (int) p.job.cell_rows,
                   (int) p.job.cell_columns, threads[t]);
        gap_check(&p.job, want, MC_DYNPROG_AUTO, threads[t]);
      }
    }
    guard_free(want);
    release(&p);
  }
}

/* ---- interrupts, memory, invalid arguments ---- */

static mc_status solve_stopped(void *context, const mc_call *call) {
  const mc_gap_job *job = context;
  mc_dynprog_report report;
  mc_gap_work w;
  return mc_gap_align(&w, job, &report, call);
}

static void test_interrupt(void) {
  rng r = {1};
  problem p = make(&r, ROUNDED, 130, 100, false);
  p.job.poll_every = 1e6;
  for (int a = MC_DYNPROG_AUTO; a < MC_DYNPROG_ALGORITHMS; a++) {
    check_note("algorithm %d", a);
    p.job.algorithm = (mc_dynprog_algorithm) a;
    const int64_t thin = check_fast() ? 1 : 0;
    const check_polls end = check_interrupts((interruptible){solve_stopped, &p.job, 2, 1e-5, thin});
    CHECK(end.polls > 1);
  }
  release(&p);
}

static void test_memory(void) {
  rng r = {1};
  for (int k = 0; k < 2; k++) {
    problem p = make(&r, k == 0 ? TIES : PLACES, 100, 90, false);
    for (int a = 0; a < MC_DYNPROG_ALGORITHMS; a++) {
      const bool tiles = a == MC_DYNPROG_AUTO || a == MC_DYNPROG_ZMORTON;
      /* costs of x and of y by length, the table, places of tiles, the order of cells and levels */
      const int calls = (k == 0 ? 2 : 0) + 1 + (tiles ? 1 : 0) + (a == MC_DYNPROG_AUTO ? 2 : 0);
      for (int refuse = 1; refuse <= calls + 1; refuse++) {
        check_note("algorithm %d, refuse %d", a, refuse);
        guard_arena arena = guard_arena_make();
        arena.refuse = refuse;
        arena.most = (104 * 114 + 8) * sizeof(double); /* as it is documented */
        mc_call call = mc_call_make(&arena.arena, NULL, 1);
        mc_dynprog_report report;
        mc_gap_work w;
        p.job.algorithm = (mc_dynprog_algorithm) a;
        const mc_status status = mc_gap_align(&w, &p.job, &report, &call);
        CHECK_INT(status, refuse <= calls ? MC_ERR_MEMORY : MC_OK);
        guard_arena_release(&arena);
      }
    }
    release(&p);
  }
}

static void no_work(const mc_gap_block *t) {
  (void) t;
}

/* Long tables: no block of scratch is larger than the table. (Kernels would take long, so they do
   nothing.) */
static void test_long(void) {
  const int64_t length = 40000;
  int32_t *symbol = GUARD_NEW(int32_t, length);
  double *gap = GUARD_NEW(double, length);
  memset(symbol, 0, (size_t) length * sizeof *symbol);
  memset(gap, 0, (size_t) length * sizeof *gap);
  mc_kernels kernels = *mc_kernels_active();
  kernels.gap_inner_min = kernels.gap_product_min = no_work;
  for (int k = 0; k < 2; k++) {
    const mc_gap_job job = {.m = k == 0 ? 1 : length,
                            .n = k == 0 ? length : 1,
                            .x = symbol,
                            .y = symbol,
                            .gap_x = {gap, false},
                            .gap_y = {gap, false},
                            .algorithm = MC_DYNPROG_AUTO};
    guard_arena arena = guard_arena_make();
    arena.most = (size_t) mc_gap_room(job.m, job.n) * sizeof(double);
    mc_call call = mc_call_make(&arena.arena, NULL, 2);
    call.kernels = &kernels;
    mc_dynprog_report report;
    mc_gap_work w;
    CHECK_INT(mc_gap_align(&w, &job, &report, &call), MC_OK);
    guard_arena_release(&arena);
  }
  guard_free(symbol);
  guard_free(gap);
}

static void test_arguments(void) {
  mc_call call = mc_call_make(NULL, NULL, 1);
  mc_dynprog_report report;
  mc_gap_work w;
  const mc_gap_job bad[] = {{.m = -1},
                            {.n = -1},
                            {.cell_rows = -1},
                            {.cell_columns = -1},
                            {.algorithm = MC_DYNPROG_ALGORITHMS}};
  for (int i = 0; i < 5; i++)
    CHECK_INT(mc_gap_align(&w, &bad[i], &report, &call), MC_ERR_ARGUMENT);
  const mc_gap_job large[] = {{.m = INT32_MAX, .n = 1}, {.m = INT64_MAX, .n = INT64_MAX}};
  for (int i = 0; i < 2; i++)
    CHECK_INT(mc_gap_align(&w, &large[i], &report, &call), MC_ERR_SIZE);
}

static const check_test tests[] = {
  {"small", test_small},   {"edges", test_edges},         {"tiles", test_tiles},
  {"cells", test_cells},   {"long", test_long},           {"interrupts", test_interrupt},
  {"memory", test_memory}, {"arguments", test_arguments}, {0}};
const check_suite suite_gap = {"gap", tests, true, "tropical_ dynprog_ gap_ "};
