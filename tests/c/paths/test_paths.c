/* The driver of shortest paths against algorithm 1 of Hou et al., bit by bit. */
#include "paths/paths.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/threads.h"
#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "oracle.h"
#include "paths/paths_oracle.h"
#include "paths/work.h"

/* ---- the paths_answer ---- */

/* ---- graphs ---- */

typedef enum {
  DENSE,      /* small integers: many ties */
  SPARSE,     /* the same, most edges missing */
  ISLANDS,    /* three parts without edges between them */
  POTENTIALS, /* negative edges, but no negative cycle */
  REALS,      /* sums that are rounded, and some that overflow */
  ZEROS,      /* both, and ones */
  CHAIN,      /* a path through all vertices, in disorder, and little else */
  CYCLES,     /* some negative */
  GRAPHS
} graph;

typedef struct {
  graph kind;
  int64_t n;
  const int64_t *potential, *next;
} recipe;

/* The weight from i to j, or +Inf. */
static double edge(rng *r, const recipe *g, int64_t i, int64_t j) {
  const double none = (double) INFINITY;
  switch (g->kind) {
  case SPARSE: return rng_chance(r, 4.0 / (double) g->n) ? (double) rng_below(r, 10) : none;
  case ISLANDS: return i % 3 == j % 3 && rng_chance(r, 0.5) ? (double) rng_below(r, 20) : none;
  case POTENTIALS:
    return rng_chance(r, 0.3) ? (double) (rng_below(r, 6) + g->potential[i] - g->potential[j])
                              : none;
  case REALS:
    return rng_chance(r, 0.3)    ? none
           : rng_chance(r, 0.05) ? 0x1.8p127 * (double) (1 + rng_below(r, 2)) / 2
                                 : (double) rng_below(r, 1000000) / 7e5;
  case ZEROS:
    return rng_chance(r, 0.5) ? none : rng_chance(r, 0.3) ? 1 : rng_chance(r, 0.5) ? 0 : -0.0;
  case CHAIN:
    return g->next[i] == j       ? 1 + (double) rng_below(r, 3)
           : rng_chance(r, 0.02) ? (double) (g->n / 2)
                                 : none;
  case CYCLES: return rng_chance(r, 6.0 / (double) g->n) ? (double) rng_below(r, 60) - 2 : none;
  default: return (double) (1 + rng_below(r, 20));
  }
}

static double missing(rng *r) {
  const double na = oracle_na();
  uint64_t bits;
  memcpy(&bits, &na, sizeof bits);
  bits |= rng_chance(r, 0.5) ? UINT64_C(1) << 51 : 0; /* quiet */
  bits |= rng_chance(r, 0.5) ? UINT64_C(1) << 63 : 0;
  double x;
  memcpy(&x, &bits, sizeof x);
  return rng_chance(r, 0.5) ? x : (double) INFINITY;
}

/* Integers take no more than fits: of REALS what is small. */
static mc_matrix make_graph(rng *r, graph kind, mc_type type, int64_t n) {
  int64_t *potential = GUARD_NEW(int64_t, n), *next = GUARD_NEW(int64_t, n);
  uint32_t *order = GUARD_NEW(uint32_t, n);
  shape_fill(r, SHAPE_PERMUTATION, n, order);
  for (int64_t i = 0; i < n; i++) {
    potential[i] = rng_below(r, 100);
    next[order[i]] = i + 1 < n ? (int64_t) order[i + 1] : -1;
  }
  const recipe g = {kind, n, potential, next};
  double *w = type == MC_F64 ? GUARD_NEW(double, n *n) : NULL;
  int32_t *wi = type == MC_I32 ? GUARD_NEW(int32_t, n * n) : NULL;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      double x = edge(r, &g, i, j);
      if (i == j && kind != CYCLES)
        x = rng_chance(r, 0.3) ? 3 : rng_chance(r, 0.5) ? -0.0 : (double) INFINITY;
      if (type == MC_F64)
        w[i * n + j] = isinf(x) ? missing(r) : x;
      else
        wi[i * n + j] = !(x < 1e6) ? INT32_MIN : (int32_t) x;
    }
  guard_free(potential);
  guard_free(next);
  guard_free(order);
  return (mc_matrix){type == MC_F64 ? (void *) w : (void *) wi, type, n, n};
}

static size_t bytes_of(const mc_matrix *w) {
  return (size_t) (w->rows * w->columns) * (w->type == MC_F64 ? sizeof(double) : sizeof(int32_t));
}

/* ---- runs ---- */

