/* The sinks of a network, against the matrices of the test sink and a full sort. Run on each
   target. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/edge_sink.h"
#include "kendall/fdr_sink.h"
#include "kendall/kendall.h"
#include "kendall/network_oracle.h"
#include "kendall/top_sink.h"
#include "oracle.h"
#include "taus.h"

/* The algorithms that take one pair of columns at a time share a driver (one_by_one.h), and hand a
   sink the same counts in the same tiles. So in the fast mode a job takes one of them, in turn, and
   all others. */
static bool is_due(int algorithm, int turn) {
  static const mc_kendall_algorithm alike[] = {MC_KENDALL_NAIVE, MC_KENDALL_GSE, MC_KENDALL_VSE,
                                               MC_KENDALL_RADIX};
  enum { ALIKE = sizeof alike / sizeof *alike };
  for (int k = 0; k < ALIKE; k++)
    if ((int) alike[k] == algorithm)
      return !check_fast() || turn % ALIKE == k;
  return true;
}

static void try_job(mc_kendall_request *job, int turn) {
  network_pairs all = network_pairs_of(*job);
  for (int k = 0; k < MC_KENDALL_ALGORITHMS; k++) {
    if (!is_due(k, turn))
      continue;
    const int threads = 1 + k % 4;
    job->algorithm = (mc_kendall_algorithm) k;
    job->scratch = k % 2 ? 0 : 30000; /* several panels */
    for (int sign = MC_SIGN_BOTH; sign <= MC_SIGN_NEGATIVE; sign++) {
      const mc_kendall_edge_sign s = (mc_kendall_edge_sign) sign;
      check_note("algorithm %d, %d x %d and %d, use %d, sign %d", k, (int) job->x.rows,
                 (int) job->x.columns, job->symmetric ? -1 : (int) job->y.columns, (int) job->use,
                 sign);
      for (int quarter = 0; quarter <= 4; quarter += 2)
        network_check_cutoff(job, &all, s, quarter / 4.0, threads);
      network_check_top(job, &all, s, 1 + 2 * (k % 3), threads);
      network_check_top(job, &all, s, 1000, threads);
    }
    network_check_fdr(job, &all, 0.1, threads, false);
    network_check_fdr(job, &all, 1, threads, false);
  }
  network_pairs_free(&all);
}

static void test_jobs(void) {
  rng r = {1};
  const int64_t rows[] = {0, 1, 2, 4, 20, 70};
  const mc_pairs_use uses[] = {MC_USE_PAIRWISE, MC_USE_EVERYTHING, MC_USE_NA_OR_COMPLETE};
  int turn = 0;
  for (int k = 0; k < 6; k++)
    for (int u = 0; u < (check_fast() ? 1 : 3); u++)
      for (int shape = 0; shape < (u == 0 ? 3 : 2); shape++, turn++) {
        /* 2: two parts of one matrix */
        mc_kendall_request job = {
          .x = mc_columns_of_matrix(
            matrix_make(&r, k % 2 ? MC_F64 : MC_I32, rows[k], 13 + 3 * k, 0.1)),
          .y = mc_columns_of_matrix(matrix_make(&r, MC_F64, rows[k], 9 + k, 0.05)),
          .symmetric = shape == 1,
          .of_one = shape == 2,
          .use = uses[u]};
        try_job(&job, turn);
        matrix_free(&job.x.matrix);
        matrix_free(&job.y.matrix);
      }
}

static void test_few_columns(void) {
  rng r = {2};
  int turn = 0;
  for (int64_t columns = 0; columns < 4; columns++)
    for (int shape = 0; shape < 3; shape++, turn++) {
      mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 12, columns, 0)),
                                .y = mc_columns_of_matrix(matrix_make(&r, MC_F64, 12, 2, 0)),
                                .symmetric = shape == 1,
                                .of_one = shape == 2,
                                .use = MC_USE_PAIRWISE};
      try_job(&job, turn);
      matrix_free(&job.x.matrix);
      matrix_free(&job.y.matrix);
    }
}

