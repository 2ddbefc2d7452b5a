/* Networks of differences, in blocks of columns of several sizes, against the matrices of
   mc_kendall_groups(). Run on each target. */
#include "kendall/differential.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "kendall/edge_sink.h"
#include "kendall/fdr_sink.h"
#include "kendall/groups.h"
#include "kendall/kendall.h"
#include "kendall/top_sink.h"
#include "oracle.h"
#include "pieces.h"

static const mc_kendall_test_options options = {.alternative = MC_TWO_SIDED, .exact = -1};

/* ---- all differences ---- */

typedef struct {
  mc_matrix x[2], y[2];
  mc_kendall_differential_job job;
  int64_t mx, my, cells;
  double *d, *p; /* matrices */
  int64_t constant_pairs;
} work;

static void all_differences(work *w) {
  mc_kendall_test_matrices to[2];
  const mc_kendall_request level[2] = {w->job.a, w->job.b};
  enum { OWN = 10 };
  double *own[OWN];
  int32_t *n[3];
  for (int k = 0; k < OWN; k++)
    own[k] = GUARD_NEW(double, w->cells);
  for (int g = 0; g < 2; g++) {
    double **of = own + 3 * g;
    n[g] = GUARD_NEW(int32_t, w->cells);
    to[g] = (mc_kendall_test_matrices){.tau = of[0], .z = of[1], .p = of[2], .n = n[g]};
  }
  n[2] = GUARD_NEW(int32_t, w->cells);
  w->d = GUARD_NEW(double, w->cells);
  w->p = GUARD_NEW(double, w->cells);
  const mc_kendall_groups_job job = {.level = level,
                                     .levels = 2,
                                     .options = options,
                                     .na = oracle_na(),
                                     .to = to,
                                     .tau = own[6],
                                     .z = own[7],
                                     .p = own[8],
                                     .n = n[2],
                                     .b = 1,
                                     .difference = w->d,
                                     .difference_z = own[9],
                                     .difference_p = w->p};
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 1);
  mc_kendall_groups_report report;
  CHECK_INT(mc_kendall_groups(&job, &report, &call), MC_OK);
  w->constant_pairs = report.constant_pairs;
  guard_arena_release(&arena);
  for (int k = 0; k < OWN; k++)
    guard_free(own[k]);
  for (int k = 0; k < 3; k++)
    guard_free(n[k]);
}

static work make_work(rng *r, bool symmetric, const int64_t *rows, int turn) {
  work w = {.mx = 1 + rng_below(r, 25)};
  w.my = symmetric ? w.mx : 1 + rng_below(r, 12);
  w.cells = w.mx * w.my;
  mc_kendall_request request[2];
  for (int g = 0; g < 2; g++) {
    w.x[g] = matrix_make(r, MC_F64, rows[g], w.mx, turn % 3 == 0 ? 0 : 0.2);
    w.y[g] = matrix_make(r, MC_I32, rows[g], w.my, turn % 3 == 0 ? 0 : 0.2);
    request[g] =
      (mc_kendall_request){.x = mc_columns_of_matrix(w.x[g]),
                           .y = mc_columns_of_matrix(w.y[g]),
                           .symmetric = symmetric,
                           .use = turn % 4 == 1 ? MC_USE_EVERYTHING : MC_USE_PAIRWISE,
                           .algorithm = (mc_kendall_algorithm) (turn % MC_KENDALL_ALGORITHMS),
                           .na = oracle_na()};
  }
  w.job = (mc_kendall_differential_job){
    .a = request[0], .b = request[1], .a_again = request[0].x, .b_again = request[1].x};
  all_differences(&w);
  return w;
}

static void free_work(work *w) {
  for (int g = 0; g < 2; g++) {
    matrix_free(&w->x[g]);
    matrix_free(&w->y[g]);
  }
  guard_free(w->d);
  guard_free(w->p);
}

/* ---- sinks ---- */

static int64_t first_of(const work *w, int64_t i) {
  return w->job.a.symmetric ? i + 1 : 0;
}