/* Every `every`-th method, from a random one on; threads and paths_schedules in turn. */
static void try_graph(rng *r, graph kind, mc_type type, int64_t n, int64_t steps, bool single,
                      int every) {
  const mc_matrix w = make_graph(r, kind, type, n);
  void *before = guard_alloc(bytes_of(&w));
  memcpy(before, w.data, bytes_of(&w));
  paths_answer want = paths_solve(&w, single, steps);
  for (int which = (int) rng_below(r, every); which < PATHS_METHODS; which += every) {
    const int64_t turn = rng_below(r, 16);
    mc_paths_job job = paths_job_by(which, w, single, steps);
    const int threads = 1 + (int) turn / 4;
    job.schedule = paths_schedules[turn % 4];
    paths_check(&job, threads, true, &want);
    if (every == 1 || rng_chance(r, 0.5))
      paths_check(&job, threads, false, &want);
  }
  CHECK(memcmp(before, w.data, bytes_of(&w)) == 0);
  paths_free(&want);
  guard_free(before);
  guard_free((void *) (uintptr_t) w.data);
}

static mc_type any_type(rng *r) {
  return rng_chance(r, 0.5) ? MC_F64 : MC_I32;
}

static void test_small(void) {
  rng r = {1};
  const int64_t sizes[] = {0, 1, 2, 3, 31, 32, 33};
  for (int s = 0; s < 7; s++)
    for (int kind = 0; kind < CYCLES; kind++)
      for (int single = 0; single < 2; single++) {
        try_graph(&r, (graph) kind, MC_F64, sizes[s], sizes[s], single, 1);
        try_graph(&r, (graph) kind, MC_I32, sizes[s], sizes[s], single, 3);
      }
}

static void test_sizes(void) {
  rng r = {2};
  const int64_t sizes[] = {63, 64, 65, 127, 128, 129};
  for (int s = 0; s < (check_fast() ? 3 : 6); s++)
    for (int kind = 0; kind < CYCLES; kind++)
      try_graph(&r, (graph) kind, any_type(&r), sizes[s], sizes[s], (s + kind) % 2,
                sizes[s] < 100 ? 2 : 6);
}

static void test_large(void) {
  rng r = {3};
  if (check_fast())
    return;
  try_graph(&r, POTENTIALS, MC_F64, 200, 200, false, 4);
  try_graph(&r, SPARSE, MC_I32, 200, 200, true, 4);
  try_graph(&r, REALS, MC_F64, 257, 257, false, 4);
  try_graph(&r, CHAIN, MC_F64, 257, 257, true, 6);
}

/* All threads with all paths_schedules. */
static void test_threads(void) {
  rng r = {4};
  const int64_t n = 70;
  const mc_matrix w = make_graph(&r, POTENTIALS, MC_F64, n);
  paths_answer want = paths_solve(&w, false, n);
  for (int which = 1; which < PATHS_METHODS; which += 2)
    for (int turn = 0; turn < (check_fast() ? 4 : 16); turn++) {
      mc_paths_job job = paths_job_by(which, w, false, n);
      job.schedule = paths_schedules[turn % 4];
      paths_check(&job, 1 + turn / 4, turn % 2 == 0, &want);
    }
  paths_free(&want);
  guard_free((void *) (uintptr_t) w.data);
}

/* The block of "simd": larger for more vertices, smaller for more threads. */
static void test_default_block(void) {
  const struct {
    int64_t n;
    bool via;
    int threads;
    int64_t want;
  } cases[] = {{1, false, 1, 64},   {1499, false, 1, 64},    {1500, false, 1, 128},
               {799, true, 1, 64},  {800, true, 1, 128},     {800, true, 19, 128},
               {800, true, 20, 64}, {2000, false, 122, 128}, {2000, false, 123, 64},
               {100, true, 256, 64}};
  for (int i = 0; i < 10; i++) {
    check_note("n %d, vertices %d, %d threads", (int) cases[i].n, cases[i].via, cases[i].threads);
    CHECK_INT(mc_paths_simd_block(cases[i].n, cases[i].via, cases[i].threads), cases[i].want);
  }
}

/* Work that is divided as for more threads than there are: smaller tiles. */
static void test_many_threads(void) {
  rng r = {12};
  const int64_t n = check_fast() ? 130 : 260;
  const int threads[] = {3, 16, 64, 256};
  const mc_matrix w = make_graph(&r, REALS, MC_F64, n);
  paths_answer want = paths_solve(&w, false, n);
  mc_threads_set_solo(true);
  for (int t = 0; t < 4; t++)
    for (int paths = 0; paths < 2; paths++) {
      const mc_paths_job job = paths_job_by(0, w, false, n);
      paths_check(&job, threads[t], paths, &want);
    }
  mc_threads_set_solo(false);
  paths_free(&want);
  guard_free((void *) (uintptr_t) w.data);
}