/* Columns without ties, one with ties and one with a missing value: most pairs of the first run for
   a false discovery rate are counted by discordant pairs of rows. */
static void untied(rng *r, double *x, int64_t n, int64_t columns) {
  uint32_t *value = GUARD_NEW(uint32_t, n);
  for (int64_t j = 0; j < columns; j++) {
    shape_fill(r, SHAPE_PERMUTATION, n, value);
    for (int64_t i = 0; i < n; i++)
      x[j * n + i] = value[i];
  }
  x[(columns - 1) * n] = x[(columns - 1) * n + 1];
  x[(columns - 2) * n] = oracle_na();
  guard_free(value);
}

static void test_untied(void) {
  rng r = {4};
  enum { ROWS = 12, X = 41, Y = 38 };
  double *x = GUARD_NEW(double, ROWS *X), *y = GUARD_NEW(double, ROWS *Y);
  untied(&r, x, ROWS, X);
  untied(&r, y, ROWS, Y);
  for (int shape = 0; shape < 3; shape++) {
    mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){x, MC_F64, ROWS, X}),
                              .y = mc_columns_of_matrix((mc_matrix){y, MC_F64, ROWS, Y}),
                              .symmetric = shape == 1,
                              .of_one = shape == 2,
                              .use = MC_USE_PAIRWISE,
                              .algorithm = MC_KENDALL_BITSET};
    network_pairs all = network_pairs_of(job);
    for (int threads = 1; threads <= 4; threads++)
      for (int scratch = 0; scratch < 2; scratch++) {
        check_note("shape %d, %d threads, scratch %d", shape, threads, scratch);
        job.scratch = scratch ? 30000 : 0;
        const bool tabled = !scratch && threads * (ROWS * (ROWS - 1) / 2 + 1) <= all.count / 4;
        network_check_fdr(&job, &all, 0.5, threads, tabled);
      }
    network_pairs_free(&all);
  }
  guard_free(y);
  guard_free(x);
}

/* Columns of few values, one of them constant, without missing rows: most p-values come from the
   cells of z squared. With up to 49 rows, pairs of columns without ties are exact. */
static void test_squares(void) {
  rng r = {5};
  const int64_t rows[] = {2, 3, 14, 60, 120};
  for (int k = 0; k < 5; k++) {
    enum { COLUMNS = 31 };
    const int64_t n = rows[k];
    double *x = GUARD_NEW(double, n *COLUMNS);
    for (int64_t j = 0; j < COLUMNS; j++)
      for (int64_t i = 0; i < n; i++)
        x[j * n + i] = j == 0       ? 1
                       : j % 7 == 1 ? (double) i + (i + 1 == n ? -1.5 : 0) /* almost in order */
                                    : (double) rng_below(&r, j % 5 == 2 ? 1000 : 6);
    mc_kendall_request job = {.x = mc_columns_of_matrix((mc_matrix){x, MC_F64, n, COLUMNS}),
                              .symmetric = true,
                              .use = MC_USE_EVERYTHING};
    network_pairs all = network_pairs_of(job);
    for (int algorithm = 0; algorithm < MC_KENDALL_ALGORITHMS; algorithm++)
      for (int some = 0; some < 4 && all.count > 0; some++) {
        if (!is_due(algorithm, some))
          continue;
        const int bin = mc_kendall_p_bin(all.edge[rng_below(&r, (uint32_t) all.count)].p);
        job.algorithm = (mc_kendall_algorithm) algorithm;
        check_note("%d rows, algorithm %d, bin %d", (int) n, algorithm, bin);
        network_check_guess(&job, &all, bin, 1 + algorithm % 4);
      }
    network_pairs_free(&all);
    guard_free(x);
  }
}

/* ---- columns in another order ---- */

