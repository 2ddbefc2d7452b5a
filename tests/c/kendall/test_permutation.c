/* Permutation tests: the source of permuted columns, rounds of a run, p-values against the
   definition. Run on each target. */
#include "kendall/permutation.h"

#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "kendall/kendall.h"
#include "kendall/permutation_oracle.h"
#include "kendall/permuted.h"
#include "oracle.h"

/* ---- the source ---- */

static int64_t row_at(const mc_kendall_ranks *ranks, int64_t column, int64_t place) {
  const int64_t at = column * ranks->stride + place;
  if (ranks->width == 2)
    return ((const uint16_t *) ranks->order)[at];
  return ((const uint32_t *) ranks->order)[at];
}

static void compare_source(const mc_matrix *y, int64_t permutations, int threads) {
  const int64_t n = y->rows, m = y->columns;
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  const mc_columns columns = mc_columns_of_matrix(*y);
  mc_kendall_ranks ranks;
  mc_kendall_rank_scratch scratch;
  const mc_kendall_rank_job job = {&ranks, &columns, 0, m};
  CHECK_INT(
    mc_kendall_ranks_make(&ranks, n, m, (mc_kendall_ranks_extras){.order = true}, &arena.arena),
    MC_OK);
  CHECK_INT(mc_kendall_rank_scratch_make(&scratch, n, 1, &arena.arena), MC_OK);
  CHECK_INT(mc_kendall_ranks_fill(&job, 1, NULL, 1, &scratch, 1, &call), MC_OK);

  rng r = {5};
  int32_t *rows = GUARD_NEW(int32_t, permutations * n);
  for (int64_t k = 0; k < permutations; k++)
    permutation_shuffle(&r, n, rows + k * n);
  mc_kendall_permuted permuted = {
    .ranks = &ranks, .permutations = permutations, .rows = rows, .threads = threads};
  const mc_columns source = mc_kendall_permuted_columns(&permuted);
  CHECK(source.dense && source.at_once >= 1);
  CHECK_INT(source.rows, n);
  CHECK_INT(source.columns, m * permutations);

  /* what the source says, and what ranking makes of it, extras too */
  mc_kendall_ranks again;
  const mc_kendall_ranks_extras all = {.order = true, .present = true, .triples = true};
  CHECK_INT(mc_kendall_ranks_make(&again, n, source.columns, all, &arena.arena), MC_OK);
  const mc_kendall_rank_job fill = {&again, &source, 0, source.columns};
  CHECK_INT(mc_kendall_ranks_fill(&fill, 1, NULL, 1, &scratch, 1, &call), MC_OK);
  for (int64_t k = 0; k < source.columns; k++) {
    const int32_t *to = rows + k / m * n;
    mc_matrix view;
    CHECK_INT(source.read(&source, k, k + 1, &arena.arena, &view), MC_OK);
    CHECK(view.type == MC_I32 && view.rows == n && view.columns == 1);
    const mc_kendall_ranked *was = &ranks.column[k % m], *is = &again.column[k];
    CHECK(is->present == n && is->pairs == was->pairs && is->distinct == was->distinct &&
          is->tied == was->tied && !is->missing);
    double triples = 0, group = 0;
    for (int64_t i = 0; i < n; i++) {
      CHECK_INT(((const int32_t *) view.data)[i], mc_kendall_rank_at(&ranks, k % m, to[i]));
      CHECK_INT(mc_kendall_rank_at(&again, k, i), mc_kendall_rank_at(&ranks, k % m, to[i]));
      CHECK(mc_kendall_ranks_present(&again, k)[i / 64] >> i % 64 & 1);
      const int64_t at = row_at(&again, k, i), before = i == 0 ? -1 : row_at(&again, k, i - 1);
      const uint32_t rank = mc_kendall_rank_at(&again, k, at);
      const bool tied = i > 0 && rank == mc_kendall_rank_at(&again, k, before);
      CHECK(i == 0 || (tied ? before < at : mc_kendall_rank_at(&again, k, before) < rank));
      group = tied ? group + 1 : 0;
      triples += 3 * group * (group - 1);
    }
    CHECK(is->triples == (double) (n * (n - 1) * (n - 2)) - triples);
  }
  guard_free(rows);
  guard_arena_release(&arena);
}

static void test_source(void) {
  rng r = {1};
  const int64_t rows[] = {1, 2, 31, 64, 130, 66000};
  for (int k = 0; k < (check_fast() ? 5 : 6); k++)
    for (int threads = 1; threads <= 3; threads++) {
      mc_matrix y = matrix_make(&r, k % 2 ? MC_F64 : MC_I32, rows[k], k == 5 ? 2 : 7, 0);
      check_note("%d rows, %d threads", (int) rows[k], threads);
      compare_source(&y, k == 5 ? 2 : 5, threads);
      matrix_free(&y);
    }
}