/* Intermediate vertices up to some only: of whole blocks, and of parts. */
static void test_steps(void) {
  rng r = {5};
  const int64_t steps[] = {0, 1, 7, 8, 9, 16, 31, 32, 33, 42, 48, 63, 64, 65, 69};
  for (int s = 0; s < 15; s++) {
    try_graph(&r, POTENTIALS, any_type(&r), 70, steps[s], s % 2, 2);
    try_graph(&r, s % 2 == 0 ? CHAIN : REALS, MC_F64, 70, steps[s], s / 2 % 2, 3);
  }
  for (int64_t s = 0; s <= 20; s++)
    try_graph(&r, DENSE, MC_F64, 20, s, s % 2, 2);
  if (check_fast())
    return;
  const int64_t more[] = {5, 96, 127, 129, 140};
  for (int s = 0; s < 5; s++)
    try_graph(&r, s % 2 == 0 ? REALS : ISLANDS, MC_F64, 150, more[s], s % 2, 4);
}

/* ---- negative cycles ---- */

static void test_cycles(void) {
  rng r = {6};
  for (int round = 0; round < (check_fast() ? 10 : 40); round++) {
    const int64_t n = 2 + rng_below(&r, 100);
    try_graph(&r, CYCLES, any_type(&r), n, rng_chance(&r, 0.6) ? n : rng_below(&r, n + 1),
              round % 2, 2);
  }
}

/* A loop at each vertex, and a cycle of two, of which the higher vertex sees it. */
static void test_short_cycles(void) {
  enum { N = 70 };
  double *w = GUARD_NEW(double, N *N);
  for (int64_t i = 0; i < N; i++)
    for (int length = 1; length <= 2; length++) {
      const int64_t j = length == 1 ? i : (i + 37) % N;
      for (int64_t at = 0; at < N * N; at++)
        w[at] = 1;
      w[i * N + j] = length == 1 ? -0.5 : -1.5;
      const mc_matrix m = {w, MC_F64, N, N};
      paths_answer want = paths_solve(&m, false, N);
      CHECK_INT(want.negative, (i > j ? i : j) + 1);
      const int which = 1 + (int) (i * 2 + length) % (PATHS_METHODS - 1);
      for (int single = 0; single < 2; single++)
        for (int paths = 0; paths < 2; paths++) {
          const mc_paths_job job = paths_job_by(which, m, single, N);
          paths_check(&job, 2, paths, &want);
        }
      paths_free(&want);
    }
  guard_free(w);
}

/* A negative cycle that only steps behind the last one close. It is a loop or a cycle of two, at
   each vertex behind these steps. */
static void test_cycles_behind(void) {
  enum { N = 45 };
  double *w = GUARD_NEW(double, N *N);
  const int64_t steps[] = {1, 7, 9, 13, 33, 36, 43};
  for (int s = 0; s < 7; s++)
    for (int64_t i = steps[s] + s % 3; i < N; i += 3)
      for (int form = 0; form < 4; form++) {
        const bool loop = form & 1, single = form & 2;
        const int64_t j = loop ? i : i * 7 % steps[s];
        for (int64_t at = 0; at < N * N; at++)
          w[at] = (double) (at * 37 % 101);
        w[i * N + j] = loop ? -0.5 : -100;
        w[j * N + i] = loop ? -0.5 : 1;
        const mc_matrix m = {w, MC_F64, N, N};
        paths_answer want = paths_solve(&m, single, steps[s]);
        check_note("%d steps, vertices %d and %d", (int) steps[s], (int) i, (int) j);
        CHECK_INT(want.negative, 0);
        for (int which = 1; which < PATHS_METHODS; which++) {
          const mc_paths_job job = paths_job_by(which, m, single, steps[s]);
          paths_check(&job, 2, which % 2, &want);
        }
        paths_free(&want);
      }
  guard_free(w);
}

/* ---- weights ---- */

static double nan_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Runs on an n x n matrix of ones above the diagonal, with some weights of another value;
   the first that cannot be is reported. */