static void test_order(void) {
  rng r = {6};
  for (int missing = 0; missing < 2; missing++)
    for (int shape = 0; shape < 3; shape++) {
      mc_kendall_request job = {
        .x = mc_columns_of_matrix(matrix_mixed(&r, 300, 26, missing * 0.02)),
        .y = mc_columns_of_matrix(matrix_mixed(&r, 300, 23, missing * 0.02)),
        .symmetric = shape == 1,
        .of_one = shape == 2,
        .use = missing ? MC_USE_PAIRWISE : MC_USE_EVERYTHING,
        .algorithm = MC_KENDALL_AUTO};
      const mc_kendall_edge_rule rule = {.last_p_bin = -1, .most = INT64_MAX};
      mc_kendall_edge_sink edges = mc_kendall_edge_sink_make(rule, network_options, oracle_na());
      mc_kendall_top_sink top =
        mc_kendall_top_sink_make(MC_SIGN_BOTH, 2, network_options, oracle_na());
      mc_kendall_fdr_sink fdr =
        mc_kendall_fdr_sink_make(network_no_guess, network_options, oracle_na());
      CHECK(taus_plan_of(&job, &edges.tester.sink).reordered);
      CHECK(taus_plan_of(&job, &top.tester.sink).reordered);
      CHECK(taus_plan_of(&job, &fdr.tester.sink).reordered);
      try_job(&job, 3); /* radix, which takes the rest of the pairs beside sparse ones, too */
      matrix_free(&job.x.matrix);
      matrix_free(&job.y.matrix);
    }
}

/* The same, where some pairs are counted as sparse. */
static void test_split(void) {
  rng r = {7};
  for (int shape = 1; shape < 3; shape++) {
    mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_mixed(&r, 2000, 10, 0)),
                              .y = mc_columns_of_matrix(matrix_mixed(&r, 2000, 8, 0)),
                              .symmetric = shape == 1,
                              .of_one = shape == 2,
                              .use = MC_USE_EVERYTHING};
    network_pairs all = network_pairs_of(job);
    job.algorithm = MC_KENDALL_AUTO;
    const mc_kendall_top_sink top =
      mc_kendall_top_sink_make(MC_SIGN_BOTH, 2, network_options, oracle_na());
    const taus_plan plan = taus_plan_of(&job, &top.tester.sink);
    CHECK(plan.reordered && plan.split);
    check_note("shape %d", shape);
    network_check_cutoff(&job, &all, MC_SIGN_BOTH, 0.01, 2);
    network_check_top(&job, &all, MC_SIGN_BOTH, 2, 2);
    network_check_fdr(&job, &all, 0.9, 2, false);
    network_pairs_free(&all);
    matrix_free(&job.x.matrix);
    matrix_free(&job.y.matrix);
  }
}

/* ---- more than fit ---- */

/* It keeps counting, and the cutoff that it names leaves as many as fit. */
static void test_full(void) {
  rng r = {3};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 40, 60, 0)),
                            .symmetric = true,
                            .use = MC_USE_PAIRWISE};
  network_pairs all = network_pairs_of(job);
  const int64_t most[] = {0, 10, 300, 1000};
  for (int k = 0; k < 4; k++)
    for (int threads = 1; threads <= 3; threads++) {
      const mc_kendall_edge_rule rule = {.cutoff = 0, .last_p_bin = -1, .most = most[k]};
      mc_kendall_edge_sink sink = mc_kendall_edge_sink_make(rule, network_options, oracle_na());
      guard_arena arena = guard_arena_make();
      job.scratch = 30000; /* flush() comes often */
      CHECK_INT(network_run(&job, &sink.tester.sink, threads, &arena), MC_OK);
      CHECK_INT(sink.found, all.count);
      CHECK(mc_kendall_edges_count(&sink.edges) < all.count); /* as it keeps no more of them */
      const double fits = mc_kendall_strength_cutoff(sink.bins, most[k]);
      int64_t left = 0, one_less = 0;
      for (int64_t e = 0; e < all.count; e++) {
        left += fabs(all.edge[e].tau) >= fits;
        one_less += fabs(all.edge[e].tau) >= fits - 0.0001;
      }
      CHECK(left <= most[k]);
      CHECK(isnan(fits) || one_less > most[k]);
      guard_arena_release(&arena);
    }
  network_pairs_free(&all);
  matrix_free(&job.x.matrix);
}