/* The edges are those of the matrix with this strength, each once. */
static void check_edges(const work *w, const mc_kendall_edges *edges, double least, int64_t most) {
  int64_t expected = 0, count = 0;
  bool *seen = GUARD_NEW(bool, w->cells);
  for (int64_t k = 0; k < w->cells; k++)
    seen[k] = false;
  for (int64_t i = 0; i < w->mx; i++)
    for (int64_t j = first_of(w, i); j < w->my; j++)
      expected += fabs(w->d[i + j * w->mx]) / 2 >= least;
  for (const mc_kendall_edge_chunk *chunk = edges->last; chunk != NULL; chunk = chunk->before)
    for (int64_t k = 0; k < chunk->count; k++, count++) {
      const mc_kendall_edge *e = &chunk->edge[k];
      const int64_t at = e->from + e->to * w->mx;
      const double half = w->d[at] / 2;
      CHECK(oracle_same(&e->tau, &half, 1));
      CHECK(oracle_same(&e->p, &w->p[at], 1));
      CHECK(!seen[at] && e->to >= first_of(w, e->from));
      seen[at] = true;
    }
  if (most < 0)
    CHECK_INT(count, expected);
  guard_free(seen);
}

static mc_status run_edges(const work *w, double cutoff, const mc_call *call, bool check) {
  mc_kendall_edge_sink sink = mc_kendall_edge_sink_make(
    (mc_kendall_edge_rule){.cutoff = cutoff, .last_p_bin = -1, .most = INT64_MAX}, options,
    oracle_na());
  mc_kendall_report report;
  const mc_status status = mc_kendall_differential(&w->job, &sink.tester, &report, call);
  if (status == MC_OK && check) {
    check_edges(w, &sink.edges, cutoff, -1);
    CHECK_INT(sink.found, mc_kendall_edges_count(&sink.edges));
    CHECK_INT(report.constant_pairs, w->constant_pairs);
  }
  return status;
}

/* Each column's strongest partner, and that of no partner is missing. */
static void run_top(const work *w, const mc_call *call) {
  mc_kendall_top_sink sink = mc_kendall_top_sink_make(MC_SIGN_BOTH, 1, options, oracle_na());
  mc_kendall_report report;
  CHECK_INT(mc_kendall_differential(&w->job, &sink.tester, &report, call), MC_OK);
  check_edges(w, &sink.edges, 0, 1);
  int64_t expected = 0;
  for (int64_t i = 0; i < w->mx; i++)
    for (int64_t j = first_of(w, i); j < w->my; j++) {
      const double s = fabs(w->d[i + j * w->mx]);
      bool best_of_i = s >= 0, best_of_j = s >= 0 && w->job.a.symmetric;
      for (int64_t k = 0; k < w->my && best_of_i; k++) {
        const double t = k == i && w->job.a.symmetric ? NAN : fabs(w->d[i + k * w->mx]);
        best_of_i = !(t > s || (t == s && k < j));
      }
      for (int64_t k = 0; k < w->mx && best_of_j; k++) {
        const double t = k == j ? NAN : fabs(w->d[k + j * w->mx]);
        best_of_j = !(t > s || (t == s && k < i));
      }
      expected += best_of_i || best_of_j;
    }
  CHECK_INT(mc_kendall_edges_count(&sink.edges), expected);
}

static void run_bins(const work *w, const mc_call *call) {
  mc_kendall_fdr_sink sink =
    mc_kendall_fdr_sink_make((mc_kendall_fdr_guess){.last_p_bin = -1}, options, oracle_na());
  mc_kendall_report report;
  CHECK_INT(mc_kendall_differential(&w->job, &sink.tester, &report, call), MC_OK);
  int64_t *bins = GUARD_NEW(int64_t, MC_P_BINS);
  for (int k = 0; k < MC_P_BINS; k++)
    bins[k] = 0;
  for (int64_t i = 0; i < w->mx; i++)
    for (int64_t j = first_of(w, i); j < w->my; j++)
      if (w->p[i + j * w->mx] >= 0)
        bins[mc_kendall_p_bin(w->p[i + j * w->mx])]++;
  for (int k = 0; k < MC_P_BINS; k++)
    CHECK_INT(sink.p_bins[k], bins[k]);
  guard_free(bins);
}