static void try_weight(rng *r, double value, bool single, bool good) {
  enum { N = 70 };
  double *w = GUARD_NEW(double, N *N);
  const int64_t first = rng_below(r, N - 1), from = first * N + first + 1;
  for (int which = 1; which < PATHS_METHODS; which++) {
    for (int64_t i = 0; i < N; i++)
      for (int64_t j = 0; j < N; j++)
        w[i * N + j] = j > i ? 1 : (double) INFINITY;
    const int64_t at = from + rng_below(r, N - first - 1);
    w[at] = value;
    for (int more = 0; more < 5 && !good; more++)
      w[at + rng_below(r, N * N - at)] = value;
    check_note("%g, single %d, method %d, weight %d", value, single, which, (int) at + 1);
    const mc_paths_job job = paths_job_by(which, (mc_matrix){w, MC_F64, N, N}, single, N);
    double *distance = GUARD_NEW(double, N *N);
    guard_arena arena = guard_arena_make();
    mc_paths_report report;
    const mc_call call = mc_call_make(&arena.arena, NULL, 3);
    CHECK_INT(mc_paths(&job, distance, NULL, &report, &call), good ? MC_OK : MC_ERR_ARGUMENT);
    CHECK_INT(report.at, good ? 0 : at + 1);
    if (good) {
      paths_answer want = paths_solve(&job.w, single, N);
      CHECK_INT(paths_different(distance, NULL, &want), -1);
      paths_free(&want);
    }
    guard_arena_release(&arena);
    guard_free(distance);
  }
  guard_free(w);
}

static void test_weights(void) {
  rng r = {7};
  const double n = 70, least = -DBL_MAX / n, least_single = -(double) FLT_MAX / n;
  for (int single = 0; single < 2; single++) {
    try_weight(&r, NAN, single, false);
    try_weight(&r, nan_of(UINT64_C(0x7ff80000000007a1)), single, false);
    try_weight(&r, nan_of(UINT64_C(0xfff80007a2000000)), single, false);
    try_weight(&r, -(double) INFINITY, single, false);
    try_weight(&r, -DBL_MAX, single, false);
    try_weight(&r, DBL_MAX, single, !single);
    try_weight(&r, nextafter(FLT_MAX, INFINITY), single, !single);
    try_weight(&r, FLT_MAX, single, true);
    try_weight(&r, nextafter(least, -DBL_MAX), single, false);
    try_weight(&r, least, single, !single);
    try_weight(&r, nextafter(least_single, -DBL_MAX), single, !single);
    try_weight(&r, least_single, single, true);
    try_weight(&r, oracle_na(), single, true);
    try_weight(&r, -0.0, single, true);
    try_weight(&r, -0x1p-1074, single, true); /* -0 as a float */
  }
}

/* NaN cannot stand on the diagonal either; what is positive there does not matter. */
static void test_diagonal(void) {
  const double values[] = {NAN, -(double) INFINITY, DBL_MAX, (double) INFINITY, 5, -0.0};
  for (int which = 1; which < PATHS_METHODS; which++)
    for (int v = 0; v < 6; v++) {
      double w[4] = {0, 1, 1, values[v]}, distance[4];
      const mc_paths_job job = paths_job_by(which, (mc_matrix){w, MC_F64, 2, 2}, false, 2);
      guard_arena arena = guard_arena_make();
      mc_paths_report report;
      const mc_call call = mc_call_make(&arena.arena, NULL, 1);
      CHECK_INT(mc_paths(&job, distance, NULL, &report, &call), v < 2 ? MC_ERR_ARGUMENT : MC_OK);
      CHECK_INT(report.at, v < 2 ? 4 : 0);
      CHECK(v < 2 || (distance[3] == 0 && !signbit(distance[3])));
      guard_arena_release(&arena);
    }
}

/* ---- memory, interrupts, errors ---- */

static void test_memory(void) {
  rng r = {8};
  const int64_t n = 40;
  const mc_matrix w = make_graph(&r, DENSE, MC_F64, n);
  double *distance = GUARD_NEW(double, n *n);
  int32_t *via = GUARD_NEW(int32_t, n * n);
  for (int which = 0; which < PATHS_METHODS; which++)
    for (int form = 0; form < 4; form++) {
      check_note("method %d, form %d", which, form);
      const mc_paths_job job = paths_job_by(which, w, form & 1, n);
      paths_answer want = paths_solve(&w, job.single, n);
      mc_status status = MC_ERR_MEMORY;
      int64_t refuse = 1, calls = 0;
      for (; status == MC_ERR_MEMORY && refuse < 20; refuse++) {
        guard_arena arena = guard_arena_make();
        arena.refuse = refuse;
        mc_paths_report report;
        const mc_call call = mc_call_make(&arena.arena, NULL, 2);
        status = mc_paths(&job, distance, form & 2 ? via : NULL, &report, &call);
        CHECK_INT(report.at, 0);
        calls = arena.calls;
        guard_arena_release(&arena);
      }
      CHECK_INT(status, MC_OK);
      CHECK_INT(refuse, calls + 2); /* each call once, then none */
      CHECK_INT(paths_different(distance, form & 2 ? via : NULL, &want), -1);
      paths_free(&want);
    }
  guard_free(distance);
  guard_free(via);
  guard_free((void *) (uintptr_t) w.data);
}