/* ---- heaps at which somebody is ---- */

/* A sink around the one that is tested, in which all heaps are busy whenever pairs come. */
typedef struct {
  mc_pairs_sink sink;
  mc_kendall_top_sink *top;
  int64_t waited;
} busy_sink;

static void set_busy(const mc_kendall_top_sink *top, bool busy) {
  for (int64_t k = 0; k < top->columns; k++)
    if (busy)
      (void) atomic_flag_test_and_set(&top->heaps[k].busy);
    else
      atomic_flag_clear(&top->heaps[k].busy);
}

static mc_status busy_begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  const busy_sink *b = (busy_sink *) sink;
  MC_TRY(b->top->tester.sink.begin(&b->top->tester.sink, shape, call));
  set_busy(b->top, true);
  return MC_OK;
}

static mc_status busy_panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  const busy_sink *b = (busy_sink *) sink;
  return b->top->tester.sink.panel(&b->top->tester.sink, panel);
}

static void busy_put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  const busy_sink *b = (busy_sink *) sink;
  b->top->tester.sink.put(&b->top->tester.sink, tile, thread);
}

static mc_status busy_flush(mc_pairs_sink *sink, const mc_call *call) {
  busy_sink *b = (busy_sink *) sink;
  b->waited += atomic_load(&b->top->waiting_count);
  set_busy(b->top, false);
  MC_TRY(b->top->tester.sink.flush(&b->top->tester.sink, call));
  set_busy(b->top, true);
  return MC_OK;
}

static mc_status busy_finish(mc_pairs_sink *sink, const mc_call *call) {
  const busy_sink *b = (busy_sink *) sink;
  return b->top->tester.sink.finish(&b->top->tester.sink, call);
}

static void test_busy(void) {
  rng r = {4};
  for (int shape = 0; shape < 3; shape++) {
    const bool symmetric = shape == 1, both = shape > 0;
    mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 30, 40, 0.1)),
                              .y = mc_columns_of_matrix(matrix_make(&r, MC_F64, 30, 25, 0.1)),
                              .symmetric = symmetric,
                              .of_one = shape == 2,
                              .use = MC_USE_PAIRWISE};
    network_pairs all = network_pairs_of(job);
    for (int round = 0; round < 4; round++) {
      job.scratch = round % 2 ? 0 : 30000;
      mc_kendall_top_sink top =
        mc_kendall_top_sink_make(MC_SIGN_BOTH, 3, network_options, oracle_na());
      busy_sink busy = {.sink = top.tester.sink, .top = &top};
      busy.sink.begin = busy_begin;
      busy.sink.panel = busy_panel;
      busy.sink.put = busy_put;
      busy.sink.flush = busy_flush;
      busy.sink.finish = busy_finish;
      guard_arena arena = guard_arena_make();
      CHECK_INT(network_run(&job, &busy.sink, 1 + round, &arena), MC_OK);
      network_mark_top_of(&job, &all, MC_SIGN_BOTH, 3);
      network_compare(&top.edges, &all);
      CHECK(busy.waited > 0);
      if (job.scratch == 0) /* nobody could know what is strong enough */
        CHECK_INT(busy.waited, (1 + both) * all.count);
      guard_arena_release(&arena);
    }
    network_pairs_free(&all);
    matrix_free(&job.x.matrix);
    matrix_free(&job.y.matrix);
  }
}

/* ---- several flushes, many threads ---- */