static void test_sinks(void) {
  static const int64_t rows[] = {2, 4, 5, 9, 33, 50, 70}, sides[] = {0, 1, 3, 8, 20};
  rng r = {1};
  for (int turn = 0; turn < 40; turn++) {
    const int64_t of[] = {rows[rng_below(&r, 7)], rows[rng_below(&r, 7)]};
    work w = make_work(&r, turn % 2 == 0, of, turn);
    for (int s = 0; s < 5; s++) {
      check_note("turn %d, side %d", turn, (int) sides[s]);
      w.job.block = sides[s];
      guard_arena arena = guard_arena_make();
      const mc_call call = mc_call_make(&arena.arena, NULL, 1 + (turn + s) % 4);
      CHECK_INT(run_edges(&w, 0.25 * rng_below(&r, 3), &call, true), MC_OK);
      run_top(&w, &call);
      run_bins(&w, &call);
      guard_arena_release(&arena);
    }
    free_work(&w);
  }
}

/* Sources that are read piece by piece. */
static void test_sources(void) {
  static const int64_t rows[] = {20, 33};
  rng r = {2};
  for (int turn = 0; turn < 8; turn++) {
    work w = make_work(&r, turn % 2 == 0, rows, turn);
    pieces p[4] = {{.x = w.x[0]}, {.x = w.x[1]}, {.x = w.x[0]}, {.x = w.x[1]}};
    w.job.a.x = pieces_of(&p[0], 3);
    w.job.b.x = pieces_of(&p[1], 2);
    w.job.a_again = pieces_of(&p[2], 1);
    w.job.b_again = pieces_of(&p[3], 4);
    w.job.block = 5;
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    CHECK_INT(run_edges(&w, 0.25, &call, true), MC_OK);
    guard_arena_release(&arena);
    for (int k = 0; k < 4; k++)
      pieces_release(&p[k]);
    free_work(&w);
  }
}

static void test_no_rows(void) {
  rng r = {3};
  const int64_t rows[] = {1, 20};
  work w = make_work(&r, true, rows, 0);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 2);
  mc_kendall_edge_sink sink =
    mc_kendall_edge_sink_make((mc_kendall_edge_rule){.last_p_bin = -1}, options, oracle_na());
  mc_kendall_report report;
  CHECK_INT(mc_kendall_differential(&w.job, &sink.tester, &report, &call), MC_OK);
  CHECK_INT(sink.found, 0);
  guard_arena_release(&arena);
  free_work(&w);
}

static mc_status solve_stopped(void *context, const mc_call *call) {
  return run_edges(context, 0.25, call, true);
}

static void test_interrupts(void) {
  rng r = {4};
  const int64_t rows[] = {20, 33};
  work w = make_work(&r, true, rows, 2);
  w.job.block = 7;
  CHECK(check_interrupts((interruptible){solve_stopped, &w, 2, 1e-9, 1}).polls > 3);
  free_work(&w);
}

static void test_memory(void) {
  rng r = {5};
  const int64_t rows[] = {20, 9};
  work w = make_work(&r, true, rows, 2);
  w.job.block = 7;
  for (int64_t refuse = 1;; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    const mc_status status = run_edges(&w, 0.25, &call, false);
    const bool refused = arena.calls >= refuse;
    guard_arena_release(&arena);
    CHECK_INT(status, refused ? MC_ERR_MEMORY : MC_OK);
    if (!refused)
      break;
  }
  free_work(&w);
}

static const check_test tests[] = {{"sinks in blocks", test_sinks}, {"sources", test_sources},
                                   {"no rows", test_no_rows},       {"interrupts", test_interrupts},
                                   {"memory", test_memory},         {0}};
const check_suite suite_differential = {"differential", tests, true, NULL};