/* Batches of one permutation, of some and of all; one panel of columns and several. */
static void test_p_values(void) {
  rng r = {2};
  const int64_t rows[] = {2, 3, 9, 40, 70};
  for (int k = 0; k < (check_fast() ? 4 : 5); k++)
    for (int alternative = MC_TWO_SIDED; alternative <= MC_GREATER; alternative++) {
      permutation_deck d = {.random = {(uint64_t) (100 * k)}};
      mc_kendall_permutation_request job = {
        .x = matrix_make(&r, k % 2 ? MC_F64 : MC_I32, rows[k], 9 + k, 0),
        .y = matrix_make(&r, MC_F64, rows[k], 7 - k, 0),
        .alternative = (mc_kendall_alternative) alternative,
        .permutations = 1 + 5 * k,
        .draw = permutation_draw,
        .data = &d,
        .na = oracle_na()};
      permutation_reference f = permutation_reference_make(&job);
      for (int algorithm = 0; algorithm < MC_KENDALL_ALGORITHMS; algorithm++)
        for (int round = 0; round < 4; round++) {
          const int64_t buffers[] = {0, 1, 8 * 3 * job.x.columns * job.y.columns, 0};
          check_note("%d rows, alternative %d, algorithm %d, round %d", (int) rows[k], alternative,
                     algorithm, round);
          job.algorithm = (mc_kendall_algorithm) algorithm;
          job.buffer = buffers[round];
          job.scratch = round < 2 ? 0 : 20000; /* several panels */
          permutation_compare(job, &f, 1 + round);
        }
      permutation_reference_free(&f);
      matrix_free(&job.x);
      matrix_free(&job.y);
    }
}

/* ---- ends ---- */

static mc_kendall_permutation_request small_job(rng *r, permutation_deck *d, double missing) {
  return (mc_kendall_permutation_request){.x = matrix_make(r, MC_F64, 20, 5, missing),
                                          .y = matrix_make(r, MC_F64, 20, 4, 0),
                                          .permutations = 10,
                                          .draw = permutation_draw,
                                          .data = d,
                                          .na = oracle_na(),
                                          .buffer = 8 * 20 * 3};
}

static mc_status permute_stopped(void *context, const mc_call *call) {
  const mc_kendall_permutation_request *job = context;
  double p[20], p_max[20];
  mc_kendall_report report;
  return mc_kendall_permutations(job, p, p_max, &report, call);
}

static void test_ends(void) {
  rng r = {3};
  permutation_deck d = {.random = {1}};
  double p[20], p_max[20];
  mc_kendall_permutation_request job = small_job(&r, &d, 0);
  for (int64_t call = 1; call < 4; call++) { /* an error of draw() ends the call */
    d.refuse = call;
    CHECK_INT(permutation_run(&job, p, p_max, 2), MC_ERR_SIZE);
  }
  d.refuse = 0;
  for (int64_t refuse = 1;; refuse++) { /* memory is short */
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_kendall_report report;
    const mc_status status = mc_kendall_permutations(&job, p, p_max, &report, &call);
    guard_arena_release(&arena);
    CHECK(status == MC_OK || status == MC_ERR_MEMORY);
    if (status == MC_OK) {
      CHECK(refuse > 10);
      break;
    }
  }
  CHECK(check_interrupts((interruptible){permute_stopped, &job, 2, 1e-9, 0}).polls > 3);
  job.permutations = 0;
  CHECK_INT(permutation_run(&job, p, p_max, 1), MC_ERR_ARGUMENT);
  job.permutations = 1;
  job.y.rows--;
  CHECK_INT(permutation_run(&job, p, p_max, 1), MC_ERR_ARGUMENT);
  job.y.rows++;
  matrix_free(&job.x);
  job.x = matrix_make(&r, MC_F64, 20, 5, 1);
  CHECK_INT(permutation_run(&job, p, p_max, 1), MC_ERR_MISSING);
  const mc_matrix x = job.x;
  job.x = job.y;
  job.y = x;
  CHECK_INT(permutation_run(&job, p, p_max, 1), MC_ERR_MISSING);
  matrix_free(&job.x);
  matrix_free(&job.y);
}

/* Grows, and comes to 1 in the last poll, not before. */
typedef struct {
  double last;
  int64_t full;
} shares;

static bool poll_shares(void *data, double done) {
  shares *s = data;
  CHECK(done >= s->last);
  s->last = done;
  s->full += done > 1 - 1e-9;
  return false;
}

static void test_progress(void) {
  rng r = {4};
  permutation_deck d = {.random = {1}};
  double p[20], p_max[20];
  mc_kendall_permutation_request job = small_job(&r, &d, 0);
  shares log = {0, 0};
  mc_monitor monitor = {.poll = poll_shares, .data = &log, .pass = 1e-9};
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, &monitor, 2);
  mc_kendall_report report;
  CHECK_INT(mc_kendall_permutations(&job, p, p_max, &report, &call), MC_OK);
  CHECK(fabs(log.last - 1) < 1e-9);
  CHECK_INT(log.full, 1);
  guard_arena_release(&arena);
  matrix_free(&job.x);
  matrix_free(&job.y);
}

static void test_small(void) {
  permutation_deck d = {.random = {1}};
  double p[6], p_max[6];
  for (int64_t n = 0; n < 2; n++) {
    rng r = {6};
    mc_kendall_permutation_request job = {.x = matrix_make(&r, MC_F64, n, 3, 0),
                                          .y = matrix_make(&r, MC_F64, n, 2, 0),
                                          .permutations = 3,
                                          .draw = permutation_draw,
                                          .data = &d,
                                          .na = oracle_na()};
    CHECK_INT(permutation_run(&job, p, p_max, 1), MC_OK);
    for (int k = 0; k < 6; k++)
      CHECK(oracle_same(&p[k], &job.na, 1) && oracle_same(&p_max[k], &job.na, 1));
    job.x.columns = 0;
    CHECK_INT(permutation_run(&job, p, p_max, 1), MC_OK);
    job.x.columns = 3;
    matrix_free(&job.x);
    matrix_free(&job.y);
  }
  CHECK_INT(d.drawn, 0);
}

static const check_test tests[] = {
  {"permuted columns", test_source}, {"p-values", test_p_values}, {"ends", test_ends},
  {"progress", test_progress},       {"small", test_small},       {0}};
const check_suite suite_permutation = {"permutation", tests, true, NULL};