static void test_many_columns(void) {
  if (check_fast())
    return;
  rng r = {5};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 9, 1700, 0.02)),
                            .symmetric = true,
                            .use = MC_USE_PAIRWISE,
                            .algorithm = MC_KENDALL_BITSET};
  mc_kendall_edges one[3];
  guard_arena keep = guard_arena_make();
  for (int threads = 1; threads <= 4; threads++) {
    guard_arena arena = guard_arena_make();
    guard_arena *a = threads == 1 ? &keep : &arena;
    mc_kendall_top_sink top =
      mc_kendall_top_sink_make(MC_SIGN_BOTH, 4, network_options, oracle_na());
    CHECK_INT(network_run(&job, &top.tester.sink, threads, a), MC_OK);
    const mc_kendall_edge_rule rule = {.cutoff = 0.8, .last_p_bin = -1, .most = INT64_MAX};
    mc_kendall_edge_sink strong = mc_kendall_edge_sink_make(rule, network_options, oracle_na());
    CHECK_INT(network_run(&job, &strong.tester.sink, threads, a), MC_OK);
    const mc_kendall_edge_rule any = {.cutoff = 0, .last_p_bin = -1, .most = INT64_MAX};
    mc_kendall_edge_sink full = mc_kendall_edge_sink_make(any, network_options, oracle_na());
    CHECK_INT(network_run(&job, &full.tester.sink, threads, a), MC_OK);
    mc_kendall_edges now[3] = {top.edges, strong.edges, full.edges};
    CHECK(now[2].last->before != NULL);
    for (int k = 0; k < 3; k++) {
      if (threads == 1) {
        one[k] = now[k];
        continue;
      }
      /* the first thread count's edges, in order, are what the others have to have */
      const int64_t count = mc_kendall_edges_count(&one[k]);
      network_pairs all = network_pairs_make(count);
      for (const mc_kendall_edge_chunk *chunk = one[k].last; chunk != NULL; chunk = chunk->before)
        for (int64_t e = 0; e < chunk->count; e++) {
          all.wanted[all.count] = true;
          all.edge[all.count++] = chunk->edge[e];
        }
      qsort(all.edge, (size_t) count, sizeof *all.edge, network_by_place);
      network_compare(&now[k], &all);
      network_pairs_free(&all);
    }
    guard_arena_release(&arena);
  }
  guard_arena_release(&keep);
  matrix_free(&job.x.matrix);
}

/* ---- memory ---- */

static void test_refused(void) {
  rng r = {6};
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, 30, 20, 0)),
                            .symmetric = true,
                            .use = MC_USE_PAIRWISE};
  for (int kind = 0; kind < 3; kind++) {
    bool refused = true;
    for (int64_t call = 1; refused; call++) {
      const mc_kendall_edge_rule rule = {.cutoff = 0.1, .last_p_bin = -1, .most = 1000};
      mc_kendall_edge_sink edge = mc_kendall_edge_sink_make(rule, network_options, oracle_na());
      mc_kendall_top_sink top =
        mc_kendall_top_sink_make(MC_SIGN_BOTH, 2, network_options, oracle_na());
      const mc_kendall_fdr_guess guess = {.last_p_bin = MC_P_BINS / 2, .most = 1000};
      mc_kendall_fdr_sink fdr = mc_kendall_fdr_sink_make(guess, network_options, oracle_na());
      fdr.cells_from = 0;
      mc_pairs_sink *sinks[] = {&edge.tester.sink, &top.tester.sink, &fdr.tester.sink};
      guard_arena arena = guard_arena_make();
      arena.refuse = call;
      const mc_status status = network_run(&job, sinks[kind], 1, &arena);
      refused = arena.calls >= call;
      CHECK_INT(status, refused ? MC_ERR_MEMORY : MC_OK);
      guard_arena_release(&arena);
    }
  }
  matrix_free(&job.x.matrix);
}

static const check_test tests[] = {{"all kinds of jobs", test_jobs},
                                   {"few columns", test_few_columns},
                                   {"columns without ties", test_untied},
                                   {"cells of z squared", test_squares},
                                   {"columns in another order", test_order},
                                   {"sparse pairs apart", test_split},
                                   {"more than fit", test_full},
                                   {"busy heaps", test_busy},
                                   {"many columns", test_many_columns},
                                   {"memory that is refused", test_refused},
                                   {0}};
const check_suite suite_edge_sinks = {"edge_sinks", tests, true, NULL};