typedef struct {
  mc_paths_job job;
  double *distance;
  int32_t *via;
} stopped;

static mc_status solve_stopped(void *context, const mc_call *call) {
  const stopped *s = context;
  mc_paths_report report;
  const mc_status status = mc_paths(&s->job, s->distance, s->via, &report, call);
  CHECK_INT(report.at, 0);
  return status;
}

static void test_interrupt(void) {
  rng r = {9};
  for (int which = 0; which < PATHS_METHODS; which++)
    for (int form = 0; form < 4; form++) {
      const int64_t n = form < 2 ? 70 : 33;
      const mc_matrix w = make_graph(&r, DENSE, MC_F64, n);
      stopped s = {paths_job_by(which, w, form & 2, form == 3 ? n / 2 : n), GUARD_NEW(double, n *n),
                   form & 1 ? GUARD_NEW(int32_t, n * n) : NULL};
      paths_answer want = paths_solve(&w, s.job.single, s.job.steps);
      check_note("method %d, form %d", which, form);
      const check_polls end = check_interrupts(
        (interruptible){solve_stopped, &s, 1 + form % 2, 1e-9, 1 + (which + form) % 3});
      CHECK(end.polls > 0 && end.last > 0.5);
      CHECK_INT(paths_different(s.distance, s.via, &want), -1);
      paths_free(&want);
      guard_free(s.distance);
      guard_free(s.via);
      guard_free((void *) (uintptr_t) w.data);
    }
}

static void test_errors(void) {
  double w[6] = {0}, distance[4];
  mc_paths_report report;
  const mc_paths_job good = {.w = {w, MC_F64, 2, 2}, .steps = 2};
  mc_arena arena = mc_arena_malloc();
  const mc_call call = mc_call_make(&arena, NULL, 1);
  CHECK_INT(mc_paths(&good, distance, NULL, &report, &call), MC_OK);
  mc_paths_job bad = good;
  bad.w.columns = 3;
  CHECK_INT(mc_paths(&bad, distance, NULL, &report, &call), MC_ERR_ARGUMENT);
  bad = good;
  bad.steps = 3;
  CHECK_INT(mc_paths(&bad, distance, NULL, &report, &call), MC_ERR_ARGUMENT);
  bad.steps = -1;
  CHECK_INT(mc_paths(&bad, distance, NULL, &report, &call), MC_ERR_ARGUMENT);
  const struct {
    mc_paths_algorithm algorithm;
    int64_t block;
  } blocks[] = {{MC_PATHS_SIMD, -16},     {MC_PATHS_SIMD, 8},       {MC_PATHS_BLOCKED, 40},
                {MC_PATHS_BLOCKED, 4112}, {MC_PATHS_RECURSIVE, 16}, {MC_PATHS_RECURSIVE, 48},
                {MC_PATHS_RECURSIVE, 96}, {MC_PATHS_NAIVE, 1},      {MC_PATHS_AUTO, 17}};
  for (int i = 0; i < 9; i++) {
    check_note("block %d", i);
    bad = good;
    bad.algorithm = blocks[i].algorithm;
    bad.block = blocks[i].block;
    CHECK_INT(mc_paths(&bad, distance, NULL, &report, &call), MC_ERR_ARGUMENT);
    CHECK_INT(report.at, 0);
  }
  bad = good;
  bad.w.rows = bad.w.columns = bad.steps = INT64_C(1) << 30;
  CHECK_INT(mc_paths(&bad, distance, NULL, &report, &call), MC_ERR_SIZE);
  mc_arena_release(&arena);
}

static const check_test tests[] = {{"small graphs", test_small},
                                   {"sizes around a block's", test_sizes},
                                   {"larger graphs", test_large},
                                   {"threads and paths_schedules", test_threads},
                                   {"many threads", test_many_threads},
                                   {"the default block", test_default_block},
                                   {"some steps", test_steps},
                                   {"negative cycles", test_cycles},
                                   {"short negative cycles", test_short_cycles},
                                   {"negative cycles behind the steps", test_cycles_behind},
                                   {"weights", test_weights},
                                   {"the diagonal", test_diagonal},
                                   {"memory", test_memory},
                                   {"interrupts", test_interrupt},
                                   {"errors", test_errors},
                                   {0}};
const check_suite suite_paths = {"paths", tests, true, "tropical_ paths_ "};
